//! The rows of all entries, one below the other, laid out as they are looked at.

use std::collections::BTreeSet;
use std::time::Duration;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::anchor::Place;
use super::entry::{Entry, Look};

/// The rows of entries in a look.
pub(super) struct Rows<'a> {
    entries: &'a mut [Entry],
    look: &'a Look,
    now: Duration,
    /// The entries that were laid out.
    laid_out: &'a mut BTreeSet<usize>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(
        entries: &'a mut [Entry],
        look: &'a Look,
        now: Duration,
        laid_out: &'a mut BTreeSet<usize>,
    ) -> Self {
        Rows {
            entries,
            look,
            now,
            laid_out,
        }
    }

    /// Where the last rows begin that fill so many lines.
    pub(super) fn last_page(&mut self, height: usize) -> Place {
        let end = Place {
            entry: self.entries.len(),
            row: 0,
        };
        self.up(end, height)
    }

    /// The place some rows further down, or up if negative.
    pub(super) fn walk(&mut self, from: Place, rows: i64) -> Place {
        let count = usize::try_from(rows.unsigned_abs()).unwrap_or(usize::MAX);
        match rows {
            0 => from,
            1.. => self.down(from, count),
            _ => self.up(from, count),
        }
    }

    /// How many rows there are from a place on; not more than are asked for.
    pub(super) fn count_from(&mut self, from: Place, most: usize) -> usize {
        let mut count = 0;
        for index in from.entry..self.entries.len() {
            count += self.height(index);
            if count >= most + from.row {
                return most;
            }
        }
        count.saturating_sub(from.row)
    }

    /// Draws the rows from a place on, and answers which one comes next.
    pub(super) fn draw(&mut self, from: Place, area: Rect, buf: &mut Buffer) -> Place {
        let mut place = from;
        let mut y = area.top();
        while y < area.bottom() && place.entry < self.entries.len() {
            if place.row < self.height(place.entry) {
                self.draw_row(
                    place,
                    Rect {
                        y,
                        height: 1,
                        ..area
                    },
                    buf,
                );
                place.row += 1;
                y += 1;
            } else {
                place.entry += 1;
                place.row = 0;
            }
        }
        place
    }

    fn draw_row(&self, place: Place, area: Rect, buf: &mut Buffer) {
        let Some(index) = place
            .row
            .checked_sub(gap(self.entries, place.entry, self.look))
        else {
            return;
        };
        let entry = &self.entries[place.entry];
        let margin = self.look.margin();
        if index == 0 && margin > 0 {
            buf.set_span(area.x, area.y, &entry.mark(&self.look.theme), margin);
        }
        if let Some(line) = entry.line(index) {
            buf.set_line(area.x + margin, area.y, line, area.width - margin);
        }
    }

    fn up(&mut self, from: Place, rows: usize) -> Place {
        let mut place = from;
        let mut left = rows;
        loop {
            if place.row >= left {
                place.row -= left;
                return place;
            }
            left -= place.row;
            if place.entry == 0 {
                return Place::default();
            }
            place.entry -= 1;
            place.row = self.height(place.entry);
        }
    }

    fn down(&mut self, from: Place, rows: usize) -> Place {
        let mut place = from;
        let mut left = rows;
        while place.entry < self.entries.len() {
            let below = self.height(place.entry).saturating_sub(place.row);
            if left < below {
                place.row += left;
                return place;
            }
            left -= below;
            place.entry += 1;
            place.row = 0;
        }
        place
    }

    /// The rows of an entry with the blank line before it.
    fn height(&mut self, index: usize) -> usize {
        let lines = self.entries[index].lay_out(self.look, self.now);
        self.laid_out.insert(index);
        match lines {
            0 => 0,
            lines => lines + gap(self.entries, index, self.look),
        }
    }
}

/// How many blank lines stand before an entry.
pub(super) fn gap(entries: &[Entry], index: usize, look: &Look) -> usize {
    let before = entries[..index]
        .iter()
        .rev()
        .find(|entry| !entry.is_blank());
    before.map_or(0, |before| {
        usize::from(entries[index].stands_apart_from(before, look.details))
    })
}
