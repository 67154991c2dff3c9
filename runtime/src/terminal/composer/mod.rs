//! The editor of the prompt: several lines, wrapped softly, with the keys of readline.
//!
//! [`Composer`] brings the parts together: the text and its places (`text`), what can be undone (`undo`) and yanked
//! (`kill_ring`), the prompts of before (`history`) and the search through them (`search`), completion (`completion`), the
//! meaning of keys (`keys`), the rows the text falls into (`layout`), and how all of it is drawn (`render`). Text is kept
//! and drawn in logical order, also where it is read from right to left.

mod completion;
mod edit;
mod history;
mod keys;
mod kill_ring;
mod layout;
mod render;
mod search;
mod text;
mod undo;

use std::ops::Range;

use self::completion::Completions;
use self::history::History;
use self::keys::Action;
use self::kill_ring::KillRing;
use self::layout::Layout;
use self::search::Search;
use self::text::Text;
use self::undo::Kind;
use super::input::{Input, Key};

/// What became of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// It means nothing to the composer, and may mean something to others.
    Ignored,
    Changed,
    /// The prompt is ready, and the composer empty again.
    Submit(String),
}

/// A line that can be completed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// The whole line, `/theme dark`.
    pub(crate) value: String,
    pub(crate) help: String,
}

#[derive(Debug, Default)]
pub(crate) struct Composer {
    text: Text,
    placeholder: String,
    layout: Layout,
    /// The first row in sight.
    top: usize,
    /// The column that going up and down keeps to.
    goal: Option<usize>,
    kill_ring: KillRing,
    last: Last,
    history: History,
    search: Option<Search>,
    completions: Completions,
}

/// The last action, where the next one may go on with it.
#[derive(Debug, Default)]
enum Last {
    #[default]
    Other,
    Kill,
    /// What was yanked, and where it stands.
    Yank(Range<usize>),
}

impl Composer {
    pub(crate) fn new() -> Self {
        Composer::default()
    }

    /// What is shown while there is no text.
    pub(crate) fn set_placeholder(&mut self, placeholder: impl Into<String>) {
        self.placeholder = placeholder.into();
    }

    /// Lines that can be completed to, in the order they are offered.
    pub(crate) fn set_completions(&mut self, completions: Vec<Completion>) {
        self.completions.set(completions);
    }

    /// Prompts of before, the oldest first.
    pub(crate) fn set_history(&mut self, prompts: Vec<String>) {
        self.history = History::new(prompts);
    }

    /// Adds a prompt to the history.
    pub(crate) fn remember(&mut self, prompt: impl Into<String>) {
        self.history.add(prompt.into());
    }

    pub(crate) fn text(&self) -> &str {
        self.text.content()
    }

    /// Replaces the text, which can be undone.
    pub(crate) fn set_text(&mut self, text: &str) {
        self.end_search();
        self.text.replace_all(&with_newlines(text));
        self.history.leave();
        self.completions.close();
        self.goal = None;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes an input. The width is the one of the area it is drawn in, which says what is above and below.
    pub(crate) fn handle(&mut self, input: &Input, width: u16) -> Reply {
        let reply = match input {
            Input::Text(text) | Input::Paste(text) if self.search.is_some() => {
                self.search_for(text)
            }
            Input::Text(text) => self.type_text(text, Kind::Typing),
            Input::Paste(text) => self.type_text(&with_newlines(text), Kind::Whole),
            Input::Key(key) if self.search.is_some() => self.press_in_search(*key, width),
            Input::Key(key) => self.press(*key, width),
            Input::Mouse(_) | Input::Background(..) => Reply::Ignored,
        };
        self.lay_out(width);
        reply
    }

    fn type_text(&mut self, text: &str, kind: Kind) -> Reply {
        self.last = Last::Other;
        self.goal = None;
        self.text.insert(text, kind);
        self.complete_typed();
        Reply::Changed
    }

    fn press(&mut self, key: Key, width: u16) -> Reply {
        match keys::action(key) {
            Some(action) => self.act(action, width),
            None => Reply::Ignored,
        }
    }

    fn act(&mut self, action: Action, width: u16) -> Reply {
        let last = std::mem::take(&mut self.last);
        let goal = self.goal.take();
        match action {
            Action::Submit => self.submit(),
            Action::NewLine => self.type_text("\n", Kind::Whole),
            Action::Complete => self.complete(),
            Action::SelectPrevious => changed(self.completions.select(false)),
            Action::Close => self.close_completions(),
            Action::Search => self.begin_search(),
            Action::Move(motion) => self.go(motion),
            Action::Up => self.up(goal, width),
            Action::Down => self.down(goal, width),
            Action::DeleteLeft => self.delete(self.text.left()..self.text.cursor()),
            Action::DeleteRight => self.delete(self.text.cursor()..self.text.right()),
            Action::Kill(motion) => self.kill(motion, matches!(last, Last::Kill)),
            Action::Yank => self.yank(),
            Action::YankPop => self.yank_pop(last),
            Action::Undo => self.undo(Text::undo),
            Action::Redo => self.undo(Text::redo),
            Action::Transpose => self.transpose(),
            Action::Case(case) => self.change_case(case),
        }
    }

    fn submit(&mut self) -> Reply {
        if let Some(choice) = self.completions.selected() {
            let is_typed = choice.line.trim_end() == self.text.content();
            if !is_typed {
                self.text.replace_all(&choice.line);
            }
            if !is_typed && !choice.is_complete {
                self.complete_typed();
                return Reply::Changed;
            }
        }
        if self.text.content().trim().is_empty() {
            return Reply::Ignored;
        }
        self.completions.close();
        self.history.leave();
        self.top = 0;
        Reply::Submit(self.text.take())
    }

    fn complete(&mut self) -> Reply {
        if !self.completions.is_open() {
            self.complete_typed();
            return changed(self.completions.is_open());
        }
        if let Some(choice) = self.completions.first() {
            self.text.replace_all(&choice.line);
            match choice.is_complete {
                true => self.completions.close(),
                false => self.complete_typed(),
            }
        }
        Reply::Changed
    }

    /// Offers what can be made of what is typed, as long as one types at the end of it.
    fn complete_typed(&mut self) {
        match self.text.cursor() == self.text.content().len() {
            true => self.completions.open(self.text.content()),
            false => self.completions.close(),
        }
    }

    fn close_completions(&mut self) -> Reply {
        let was_open = self.completions.is_open();
        self.completions.close();
        changed(was_open)
    }
}

fn changed(changed: bool) -> Reply {
    match changed {
        true => Reply::Changed,
        false => Reply::Ignored,
    }
}

/// Every end of a line as `\n`.
fn with_newlines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests;
