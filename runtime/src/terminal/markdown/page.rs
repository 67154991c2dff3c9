//! Rows under the marks of the lists and quotes they stand in.

use ratatui_core::text::{Line, Span};

use crate::terminal::text::{self, Widths};

/// The lines written so far, and what begins the next ones.
pub(super) struct Page {
    columns: usize,
    lines: Vec<Line<'static>>,
    /// What begins the next row, and every row after it.
    next: Prefix,
    rest: Prefix,
    /// A mark waits for its first row.
    pending: bool,
}

#[derive(Clone, Default)]
struct Prefix {
    spans: Vec<Span<'static>>,
    columns: usize,
}

/// How far the rows were indented before, to go back to.
#[derive(Clone, Copy)]
pub(super) struct Indent {
    next: Length,
    rest: Length,
}

/// How long a prefix is.
#[derive(Clone, Copy)]
struct Length {
    spans: usize,
    columns: usize,
}

impl Page {
    /// Goes on after lines that stand already.
    pub(super) fn new(columns: usize, lines: Vec<Line<'static>>) -> Self {
        Page {
            columns: columns.max(1),
            lines,
            next: Prefix::default(),
            rest: Prefix::default(),
            pending: false,
        }
    }

    pub(super) fn into_lines(self) -> Vec<Line<'static>> {
        self.lines
    }

    /// How many lines there are.
    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The columns that every row may take, also the next one, whose mark may be the wider one.
    pub(super) fn room(&self) -> usize {
        self.columns - self.rest.columns.max(self.next.columns)
    }

    /// Begins the next row with a mark, and those after it with another one. Where the marks would take more than half
    /// of the columns, rows are indented no further; only the mark of an item is then still shown.
    pub(super) fn indent(&mut self, first: Span<'static>, rest: Span<'static>) -> Indent {
        let indent = Indent {
            next: self.next.length(),
            rest: self.rest.length(),
        };
        let is_item = rest.content.trim().is_empty();
        let limit = self.columns / 2;
        if self.rest.push(rest, limit) || is_item {
            self.next.push(first, self.columns * 3 / 4);
        }
        self.pending = true;
        indent
    }

    /// Gives an indent other marks, unless a row stands under it already.
    pub(super) fn mark_anew(&mut self, indent: Indent, first: Span<'static>, rest: Span<'static>) {
        if self.pending {
            self.next.truncate(indent.next);
            self.rest.truncate(indent.rest);
            self.indent(first, rest);
        }
    }

    /// Ends an indent. One that nothing was written under leaves a row with its mark alone.
    pub(super) fn dedent(&mut self, indent: Indent) {
        if self.pending {
            self.row(Vec::new());
        }
        self.rest.truncate(indent.rest);
        self.next.clone_from(&self.rest);
    }

    pub(super) fn blank(&mut self) {
        self.row(Vec::new());
    }

    /// Writes one row, which should fit into the room.
    pub(super) fn row(&mut self, content: Vec<Span<'static>>) {
        let is_empty = content.is_empty();
        let mut spans = std::mem::replace(&mut self.next, self.rest.clone()).spans;
        spans.extend(content);
        if is_empty {
            trim_end(&mut spans);
        }
        self.lines.push(Line::from(spans));
        self.pending = false;
    }

    /// Writes text, broken between words.
    pub(super) fn paragraph(&mut self, spans: &[Span<'static>]) {
        for row in text::wrap(spans, self.widths()) {
            self.row(row);
        }
    }

    /// Writes a line of code, broken where the room ends. A mark begins the rows that go on with the line above.
    pub(super) fn code(&mut self, spans: &[Span<'static>], mark: Span<'static>) {
        let mut widths = self.widths();
        let marked = widths.rest > mark.width() * 2;
        if marked {
            widths.rest -= mark.width();
        }
        for (index, mut row) in text::cut(spans, widths).into_iter().enumerate() {
            if index > 0 && marked {
                row.insert(0, mark.clone());
            }
            self.row(row);
        }
    }

    fn widths(&self) -> Widths {
        Widths {
            first: self.columns - self.next.columns,
            rest: self.columns - self.rest.columns,
        }
    }
}

impl Prefix {
    fn length(&self) -> Length {
        Length {
            spans: self.spans.len(),
            columns: self.columns,
        }
    }

    fn truncate(&mut self, length: Length) {
        self.spans.truncate(length.spans);
        self.columns = length.columns;
    }

    /// Adds a mark if it fits.
    fn push(&mut self, mark: Span<'static>, limit: usize) -> bool {
        let columns = self.columns + mark.width();
        let fits = columns <= limit;
        if fits {
            self.columns = columns;
            self.spans.push(mark);
        }
        fits
    }
}

/// Takes the blanks off the end of a row.
fn trim_end(spans: &mut Vec<Span<'static>>) {
    while let Some(last) = spans.last_mut() {
        let kept = last.content.trim_end().len();
        if kept > 0 {
            if kept < last.content.len() {
                last.content.to_mut().truncate(kept);
            }
            return;
        }
        spans.pop();
    }
}
