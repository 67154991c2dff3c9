//! Text to tokens. Nothing stops it: what it cannot read is reported and left out.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::source::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// Nothing but blanks stands before it on its line: where the parser goes on after a mistake.
    pub first_on_line: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Ident(String),
    Str(String),
    Int(u64),
    /// `/// text`
    Doc(String),
    /// `//! text`
    ModuleDoc(String),
    Punct(&'static str),
    End,
}

impl TokenKind {
    /// How a message names it.
    pub(super) fn describe(&self) -> String {
        match self {
            TokenKind::Ident(text) => format!("`{text}`"),
            TokenKind::Str(_) => "a string".to_owned(),
            TokenKind::Int(_) => "a number".to_owned(),
            TokenKind::Doc(_) | TokenKind::ModuleDoc(_) => "a doc comment".to_owned(),
            TokenKind::Punct(text) => format!("`{text}`"),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }
}

/// Longer ones first.
const PUNCTUATION: &[&str] = &[
    "->", "..", "{", "}", "(", ")", "<", ">", ":", "=", ",", "?", "@", "|", "-", ";", "[", "]",
];

/// The tokens of a file; the last one is [`TokenKind::End`].
pub(super) fn tokens(file: u32, text: &str, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut lexer = Lexer {
        file,
        text,
        at: 0,
        first_on_line: true,
        tokens: Vec::new(),
        diagnostics,
    };
    while lexer.next() {}
    lexer.push(text.len(), TokenKind::End);
    lexer.tokens
}

struct Lexer<'a> {
    file: u32,
    text: &'a str,
    at: usize,
    first_on_line: bool,
    tokens: Vec<Token>,
    diagnostics: &'a mut Diagnostics,
}

impl Lexer<'_> {
    /// Reads one token, comment or blank; false at the end of the text.
    fn next(&mut self) -> bool {
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return false;
        };
        match first {
            '\n' => {
                self.at += 1;
                self.first_on_line = true;
            }
            '\u{feff}' if start == 0 => self.at += first.len_utf8(),
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            _ if rest.starts_with("//") => self.comment(start),
            '"' => self.string(start),
            '0'..='9' => self.number(start),
            _ if is_word(first) => {
                let word = self.take_while(is_word).to_owned();
                self.push(start, TokenKind::Ident(word));
            }
            _ => self.punctuation(start, first),
        }
        true
    }

    fn comment(&mut self, start: usize) {
        let line = self.take_while(|letter| letter != '\n').to_owned();
        let body = |mark: usize| {
            let body = &line[mark..];
            body.strip_prefix(' ').unwrap_or(body).trim_end().to_owned()
        };
        if line.starts_with("//!") {
            self.push(start, TokenKind::ModuleDoc(body(3)));
        } else if line.starts_with("///") && !line.starts_with("////") {
            self.push(start, TokenKind::Doc(body(3)));
        }
    }

    fn number(&mut self, start: usize) {
        let word = self.take_while(is_word);
        let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let unit = unit_factor(&word[digits.len()..]);
        let value = digits.replace('_', "").parse::<u64>().ok();
        let value = unit.and_then(|unit| value?.checked_mul(unit));
        if value.is_none() {
            let message = format!("`{word}` is not a number of this language");
            let help = "numbers are whole, e.g. `64`, `10_000`, `64KiB`, `5MiB`";
            self.report(start, Code::InvalidNumber, message, help);
        }
        self.push(start, TokenKind::Int(value.unwrap_or(0)));
    }

    fn string(&mut self, start: usize) {
        self.at += 1;
        let mut value = String::new();
        loop {
            let at = self.at;
            let Some(letter) = self.rest().chars().next().filter(|it| *it != '\n') else {
                let message = "this string does not end on its line";
                self.report(start, Code::UnterminatedString, message, "add `\"`");
                break;
            };
            self.at += letter.len_utf8();
            match letter {
                '"' => break,
                '\\' => match self.escape() {
                    Some(letter) => value.push(letter),
                    None => {
                        let message = "this escape does not exist";
                        let help = "the escapes are \\\" \\\\ \\n \\r \\t and \\u{1b}";
                        self.report(at, Code::InvalidEscape, message, help);
                    }
                },
                _ => value.push(letter),
            }
        }
        self.push(start, TokenKind::Str(value));
    }

    /// Reads what follows a backslash.
    fn escape(&mut self) -> Option<char> {
        let letter = self.rest().chars().next().filter(|it| *it != '\n')?;
        self.at += letter.len_utf8();
        match letter {
            '"' | '\\' => Some(letter),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => {
                let digits = self.rest().strip_prefix('{')?;
                let digits = &digits[..digits.find('}').filter(|length| *length <= 6)?];
                let letter = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                self.at += digits.len() + 2;
                Some(letter)
            }
            _ => None,
        }
    }

    fn punctuation(&mut self, start: usize, first: char) {
        let rest = self.rest();
        if let Some(text) = PUNCTUATION.iter().find(|text| rest.starts_with(**text)) {
            self.at += text.len();
            self.push(start, TokenKind::Punct(text));
            return;
        }
        // A run of them is one mistake: files that are no text have thousands.
        self.take_while(|letter| letter == first);
        let message = format!("unexpected character {first:?}");
        self.report(start, Code::UnexpectedCharacter, message, "remove it");
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn take_while(&mut self, holds: impl Fn(char) -> bool) -> &str {
        let rest = &self.text[self.at..];
        let length = rest.find(|letter| !holds(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn push(&mut self, start: usize, kind: TokenKind) {
        let token = Token {
            kind,
            span: self.span(start),
            first_on_line: self.first_on_line,
        };
        self.first_on_line = false;
        self.tokens.push(token);
    }

    fn report(&mut self, start: usize, code: Code, message: impl Into<String>, help: &str) {
        let diagnostic = Diagnostic::new(code, self.span(start), message).help(help);
        self.diagnostics.push(diagnostic);
    }

    fn span(&self, start: usize) -> Span {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span {
            file: self.file,
            start: offset(start),
            end: offset(self.at.max(start)),
        }
    }
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// What a unit multiplies by.
pub(super) fn unit_factor(unit: &str) -> Option<u64> {
    match unit {
        "" => Some(1),
        "KiB" => Some(1 << 10),
        "MiB" => Some(1 << 20),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{TokenKind, tokens};
    use crate::diagnostics::Diagnostics;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let mut diagnostics = Diagnostics::default();
        let tokens = tokens(0, text, &mut diagnostics);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        tokens.into_iter().map(|token| token.kind).collect()
    }

    fn codes(text: &str) -> Vec<&'static str> {
        let mut diagnostics = Diagnostics::default();
        tokens(0, text, &mut diagnostics);
        diagnostics.iter().map(|it| it.code.as_str()).collect()
    }

    #[test]
    fn a_range_is_two_numbers_and_dots() {
        use TokenKind::{End, Int, Punct};
        assert_eq!(kinds("1..64KiB"), [Int(1), Punct(".."), Int(65536), End]);
        assert_eq!(kinds("1_000"), [Int(1000), End]);
    }

    #[test]
    fn comments_are_left_out_and_docs_are_not() {
        use TokenKind::{Doc, End, ModuleDoc};
        let text = "//! The module.\n// note\n//// rule\n///  Two blanks: one is kept. \n";
        let expected = [
            ModuleDoc("The module.".to_owned()),
            Doc(" Two blanks: one is kept.".to_owned()),
            End,
        ];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn escapes_stand_for_their_characters() {
        let expected = [TokenKind::Str("\u{3}\"\\\n".to_owned()), TokenKind::End];
        assert_eq!(kinds(r#""\u{3}\"\\\n""#), expected);
    }

    #[test]
    fn what_cannot_be_read_is_reported_and_left_out() {
        assert_eq!(codes("a # b"), ["E0001"]);
        assert_eq!(codes("\"open\nnext"), ["E0002"]);
        assert_eq!(codes(r#""\q""#), ["E0003"]);
        assert_eq!(codes("99999999999999999999"), ["E0004"]);
        assert_eq!(codes("64kB"), ["E0004"]);
    }

    #[test]
    fn a_span_is_the_token_and_nothing_around_it() {
        let mut diagnostics = Diagnostics::default();
        let token = &tokens(7, "  ab ", &mut diagnostics)[0];
        assert_eq!(
            (token.span.file, token.span.start, token.span.end),
            (7, 2, 4)
        );
        assert!(token.first_on_line);
    }
}
