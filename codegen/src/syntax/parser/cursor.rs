//! Walks the tokens: looking, expecting, reporting, and going on after a mistake.

use super::{Abort, Parsed, ast};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::lexer::{Token, TokenKind};

pub(super) struct Cursor<'a> {
    tokens: Vec<Token>,
    at: usize,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Cursor<'a> {
    /// `tokens` end with [`TokenKind::End`].
    pub(super) fn new(tokens: Vec<Token>, diagnostics: &'a mut Diagnostics) -> Self {
        Cursor {
            tokens,
            at: 0,
            diagnostics,
        }
    }

    pub(super) fn kind(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The end of what was read last: where a rule's span ends.
    pub(super) fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(super) fn at_end(&self) -> bool {
        *self.kind() == TokenKind::End
    }

    /// How far it has read.
    pub(super) fn progress(&self) -> usize {
        self.at
    }

    /// Takes a token, whatever it is; never the end.
    pub(super) fn bump(&mut self) -> Span {
        let span = self.span();
        if !self.at_end() {
            self.at += 1;
        }
        span
    }

    pub(super) fn at_punct(&self, text: &str) -> bool {
        matches!(self.kind(), TokenKind::Punct(it) if *it == text)
    }

    pub(super) fn eat_punct(&mut self, text: &str) -> Option<Span> {
        self.at_punct(text).then(|| self.bump())
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(self.kind(), TokenKind::Ident(text) if text == word)
    }

    /// Whether a word stands here and, behind it, another word: how a keyword differs from a name.
    pub(super) fn at_keyword(&self, word: &str) -> bool {
        self.at_word(word) && matches!(self.kind_behind(), Some(TokenKind::Ident(_)))
    }

    pub(super) fn eat_word(&mut self, word: &str) -> Option<Span> {
        self.at_word(word).then(|| self.bump())
    }

    /// The token behind the current one.
    pub(super) fn kind_behind(&self) -> Option<&TokenKind> {
        self.kind_at(1)
    }

    /// The token `ahead` places on.
    pub(super) fn kind_at(&self, ahead: usize) -> Option<&TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| &token.kind)
    }

    pub(super) fn expect_punct(&mut self, text: &str) -> Parsed<Span> {
        match self.eat_punct(text) {
            Some(span) => Ok(span),
            None => Err(self.unexpected(&format!("`{text}`"))),
        }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<Span> {
        match self.eat_word(word) {
            Some(span) => Ok(span),
            None => Err(self.unexpected(&format!("`{word}`"))),
        }
    }

    pub(super) fn ident(&mut self, what: &str) -> Parsed<ast::Ident> {
        let TokenKind::Ident(text) = self.kind() else {
            return Err(self.unexpected(what));
        };
        let text = text.clone();
        let span = self.bump();
        Ok(ast::Ident { text, span })
    }

    pub(super) fn string(&mut self, what: &str) -> Parsed<ast::Str> {
        let TokenKind::Str(value) = self.kind() else {
            return Err(self.unexpected(what));
        };
        let value = value.clone();
        let span = self.bump();
        Ok(ast::Str { value, span })
    }

    /// Reports that something else was expected here.
    pub(super) fn unexpected(&mut self, expected: &str) -> Abort {
        let found = self.kind().describe();
        let message = format!("expected {expected}, found {found}");
        let mut diagnostic = Diagnostic::new(Code::UnexpectedToken, self.span(), message)
            .label(format!("expected {expected}"));
        diagnostic.help = self.habit().map(str::to_owned);
        self.report(diagnostic);
        Abort
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// What to write instead, where another language's habit shows.
    fn habit(&self) -> Option<&'static str> {
        match self.kind() {
            TokenKind::Punct(";" | ",") => {
                Some("declarations and members end with their line: remove it")
            }
            TokenKind::Punct("[") => Some("a list is written `list<string>`"),
            TokenKind::Punct("|") => {
                Some("`| null` is the only inline union: declare a `union … by kind`")
            }
            TokenKind::Doc(_) => Some("a doc comment stands before a declaration or member"),
            _ => None,
        }
    }

    /// Goes on at the next line outside of braces that starts with one of `keywords`, a doc comment or an attribute;
    /// always beyond `before`.
    pub(super) fn skip_to(&mut self, before: usize, keywords: &[&str]) {
        if self.at == before {
            self.bump();
        }
        let mut depth = 0_usize;
        while !self.at_end() {
            let token = &self.tokens[self.at];
            let starts = match &token.kind {
                TokenKind::Punct("{") => {
                    depth += 1;
                    false
                }
                TokenKind::Punct("}") => {
                    depth = depth.saturating_sub(1);
                    false
                }
                TokenKind::Punct("@") | TokenKind::Doc(_) => true,
                TokenKind::Ident(word) => keywords.contains(&word.as_str()),
                _ => false,
            };
            if starts && depth == 0 && token.first_on_line {
                return;
            }
            self.at += 1;
        }
    }

    /// Goes on at the next line, or at the `}` that closes the list of members; always beyond `before`.
    pub(super) fn skip_line(&mut self, before: usize) {
        if self.at == before && !self.at_punct("}") {
            self.bump();
        }
        let mut depth = 0_usize;
        while !self.at_end() {
            let token = &self.tokens[self.at];
            match token.kind {
                TokenKind::Punct("{") => depth += 1,
                TokenKind::Punct("}") if depth == 0 => return,
                TokenKind::Punct("}") => depth -= 1,
                _ if token.first_on_line && depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }
}
