//! A scanner for languages made of comments, strings, numbers and words.

use super::languages::{Language, Words};
use super::{Pieces, Token};

/// Scans lines, one after the other.
pub(super) struct Scanner {
    language: &'static Language,
    /// The comment or string that the line before ended in, and what closes it.
    open: Option<(Token, &'static str)>,
}

impl Scanner {
    pub(super) fn new(language: &'static Language) -> Self {
        Scanner {
            language,
            open: None,
        }
    }

    /// Neither in a comment nor in a string.
    pub(super) fn is_in_code(&self) -> bool {
        self.open.is_none()
    }

    /// Scans a line from a place on.
    pub(super) fn scan(&mut self, line: &str, from: usize, pieces: &mut Pieces) {
        let mut at = from;
        while at < line.len() {
            at = match self.open {
                Some((token, close)) => self.close(line, at, token, close, pieces),
                None => self.next(line, at, pieces),
            };
        }
    }

    /// Goes on in a comment or string up to its end.
    fn close(
        &mut self,
        line: &str,
        at: usize,
        token: Token,
        close: &str,
        pieces: &mut Pieces,
    ) -> usize {
        let end = match end_of(line, at, close, token == Token::String) {
            Some(end) => {
                self.open = None;
                end
            }
            None => line.len(),
        };
        pieces.to(end, token);
        end
    }

    /// Scans one token.
    fn next(&mut self, line: &str, at: usize, pieces: &mut Pieces) -> usize {
        let rest = &line[at..];
        if let Some((token, open, close)) = self.opening(rest) {
            let end = at + open.len();
            pieces.to(end, token);
            self.open = Some((token, close));
            return end;
        }
        if self.is_line_comment(line, at) {
            pieces.to(line.len(), Token::Comment);
            return line.len();
        }
        let Some(first) = rest.chars().next() else {
            return line.len();
        };
        let (end, token) = if self.language.quotes.contains(first) {
            self.quoted(line, at, first)
        } else if first.is_ascii_digit() {
            (at + number(rest), Token::Number)
        } else if self.language.begins_word(first) {
            self.word(line, at)
        } else {
            (at + first.len_utf8(), Token::Plain)
        };
        pieces.to(end, token);
        end
    }

    fn is_line_comment(&self, line: &str, at: usize) -> bool {
        let starts = |mark: &&str| line[at..].starts_with(*mark);
        let Some(mark) = self.language.line_comments.iter().find(|mark| starts(mark)) else {
            return false;
        };
        // In the shell and in YAML `a#b` is a word.
        *mark != "#"
            || line[..at]
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace)
    }

    fn opening(&self, rest: &str) -> Option<(Token, &'static str, &'static str)> {
        let comments = self.language.block_comments.iter();
        let comments = comments.map(|&(open, close)| (Token::Comment, open, close));
        let strings = self.language.long_strings.iter();
        let strings = strings.map(|&(open, close)| (Token::String, open, close));
        comments
            .chain(strings)
            .find(|(_, open, _)| rest.starts_with(*open))
    }

    /// A string within the line, or what only looks like the beginning of one.
    fn quoted(&self, line: &str, at: usize, quote: char) -> (usize, Token) {
        if quote == '\'' && self.language.has_lifetimes && !is_character(&line[at..]) {
            let name = line[at + 1..].trim_start_matches(|c: char| self.language.is_word(c));
            return (line.len() - name.len(), Token::Kind);
        }
        let close = &line[at..at + 1];
        let end = end_of(line, at + 1, close, true).unwrap_or(line.len());
        let names_value = self.language.names_values && follows(&line[end..], ':');
        match names_value {
            true => (end, Token::Kind),
            false => (end, Token::String),
        }
    }

    fn word(&self, line: &str, at: usize) -> (usize, Token) {
        let after = line[at..].trim_start_matches(|c: char| self.language.is_word(c));
        let end = (line.len() - after.len()).max(at + 1);
        let word = &line[at..end];
        (end, self.token(word, after))
    }

    fn token(&self, word: &str, after: &str) -> Token {
        let language = self.language;
        let macro_call =
            after.starts_with("!(") || after.starts_with("![") || after.starts_with("! {");
        if language.keywords.contain(word, language.ignores_case) {
            Token::Keyword
        } else if word.starts_with(['$', '@'])
            || language.kinds.contain(word, language.ignores_case)
        {
            Token::Kind
        } else if after.starts_with('(') || macro_call {
            Token::Function
        } else if (language.names_values && follows(after, ':'))
            || (language.capitals_are_kinds && word.starts_with(char::is_uppercase))
        {
            Token::Kind
        } else {
            Token::Plain
        }
    }
}

impl Language {
    fn begins_word(&self, character: char) -> bool {
        character.is_alphabetic() || character == '_' || self.word_marks.contains(character)
    }

    fn is_word(&self, character: char) -> bool {
        character.is_alphanumeric() || character == '_' || self.word_marks.contains(character)
    }
}

impl Words {
    fn contain(&self, word: &str, ignores_case: bool) -> bool {
        self.0.split(' ').any(|known| match ignores_case {
            true => known.eq_ignore_ascii_case(word),
            false => known == word,
        })
    }
}

/// The end of what is closed by a mark, the mark included. In strings a backslash hides what follows it.
fn end_of(line: &str, from: usize, close: &str, escapes: bool) -> Option<usize> {
    let mut at = from;
    while at < line.len() {
        let rest = &line[at..];
        if rest.starts_with(close) {
            return Some(at + close.len());
        }
        let mut characters = rest.chars();
        let first = characters.next()?;
        at += first.len_utf8();
        if escapes && first == '\\' {
            at += characters.next().map_or(0, char::len_utf8);
        }
    }
    None
}

/// Whether a text that begins with an apostrophe is a character, and not a lifetime.
fn is_character(text: &str) -> bool {
    let mut characters = text.chars().skip(1);
    match characters.next() {
        Some('\\') => true,
        Some(_) => characters.next() == Some('\''),
        None => false,
    }
}

fn follows(text: &str, mark: char) -> bool {
    text.trim_start().starts_with(mark)
}

/// How long a number is, with its point, base and unit.
fn number(text: &str) -> usize {
    let mut end = 0;
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(end) {
        let next = bytes.get(end + 1);
        let goes_on = match byte {
            b'.' => next.is_some_and(u8::is_ascii_digit),
            b'+' | b'-' => matches!(bytes[end - 1], b'e' | b'E') && !text.starts_with("0x"),
            _ => byte.is_ascii_alphanumeric() || byte == b'_',
        };
        if !goes_on {
            break;
        }
        end += 1;
    }
    end.max(1)
}
