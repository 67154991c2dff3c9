//! Types and parameter lists.

use super::cursor::Cursor;
use super::{Abort, Parsed, ast, head, preamble};
use crate::diagnostics::{Code, Diagnostic};

/// Deeper types are refused, so that no input can exhaust the stack.
const MAX_DEPTH: usize = 32;

/// `type`
pub(super) fn ty(cursor: &mut Cursor<'_>) -> Parsed<ast::Type> {
    ty_within(cursor, MAX_DEPTH)
}

/// `"(" ((doc attr* name "?"? ":" type) separated by ",")? ")"`
pub(super) fn params(cursor: &mut Cursor<'_>) -> Parsed<Vec<ast::Param>> {
    params_within(cursor, MAX_DEPTH)
}

fn ty_within(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<ast::Type> {
    let Some(depth) = depth.checked_sub(1) else {
        let message = format!("this type is nested more than {MAX_DEPTH} levels deep");
        cursor.report(Diagnostic::new(Code::TooDeep, cursor.span(), message));
        return Err(Abort);
    };
    let name = cursor.ident("a type")?;
    let start = name.span;
    let kind = if name.text == "fn" && cursor.at_punct("(") {
        fn_type(cursor, depth)?
    } else if cursor.eat_punct("<").is_some() {
        let arg = Box::new(ty_within(cursor, depth)?);
        cursor.expect_punct(">")?;
        ast::TypeKind::Generic { name, arg }
    } else {
        ast::TypeKind::Name(name)
    };
    let mut ty = ast::Type {
        kind,
        nullable: None,
        span: start.to(cursor.last_span()),
    };
    if cursor.at_punct("[") {
        return Err(cursor.unexpected("the end of the type"));
    }
    if cursor.at_punct("|") {
        ty.nullable = Some(null(cursor)?);
        ty.span = start.to(cursor.last_span());
    }
    Ok(ty)
}

/// `"|" "null"`
fn null(cursor: &mut Cursor<'_>) -> Parsed<crate::source::Span> {
    let bar = cursor.span();
    if !matches!(cursor.kind_behind(), Some(kind) if kind.describe() == "`null`") {
        return Err(cursor.unexpected("the end of the type"));
    }
    cursor.bump();
    Ok(bar.to(cursor.bump()))
}

/// `"fn" "(" params ")" ("->" type)?`
fn fn_type(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<ast::TypeKind> {
    let params = params_within(cursor, depth)?;
    let returns = match cursor.eat_punct("->") {
        Some(_) => Some(Box::new(ty_within(cursor, depth)?)),
        None => None,
    };
    Ok(ast::TypeKind::Fn { params, returns })
}

fn params_within(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<Vec<ast::Param>> {
    cursor.expect_punct("(")?;
    let mut params = Vec::new();
    while cursor.eat_punct(")").is_none() {
        params.push(param(cursor, depth)?);
        if cursor.eat_punct(",").is_none() {
            cursor.expect_punct(")")?;
            break;
        }
    }
    Ok(params)
}

fn param(cursor: &mut Cursor<'_>, depth: usize) -> Parsed<ast::Param> {
    let preamble = preamble(cursor)?;
    let name = cursor.ident("a parameter's name")?;
    let optional = cursor.eat_punct("?").is_some();
    cursor.expect_punct(":")?;
    Ok(ast::Param {
        head: head(preamble, name),
        optional,
        ty: ty_within(cursor, depth)?,
    })
}
