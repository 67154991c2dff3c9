//! What stands between the braces of a declaration.

use super::cursor::Cursor;
use super::types::{params, ty};
use super::{Abort, Parsed, ast, head, preamble};
use crate::diagnostics::{Code, Diagnostic};
use crate::syntax::lexer::TokenKind;

/// `"{" rule* "}"`, where each member has its docs and attributes before it.
pub(super) fn members<T>(
    cursor: &mut Cursor<'_>,
    mut rule: impl FnMut(&mut Cursor<'_>, ast::Preamble) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    let mut members = Vec::new();
    cursor.expect_punct("{")?;
    while cursor.eat_punct("}").is_none() {
        if cursor.at_end() {
            return Err(cursor.unexpected("`}`"));
        }
        let before = cursor.progress();
        match member(cursor, &mut rule) {
            Ok(member) => members.push(member),
            Err(Abort) => cursor.skip_line(before),
        }
    }
    Ok(members)
}

fn member<T>(
    cursor: &mut Cursor<'_>,
    rule: &mut impl FnMut(&mut Cursor<'_>, ast::Preamble) -> Parsed<T>,
) -> Parsed<T> {
    let preamble = preamble(cursor)?;
    if cursor.at_punct("}")
        && let Some(line) = preamble.docs.lines.first()
    {
        let message = "this doc comment documents nothing";
        let diagnostic = Diagnostic::new(Code::StrayDoc, line.span, message);
        cursor.report(diagnostic.help("move it before a member, or write `//`"));
        return Err(Abort);
    }
    rule(cursor, preamble)
}

/// `field := doc attr* name "?"? ":" type`
pub(super) fn field(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Field> {
    let name = cursor.ident("a field's name")?;
    let optional = cursor.eat_punct("?").is_some();
    cursor.expect_punct(":")?;
    Ok(ast::Field {
        head: head(preamble, name),
        optional,
        ty: ty(cursor)?,
    })
}

/// `name "=" string`
pub(super) fn enum_variant(
    cursor: &mut Cursor<'_>,
    preamble: ast::Preamble,
) -> Parsed<ast::EnumVariant> {
    let name = cursor.ident("a variant's name")?;
    cursor.expect_punct("=")?;
    Ok(ast::EnumVariant {
        head: head(preamble, name),
        value: cursor.string("the variant's string")?,
    })
}

/// `name "=" string "{" field* "}"`
pub(super) fn tagged_variant(
    cursor: &mut Cursor<'_>,
    preamble: ast::Preamble,
) -> Parsed<ast::TaggedVariant> {
    let name = cursor.ident("a variant's name")?;
    cursor.expect_punct("=")?;
    Ok(ast::TaggedVariant {
        head: head(preamble, name),
        value: cursor.string("the tag's value")?,
        fields: members(cursor, field)?,
    })
}

/// `name ":" type`
pub(super) fn kind_variant(
    cursor: &mut Cursor<'_>,
    preamble: ast::Preamble,
) -> Parsed<ast::KindVariant> {
    let name = cursor.ident("a variant's name")?;
    cursor.expect_punct(":")?;
    Ok(ast::KindVariant {
        head: head(preamble, name),
        ty: ty(cursor)?,
    })
}

/// `member := doc attr* (property | "iterates" type | method)`
pub(super) fn interface_member(
    cursor: &mut Cursor<'_>,
    preamble: ast::Preamble,
) -> Parsed<ast::Member> {
    if cursor.at_keyword("iterates") {
        return iterates(cursor, preamble).map(ast::Member::Iterates);
    }
    if cursor.at_keyword("const") {
        let constant = Some(cursor.bump());
        return property(cursor, preamble, constant).map(ast::Member::Property);
    }
    if cursor.at_keyword("async") || is_method(cursor) {
        return method(cursor, preamble).map(ast::Member::Method);
    }
    property(cursor, preamble, None).map(ast::Member::Property)
}

fn iterates(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Iterates> {
    let start = cursor.bump();
    let ty = ty(cursor)?;
    Ok(ast::Iterates {
        docs: preamble.docs,
        attrs: preamble.attrs,
        ty,
        span: start.to(cursor.last_span()),
    })
}

fn property(
    cursor: &mut Cursor<'_>,
    preamble: ast::Preamble,
    constant: Option<crate::source::Span>,
) -> Parsed<ast::Property> {
    let name = cursor.ident("a member's name")?;
    let optional = cursor.eat_punct("?").is_some();
    cursor.expect_punct(":")?;
    Ok(ast::Property {
        head: head(preamble, name),
        constant,
        optional,
        ty: ty(cursor)?,
    })
}

/// `name "("` or `name "?" "("`
fn is_method(cursor: &Cursor<'_>) -> bool {
    match cursor.kind_behind() {
        Some(TokenKind::Punct("(")) => true,
        Some(TokenKind::Punct("?")) => cursor.kind_at(2) == Some(&TokenKind::Punct("(")),
        _ => false,
    }
}

/// `"async"? name "?"? signature`
fn method(cursor: &mut Cursor<'_>, preamble: ast::Preamble) -> Parsed<ast::Function> {
    let is_async = cursor.at_keyword("async");
    if is_async {
        cursor.bump();
    }
    signature(cursor, preamble, is_async)
}

/// `name "?"? "(" params ")" ("->" type)? ("throws" name ("," name)*)?`
pub(super) fn signature(
    cursor: &mut Cursor<'_>,
    preamble: ast::Preamble,
    is_async: bool,
) -> Parsed<ast::Function> {
    let name = cursor.ident("a function's name")?;
    let optional = cursor.eat_punct("?");
    let params = params(cursor)?;
    let returns = match cursor.eat_punct("->") {
        Some(_) => Some(ty(cursor)?),
        None => None,
    };
    let throws = match cursor.at_keyword("throws") {
        true => {
            cursor.bump();
            names(cursor, "the name of an error code")?
        }
        false => Vec::new(),
    };
    Ok(ast::Function {
        head: head(preamble, name),
        is_async,
        optional,
        params,
        returns,
        throws,
    })
}

/// `name ("," name)*`
pub(super) fn names(cursor: &mut Cursor<'_>, what: &str) -> Parsed<Vec<ast::Ident>> {
    let mut names = vec![cursor.ident(what)?];
    while cursor.eat_punct(",").is_some() {
        names.push(cursor.ident(what)?);
    }
    Ok(names)
}

/// `string ("," string)*`
pub(super) fn strings(cursor: &mut Cursor<'_>, what: &str) -> Parsed<Vec<ast::Str>> {
    let mut strings = vec![cursor.string(what)?];
    while cursor.eat_punct(",").is_some() {
        strings.push(cursor.string(what)?);
    }
    Ok(strings)
}
