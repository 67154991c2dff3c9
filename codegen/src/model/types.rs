//! Types: what a field, parameter or result can hold.

use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ty {
    pub kind: TyKind,
    /// `T | null`.
    pub nullable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TyKind {
    Prim(Prim),
    List(Box<Ty>),
    /// String keys.
    Map(Box<Ty>),
    /// A value that comes later.
    Future(Box<Ty>),
    /// A callback of the application.
    Fn {
        params: Vec<FnParam>,
        returns: Option<Box<Ty>>,
    },
    /// A declaration: enum, record, union, interface or foreign type.
    Named(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FnParam {
    pub name: String,
    pub ty: Ty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Prim {
    /// Unicode text, UTF-8 wherever its size is counted.
    String,
    Bool,
    U32,
    I32,
    F64,
    /// A whole number from 0 to 2^53 - 1.
    Count,
    Bytes,
    /// Any JSON value.
    Json,
    /// A JSON object.
    JsonObject,
    /// Cancellation in the language's own form (`AbortSignal`, task cancellation, `CancellationToken`).
    Signal,
    /// No value: only as `future<void>`.
    Void,
}

impl Prim {
    /// Each, as the IDL spells it.
    pub const ALL: &[(&str, Prim)] = &[
        ("string", Prim::String),
        ("bool", Prim::Bool),
        ("u32", Prim::U32),
        ("i32", Prim::I32),
        ("f64", Prim::F64),
        ("count", Prim::Count),
        ("bytes", Prim::Bytes),
        ("json", Prim::Json),
        ("jsonObject", Prim::JsonObject),
        ("signal", Prim::Signal),
        ("void", Prim::Void),
    ];
}

impl Ty {
    pub fn new(kind: TyKind) -> Self {
        Ty {
            kind,
            nullable: false,
        }
    }

    pub fn prim(prim: Prim) -> Self {
        Ty::new(TyKind::Prim(prim))
    }

    pub fn named(name: impl Into<String>) -> Self {
        Ty::new(TyKind::Named(name.into()))
    }

    /// Visits this type and every type inside it.
    pub fn walk(&self, visit: &mut impl FnMut(&Ty)) {
        visit(self);
        match &self.kind {
            TyKind::List(inner) | TyKind::Map(inner) | TyKind::Future(inner) => inner.walk(visit),
            TyKind::Fn { params, returns } => {
                for param in params {
                    param.ty.walk(visit);
                }
                if let Some(returns) = returns {
                    returns.walk(visit);
                }
            }
            TyKind::Prim(_) | TyKind::Named(_) => {}
        }
    }
}
