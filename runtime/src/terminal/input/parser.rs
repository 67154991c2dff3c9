//! The state machine that takes the stream of bytes apart.

use super::keys;
use super::paste::Paste;
use super::reply;
use super::{Input, Key, KeyCode};

/// The longest sequence that is looked at; what is longer is swallowed.
const MAX_SEQUENCE: usize = 256;

/// Reads inputs from bytes.
#[derive(Debug, Default)]
pub(crate) struct Parser {
    state: State,
    /// Whether the sequence under way was begun by two ESC, as when Alt is held with a key that has a sequence.
    alt: bool,
    /// The sequence under way, or the first bytes of a character.
    pending: Vec<u8>,
    paste: Paste,
    inputs: Vec<Input>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    /// Within a character of several bytes.
    Character {
        missing: usize,
    },
    /// After ESC.
    Escape,
    /// After `ESC O`.
    Ss3,
    /// After `ESC [`.
    Csi,
    /// After `CSI [`, with which the Linux console begins its function keys.
    Console,
    /// Within the three bytes of a mouse report in the first encoding.
    OldMouse {
        missing: usize,
    },
    /// After `ESC ]` (OSC), `ESC P` (DCS) or `ESC _` (APC), whose text goes on to BEL or ST.
    Text(u8),
    /// After ESC in such a text.
    TextEscape(u8),
    Paste,
}

impl Parser {
    pub(crate) fn new() -> Self {
        Parser::default()
    }

    /// Takes bytes and hands out what they complete.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Vec<Input> {
        for &byte in bytes {
            self.take(byte);
        }
        std::mem::take(&mut self.inputs)
    }

    /// Whether the last bytes may be a key of their own or the beginning of a sequence. Unless more comes soon, it was the
    /// key: [`Parser::flush`] says so.
    pub(crate) fn is_waiting(&self) -> bool {
        match self.state {
            State::Escape | State::Ss3 => true,
            State::Csi | State::Text(_) => self.pending.is_empty(),
            _ => false,
        }
    }

    /// Takes what is waiting as keys. A sequence of which more is there than a key sends stays: its rest is on the way,
    /// and would be typed otherwise.
    pub(crate) fn flush(&mut self) -> Vec<Input> {
        if self.is_waiting() {
            self.give_up();
        }
        std::mem::take(&mut self.inputs)
    }

    /// How much is held of a sequence under way.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn held(&self) -> usize {
        self.pending.len()
    }

    fn take(&mut self, byte: u8) {
        match self.state {
            State::Ground => self.take_ground(byte, false),
            State::Character { missing } => self.take_character(byte, missing),
            State::Escape => self.take_escape(byte),
            State::Ss3 => self.take_ss3(byte),
            State::Csi => self.take_csi(byte),
            State::Console => self.take_console(byte),
            State::OldMouse { missing: 1 } => self.state = State::Ground,
            State::OldMouse { missing } => {
                self.state = State::OldMouse {
                    missing: missing - 1,
                };
            }
            State::Text(kind) => self.take_text(kind, byte),
            State::TextEscape(kind) => self.take_text_escape(kind, byte),
            State::Paste => self.take_paste(byte),
        }
    }

    fn take_ground(&mut self, byte: u8, alt: bool) {
        self.state = State::Ground;
        self.alt = alt;
        match byte {
            0x1b => self.state = State::Escape,
            0x00..=0x1f | 0x7f => {
                let key = keys::control(byte);
                self.press(Key { alt, ..key });
            }
            0x20..=0x7e => self.character(char::from(byte)),
            0xc2..=0xdf => self.begin_character(byte, 1),
            0xe0..=0xef => self.begin_character(byte, 2),
            0xf0..=0xf4 => self.begin_character(byte, 3),
            _ => self.character(char::REPLACEMENT_CHARACTER),
        }
    }

    fn begin_character(&mut self, byte: u8, missing: usize) {
        self.pending.clear();
        self.pending.push(byte);
        self.state = State::Character { missing };
    }

    fn take_character(&mut self, byte: u8, missing: usize) {
        if !matches!(byte, 0x80..=0xbf) {
            self.character(char::REPLACEMENT_CHARACTER);
            return self.take_ground(byte, false);
        }
        self.pending.push(byte);
        if missing > 1 {
            self.state = State::Character {
                missing: missing - 1,
            };
            return;
        }
        self.state = State::Ground;
        let character = std::str::from_utf8(&self.pending).ok();
        let character = character.and_then(|text| text.chars().next());
        self.character(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }

    fn take_escape(&mut self, byte: u8) {
        self.pending.clear();
        match byte {
            // The first of two may be Alt. Of three, it was pressed on its own.
            0x1b if self.alt => self.press(Key::plain(KeyCode::Esc)),
            0x1b => self.alt = true,
            b'O' => self.state = State::Ss3,
            b'[' => self.state = State::Csi,
            b']' | b'P' | b'_' => self.state = State::Text(byte),
            _ => {
                // Alt is one ESC; another before it was pressed on its own.
                if self.alt {
                    self.press(Key::plain(KeyCode::Esc));
                }
                self.take_ground(byte, true);
            }
        }
    }

    fn take_ss3(&mut self, byte: u8) {
        match keys::ss3(byte) {
            Some(key) => {
                self.state = State::Ground;
                self.press(self.with_alt(key));
            }
            None => {
                self.give_up();
                self.take(byte);
            }
        }
    }

    fn take_csi(&mut self, byte: u8) {
        match byte {
            b'[' if self.pending.is_empty() => self.state = State::Console,
            b'M' if self.pending.is_empty() => self.state = State::OldMouse { missing: 3 },
            0x20..=0x3f => self.remember(byte),
            0x40..=0x7e => self.end_csi(byte),
            _ => {
                // No sequence goes on like this. Had it hardly begun, it was a key.
                match self.pending.is_empty() {
                    true => self.give_up(),
                    false => self.state = State::Ground,
                }
                self.take(byte);
            }
        }
    }

    fn end_csi(&mut self, last: u8) {
        self.state = State::Ground;
        if self.pending.len() > MAX_SEQUENCE {
            return;
        }
        if self.pending == b"200" && last == b'~' {
            self.state = State::Paste;
        } else if let Some(mouse) = reply::wheel(&self.pending, last) {
            self.inputs.push(Input::Mouse(mouse));
        } else if let Some(key) = keys::csi(&self.pending, last) {
            match key.code {
                KeyCode::Char(character) if key.is_bare() => self.character(character),
                _ => self.press(self.with_alt(key)),
            }
        }
    }

    fn take_console(&mut self, byte: u8) {
        self.state = State::Ground;
        if let b'A'..=b'E' = byte {
            self.press(Key::plain(KeyCode::F(byte - b'A' + 1)));
        }
    }

    fn take_text(&mut self, kind: u8, byte: u8) {
        match byte {
            _ if self.pending.is_empty() && !reply::may_begin(kind, byte) => {
                self.give_up();
                self.take(byte);
            }
            0x07 => self.end_text(kind),
            0x1b => self.state = State::TextEscape(kind),
            // Whoever presses a control key is not within an answer.
            0x00..=0x1f => self.take_ground(byte, false),
            _ => self.remember(byte),
        }
    }

    fn take_text_escape(&mut self, kind: u8, byte: u8) {
        match byte {
            b'\\' => self.end_text(kind),
            _ => {
                self.alt = false;
                self.state = State::Escape;
                self.take_escape(byte);
            }
        }
    }

    fn end_text(&mut self, kind: u8) {
        self.state = State::Ground;
        if kind == b']'
            && let Some((red, green, blue)) = reply::background(&self.pending)
        {
            self.inputs.push(Input::Background(red, green, blue));
        }
    }

    fn take_paste(&mut self, byte: u8) {
        let ended = self.paste.take(byte);
        if ended {
            self.state = State::Ground;
        }
        self.inputs.extend(self.paste.pieces().map(Input::Paste));
    }

    /// Takes the beginning of a sequence for the keys it may have been.
    fn give_up(&mut self) {
        let state = std::mem::take(&mut self.state);
        let letter = match state {
            State::Ss3 => Some('O'),
            State::Csi => Some('['),
            State::Text(kind) => Some(char::from(kind)),
            _ => None,
        };
        if self.alt || letter.is_none() {
            self.press(Key::plain(KeyCode::Esc));
        }
        match letter {
            Some(letter) => self.press(Key::alt(KeyCode::Char(letter))),
            None if self.alt => self.press(Key::plain(KeyCode::Esc)),
            None => {}
        }
    }

    fn remember(&mut self, byte: u8) {
        if self.pending.len() <= MAX_SEQUENCE {
            self.pending.push(byte);
        }
    }

    fn with_alt(&self, key: Key) -> Key {
        Key {
            alt: key.alt || self.alt,
            ..key
        }
    }

    fn press(&mut self, key: Key) {
        self.inputs.push(Input::Key(key));
    }

    /// A character, which is text unless Alt is held. Control characters are neither.
    fn character(&mut self, character: char) {
        self.state = State::Ground;
        let alt = std::mem::take(&mut self.alt);
        if character.is_control() {
            return;
        }
        if alt {
            return self.press(Key::alt(KeyCode::Char(character)));
        }
        match self.inputs.last_mut() {
            Some(Input::Text(text)) => text.push(character),
            _ => self.inputs.push(Input::Text(character.to_string())),
        }
    }
}
