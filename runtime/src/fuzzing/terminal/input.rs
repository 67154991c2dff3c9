//! The view's bytes: the same inputs however they are cut, and nothing typed that nobody can type.

use super::super::cuts;
use crate::terminal::input::{Input, KeyCode, Parser};

/// No sequence is held beyond this, in bytes.
const MOST_HELD: usize = 257;

/// A byte that is no character stands as one of three bytes.
const MOST_TEXT_OF_A_BYTE: usize = 3;

pub(super) fn check(bytes: &[u8]) {
    let whole = read(&[bytes]);
    for chunks in cuts::of(bytes) {
        assert_eq!(read(&chunks), whole, "in {} chunks", chunks.len());
    }
    assert!(whole.len() <= bytes.len(), "more inputs than bytes");
    let text: usize = whole.iter().map(check_input).sum();
    assert!(text <= bytes.len() * MOST_TEXT_OF_A_BYTE, "{text} bytes");
    check_recovery(bytes);
}

/// The inputs until nothing more comes. Characters that were typed in a row count as one text, wherever the cuts were.
fn read(chunks: &[&[u8]]) -> Vec<Input> {
    let mut parser = Parser::new();
    let mut inputs: Vec<Input> = Vec::new();
    for chunk in chunks {
        join(&mut inputs, parser.feed(chunk));
        assert!(parser.held() <= MOST_HELD, "{} are held", parser.held());
    }
    join(&mut inputs, parser.flush());
    assert!(!parser.is_waiting(), "nothing waits for ever");
    inputs
}

fn join(inputs: &mut Vec<Input>, more: Vec<Input>) {
    for input in more {
        match (inputs.last_mut(), input) {
            (Some(Input::Text(text)), Input::Text(more)) => text.push_str(&more),
            (_, input) => inputs.push(input),
        }
    }
}

/// How much text an input holds.
fn check_input(input: &Input) -> usize {
    match input {
        Input::Text(text) => {
            assert!(!text.is_empty() && !text.contains(char::is_control));
            text.len()
        }
        Input::Paste(text) => {
            assert!(!text.is_empty() && !text.contains('\r'));
            text.len()
        }
        Input::Key(key) => {
            if let KeyCode::Char(character) = key.code {
                assert!(!character.is_control() && !key.is_bare(), "{key:?}");
            }
            0
        }
        Input::Mouse(_) | Input::Background(..) => 0,
    }
}

/// No beginning of a sequence swallows what is typed from then on.
fn check_recovery(bytes: &[u8]) {
    let after = [bytes, b"\x1b[201~x"].concat();
    let typed = read(&[&after]).pop();
    let is_typed = matches!(&typed, Some(Input::Text(text)) if text.ends_with('x'));
    assert!(is_typed, "{typed:?} instead of a letter");
}
