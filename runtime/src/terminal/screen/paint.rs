//! Writes what brings a view from one frame to another.
//!
//! Graphemes whose columns are certain are changed cell by cell. If a row holds any other, it is written anew from the first
//! change on: over a cleared line, with the cursor placed after each such grapheme, and what the grapheme spilled behind
//! itself cleared. Then it looks the same whatever stood there before.

use std::fmt::Write as _;

use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Position;

use super::cells::{is_blank, is_covered};
use super::style::Pen;
use super::width::is_certain;

/// Holds back what is written until the frame is whole, on views that know this.
const BEGIN: &str = "\x1b[?2026h";
const END: &str = "\x1b[?2026l";

const HIDE_CURSOR: &str = "\x1b[?25l";
const SHOW_CURSOR: &str = "\x1b[?25h";
const CLEAR_SCREEN: &str = "\x1b[m\x1b[2J";
const CLEAR_TO_END_OF_LINE: &str = "\x1b[K";

/// Fewer blank cells at the end of a line are written rather than cleared.
const WORTH_CLEARING: usize = 4;

/// Writes one frame.
#[derive(Default)]
pub(super) struct Painter {
    out: String,
    pen: Pen,
    /// Where the next character goes, if known.
    at: Option<Position>,
}

impl Painter {
    /// Clears the view, whose attributes are unknown.
    pub(super) fn clear(&mut self) {
        self.out.push_str(CLEAR_SCREEN);
    }

    /// Writes the difference between two frames of one size.
    pub(super) fn paint(&mut self, before: &Buffer, after: &Buffer) {
        let width = usize::from(after.area.width).max(1);
        let rows = before
            .content
            .chunks(width)
            .zip(after.content.chunks(width));
        for (y, (before, after)) in rows.enumerate() {
            if before == after {
                continue;
            }
            match after.iter().all(|cell| is_certain(cell.symbol())) {
                true => self.change_row(y as u16, before, after),
                false => self.write_row(y as u16, before, after),
            }
        }
    }

    /// Ends the frame with the cursor in its place. Where it was before is unknown after a clear.
    pub(super) fn finish(
        mut self,
        before: Option<Option<Position>>,
        cursor: Option<Position>,
    ) -> Vec<u8> {
        if self.out.is_empty() && before == Some(cursor) {
            return Vec::new();
        }
        let mut bytes = String::with_capacity(self.out.len() + 64);
        bytes.push_str(BEGIN);
        if before.is_none_or(|before| before.is_some()) {
            bytes.push_str(HIDE_CURSOR);
        }
        self.pen.change(Pen::default(), &mut self.out);
        if let Some(cursor) = cursor {
            self.at = None;
            self.go_to(cursor.x, cursor.y);
            self.out.push_str(SHOW_CURSOR);
        }
        bytes.push_str(&self.out);
        bytes.push_str(END);
        bytes.into_bytes()
    }

    /// Writes the cells that differ. A grapheme that gives way differs in all of its cells.
    fn change_row(&mut self, y: u16, before: &[Cell], after: &[Cell]) {
        let differs = |x: &usize| before[*x] != after[*x];
        let written = after.iter().rposition(|cell| !is_blank(cell));
        let end = written.map_or(0, |last| last + 1);
        let is_worth_clearing = (end..after.len()).filter(differs).count() >= WORTH_CLEARING;
        let end = if is_worth_clearing { end } else { after.len() };
        for x in (0..end).filter(differs) {
            if !is_covered(&after[x]) {
                self.write(x, y, &after[x..]);
            }
        }
        if is_worth_clearing {
            self.clear_from(end, y);
        }
    }

    /// Writes a row from the first cell that differs.
    fn write_row(&mut self, y: u16, before: &[Cell], after: &[Cell]) {
        let first = (0..after.len()).find(|&x| before[x] != after[x]);
        let first = first.unwrap_or(after.len());
        self.clear_from(first, y);
        for x in first..after.len() {
            let cell = &after[x];
            if is_blank(cell) || is_covered(cell) {
                continue;
            }
            match is_certain(cell.symbol()) {
                true => self.write(x, y, &after[x..]),
                false => self.write_uncertain(x, y, &after[x..]),
            }
        }
    }

    /// Writes the first of the cells.
    fn write(&mut self, x: usize, y: u16, cells: &[Cell]) {
        self.go_to(x as u16, y);
        self.pen.change(Pen::of(&cells[0]), &mut self.out);
        self.out.push_str(cells[0].symbol());
        self.advance(columns(cells));
    }

    /// Writes the first of the cells where nobody knows how many columns it will take: on spaces, which show where it takes
    /// less, and with what follows cleared, in case it takes more.
    fn write_uncertain(&mut self, x: usize, y: u16, cells: &[Cell]) {
        let columns = columns(cells);
        let pen = Pen::of(&cells[0]);
        if pen.is_seen_when_blank() {
            self.go_to(x as u16, y);
            self.pen.change(pen, &mut self.out);
            self.out.extend(std::iter::repeat_n(' ', columns));
        }
        // Also where the cursor is already: some views would join the grapheme to the one before.
        self.at = None;
        self.go_to(x as u16, y);
        self.pen.change(pen, &mut self.out);
        self.out.push_str(cells[0].symbol());
        self.at = None;
        if columns < cells.len() {
            self.clear_from(x + columns, y);
        }
    }

    fn clear_from(&mut self, x: usize, y: u16) {
        self.go_to(x as u16, y);
        self.pen.change(Pen::default(), &mut self.out);
        self.out.push_str(CLEAR_TO_END_OF_LINE);
    }

    fn go_to(&mut self, x: u16, y: u16) {
        let to = Position::new(x, y);
        let from = self.at.replace(to);
        let _ = match from {
            Some(from) if from == to => Ok(()),
            Some(from) if from.y == y => write!(self.out, "\x1b[{}G", x + 1),
            _ => write!(self.out, "\x1b[{};{}H", y + 1, x + 1),
        };
    }

    /// At the margin a view stays in the last column, and does not tell which one it means.
    fn advance(&mut self, columns: usize) {
        if let Some(at) = &mut self.at {
            at.x += columns as u16;
        }
    }
}

/// How many columns the first of the cells takes.
fn columns(cells: &[Cell]) -> usize {
    1 + cells[1..]
        .iter()
        .take_while(|cell| is_covered(cell))
        .count()
}
