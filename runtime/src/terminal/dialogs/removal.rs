//! Removing an item of a list, which takes a second press of the key.

use crate::terminal::input::{Key, KeyCode};

/// How far the user is with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Removal {
    #[default]
    Unasked,
    /// The key was pressed.
    Asked,
    /// It is on screen that the key removes the item when it is pressed again.
    Told,
    /// The item is in use.
    Refused,
}

impl Removal {
    pub(super) fn is_key(key: Key) -> bool {
        key.code == KeyCode::Delete || key.ctrl && key.code == KeyCode::Char('d')
    }

    /// Takes a press of the key, and says whether the item is to go.
    pub(super) fn press(&mut self, in_use: bool) -> bool {
        let before = *self;
        *self = match (in_use, before) {
            (true, _) => Removal::Refused,
            (false, Removal::Told) => Removal::Unasked,
            (false, _) => Removal::Asked,
        };
        !in_use && before == Removal::Told
    }

    /// What the user should know about the last press.
    pub(super) fn answer(self) -> Option<&'static str> {
        match self {
            Removal::Unasked => None,
            Removal::Asked | Removal::Told => Some("The same key again removes it for good."),
            Removal::Refused => Some("What is in use cannot be removed."),
        }
    }

    /// The answer is on screen.
    pub(super) fn shown(&mut self) {
        if *self == Removal::Asked {
            *self = Removal::Told;
        }
    }
}
