//! The terminal's readers: of its view, of what is stored, of answers of models and of login servers.

mod input;
mod login;
mod markdown;
mod session;

use super::OnRequest;

/// The bytes of a view.
pub fn terminal_input(bytes: &[u8]) {
    input::check(bytes);
}

/// A session's record; or a header, a line end and the payload of a checkpoint, which are sealed into one.
pub fn terminal_session(bytes: &[u8], on: OnRequest<'_>) {
    session::check(bytes, on);
}

/// The width of the view as its first character, then an answer in Markdown.
pub fn markdown(text: &str) {
    markdown::check(text);
}

/// The answers of a login server, a line each: the status, a blank, the body.
pub fn login(answers: &str) {
    login::check(answers);
}

/// What others have written, as it stands in a sentence for the user: short, on one line, and nothing hidden in it.
fn check_told(text: &str, most_bytes: usize) {
    assert!(text.len() <= most_bytes, "{} bytes are told", text.len());
    let is_hidden = |letter: char| {
        letter.is_control() || matches!(letter, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!text.contains(is_hidden), "{text:?}");
}
