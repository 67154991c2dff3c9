//! Types, as Python spells them.

use super::api::Api;
use super::imports::Imports;
use crate::model::{Decl, FnParam, Prim, Ty, TyKind};

/// Who hands a value over: what is accepted is wider than what is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    ByHost,
    ByRuntime,
    /// To a function of the application, which has to validate it.
    ToHostFunction,
}

/// The type's text.
pub(super) fn spell(api: Api<'_>, ty: &Ty, given: Given, imports: &mut Imports) -> String {
    let text = match &ty.kind {
        TyKind::Prim(prim) => primitive(*prim, given, imports),
        TyKind::List(item) => {
            let item = spell(api, item, given, imports);
            match given {
                Given::ByHost => format!("{}[{item}]", imports.std("collections.abc", "Sequence")),
                Given::ByRuntime | Given::ToHostFunction => format!("list[{item}]"),
            }
        }
        TyKind::Map(value) => {
            let value = spell(api, value, given, imports);
            match given {
                Given::ByHost => {
                    format!(
                        "{}[str, {value}]",
                        imports.std("collections.abc", "Mapping")
                    )
                }
                Given::ByRuntime | Given::ToHostFunction => format!("dict[str, {value}]"),
            }
        }
        TyKind::Future(value) => {
            let value = spell(api, value, given, imports);
            format!("{}[{value}]", imports.std("collections.abc", "Awaitable"))
        }
        TyKind::Fn { params, returns } => callback(api, params, returns.as_deref(), imports),
        TyKind::Named(name) => named(api, name, imports),
    };
    match ty.nullable {
        true => format!("{text} | None"),
        false => text,
    }
}

fn primitive(prim: Prim, given: Given, imports: &mut Imports) -> String {
    match prim {
        Prim::String => "str".to_owned(),
        Prim::Bool => "bool".to_owned(),
        Prim::U32 | Prim::I32 | Prim::Count => "int".to_owned(),
        Prim::F64 => "float".to_owned(),
        Prim::Bytes => "bytes".to_owned(),
        Prim::Json => match given {
            Given::ByHost | Given::ToHostFunction => "object".to_owned(),
            Given::ByRuntime => imports.support("types", "JsonValue"),
        },
        Prim::JsonObject => match given {
            Given::ByHost => format!("{}[str, object]", imports.std("collections.abc", "Mapping")),
            Given::ByRuntime | Given::ToHostFunction => {
                format!("dict[str, {}]", imports.support("types", "JsonValue"))
            }
        },
        Prim::Signal => imports.std("threading", "Event"),
        Prim::Void => "None".to_owned(),
    }
}

fn named(api: Api<'_>, name: &str, imports: &mut Imports) -> String {
    let decl = api.model.decl(name);
    match decl {
        Decl::Foreign(it) => it.python.clone().unwrap_or_else(|| "object".to_owned()),
        _ => imports.module(&decl.meta().module, decl.meta().name.pascal()),
    }
}

fn callback(
    api: Api<'_>,
    params: &[FnParam],
    returns: Option<&Ty>,
    imports: &mut Imports,
) -> String {
    let callable = imports.std("collections.abc", "Callable");
    let params = params
        .iter()
        .map(|it| spell(api, &it.ty, Given::ByRuntime, imports));
    let params: Vec<_> = params.collect();
    let returns = match returns {
        Some(ty) => spell(api, ty, Given::ByHost, imports),
        None => "object".to_owned(),
    };
    format!("{callable}[[{}], {returns}]", params.join(", "))
}
