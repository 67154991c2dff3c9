//! The prompts of before, and the walk through them.

use std::collections::HashMap;

#[derive(Debug, Default)]
pub(super) struct History {
    /// The oldest first.
    entries: Vec<String>,
    /// The entry being shown; none while the draft is.
    at: Option<usize>,
    /// What was being written when the walk began.
    draft: String,
    /// What was made of entries on the walk. The entries stay as they were.
    changed: HashMap<usize, String>,
}

impl History {
    pub(super) fn new(entries: Vec<String>) -> Self {
        History {
            entries,
            ..History::default()
        }
    }

    /// Adds the latest entry, unless it says the same as the one before, and ends the walk.
    pub(super) fn add(&mut self, entry: String) {
        if self.entries.last() != Some(&entry) {
            self.entries.push(entry);
        }
        self.leave();
    }

    /// Ends the walk; the next begins at the latest entry.
    pub(super) fn leave(&mut self) {
        self.at = None;
        self.draft.clear();
        self.changed.clear();
    }

    /// The entry before the one shown, in exchange for the text as it is now.
    pub(super) fn older(&mut self, text: &str) -> Option<&str> {
        let at = self.at.unwrap_or(self.entries.len()).checked_sub(1)?;
        Some(self.go_to(Some(at), text))
    }

    /// The entry after the one shown; after the latest comes the draft.
    pub(super) fn newer(&mut self, text: &str) -> Option<&str> {
        let next = self.at? + 1;
        let at = (next < self.entries.len()).then_some(next);
        Some(self.go_to(at, text))
    }

    /// The latest entry before a place, or the first after it, that contains what is searched.
    pub(super) fn find(
        &self,
        query: &str,
        from: Option<usize>,
        step: Step,
    ) -> Option<(usize, &str)> {
        let query = query.to_lowercase();
        let matches = |at: &usize| self.entries[*at].to_lowercase().contains(&query);
        let at = match step {
            Step::Older => (0..from.unwrap_or(self.entries.len())).rev().find(matches),
            Step::Newer => (from? + 1..self.entries.len()).find(matches),
        };
        at.map(|at| (at, self.entries[at].as_str()))
    }

    fn go_to(&mut self, to: Option<usize>, text: &str) -> &str {
        match self.at {
            None => text.clone_into(&mut self.draft),
            Some(at) if self.entries[at] != text => {
                self.changed.insert(at, text.to_owned());
            }
            Some(at) => {
                self.changed.remove(&at);
            }
        }
        self.at = to;
        match to {
            None => &self.draft,
            Some(at) => self.changed.get(&at).unwrap_or(&self.entries[at]),
        }
    }
}

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Older,
    Newer,
}
