//! Tables: boxed where they fit, and otherwise one row after the other.

use pulldown_cmark::Alignment;
use ratatui_core::text::Span;

use super::page::Page;
use crate::terminal::text::{self, Widths};
use crate::terminal::theme::Theme;

/// Columns narrower than this are no longer readable, unless there is no more to read.
const NARROW: usize = 4;

/// The columns that the box takes beside those of a cell, and beside those of all cells.
const PER_CELL: usize = 3;
const PER_TABLE: usize = 1;

/// The lines of a cell, or the rows they are broken into.
type Cell = Vec<Vec<Span<'static>>>;

/// A table that is being read.
pub(super) struct Table {
    alignments: Vec<Alignment>,
    /// The head first.
    rows: Vec<Vec<Cell>>,
    row: Vec<Cell>,
}

/// The parts of a rule between rows: where it begins, crosses a column, and ends.
type Rule = [&'static str; 3];

const TOP: Rule = ["┌", "┬", "┐"];
const MIDDLE: Rule = ["├", "┼", "┤"];
const BOTTOM: Rule = ["└", "┴", "┘"];

impl Table {
    pub(super) fn new(alignments: Vec<Alignment>) -> Self {
        Table {
            alignments,
            rows: Vec::new(),
            row: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, cell: Cell) {
        self.row.push(cell);
    }

    pub(super) fn end_row(&mut self) {
        self.rows.push(std::mem::take(&mut self.row));
    }

    pub(super) fn write(self, page: &mut Page, theme: &Theme) {
        match self.columns(page.room()) {
            Some(columns) => self.write_box(&columns, page, theme),
            None => self.write_list(page, theme),
        }
    }

    /// How wide each column is; none if there is no room for a box.
    fn columns(&self, room: usize) -> Option<Vec<usize>> {
        let count = self.alignments.len();
        let available = room.checked_sub(count * PER_CELL + PER_TABLE)?;
        let mut wanted = vec![1; count];
        let mut words = vec![1; count];
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate().take(count) {
                let (line, word) = extent(cell);
                wanted[column] = line.max(wanted[column]);
                words[column] = word.max(words[column]);
            }
        }
        let readable: usize = wanted.iter().map(|&wanted| wanted.min(NARROW)).sum();
        (readable <= available).then(|| share(available, &wanted, &words))
    }

    fn write_box(self, columns: &[usize], page: &mut Page, theme: &Theme) {
        let rule = |[left, cross, right]: Rule| {
            let parts: Vec<String> = columns.iter().map(|width| "─".repeat(width + 2)).collect();
            let rule = format!("{left}{}{right}", parts.join(cross));
            vec![Span::styled(rule, theme.border)]
        };
        let alignments = self.alignments;
        let rows: Vec<Vec<Cell>> = self
            .rows
            .into_iter()
            .map(|row| fill(row, columns))
            .collect();
        let ruled = rows.iter().skip(1).any(|row| height(row) > 1);
        page.row(rule(TOP));
        for (index, row) in rows.into_iter().enumerate() {
            if index == 1 || (index > 1 && ruled) {
                page.row(rule(MIDDLE));
            }
            write_row(row, columns, &alignments, page, theme);
        }
        page.row(rule(BOTTOM));
    }

    /// Every cell under the name of its column, row by row.
    fn write_list(self, page: &mut Page, theme: &Theme) {
        let mut rows = self.rows.into_iter();
        let head = rows.next().unwrap_or_default();
        if rows.len() == 0 {
            head.iter().flatten().for_each(|line| page.paragraph(line));
        }
        let columns = page.room() / 2;
        let labels: Vec<_> = head
            .iter()
            .map(|name| label(name, columns, theme))
            .collect();
        for (index, row) in rows.enumerate() {
            if index > 0 {
                let rule = "─".repeat(page.room().min(NARROW * 2));
                page.row(vec![Span::styled(rule, theme.border)]);
            }
            for (cell, label) in row.into_iter().zip(&labels) {
                write_named(label, cell, page);
            }
        }
    }
}

/// The beginning of a name, as far as it fits into so many columns: it stands in every row.
fn label(name: &Cell, columns: usize, theme: &Theme) -> Vec<Span<'static>> {
    let mut label = Vec::new();
    let mut left = columns;
    for span in name.iter().flatten() {
        let fits = text::prefix_within(&span.content, left);
        left -= text::width(fits);
        label.push(Span::styled(fits.to_owned(), span.style));
        if fits.len() < span.content.len() {
            label.push(Span::styled("…", span.style));
            break;
        }
    }
    if !label.is_empty() {
        label.push(Span::styled(": ", theme.strong));
    }
    label
}

fn write_named(label: &[Span<'static>], cell: Cell, page: &mut Page) {
    if cell.iter().all(Vec::is_empty) {
        return;
    }
    let mut spans = label.to_vec();
    for line in cell {
        spans.extend(line);
        page.paragraph(&spans);
        spans.clear();
    }
}

/// How wide a cell's longest line is, and its longest word.
fn extent(cell: &Cell) -> (usize, usize) {
    let mut longest = (0, 0);
    for line in cell {
        let width: usize = line.iter().map(|span| text::width(&span.content)).sum();
        let words = line.iter().flat_map(|span| span.content.split(' '));
        let word = words.map(text::width).max().unwrap_or_default();
        longest = (width.max(longest.0), word.max(longest.1));
    }
    longest
}

/// Shares columns out: nobody gets more than wanted, words stay whole where that leaves enough for the others, and
/// what is missing is taken from the widest.
fn share(available: usize, wanted: &[usize], words: &[usize]) -> Vec<usize> {
    let fair = available / wanted.len().max(1);
    let at = |level: usize| {
        let pairs = wanted.iter().zip(words);
        pairs.map(move |(&wanted, &word)| level.max(word.min(fair)).min(wanted))
    };
    let fits = |level: &usize| at(*level).sum::<usize>() <= available;
    let highest = wanted.iter().copied().max().unwrap_or_default();
    let level = partition_point(highest, fits);
    let mut widths: Vec<usize> = at(level).collect();
    let mut left = available - widths.iter().sum::<usize>();
    for (width, wanted) in widths.iter_mut().zip(wanted) {
        if left > 0 && *width < *wanted {
            *width += 1;
            left -= 1;
        }
    }
    widths
}

/// The highest level up to a limit that fits, given that level 0 does.
fn partition_point(limit: usize, fits: impl Fn(&usize) -> bool) -> usize {
    let (mut low, mut high) = (0, limit);
    while low < high {
        let middle = (low + high).div_ceil(2);
        match fits(&middle) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}

/// Breaks the cells of a row into rows of their columns' widths.
fn fill(row: Vec<Cell>, columns: &[usize]) -> Vec<Cell> {
    let mut cells = row.into_iter();
    let cell = |&width: &usize| {
        let widths = Widths {
            first: width,
            rest: width,
        };
        let lines = cells.next().unwrap_or_default();
        lines
            .iter()
            .flat_map(|line| text::wrap(line, widths))
            .collect()
    };
    columns.iter().map(cell).collect()
}

fn height(row: &[Cell]) -> usize {
    row.iter().map(Vec::len).max().unwrap_or_default()
}

fn write_row(
    row: Vec<Cell>,
    columns: &[usize],
    alignments: &[Alignment],
    page: &mut Page,
    theme: &Theme,
) {
    let height = height(&row).max(1);
    let mut cells: Vec<_> = row.into_iter().map(Vec::into_iter).collect();
    for _ in 0..height {
        let mut spans = vec![Span::styled("│", theme.border)];
        for ((cell, &width), alignment) in cells.iter_mut().zip(columns).zip(alignments) {
            spans.extend(align(cell.next().unwrap_or_default(), width, *alignment));
            spans.push(Span::styled("│", theme.border));
        }
        page.row(spans);
    }
}

/// The content of a cell between blanks.
fn align(content: Vec<Span<'static>>, width: usize, alignment: Alignment) -> Vec<Span<'static>> {
    let taken: usize = content.iter().map(|span| text::width(&span.content)).sum();
    let free = width.saturating_sub(taken);
    let before = match alignment {
        Alignment::None | Alignment::Left => 0,
        Alignment::Center => free / 2,
        Alignment::Right => free,
    };
    let blanks = |count: usize| Span::raw(" ".repeat(count + 1));
    let mut spans = vec![blanks(before)];
    spans.extend(content);
    spans.push(blanks(free - before));
    spans
}
