//! Colours for code, by a scanner that knows just enough of each family of languages: what is a comment, a string, a
//! number and a keyword. It costs a few kilobytes; grammars would cost hundreds.

mod data;
mod diff;
mod languages;
mod markup;
mod scanner;
#[cfg(test)]
mod tests;

use ratatui_core::style::Style;
use ratatui_core::text::Span;

use crate::terminal::theme::Theme;
use languages::Family;
use markup::Markup;
use scanner::Scanner;

/// What a piece of code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Plain,
    Keyword,
    String,
    Comment,
    Number,
    Function,
    /// A type, a constant or the name of a value.
    Kind,
    Added,
    Removed,
}

/// Colours the lines of one block of code, in their order.
pub(super) struct Highlighter(State);

enum State {
    Plain,
    Diff,
    Code(Scanner),
    Data(Scanner),
    Markup(Markup),
}

/// The pieces of a line, one after the other.
#[derive(Default)]
struct Pieces {
    pieces: Vec<(Token, usize)>,
}

impl Highlighter {
    /// For a language by one of its names; an unknown one is left without colours.
    pub(super) fn of(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        Highlighter(match languages::family(&name) {
            None => State::Plain,
            Some(Family::Diff) => State::Diff,
            Some(Family::Markup) => State::Markup(Markup::default()),
            Some(Family::Data(language)) => State::Data(Scanner::new(language)),
            Some(Family::Code(language)) => State::Code(Scanner::new(language)),
        })
    }

    pub(super) fn line(&mut self, line: &str, theme: &Theme) -> Vec<Span<'static>> {
        let mut spans = Vec::new();
        let mut start = 0;
        for (token, end) in self.pieces(line).pieces {
            let style = token.style(theme);
            spans.push(Span::styled(line[start..end].to_owned(), style));
            start = end;
        }
        spans
    }

    fn pieces(&mut self, line: &str) -> Pieces {
        let mut pieces = Pieces::default();
        match &mut self.0 {
            State::Plain => pieces.to(line.len(), Token::Plain),
            State::Diff => pieces.to(line.len(), diff::token(line)),
            State::Code(scanner) => scanner.scan(line, 0, &mut pieces),
            State::Data(scanner) => data::scan(line, scanner, &mut pieces),
            State::Markup(markup) => markup.scan(line, &mut pieces),
        }
        pieces
    }
}

impl Pieces {
    /// What comes next is such a token, up to a place in the line.
    fn to(&mut self, end: usize, token: Token) {
        let start = self.pieces.last().map_or(0, |(_, until)| *until);
        match self.pieces.last_mut() {
            _ if end <= start => {}
            Some((last, until)) if *last == token => *until = end,
            _ => self.pieces.push((token, end)),
        }
    }
}

impl Token {
    fn style(self, theme: &Theme) -> Style {
        theme.code_block.patch(match self {
            Token::Plain => theme.code_block,
            Token::Keyword => theme.syntax.keyword,
            Token::String => theme.syntax.string,
            Token::Comment => theme.syntax.comment,
            Token::Number => theme.syntax.number,
            Token::Function => theme.syntax.function,
            Token::Kind => theme.syntax.kind,
            Token::Added => theme.success,
            Token::Removed => theme.error,
        })
    }
}
