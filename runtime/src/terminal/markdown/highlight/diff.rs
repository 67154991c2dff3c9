//! Differences between files: what a line is shows in its first character.

use super::Token;

pub(super) fn token(line: &str) -> Token {
    const HEADERS: [&str; 5] = ["diff ", "index ", "--- ", "+++ ", "\\ "];
    if HEADERS.iter().any(|header| line.starts_with(header)) {
        return Token::Comment;
    }
    match line.as_bytes().first() {
        Some(b'+' | b'>') => Token::Added,
        Some(b'-' | b'<') => Token::Removed,
        Some(b'@') => Token::Function,
        _ => Token::Plain,
    }
}
