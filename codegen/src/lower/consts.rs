//! Consts: a value that fits its type.

use super::Lowerer;
use super::target::Target;
use super::types::Place;
use crate::diagnostics::Code;
use crate::model::{Const, Literal, Prim, Ty, TyKind};
use crate::syntax::ast::{self, LiteralKind};

/// The largest whole number that every language can hold: 2^53 - 1.
pub(super) const MAX_COUNT: u64 = (1 << 53) - 1;

impl Lowerer<'_> {
    pub(super) fn constant(&mut self, constant: &ast::Const) -> Option<Const> {
        let meta = self.meta(&constant.head, Target::Const, None);
        let ty = self.ty(&constant.ty, Place::Inner)?;
        let value = self.const_value(&ty, constant)?;
        Some(Const { meta, ty, value })
    }

    fn const_value(&mut self, ty: &Ty, constant: &ast::Const) -> Option<Literal> {
        let TyKind::Prim(prim) = ty.kind else {
            return self.no_const_type(constant);
        };
        let range = match prim {
            Prim::String | Prim::Bool => 0..=0,
            Prim::U32 => 0..=i128::from(u32::MAX),
            Prim::I32 => i128::from(i32::MIN)..=i128::from(i32::MAX),
            Prim::Count | Prim::F64 => 0..=i128::from(MAX_COUNT),
            Prim::Bytes | Prim::Json | Prim::JsonObject | Prim::Signal | Prim::Void => {
                return self.no_const_type(constant);
            }
        };
        if ty.nullable {
            return self.no_const_type(constant);
        }
        let (message, help) = match (prim, &constant.value.kind) {
            (Prim::String, LiteralKind::Str(text)) => return Some(Literal::String(text.clone())),
            (Prim::Bool, LiteralKind::Bool(value)) => return Some(Literal::Bool(*value)),
            (Prim::String, _) => ("a string is expected", "write it in quotes".to_owned()),
            (Prim::Bool, _) => (
                "`true` or `false` is expected",
                "write one of them".to_owned(),
            ),
            (_, LiteralKind::Int { value, negative }) => {
                let value = i128::from(*value) * if *negative { -1 } else { 1 };
                if range.contains(&value) {
                    return i64::try_from(value).ok().map(Literal::Int);
                }
                let help = format!("it holds {} to {}", range.start(), range.end());
                ("this number does not fit its type", help)
            }
            _ => (
                "a whole number is expected",
                "e.g. `64` or `64KiB`".to_owned(),
            ),
        };
        self.error(Code::InvalidConst, constant.value.span, message, &help);
        None
    }

    fn no_const_type(&mut self, constant: &ast::Const) -> Option<Literal> {
        let message = "a const cannot have this type";
        let help = "a const is a `string`, a `bool` or a number, and never null";
        self.error(Code::InvalidConst, constant.ty.span, message, help);
        None
    }
}

/// The value of a const that can bound a limit.
pub(super) fn const_count(constant: &ast::Const) -> Option<u64> {
    let is_whole = matches!(
        &constant.ty.kind,
        ast::TypeKind::Name(name) if ["count", "u32", "i32"].contains(&name.text.as_str())
    );
    match constant.value.kind {
        LiteralKind::Int {
            value,
            negative: false,
        } if is_whole => Some(value),
        _ => None,
    }
}
