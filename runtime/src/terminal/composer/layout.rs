//! How the text falls into rows of a width.
//!
//! A row ends between words where it can; a word that is wider than a row, between graphemes. The blank behind a row that
//! is full stands in the column that is there for the cursor; other blanks take their room like letters, so that the cursor
//! always stands where it would write.

use std::ops::Range;

use ratatui_core::buffer::CellWidth;
use unicode_segmentation::UnicodeSegmentation;

/// Tabs go on to the next multiple of this.
const TAB: usize = 4;

/// A part of the text that is shown in one row, without the end of the line.
pub(super) type Row = Range<usize>;

/// A grapheme in its row.
pub(super) struct Placed<'a> {
    pub(super) offset: usize,
    pub(super) grapheme: &'a str,
    pub(super) column: usize,
    pub(super) width: usize,
}

/// The rows of a text for one width, kept up as the text changes.
#[derive(Debug, Default)]
pub(super) struct Layout {
    rows: Vec<Row>,
    width: usize,
    /// Of the text as it was when it was laid out.
    length: usize,
}

/// What of a text is as it was: so many bytes at its beginning and at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unchanged {
    pub(super) before: usize,
    pub(super) after: usize,
}

impl Layout {
    /// Lays out the lines that have changed; all of them if the width has.
    pub(super) fn update(&mut self, text: &str, unchanged: Option<Unchanged>, width: usize) {
        match unchanged {
            _ if self.width != width => self.rows = wrap(text, 0..text.len(), width),
            Some(unchanged) => self.update_lines(text, unchanged),
            None => return,
        }
        self.width = width;
        self.length = text.len();
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// How many rows a text has in a width. If it has changed, they are counted anew.
    pub(super) fn count(&self, text: &str, has_changed: bool, width: usize) -> usize {
        match has_changed || self.width != width {
            true => wrap(text, 0..text.len(), width).len(),
            false => self.rows.len(),
        }
    }

    fn update_lines(&mut self, text: &str, unchanged: Unchanged) {
        let first = text[..unchanged.before]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let after = text.len() - unchanged.after;
        let last = text[after..]
            .find('\n')
            .map_or(text.len(), |newline| after + newline);
        // The same place in the text as it was.
        let last_before = last + self.length - text.len();
        let kept = self.rows.partition_point(|row| row.start < first);
        let moved = self.rows.partition_point(|row| row.start <= last_before);
        for row in &mut self.rows[moved..] {
            row.start = row.start + text.len() - self.length;
            row.end = row.end + text.len() - self.length;
        }
        let rows = wrap(text, first..last, self.width);
        self.rows.splice(kept..moved, rows);
    }

    /// The row and the column of an offset. Where a row ends within a line, that is the beginning of the next.
    pub(super) fn position(&self, text: &str, offset: usize) -> (usize, usize) {
        let row = self.rows.partition_point(|row| row.start <= offset);
        let row = row.saturating_sub(1);
        let end = place(text, self.rows[row].start..offset).last();
        (row, end.map_or(0, |last| last.column + last.width))
    }

    /// The offset in a row that is nearest to a column.
    pub(super) fn offset(&self, text: &str, row: usize, column: usize) -> usize {
        let range = self.rows[row].clone();
        let goes_on = self
            .rows
            .get(row + 1)
            .is_some_and(|next| next.start == range.end);
        let mut offset = range.start;
        for placed in place(text, range.clone()) {
            offset = placed.offset;
            if placed.column + placed.width > column {
                return offset;
            }
        }
        match goes_on {
            true => offset,
            false => range.end,
        }
    }
}

/// The graphemes of a row with their columns.
pub(super) fn place(text: &str, row: Row) -> impl Iterator<Item = Placed<'_>> {
    let start = row.start;
    let mut column = 0;
    graphemes(&text[row]).map(move |(at, grapheme)| {
        let placed = Placed {
            offset: start + at,
            grapheme,
            column,
            width: width(grapheme, column),
        };
        column += placed.width;
        placed
    })
}

/// How many columns a grapheme takes that begins in a column.
fn width(grapheme: &str, column: usize) -> usize {
    match grapheme {
        "\t" => TAB - column % TAB,
        _ if grapheme.starts_with(char::is_control) => 1,
        _ => usize::from(grapheme.cell_width()),
    }
}

/// The graphemes of a text and where they begin. Most are letters of ASCII, which need no table to be told apart.
fn graphemes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let grapheme = match rest.as_bytes() {
            [b' '..=b'~'] | [b' '..=b'~', b' '..=b'~', ..] => &rest[..1],
            _ => rest.graphemes(true).next()?,
        };
        at += grapheme.len();
        Some((at - grapheme.len(), grapheme))
    })
}

/// The rows of some lines of a text.
fn wrap(text: &str, lines: Range<usize>, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut start = lines.start;
    for line in text[lines].split('\n') {
        wrap_line(line, start, width, &mut rows);
        start += line.len() + 1;
    }
    rows
}

/// Adds the rows of a line that begins at `base`.
fn wrap_line(line: &str, base: usize, limit: usize, rows: &mut Vec<Row>) {
    let mut start = 0;
    let mut column = 0;
    // Where the row can end between words.
    let mut gap = 0;
    for (at, grapheme) in graphemes(line) {
        let next = at + grapheme.len();
        if grapheme == " " && column == limit {
            rows.push(base + start..base + next);
            (start, column) = (next, 0);
            continue;
        }
        let stands_alone = grapheme.starts_with(char::is_whitespace) || width(grapheme, 0) > 1;
        while column + width(grapheme, column) > limit && at > start {
            let end = if gap > start && !stands_alone {
                gap
            } else {
                at
            };
            rows.push(base + start..base + end);
            start = end;
            column = place(line, start..at).map(|placed| placed.width).sum();
        }
        column += width(grapheme, column);
        if stands_alone {
            gap = next;
        }
    }
    rows.push(base + start..base + line.len());
}
