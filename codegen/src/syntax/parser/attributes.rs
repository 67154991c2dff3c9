//! Attributes and the ranges in them.

use super::cursor::Cursor;
use super::{Parsed, ast};
use crate::diagnostics::{Code, Diagnostic};
use crate::syntax::lexer::{self, TokenKind};

/// `attr*`
pub(super) fn attributes(cursor: &mut Cursor<'_>) -> Parsed<Vec<ast::Attr>> {
    let mut attrs = Vec::new();
    while let Some(at) = cursor.eat_punct("@") {
        let name = cursor.ident("the attribute's name")?;
        let args = arguments(cursor)?;
        let span = at.to(cursor.last_span());
        attrs.push(ast::Attr { name, args, span });
    }
    Ok(attrs)
}

/// `( "(" arg ("," arg)* ")" )?`
fn arguments(cursor: &mut Cursor<'_>) -> Parsed<Vec<ast::Arg>> {
    let mut args = Vec::new();
    if cursor.eat_punct("(").is_none() {
        return Ok(args);
    }
    loop {
        args.push(argument(cursor)?);
        if cursor.eat_punct(",").is_none() {
            cursor.expect_punct(")")?;
            return Ok(args);
        }
    }
}

/// `arg := ident | string | int | range`
fn argument(cursor: &mut Cursor<'_>) -> Parsed<ast::Arg> {
    if let TokenKind::Str(_) = cursor.kind() {
        return Ok(ast::Arg::Str(cursor.string("a string")?));
    }
    let start = cursor.span();
    let min = bound(cursor)?;
    if cursor.eat_punct("..").is_some() {
        let max = bound(cursor)?;
        let span = start.to(cursor.last_span());
        return Ok(ast::Arg::Range(ast::Range { min, max, span }));
    }
    match min {
        Some(ast::Bound::Int(int)) => Ok(ast::Arg::Int(int)),
        Some(ast::Bound::Const(name)) => Ok(ast::Arg::Ident(name)),
        None => Err(cursor.unexpected("an argument")),
    }
}

/// `bound?`
fn bound(cursor: &mut Cursor<'_>) -> Parsed<Option<ast::Bound>> {
    match cursor.kind() {
        TokenKind::Int(_) => Ok(Some(ast::Bound::Int(int(cursor)?))),
        TokenKind::Ident(_) => Ok(Some(ast::Bound::Const(cursor.ident("a const")?))),
        _ => Ok(None),
    }
}

/// `int := digits ("KiB"|"MiB")?`, where a blank may stand before the unit.
pub(super) fn int(cursor: &mut Cursor<'_>) -> Parsed<ast::Int> {
    let TokenKind::Int(value) = *cursor.kind() else {
        return Err(cursor.unexpected("a number"));
    };
    let span = cursor.bump();
    let TokenKind::Ident(word) = cursor.kind() else {
        return Ok(ast::Int { value, span });
    };
    let Some(factor) = lexer::unit_factor(word) else {
        return Ok(ast::Int { value, span });
    };
    let span = span.to(cursor.bump());
    let value = value.checked_mul(factor).unwrap_or_else(|| {
        let message = "this number is too large";
        cursor.report(Diagnostic::new(Code::InvalidNumber, span, message));
        0
    });
    Ok(ast::Int { value, span })
}
