//! Declarations.

use super::attributes::int;
use super::cursor::Cursor;
use super::members::{
    enum_variant, field, interface_member, kind_variant, members, names, signature, strings,
    tagged_variant,
};
use super::types::ty;
use super::{Parsed, ast, head, preamble, refuse};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::lexer::TokenKind;

/// The words that declarations start with.
pub(super) const KEYWORDS: &[&str] = &[
    "const",
    "enum",
    "record",
    "union",
    "interface",
    "runtime",
    "host",
    "async",
    "function",
    "foreign",
    "errors",
    "entry",
    "naming",
];

/// `item := doc attr* (const | enum | …)`
pub(super) fn item(cursor: &mut Cursor<'_>) -> Parsed<ast::Item> {
    let preamble = preamble(cursor)?;
    let TokenKind::Ident(keyword) = cursor.kind() else {
        return Err(no_declaration(cursor, &preamble));
    };
    match keyword.as_str() {
        "const" => constant(cursor, preamble),
        "enum" => enumeration(cursor, preamble),
        "record" => record(cursor, preamble),
        "union" => union(cursor, preamble),
        "runtime" => interface(cursor, preamble, ast::Side::Runtime),
        "host" => interface(cursor, preamble, ast::Side::Host),
        "interface" => Err(sideless_interface(cursor)),
        "async" | "function" => function(cursor, preamble),
        "foreign" => foreign(cursor, preamble),
        "errors" => errors(cursor, preamble),
        "entry" => entry(cursor, preamble),
        "naming" => naming(cursor, preamble),
        _ => Err(no_declaration(cursor, &preamble)),
    }
}

fn no_declaration(cursor: &mut Cursor<'_>, preamble: &ast::Preamble) -> super::Abort {
    if cursor.at_end()
        && let Some(line) = preamble.docs.lines.first()
    {
        let message = "this doc comment documents nothing";
        let diagnostic = Diagnostic::new(Code::StrayDoc, line.span, message);
        cursor.report(diagnostic.help("move it before a declaration, or write `//`"));
        return super::Abort;
    }
    cursor.unexpected("a declaration")
}

fn sideless_interface(cursor: &mut Cursor<'_>) -> super::Abort {
    let message = "an interface says who implements it";
    let diagnostic = Diagnostic::new(Code::UnexpectedToken, cursor.span(), message);
    cursor.report(diagnostic.help("write `runtime interface` or `host interface`"));
    cursor.bump();
    super::Abort
}

/// `"const" name ":" type "=" literal`
fn constant(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    cursor.bump();
    let name = cursor.ident("the const's name")?;
    cursor.expect_punct(":")?;
    let ty = ty(cursor)?;
    cursor.expect_punct("=")?;
    Ok(ast::Item::Const(ast::Const {
        head: head(preamble, name),
        ty,
        value: literal(cursor)?,
    }))
}

/// `literal := "-"? int | string | "true" | "false" | "null"`
fn literal(cursor: &mut Cursor<'_>) -> Parsed<ast::Literal> {
    let start = cursor.span();
    let negative = cursor.eat_punct("-").is_some();
    let kind = match cursor.kind() {
        TokenKind::Int(_) => ast::LiteralKind::Int {
            value: int(cursor)?.value,
            negative,
        },
        TokenKind::Str(_) if !negative => ast::LiteralKind::Str(cursor.string("a string")?.value),
        TokenKind::Ident(word) if !negative && word == "true" => word_literal(cursor, true),
        TokenKind::Ident(word) if !negative && word == "false" => word_literal(cursor, false),
        TokenKind::Ident(word) if !negative && word == "null" => {
            cursor.bump();
            ast::LiteralKind::Null
        }
        _ => return Err(cursor.unexpected("a number, a string, `true` or `false`")),
    };
    Ok(ast::Literal {
        kind,
        span: start.to(cursor.last_span()),
    })
}

fn word_literal(cursor: &mut Cursor<'_>, value: bool) -> ast::LiteralKind {
    cursor.bump();
    ast::LiteralKind::Bool(value)
}

/// `"enum" Name "{" (doc attr* name "=" string)* "}"`
fn enumeration(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    cursor.bump();
    let name = cursor.ident("the enum's name")?;
    Ok(ast::Item::Enum(ast::Enum {
        head: head(preamble, name),
        variants: members(cursor, enum_variant)?,
    }))
}

/// `"record" Name "{" field* "}"`
fn record(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    cursor.bump();
    let name = cursor.ident("the record's name")?;
    Ok(ast::Item::Record(ast::Record {
        head: head(preamble, name),
        fields: members(cursor, field)?,
    }))
}

/// `"union" Name "by" ("kind" | string ("otherwise" type)?) "{" … "}"`
fn union(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    cursor.bump();
    let name = cursor.ident("the union's name")?;
    cursor.expect_word("by")?;
    if cursor.eat_word("kind").is_some() {
        return Ok(ast::Item::KindUnion(ast::KindUnion {
            head: head(preamble, name),
            variants: members(cursor, kind_variant)?,
        }));
    }
    let tag = cursor.string("`kind`, or the name of the tag as a string")?;
    let otherwise = match cursor.eat_word("otherwise") {
        Some(_) => Some(ty(cursor)?),
        None => None,
    };
    Ok(ast::Item::TaggedUnion(ast::TaggedUnion {
        head: head(preamble, name),
        tag,
        otherwise,
        variants: members(cursor, tagged_variant)?,
    }))
}

/// `("runtime" | "host") "interface" Name "{" member* "}"`
fn interface(
    cursor: &mut Cursor<'_>,
    preamble: ast::Preamble,
    side: ast::Side,
) -> Parsed<ast::Item> {
    cursor.bump();
    cursor.expect_word("interface")?;
    let name = cursor.ident("the interface's name")?;
    Ok(ast::Item::Interface(ast::Interface {
        head: head(preamble, name),
        side,
        members: members(cursor, interface_member)?,
    }))
}

/// `"async"? "function" signature`
fn function(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    let is_async = cursor.eat_word("async").is_some();
    cursor.expect_word("function")?;
    Ok(ast::Item::Function(signature(cursor, preamble, is_async)?))
}

/// `"foreign" Name ":" shape "{" (lang "=" string)* "}"`
fn foreign(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    cursor.bump();
    let name = cursor.ident("the type's name")?;
    cursor.expect_punct(":")?;
    let shape = cursor.ident("`function`, `object` or `any`")?;
    let spellings = members(cursor, |cursor, preamble| {
        refuse(cursor, &preamble, "a spelling");
        let language = cursor.ident("a language")?;
        cursor.expect_punct("=")?;
        Ok((language, cursor.string("the type in that language")?))
    })?;
    Ok(ast::Item::Foreign(ast::Foreign {
        head: head(preamble, name),
        shape,
        spellings,
    }))
}

/// `"errors" Name "{" field* "codes" "{" code* "}" "}"`
fn errors(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    cursor.bump();
    let name = cursor.ident("the error type's name")?;
    let mut codes = Vec::new();
    let fields = members(cursor, |cursor, preamble| {
        let starts_codes =
            cursor.at_word("codes") && matches!(cursor.kind_behind(), Some(TokenKind::Punct("{")));
        if !starts_codes {
            return field(cursor, preamble).map(Some);
        }
        refuse(cursor, &preamble, "the list of codes");
        cursor.bump();
        codes.extend(members(cursor, error_code)?);
        Ok(None)
    })?;
    Ok(ast::Item::Errors(ast::Errors {
        head: head(preamble, name),
        fields: fields.into_iter().flatten().collect(),
        codes,
    }))
}

/// `name "=" string "is" string`
fn error_code(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::ErrorCode> {
    let name = cursor.ident("the code's name")?;
    cursor.expect_punct("=")?;
    let value = cursor.string("the code's string")?;
    cursor.expect_word("is")?;
    let class = match cursor.kind() {
        TokenKind::Str(_) => cursor.string("a class")?,
        _ => {
            let ast::Ident { text, span } = cursor.ident("`Error`, `TypeError` or `RangeError`")?;
            ast::Str { value: text, span }
        }
    };
    Ok(ast::ErrorCode {
        head: head(preamble, name),
        value,
        class,
    })
}

/// `"entry" string "{" ("export" name ("," name)*)* "}"`
fn entry(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    cursor.bump();
    let path = cursor.string("the entry point's path")?;
    let exports = members(cursor, |cursor, preamble| {
        refuse(cursor, &preamble, "an export");
        cursor.expect_word("export")?;
        names(cursor, "the name of a declaration")
    })?;
    Ok(ast::Item::Entry(ast::Entry {
        preamble,
        path,
        exports: exports.into_iter().flatten().collect(),
    }))
}

/// `"naming" "{" ("acronyms" string ("," string)*)? ("reserved" string ("," string)*)? "}"`
fn naming(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Item> {
    let span: Span = cursor.bump();
    let (mut acronyms, mut reserved) = (Vec::new(), Vec::new());
    members(cursor, |cursor, preamble| {
        refuse(cursor, &preamble, "a list of words");
        let list = match (cursor.at_word("acronyms"), cursor.at_word("reserved")) {
            (true, _) => &mut acronyms,
            (_, true) => &mut reserved,
            _ => return Err(cursor.unexpected("`acronyms` or `reserved`")),
        };
        cursor.bump();
        list.extend(strings(cursor, "a word in quotes")?);
        Ok(())
    })?;
    Ok(ast::Item::Naming(ast::Naming {
        preamble,
        acronyms,
        reserved,
        span,
    }))
}
