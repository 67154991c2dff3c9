//! Which part of the transcript is in view, and how it gets there.

use std::collections::BTreeSet;
use std::time::Duration;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::anchor::{Anchor, Place};
use super::entry::{Entry, Look};
use super::rows::{self, Rows};
use crate::terminal::theme::Theme;

/// So many entries on either side of the view keep their lines.
const NEAR: usize = 32;

/// The part in view.
#[derive(Debug, Default)]
pub(super) struct View {
    look: Option<Look>,
    details: bool,
    /// Where the view begins; none while it follows the end.
    anchor: Option<Anchor>,
    /// How many lines the view is to move with the next frame.
    moves: i64,
    height: u16,
    /// The first row below the view.
    end: Place,
    /// The entries that have lines.
    pub(super) laid_out: BTreeSet<usize>,
}

impl View {
    /// There are no entries any more.
    pub(super) fn reset(&mut self) {
        self.follow();
        self.laid_out.clear();
        self.end = Place::default();
    }

    pub(super) fn scroll(&mut self, lines: i32) {
        self.moves = self.moves.saturating_add(i64::from(lines));
    }

    /// A line of the page before stays in view.
    pub(super) fn page(&mut self, pages: i32) {
        let page = i64::from(self.height.saturating_sub(1).max(1));
        self.moves = self.moves.saturating_add(page * i64::from(pages));
    }

    pub(super) fn follow(&mut self) {
        self.anchor = None;
        self.moves = 0;
    }

    pub(super) fn is_following(&self) -> bool {
        self.anchor.is_none() && self.moves >= 0
    }

    pub(super) fn toggle_details(&mut self) {
        self.details = !self.details;
    }

    pub(super) fn lines_below(&self, entries: &[Entry]) -> usize {
        let Some(look) = self.look.as_ref().filter(|_| !self.is_following()) else {
            return 0;
        };
        let below = (self.end.entry..entries.len()).map(|index| {
            let gap = rows::gap(entries, index, look);
            match entries[index].height(look) {
                0 => 0,
                height => gap + height,
            }
        });
        below.sum::<usize>().saturating_sub(self.end.row)
    }

    pub(super) fn render(
        &mut self,
        entries: &mut [Entry],
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
        now: Duration,
    ) {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        self.height = area.height;
        let look = self.look(entries, area.width, theme, now);
        let mut laid_out = std::mem::take(&mut self.laid_out);
        let mut rows = Rows::new(entries, &look, now, &mut laid_out);
        let first = self.first_row(&mut rows);
        self.end = rows.draw(first, area, buf);
        self.laid_out = laid_out;
        self.forget_far_lines(entries, first.entry);
        self.look = Some(look);
    }

    /// Where the view begins, once it has moved. One that comes to the end follows it from then on.
    fn first_row(&mut self, rows: &mut Rows<'_>) -> Place {
        let height = usize::from(self.height);
        let start = self.anchor.map(|anchor| anchor.place);
        let start = start.unwrap_or_else(|| rows.last_page(height));
        let first = rows.walk(start, std::mem::take(&mut self.moves));
        if first != start {
            self.anchor = Some(Anchor::at(first));
        }
        if self.anchor.is_some() && rows.count_from(first, height + 1) <= height {
            self.anchor = None;
            return rows.last_page(height);
        }
        first
    }

    /// How entries look now. What is in view is found again if that has changed.
    fn look(&mut self, entries: &mut [Entry], width: u16, theme: &Theme, now: Duration) -> Look {
        let before = match self.look.take() {
            Some(before) if before.is(width, theme, self.details) => return before,
            before => before,
        };
        let look = Look::new(width, theme, self.details, before.as_ref());
        if let Some(anchor) = &mut self.anchor
            && let Some(entry) = entries.get(anchor.place.entry)
            && before.is_some_and(|before| before.width != width)
        {
            let gap = rows::gap(entries, anchor.place.entry, &look);
            anchor.remember(entry, gap);
            anchor.find(&mut entries[anchor.place.entry], gap, &look, now);
        }
        look
    }

    /// Forgets the lines of all entries that scrolling does not soon come to.
    fn forget_far_lines(&mut self, entries: &mut [Entry], first: usize) {
        let near = first.saturating_sub(NEAR)..=self.end.entry + NEAR;
        self.laid_out.retain(|&index| {
            let keeps = near.contains(&index);
            if !keeps && let Some(entry) = entries.get_mut(index) {
                entry.forget_lines();
            }
            keeps
        });
    }
}
