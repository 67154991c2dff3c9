//! What the keys do: those of readline, and those of every text field.

use super::text::Boundary;
use crate::terminal::input::{Key, KeyCode};

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Submit,
    NewLine,
    Complete,
    SelectPrevious,
    Close,
    Search,
    Move(Motion),
    Up,
    Down,
    DeleteLeft,
    DeleteRight,
    /// From the cursor to where the motion goes.
    Kill(Motion),
    Yank,
    YankPop,
    Undo,
    Redo,
    Transpose,
    Case(Case),
}

/// Where to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    Left,
    Right,
    WordLeft(Boundary),
    WordRight,
    LineStart,
    LineEnd,
    Start,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Upper,
    Lower,
    Capital,
}

const WORD_LEFT: Motion = Motion::WordLeft(Boundary::Word);
const BLANK_LEFT: Motion = Motion::WordLeft(Boundary::Blank);

/// What a key does in the composer; none if it means nothing there.
pub(super) fn action(key: Key) -> Option<Action> {
    match key.code {
        KeyCode::Char(character) => character_action(key, character),
        // With the cursor keys, shift scrolls.
        KeyCode::Up | KeyCode::Down if key.shift => None,
        KeyCode::Up if key.meta || key.ctrl => Some(Action::Move(Motion::Start)),
        KeyCode::Down if key.meta || key.ctrl => Some(Action::Move(Motion::End)),
        KeyCode::Up => Some(Action::Up),
        KeyCode::Down => Some(Action::Down),
        KeyCode::Left if key.meta => Some(Action::Move(Motion::LineStart)),
        KeyCode::Left if key.ctrl || key.alt => Some(Action::Move(WORD_LEFT)),
        KeyCode::Left => Some(Action::Move(Motion::Left)),
        KeyCode::Right if key.meta => Some(Action::Move(Motion::LineEnd)),
        KeyCode::Right if key.ctrl || key.alt => Some(Action::Move(Motion::WordRight)),
        KeyCode::Right => Some(Action::Move(Motion::Right)),
        KeyCode::Home if key.ctrl => Some(Action::Move(Motion::Start)),
        KeyCode::Home => Some(Action::Move(Motion::LineStart)),
        KeyCode::End if key.ctrl => Some(Action::Move(Motion::End)),
        KeyCode::End => Some(Action::Move(Motion::LineEnd)),
        KeyCode::Backspace if key.meta => Some(Action::Kill(Motion::LineStart)),
        KeyCode::Backspace if key.alt || key.ctrl => Some(Action::Kill(WORD_LEFT)),
        KeyCode::Backspace => Some(Action::DeleteLeft),
        KeyCode::Delete if key.meta => Some(Action::Kill(Motion::LineEnd)),
        KeyCode::Delete if key.alt || key.ctrl => Some(Action::Kill(Motion::WordRight)),
        KeyCode::Delete => Some(Action::DeleteRight),
        KeyCode::Enter if key.is_bare() && !key.shift => Some(Action::Submit),
        KeyCode::Enter => Some(Action::NewLine),
        KeyCode::Tab if key.is_bare() => Some(Action::Complete),
        KeyCode::BackTab => Some(Action::SelectPrevious),
        KeyCode::Esc if key.is_bare() => Some(Action::Close),
        _ => None,
    }
}

fn character_action(key: Key, character: char) -> Option<Action> {
    match (key.ctrl, key.alt, key.meta) {
        (true, false, false) => control_action(character, key.shift),
        (false, true, false) => alt_action(character),
        _ => None,
    }
}

fn control_action(character: char, shift: bool) -> Option<Action> {
    Some(match character {
        'a' => Action::Move(Motion::LineStart),
        'b' => Action::Move(Motion::Left),
        'd' => Action::DeleteRight,
        'e' => Action::Move(Motion::LineEnd),
        'f' => Action::Move(Motion::Right),
        'g' => Action::Close,
        'h' => Action::DeleteLeft,
        'j' => Action::NewLine,
        'k' => Action::Kill(Motion::LineEnd),
        'm' => Action::Submit,
        'n' => Action::Down,
        'p' => Action::Up,
        'r' => Action::Search,
        't' => Action::Transpose,
        'u' => Action::Kill(Motion::LineStart),
        'w' => Action::Kill(BLANK_LEFT),
        'y' => Action::Yank,
        'z' if shift => Action::Redo,
        'z' | '_' | '/' => Action::Undo,
        _ => return None,
    })
}

fn alt_action(character: char) -> Option<Action> {
    Some(match character {
        'b' => Action::Move(WORD_LEFT),
        'c' => Action::Case(Case::Capital),
        'd' => Action::Kill(Motion::WordRight),
        'f' => Action::Move(Motion::WordRight),
        'l' => Action::Case(Case::Lower),
        'u' => Action::Case(Case::Upper),
        'y' => Action::YankPop,
        '<' => Action::Move(Motion::Start),
        '>' => Action::Move(Motion::End),
        '_' => Action::Redo,
        _ => return None,
    })
}
