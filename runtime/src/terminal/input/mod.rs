//! What the user does, read from the bytes that a terminal view sends.
//!
//! The bytes are what xterm and its kin send: characters in UTF-8, keys as control characters and escape sequences (also
//! in the form `CSI code ; modifiers u`), pastes between brackets, the wheel of the mouse, and answers to questions. Bytes
//! may be cut anywhere. What is not understood is swallowed whole, so that no half of a sequence is ever typed.

mod keys;
mod parser;
mod paste;
mod reply;

pub(crate) use parser::Parser;

/// One thing the user did, or one answer of the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Characters, as typed: never empty, and no control character among them.
    Text(String),
    Key(Key),
    /// Lines end with `\n`. A very large paste comes in several pieces.
    Paste(String),
    Mouse(Mouse),
    /// The background of the view: red, green, blue.
    Background(u8, u8, u8),
}

/// A key with the modifiers held with it. `Ctrl-J` is the character `j` with `ctrl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) code: KeyCode,
    pub(crate) ctrl: bool,
    pub(crate) alt: bool,
    pub(crate) shift: bool,
    /// The command key of a Mac, or the one with the window.
    pub(crate) meta: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyCode {
    /// Comes with a modifier; without one, it is text.
    Char(char),
    Enter,
    Tab,
    BackTab,
    Backspace,
    Delete,
    Insert,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    Esc,
    F(u8),
}

/// A turn of the wheel, and the cell it happened at, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mouse {
    pub(crate) wheel: Wheel,
    pub(crate) column: u16,
    pub(crate) row: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wheel {
    Up,
    Down,
}

impl Key {
    /// The key alone.
    pub(crate) const fn plain(code: KeyCode) -> Self {
        Key {
            code,
            ctrl: false,
            alt: false,
            shift: false,
            meta: false,
        }
    }

    pub(crate) const fn ctrl(letter: char) -> Self {
        Key {
            ctrl: true,
            ..Key::plain(KeyCode::Char(letter))
        }
    }

    pub(crate) const fn alt(code: KeyCode) -> Self {
        Key {
            alt: true,
            ..Key::plain(code)
        }
    }

    /// Whether no modifier but perhaps shift is held.
    pub(crate) const fn is_bare(self) -> bool {
        !self.ctrl && !self.alt && !self.meta
    }
}

#[cfg(test)]
mod tests;
