//! What keeps its place when lines are laid out anew: the top line of the view is found again by the letters before it.

use std::time::Duration;

use ratatui_core::text::Line;

use super::entry::{Entry, Look};

/// A row of an entry, counted from its blank line if it has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) entry: usize,
    pub(super) row: usize,
}

/// The first row in view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub(super) place: Place,
    /// How many letters of the entry are before it, once the lines were laid out anew since the user scrolled: kept, so
    /// that narrowing and widening a window again and again ends where it began.
    letters: Option<usize>,
}

impl Anchor {
    pub(super) fn at(place: Place) -> Self {
        Anchor {
            place,
            letters: None,
        }
    }

    /// The lines of its entry are about to be laid out anew. `gap` is how many blank lines stand before them.
    pub(super) fn remember(&mut self, entry: &Entry, gap: usize) {
        if self.letters.is_none() {
            let before = self.place.row.saturating_sub(gap);
            let lines = (0..before).map_while(|line| entry.line(line));
            self.letters = Some(lines.map(letters).sum());
        }
    }

    /// The lines were laid out anew.
    pub(super) fn find(&mut self, entry: &mut Entry, gap: usize, look: &Look, now: Duration) {
        let Some(wanted) = self.letters.filter(|_| self.place.row >= gap) else {
            return;
        };
        let height = entry.lay_out(look, now);
        let mut before = 0;
        let found = (0..height).find(|line| {
            before += entry.line(*line).map_or(0, letters);
            before > wanted
        });
        self.place.row = gap + found.unwrap_or(height.saturating_sub(1));
    }
}

/// The letters and digits of a line: what the width of a window changes nothing about.
fn letters(line: &Line<'static>) -> usize {
    let characters = line.spans.iter().flat_map(|span| span.content.chars());
    characters
        .filter(|character| character.is_alphanumeric())
        .count()
}
