//! `@limit`: what it counts, and that something can meet it.

use super::Lowerer;
use super::consts::{MAX_COUNT, const_count};
use crate::diagnostics::{Code, Diagnostic, nearest};
use crate::model::{Bound, Limit, Prim, Ty, TyKind};
use crate::source::Span;
use crate::syntax::ast;

pub(super) fn lower(
    lowerer: &mut Lowerer<'_>,
    attr: Span,
    range: &ast::Range,
    ty: Option<&Ty>,
) -> Option<Limit> {
    let largest = match ty.map(largest) {
        Some(None) => {
            let message = "`@limit` has nothing to count here";
            let help = "it counts the bytes of a string, of `bytes` or of JSON, the items of a list or map, or bounds a \
                        number; the variants of a union have limits of their own";
            lowerer.error(Code::MisplacedAttribute, attr, message, help);
            return None;
        }
        Some(Some(largest)) => largest,
        None => MAX_COUNT,
    };
    if range.min.is_none() && range.max.is_none() {
        let help = "write a bound on one side at least: `1..`, `..64` or `1..64`";
        lowerer.error(
            Code::InvalidLimit,
            range.span,
            "this limit limits nothing",
            help,
        );
        return None;
    }
    let min = lower_bound(lowerer, range.min.as_ref());
    let max = lower_bound(lowerer, range.max.as_ref());
    let (min, max) = (min?, max?);
    check_bounds(lowerer, range.span, value(&min), value(&max), largest);
    Some(Limit {
        min: min.map(|(bound, _)| bound),
        max: max.map(|(bound, _)| bound),
    })
}

/// The largest value or size that can be limited, if the type has any.
fn largest(ty: &Ty) -> Option<u64> {
    match &ty.kind {
        TyKind::Prim(Prim::U32) => Some(u64::from(u32::MAX)),
        TyKind::Prim(Prim::I32) => Some(u64::from(i32::MAX.unsigned_abs())),
        TyKind::Prim(Prim::Bool | Prim::Signal | Prim::Void) => None,
        TyKind::Prim(_) | TyKind::List(_) | TyKind::Map(_) => Some(MAX_COUNT),
        TyKind::Future(_) | TyKind::Fn { .. } | TyKind::Named(_) => None,
    }
}

fn check_bounds(
    lowerer: &mut Lowerer<'_>,
    span: Span,
    min: Option<u64>,
    max: Option<u64>,
    largest: u64,
) {
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        let message = format!("nothing is at least {min} and at most {max}");
        let help = "write the smaller bound first";
        lowerer.error(Code::InvalidLimit, span, message, help);
    } else if let Some(bound) = min.max(max).filter(|bound| *bound > largest) {
        let message = format!("the bound {bound} is beyond what the type can hold");
        let help = format!("the type holds at most {largest}");
        lowerer.error(Code::InvalidLimit, span, message, &help);
    } else if min == Some(0) && max.is_none() {
        let message = "everything is at least 0";
        lowerer.error(Code::InvalidLimit, span, message, "remove the limit");
    }
}

type Lowered = Option<(Bound, u64)>;

fn value(bound: &Lowered) -> Option<u64> {
    bound.as_ref().map(|(_, value)| *value)
}

/// A bound and its value; the outer option is empty after a mistake.
fn lower_bound(lowerer: &mut Lowerer<'_>, bound: Option<&ast::Bound>) -> Option<Lowered> {
    let name = match bound {
        None => return Some(None),
        Some(ast::Bound::Int(int)) => return Some(Some((Bound::Int(int.value), int.value))),
        Some(ast::Bound::Const(name)) => name,
    };
    let Some(ast::Item::Const(constant)) = lowerer.scope.item(&name.text) else {
        let message = format!("there is no const `{}`", name.text);
        let near = nearest(&name.text, lowerer.scope.consts());
        let diagnostic = Diagnostic::new(Code::InvalidLimit, name.span, message);
        lowerer.report(diagnostic.did_you_mean(near));
        return None;
    };
    let Some(value) = const_count(constant) else {
        let message = format!("`{}` is not a whole number from 0 on", name.text);
        let help = "a bound is a const of type `count` or `u32`";
        lowerer.error(Code::InvalidLimit, name.span, message, help);
        return None;
    };
    Some(Some((Bound::Const(name.text.clone()), value)))
}
