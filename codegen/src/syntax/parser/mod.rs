//! Tokens to a tree, by recursive descent: one function a rule of the grammar.
//!
//! A rule that fails has reported why and returns [`Abort`]; the nearest list of items or members goes on behind it.

mod attributes;
mod cursor;
mod items;
mod members;
mod types;

use super::ast;
use super::lexer::{self, TokenKind};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::source::SourceMap;
use cursor::Cursor;

/// The mistake has been reported.
#[derive(Debug)]
struct Abort;

type Parsed<T> = Result<T, Abort>;

/// Parses all files; either all of them are without mistakes, or all mistakes are reported.
pub fn parse(sources: &SourceMap) -> Result<Vec<ast::File>, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let mut files = Vec::new();
    for (number, file) in (0..).zip(sources.files()) {
        let tokens = lexer::tokens(number, &file.text, &mut diagnostics);
        files.push(file_rule(&mut Cursor::new(tokens, &mut diagnostics)));
    }
    diagnostics.or_ok(files)
}

/// `file := moduleDoc item*`
fn file_rule(cursor: &mut Cursor<'_>) -> ast::File {
    let start = cursor.span();
    let docs = module_docs(cursor);
    let mut items = Vec::new();
    while !cursor.at_end() {
        let before = cursor.progress();
        match items::item(cursor) {
            Ok(item) => items.push(item),
            Err(Abort) => cursor.skip_to(before, items::KEYWORDS),
        }
    }
    ast::File {
        docs,
        items,
        start: start.to(start),
    }
}

fn module_docs(cursor: &mut Cursor<'_>) -> ast::Docs {
    let mut docs = ast::Docs::default();
    while let TokenKind::ModuleDoc(text) = cursor.kind() {
        let text = text.clone();
        docs.lines.push(doc_line(cursor, text));
    }
    docs
}

/// `doc attr*`
fn preamble(cursor: &mut Cursor<'_>) -> Parsed<ast::Preamble> {
    let mut docs = ast::Docs::default();
    loop {
        match cursor.kind() {
            TokenKind::Doc(text) => {
                let text = text.clone();
                docs.lines.push(doc_line(cursor, text));
            }
            TokenKind::ModuleDoc(_) => {
                let message = "`//!` documents the file and stands only at its top";
                let diagnostic = Diagnostic::new(Code::StrayDoc, cursor.span(), message);
                cursor.report(diagnostic.help("write `///`"));
                cursor.bump();
            }
            _ => break,
        }
    }
    let attrs = attributes::attributes(cursor)?;
    refuse_docs_after_attributes(cursor, &attrs)?;
    Ok(ast::Preamble { docs, attrs })
}

fn refuse_docs_after_attributes(cursor: &mut Cursor<'_>, attrs: &[ast::Attr]) -> Parsed<()> {
    let is_doc = matches!(cursor.kind(), TokenKind::Doc(_) | TokenKind::ModuleDoc(_));
    if !is_doc || attrs.is_empty() {
        return Ok(());
    }
    let message = "a doc comment stands before the attributes";
    let diagnostic = Diagnostic::new(Code::StrayDoc, cursor.span(), message);
    cursor.report(diagnostic.help("move it above the first `@`"));
    Err(Abort)
}

/// Refuses docs and attributes where the grammar has none.
fn refuse(cursor: &mut Cursor<'_>, preamble: &ast::Preamble, what: &str) {
    let doc = preamble.docs.lines.first().map(|line| line.span);
    let attr = preamble.attrs.first().map(|attr| attr.span);
    let places = [
        (doc, Code::StrayDoc, "docs"),
        (attr, Code::MisplacedAttribute, "attributes"),
    ];
    for (span, code, found) in places {
        if let Some(span) = span {
            let message = format!("{what} has no {found} of its own");
            cursor.report(Diagnostic::new(code, span, message).help("remove it, or write `//`"));
        }
    }
}

/// Adds a name to a preamble.
fn head(preamble: ast::Preamble, name: ast::Ident) -> ast::Head {
    ast::Head {
        docs: preamble.docs,
        attrs: preamble.attrs,
        name,
    }
}

fn doc_line(cursor: &mut Cursor<'_>, text: String) -> ast::DocLine {
    let mut span = cursor.bump();
    // The mark, and the blank that the lexer left out.
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let mark = (span.end - span.start).saturating_sub(length).min(4);
    span.start += mark;
    ast::DocLine { text, span }
}

#[cfg(test)]
mod tests;
