//! The search through the history while one types (Ctrl-R).

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::history::{History, Step};
use super::text::Text;

/// A search under way. What it found is shown in place of the text.
#[derive(Debug)]
pub(super) struct Search {
    query: String,
    /// The entry that was found last.
    at: Option<usize>,
    /// Where the query stands in what is shown.
    found: Option<Range<usize>>,
    /// The text before the search, and the place in it.
    original: String,
    cursor: usize,
}

impl Search {
    pub(super) fn new(text: &Text) -> Self {
        Search {
            query: String::new(),
            at: None,
            found: None,
            original: text.content().to_owned(),
            cursor: text.cursor(),
        }
    }

    pub(super) fn query(&self) -> &str {
        &self.query
    }

    /// Where the query stands in what is shown.
    pub(super) fn found(&self) -> Option<Range<usize>> {
        self.found.clone()
    }

    /// Whether there is a query that nothing matches.
    pub(super) fn has_failed(&self) -> bool {
        self.found.is_none() && !self.query.is_empty()
    }

    /// Adds to the query. What was found stays if it matches still.
    pub(super) fn extend(&mut self, more: &str, history: &History, text: &mut Text) {
        self.query
            .extend(more.chars().map(|char| match char.is_control() {
                true => ' ',
                false => char,
            }));
        self.look(self.at.map(|at| at + 1), Step::Older, history, text);
    }

    /// Takes the last character from the query and searches anew; whether there was one.
    pub(super) fn shorten(&mut self, history: &History, text: &mut Text) -> bool {
        let Some((last, _)) = self.query.grapheme_indices(true).next_back() else {
            return false;
        };
        self.query.truncate(last);
        self.restart(history, text);
        true
    }

    pub(super) fn clear(&mut self, history: &History, text: &mut Text) {
        self.query.clear();
        self.restart(history, text);
    }

    /// Goes on to the next match.
    pub(super) fn step(&mut self, step: Step, history: &History, text: &mut Text) {
        self.look(self.at, step, history, text);
    }

    /// Ends the search with the text as it was before.
    pub(super) fn cancel(self, text: &mut Text) {
        text.preview(&self.original, self.cursor);
    }

    /// Ends the search with what it found, which can be undone.
    pub(super) fn accept(self, text: &mut Text) {
        let found = text.content().to_owned();
        self.cancel(text);
        if found != text.content() {
            text.replace_all(&found);
        }
    }

    fn restart(&mut self, history: &History, text: &mut Text) {
        self.at = None;
        text.preview(&self.original, self.cursor);
        self.look(None, Step::Older, history, text);
    }

    fn look(&mut self, from: Option<usize>, step: Step, history: &History, text: &mut Text) {
        self.found = None;
        if self.query.is_empty() {
            return;
        }
        if let Some((at, entry)) = history.find(&self.query, from, step) {
            self.at = Some(at);
            self.found = find(entry, &self.query);
            text.preview(entry, entry.len());
        }
    }
}

/// Where a text contains another, whatever the case of either.
fn find(text: &str, query: &str) -> Option<Range<usize>> {
    let mut folded = String::with_capacity(text.len());
    let mut origins = Vec::with_capacity(text.len() + 1);
    for (at, character) in text.char_indices() {
        folded.extend(character.to_lowercase());
        origins.resize(folded.len(), at);
    }
    origins.push(text.len());
    let query = query.to_lowercase();
    let start = folded.find(&query)?;
    Some(origins[start]..origins[start + query.len()])
}
