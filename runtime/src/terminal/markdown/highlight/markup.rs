//! HTML and XML: tags with their attributes, and comments.

use super::{Pieces, Token};

/// Where in the markup a line ended.
#[derive(Default)]
pub(super) enum Markup {
    #[default]
    Text,
    Tag,
    Comment,
    /// In the value of an attribute, up to its quote.
    Value(char),
}

impl Markup {
    pub(super) fn scan(&mut self, line: &str, pieces: &mut Pieces) {
        let mut at = 0;
        while at < line.len() {
            at = match self {
                Markup::Text => self.text(line, at, pieces),
                Markup::Tag => self.tag(line, at, pieces),
                Markup::Comment => {
                    self.until("-->", Markup::Text, Token::Comment, line, at, pieces)
                }
                Markup::Value(quote) => {
                    let close = match quote {
                        '"' => "\"",
                        _ => "'",
                    };
                    self.until(close, Markup::Tag, Token::String, line, at, pieces)
                }
            };
        }
    }

    fn text(&mut self, line: &str, at: usize, pieces: &mut Pieces) -> usize {
        let Some(open) = line[at..].find('<').map(|open| at + open) else {
            pieces.to(line.len(), Token::Plain);
            return line.len();
        };
        pieces.to(open, Token::Plain);
        let rest = &line[open..];
        if rest.starts_with("<!--") {
            *self = Markup::Comment;
            pieces.to(open + 4, Token::Comment);
            return open + 4;
        }
        let name = rest[1..].trim_start_matches(['/', '!', '?']);
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            pieces.to(open + 1, Token::Plain);
            return open + 1;
        }
        *self = Markup::Tag;
        let end = line.len() - name.trim_start_matches(is_name).len();
        pieces.to(end, Token::Keyword);
        end
    }

    fn tag(&mut self, line: &str, at: usize, pieces: &mut Pieces) -> usize {
        let rest = &line[at..];
        let Some(first) = rest.chars().next() else {
            return line.len();
        };
        let end = at + first.len_utf8();
        match first {
            '>' => {
                *self = Markup::Text;
                pieces.to(end, Token::Keyword);
                end
            }
            '/' | '?' => {
                pieces.to(end, Token::Keyword);
                end
            }
            '"' | '\'' => {
                *self = Markup::Value(first);
                pieces.to(end, Token::String);
                end
            }
            _ if is_name(first) => {
                let end = line.len() - rest.trim_start_matches(is_name).len();
                pieces.to(end, Token::Kind);
                end
            }
            _ => {
                pieces.to(end, Token::Plain);
                end
            }
        }
    }

    /// Everything up to what closes it is such a token.
    fn until(
        &mut self,
        close: &str,
        after: Markup,
        token: Token,
        line: &str,
        at: usize,
        pieces: &mut Pieces,
    ) -> usize {
        let end = match line[at..].find(close) {
            Some(found) => {
                *self = after;
                at + found + close.len()
            }
            None => line.len(),
        };
        pieces.to(end, token);
        end
    }
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_' | ':' | '.' | '@' | '#')
}
