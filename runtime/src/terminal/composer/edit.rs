//! What actions do to the text.

use std::ops::Range;

use super::history::Step;
use super::keys::{self, Action, Case, Motion};
use super::kill_ring::Side;
use super::search::Search;
use super::text::Text;
use super::undo::Kind;
use super::{Composer, Last, Reply, changed, render};
use crate::terminal::input::{Key, KeyCode};

impl Composer {
    /// Where there is no way to go, the key may mean something to others.
    pub(super) fn go(&mut self, motion: Motion) -> Reply {
        let to = self.target(motion);
        let moves = to != self.text.cursor();
        if moves {
            self.text.move_to(to);
            self.completions.close();
        }
        let is_for_editing = matches!(motion, Motion::Left | Motion::Right) && !self.is_empty();
        changed(moves || is_for_editing)
    }

    /// A row up; from the first one, to the prompt before.
    pub(super) fn up(&mut self, goal: Option<usize>, width: u16) -> Reply {
        if self.completions.select(false) {
            return Reply::Changed;
        }
        self.lay_out(width);
        let (row, column) = self
            .layout
            .position(self.text.content(), self.text.cursor());
        if row > 0 {
            return self.go_to_row(row - 1, goal.unwrap_or(column));
        }
        let Some(older) = self.history.older(self.text.content()) else {
            return self.go(Motion::Start);
        };
        self.text.replace_all(older);
        // At the end of the first row, so that the next step goes on to the prompt before.
        self.lay_out(width);
        self.text
            .move_to(self.layout.offset(self.text.content(), 0, usize::MAX));
        Reply::Changed
    }

    /// A row down; from the last one, to the prompt after.
    pub(super) fn down(&mut self, goal: Option<usize>, width: u16) -> Reply {
        if self.completions.select(true) {
            return Reply::Changed;
        }
        self.lay_out(width);
        let (row, column) = self
            .layout
            .position(self.text.content(), self.text.cursor());
        if row + 1 < self.layout.rows().len() {
            return self.go_to_row(row + 1, goal.unwrap_or(column));
        }
        match self.history.newer(self.text.content()) {
            Some(newer) => self.text.replace_all(newer),
            None => return self.go(Motion::End),
        }
        Reply::Changed
    }

    fn go_to_row(&mut self, row: usize, column: usize) -> Reply {
        self.text
            .move_to(self.layout.offset(self.text.content(), row, column));
        self.goal = Some(column);
        Reply::Changed
    }

    /// Lays the text out for an area of a width.
    pub(super) fn lay_out(&mut self, width: u16) {
        let width = render::text_width(width);
        let unchanged = self.text.take_unchanged();
        self.layout.update(self.text.content(), unchanged, width);
    }

    pub(super) fn delete(&mut self, range: Range<usize>) -> Reply {
        if self.is_empty() {
            return Reply::Ignored;
        }
        self.text.replace(range, "", Kind::Deleting);
        self.complete_typed();
        Reply::Changed
    }

    /// Removes what a motion goes over, and keeps it for yanking.
    pub(super) fn kill(&mut self, motion: Motion, again: bool) -> Reply {
        if self.is_empty() {
            return Reply::Ignored;
        }
        let cursor = self.text.cursor();
        let to = match self.target(motion) {
            // At either end of a line, what is killed is the end of the line.
            to if to == cursor && motion == Motion::LineEnd => self.text.right(),
            to if to == cursor && motion == Motion::LineStart => self.text.left(),
            to => to,
        };
        let side = if to < cursor {
            Side::Before
        } else {
            Side::After
        };
        let range = to.min(cursor)..to.max(cursor);
        if !range.is_empty() {
            let killed = &self.text.content()[range.clone()];
            self.kill_ring.kill(killed, side, again);
            self.text.replace(range, "", Kind::Whole);
            self.complete_typed();
        }
        self.last = Last::Kill;
        Reply::Changed
    }

    pub(super) fn yank(&mut self) -> Reply {
        let Some(killed) = self.kill_ring.yank() else {
            return Reply::Ignored;
        };
        let start = self.text.cursor();
        let end = start + killed.len();
        self.text.insert(killed, Kind::Whole);
        self.complete_typed();
        self.last = Last::Yank(start..end);
        Reply::Changed
    }

    /// Puts what was killed before in the place of what was yanked just now.
    pub(super) fn yank_pop(&mut self, last: Last) -> Reply {
        let Last::Yank(range) = last else {
            return Reply::Ignored;
        };
        if let Some(killed) = self.kill_ring.turn() {
            let end = range.start + killed.len();
            self.text.replace(range.clone(), killed, Kind::Whole);
            self.last = Last::Yank(range.start..end);
        }
        Reply::Changed
    }

    pub(super) fn undo(&mut self, undo: impl FnOnce(&mut Text) -> bool) -> Reply {
        let undone = undo(&mut self.text);
        self.completions.close();
        changed(undone)
    }

    /// Exchanges the graphemes around the cursor; at the end of a line, the two before it.
    pub(super) fn transpose(&mut self) -> Reply {
        let before = self.text.cursor();
        if before == self.text.line_end() && before > self.text.line_start() {
            self.text.move_to(self.text.left());
        }
        let (start, middle, end) = (self.text.left(), self.text.cursor(), self.text.right());
        if start < self.text.line_start() || start == middle || end > self.text.line_end() {
            self.text.move_to(before);
            return changed(!self.is_empty());
        }
        let content = self.text.content();
        let exchanged = format!("{}{}", &content[middle..end], &content[start..middle]);
        self.text.replace(start..end, &exchanged, Kind::Whole);
        Reply::Changed
    }

    pub(super) fn change_case(&mut self, case: Case) -> Reply {
        let range = self.text.cursor()..self.text.word_end();
        let word = &self.text.content()[range.clone()];
        let changed_word = match case {
            Case::Upper => word.to_uppercase(),
            Case::Lower => word.to_lowercase(),
            Case::Capital => capitalized(word),
        };
        self.text.replace(range, &changed_word, Kind::Whole);
        changed(!self.is_empty())
    }

    fn target(&self, motion: Motion) -> usize {
        match motion {
            Motion::Left => self.text.left(),
            Motion::Right => self.text.right(),
            Motion::WordLeft(boundary) => self.text.word_start(boundary),
            Motion::WordRight => self.text.word_end(),
            Motion::LineStart => self.text.line_start(),
            Motion::LineEnd => self.text.line_end(),
            Motion::Start => 0,
            Motion::End => self.text.content().len(),
        }
    }
}

/// The search through the history.
impl Composer {
    pub(super) fn begin_search(&mut self) -> Reply {
        self.completions.close();
        self.search = Some(Search::new(&self.text));
        Reply::Changed
    }

    /// Ends a search with the text as it was before.
    pub(super) fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.cancel(&mut self.text);
        }
    }

    pub(super) fn search_for(&mut self, text: &str) -> Reply {
        if let Some(search) = &mut self.search {
            search.extend(text, &self.history, &mut self.text);
        }
        Reply::Changed
    }

    /// Keys that mean nothing to the search accept what it found, and then do what they do otherwise.
    pub(super) fn press_in_search(&mut self, key: Key, width: u16) -> Reply {
        let Some(search) = &mut self.search else {
            return Reply::Ignored;
        };
        let action = keys::action(key);
        match action {
            _ if key == Key::ctrl('c') || key == Key::ctrl('g') => self.end_search(),
            Some(Action::Search | Action::Up) => {
                search.step(Step::Older, &self.history, &mut self.text)
            }
            Some(Action::Down) => search.step(Step::Newer, &self.history, &mut self.text),
            _ if key == Key::ctrl('s') => search.step(Step::Newer, &self.history, &mut self.text),
            Some(Action::DeleteLeft) => {
                if !search.shorten(&self.history, &mut self.text) {
                    self.end_search();
                }
            }
            Some(Action::Kill(Motion::LineStart)) => search.clear(&self.history, &mut self.text),
            _ => return self.accept_search(key, width),
        }
        Reply::Changed
    }

    fn accept_search(&mut self, key: Key, width: u16) -> Reply {
        if let Some(search) = self.search.take() {
            search.accept(&mut self.text);
        }
        match key.code {
            KeyCode::Esc | KeyCode::Tab => Reply::Changed,
            _ => match self.press(key, width) {
                Reply::Ignored => Reply::Changed,
                reply => reply,
            },
        }
    }
}

/// The first letter in upper case, the others in lower case.
fn capitalized(word: &str) -> String {
    let first = word.find(char::is_alphanumeric).unwrap_or(word.len());
    let (before, rest) = word.split_at(first);
    let mut letters = rest.chars();
    let capital = letters.next().into_iter().flat_map(char::to_uppercase);
    let others = letters.as_str().to_lowercase();
    before
        .chars()
        .chain(capital)
        .chain(others.chars())
        .collect()
}
