//! The text being edited, and the place in it.
//!
//! Places are byte offsets between graphemes, so that nobody ever sees or leaves half of one. Every change is a range that
//! is replaced, which is what can be undone.

use std::ops::Range;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

use super::layout::Unchanged;
use super::undo::{Edit, Kind, Undo};

#[derive(Debug, Default)]
pub(super) struct Text {
    content: String,
    cursor: usize,
    undo: Undo,
    /// What the changes since it was laid out have left; none if there were none.
    unchanged: Option<Unchanged>,
}

/// What parts words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Boundary {
    /// Anything but letters, digits and underscores.
    Word,
    /// Blanks only.
    Blank,
}

impl Text {
    pub(super) fn content(&self) -> &str {
        &self.content
    }

    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    pub(super) fn has_changed(&self) -> bool {
        self.unchanged.is_some()
    }

    /// What has stayed as it was since this was asked last; none if nothing has changed.
    pub(super) fn take_unchanged(&mut self) -> Option<Unchanged> {
        self.unchanged.take()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.content.is_empty()
    }

    /// Puts the cursor at a place, or behind the grapheme that the place is in. What is typed next is undone on its own.
    pub(super) fn move_to(&mut self, place: usize) {
        self.undo.close();
        self.cursor = self.place(place);
    }

    pub(super) fn insert(&mut self, text: &str, kind: Kind) {
        self.replace(self.cursor..self.cursor, text, kind);
    }

    /// Replaces a range and puts the cursor behind what is new.
    pub(super) fn replace(&mut self, range: Range<usize>, with: &str, kind: Kind) {
        if range.is_empty() && with.is_empty() {
            return;
        }
        let removed = self.content[range.clone()].to_owned();
        self.undo.record(
            Edit {
                at: range.start,
                removed,
                inserted: with.to_owned(),
                cursor: self.cursor,
            },
            kind,
        );
        self.put(range, with);
    }

    /// Replaces everything.
    pub(super) fn replace_all(&mut self, with: &str) {
        if self.content != with {
            self.replace(0..self.content.len(), with, Kind::Whole);
        }
        self.move_to(self.content.len());
    }

    /// Shows other content for a while. It is no change that could be undone.
    pub(super) fn preview(&mut self, content: &str, cursor: usize) {
        self.put(0..self.content.len(), content);
        self.cursor = self.place(cursor);
    }

    /// Hands out the content and begins anew.
    pub(super) fn take(&mut self) -> String {
        let nothing = Text {
            unchanged: Some(Unchanged {
                before: 0,
                after: 0,
            }),
            ..Text::default()
        };
        std::mem::replace(self, nothing).content
    }

    /// Whether there was something to undo.
    pub(super) fn undo(&mut self) -> bool {
        let Some(edit) = self.undo.undo() else {
            return false;
        };
        let (at, cursor) = (edit.at, edit.cursor);
        let (inserted, removed) = (edit.inserted.len(), edit.removed.clone());
        self.put(at..at + inserted, &removed);
        self.cursor = self.place(cursor);
        true
    }

    pub(super) fn redo(&mut self) -> bool {
        let Some(edit) = self.undo.redo() else {
            return false;
        };
        let (at, removed) = (edit.at, edit.removed.len());
        let inserted = edit.inserted.clone();
        self.put(at..at + removed, &inserted);
        true
    }

    /// The place one grapheme to the left.
    pub(super) fn left(&self) -> usize {
        let mut graphemes = GraphemeCursor::new(self.cursor, self.content.len(), true);
        let place = graphemes.prev_boundary(&self.content, 0);
        place.ok().flatten().unwrap_or(0)
    }

    /// The place one grapheme to the right.
    pub(super) fn right(&self) -> usize {
        self.right_of(self.cursor)
    }

    pub(super) fn line_start(&self) -> usize {
        self.content[..self.cursor]
            .rfind('\n')
            .map_or(0, |newline| newline + 1)
    }

    pub(super) fn line_end(&self) -> usize {
        self.content[self.cursor..]
            .find('\n')
            .map_or(self.content.len(), |newline| self.cursor + newline)
    }

    /// The beginning of the word that the cursor is in or behind.
    pub(super) fn word_start(&self, boundary: Boundary) -> usize {
        let before = &self.content[..self.cursor];
        let mut graphemes = before.grapheme_indices(true).rev().peekable();
        while graphemes
            .next_if(|(_, grapheme)| !boundary.is_in_word(grapheme))
            .is_some()
        {}
        let mut start = None;
        while let Some((at, _)) = graphemes.next_if(|(_, grapheme)| boundary.is_in_word(grapheme)) {
            start = Some(at);
        }
        start.unwrap_or(0)
    }

    /// Where the word ends that the cursor is in or before.
    pub(super) fn word_end(&self) -> usize {
        let after = &self.content[self.cursor..];
        let mut graphemes = after.grapheme_indices(true).peekable();
        while graphemes
            .next_if(|(_, grapheme)| !Boundary::Word.is_in_word(grapheme))
            .is_some()
        {}
        while graphemes
            .next_if(|(_, grapheme)| Boundary::Word.is_in_word(grapheme))
            .is_some()
        {}
        let end = graphemes.next().map_or(after.len(), |(at, _)| at);
        self.cursor + end
    }

    fn right_of(&self, place: usize) -> usize {
        let mut graphemes = GraphemeCursor::new(place, self.content.len(), true);
        let place = graphemes.next_boundary(&self.content, 0);
        place.ok().flatten().unwrap_or(self.content.len())
    }

    fn put(&mut self, range: Range<usize>, with: &str) {
        let end = range.start + with.len();
        let unchanged = self.unchanged.get_or_insert(Unchanged {
            before: usize::MAX,
            after: usize::MAX,
        });
        unchanged.before = unchanged.before.min(range.start);
        unchanged.after = unchanged.after.min(self.content.len() - range.end);
        self.content.replace_range(range, with);
        self.cursor = self.place(end);
    }

    /// The nearest place not before an offset. What is inserted may join with what follows.
    fn place(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.content.len());
        while !self.content.is_char_boundary(offset) {
            offset += 1;
        }
        let mut graphemes = GraphemeCursor::new(offset, self.content.len(), true);
        match graphemes.is_boundary(&self.content, 0) {
            Ok(false) => self.right_of(offset),
            _ => offset,
        }
    }
}

impl Boundary {
    fn is_in_word(self, grapheme: &str) -> bool {
        let first = grapheme.chars().next().unwrap_or(' ');
        match self {
            Boundary::Word => first.is_alphanumeric() || first == '_',
            Boundary::Blank => !first.is_whitespace(),
        }
    }
}
