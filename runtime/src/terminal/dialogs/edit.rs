//! One line of text that is being typed.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use unicode_segmentation::UnicodeSegmentation;

use crate::terminal::input::{Input, Key, KeyCode};
use crate::terminal::text::{printable, width};
use crate::terminal::theme::Theme;

/// The longest line, in bytes; what is typed beyond that is dropped.
const MAX_BYTES: usize = 1024;

/// The text, and where in it the next character goes.
#[derive(Clone, Debug, Default)]
pub(super) struct Edit {
    text: String,
    /// In bytes, between two graphemes.
    cursor: usize,
}

impl Edit {
    pub(super) fn new(text: &str) -> Self {
        let mut edit = Edit::default();
        edit.insert(text);
        edit
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Takes input that is for a line of text, and says whether it was.
    pub(super) fn handle(&mut self, input: &Input) -> bool {
        match input {
            Input::Text(text) | Input::Paste(text) => self.insert(text),
            Input::Key(key) => return self.key(*key),
            Input::Mouse(_) | Input::Background(..) => return false,
        }
        true
    }

    /// Draws the part around the cursor into the first row of `area`, and says where the cursor is.
    pub(super) fn render(&self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        // A cell for the cursor, which may stand behind the text.
        let room = usize::from(area.width) - 1;
        let mut before = 0;
        let start = self.text[..self.cursor]
            .grapheme_indices(true)
            .rev()
            .take_while(|(_, grapheme)| {
                before += width(grapheme);
                before <= room
            })
            .last()
            .map_or(self.cursor, |(at, _)| at);
        let column = width(&self.text[start..self.cursor]);
        buf.set_stringn(
            area.x,
            area.y,
            &self.text[start..],
            usize::from(area.width),
            theme.text,
        );
        Some(Position::new(area.x + column as u16, area.y))
    }

    fn key(&mut self, key: Key) -> bool {
        let Key {
            code,
            ctrl,
            alt,
            meta,
            ..
        } = key;
        let by_word = ctrl || alt;
        match code {
            KeyCode::Left if by_word => self.cursor = self.word_before(),
            KeyCode::Left => self.cursor = self.before(),
            KeyCode::Right if by_word => self.cursor = self.word_after(),
            KeyCode::Right => self.cursor = self.after(),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Backspace if meta => self.remove(0, self.cursor),
            KeyCode::Backspace if by_word => self.remove(self.word_before(), self.cursor),
            KeyCode::Backspace => self.remove(self.before(), self.cursor),
            KeyCode::Delete => self.remove(self.cursor, self.after()),
            KeyCode::Char(letter) if ctrl => return self.control(letter),
            KeyCode::Char('b') if alt => self.cursor = self.word_before(),
            KeyCode::Char('f') if alt => self.cursor = self.word_after(),
            KeyCode::Char('d') if alt => self.remove(self.cursor, self.word_after()),
            _ => return false,
        }
        true
    }

    fn control(&mut self, letter: char) -> bool {
        match letter {
            'a' => self.cursor = 0,
            'e' => self.cursor = self.text.len(),
            'b' => self.cursor = self.before(),
            'f' => self.cursor = self.after(),
            'h' => self.remove(self.before(), self.cursor),
            'd' => self.remove(self.cursor, self.after()),
            'u' => self.remove(0, self.cursor),
            'k' => self.remove(self.cursor, self.text.len()),
            'w' => self.remove(self.word_before(), self.cursor),
            _ => return false,
        }
        true
    }

    /// Puts text at the cursor: its lines as one, without control characters.
    fn insert(&mut self, text: &str) {
        let text = text.trim_end_matches('\n').replace(['\n', '\t'], " ");
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        let room = MAX_BYTES - self.text.len();
        let text = printable(&text);
        let text = &text[..text.floor_char_boundary(room)];
        self.text.insert_str(self.cursor, text);
        self.cursor += text.len();
        // A combining character joins what follows or precedes it.
        while !self.is_boundary(self.cursor) {
            self.cursor += 1;
        }
    }

    fn remove(&mut self, from: usize, to: usize) {
        self.text.drain(from..to);
        self.cursor = from;
        // What stood on both sides may have become one.
        while !self.is_boundary(self.cursor) {
            self.cursor -= 1;
        }
    }

    fn is_boundary(&self, at: usize) -> bool {
        at == self.text.len()
            || self
                .text
                .grapheme_indices(true)
                .any(|(start, _)| start == at)
    }

    fn before(&self) -> usize {
        let mut graphemes = self.text[..self.cursor].grapheme_indices(true);
        graphemes.next_back().map_or(0, |(at, _)| at)
    }

    fn after(&self) -> usize {
        let next = self.text[self.cursor..].graphemes(true).next();
        self.cursor + next.map_or(0, str::len)
    }

    fn word_before(&self) -> usize {
        let mut words = self.text[..self.cursor].unicode_word_indices();
        words.next_back().map_or(0, |(at, _)| at)
    }

    fn word_after(&self) -> usize {
        let next = self.text[self.cursor..].unicode_word_indices().next();
        next.map_or(self.text.len(), |(at, word)| self.cursor + at + word.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::dialogs::testing::{ctrl, drawn, key, text_input};

    /// The text after the inputs, the cursor as a bar in it.
    fn edited(start: &str, inputs: &[Input]) -> String {
        let mut edit = Edit::new(start);
        for input in inputs {
            edit.handle(input);
        }
        let mut text = edit.text.clone();
        text.insert(edit.cursor, '|');
        text
    }

    #[test]
    fn the_cursor_moves_by_what_is_seen_as_one_character() {
        let left = key(KeyCode::Left);
        assert_eq!(
            edited("ae\u{301}", std::slice::from_ref(&left)),
            "a|e\u{301}"
        );
        assert_eq!(edited("a👩‍👩‍👧", std::slice::from_ref(&left)), "a|👩‍👩‍👧");
        assert_eq!(edited("ab", &[left.clone(), left.clone(), left]), "|ab");
        assert_eq!(edited("a👩‍👩‍👧", &[key(KeyCode::Backspace)]), "a|");
        assert_eq!(edited("ab", &[ctrl('a'), ctrl('f')]), "a|b");
        assert_eq!(
            edited("ab", &[key(KeyCode::Home), key(KeyCode::Delete)]),
            "|b"
        );
    }

    #[test]
    fn words_and_ends_are_reached_and_removed_as_in_a_shell() {
        let alt = |letter| Input::Key(Key::alt(KeyCode::Char(letter)));
        assert_eq!(edited("one two", &[ctrl('w')]), "one |");
        assert_eq!(edited("one two", &[alt('b')]), "one |two");
        assert_eq!(edited("one two", &[ctrl('a'), alt('f')]), "one| two");
        assert_eq!(edited("one two", &[ctrl('a'), alt('d')]), "| two");
        assert_eq!(edited("one two", &[alt('b'), ctrl('u')]), "|two");
        assert_eq!(edited("one two", &[alt('b'), ctrl('k')]), "one |");
    }

    #[test]
    fn a_paste_becomes_one_line_without_control_characters() {
        let paste = Input::Paste("one\ntwo\x1b[31m\n".to_owned());
        assert_eq!(edited("", &[paste]), "one two[31m|");
    }

    #[test]
    fn parts_of_a_character_that_come_together_are_one() {
        assert_eq!(
            edited("e", &[text_input("\u{301}"), key(KeyCode::Left)]),
            "|e\u{301}"
        );
        let removed_between = [
            key(KeyCode::Left),
            key(KeyCode::Delete),
            text_input("\u{301}"),
        ];
        assert_eq!(edited("ex", &removed_between), "e\u{301}|");
    }

    #[test]
    fn a_line_has_an_end() {
        let edit = Edit::new(&"ü".repeat(MAX_BYTES));
        assert_eq!(edit.text.len(), MAX_BYTES);
    }

    #[test]
    fn the_part_around_the_cursor_is_shown() {
        let mut edit = Edit::new("one two three 林檎");
        let shown = |edit: &Edit| drawn(10, 1, |area, buf, theme| edit.render(area, buf, theme));
        assert_eq!(shown(&edit), (vec!["hree 林檎".to_owned()], Some((9, 0))));
        edit.handle(&key(KeyCode::Home));
        assert_eq!(shown(&edit), (vec!["one two th".to_owned()], Some((0, 0))));
        for width in 1..20 {
            drawn(width, 1, |area, buf, theme| edit.render(area, buf, theme));
        }
    }
}
