//! Types, as TypeScript spells them.

use super::Api;
use crate::model::{Decl, FnParam, Prim, Ty, TyKind};

/// Who hands a value over. It decides how bytes, JSON and answers are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::emit) enum Given {
    /// The application to the runtime: everything that is accepted.
    ByHost,
    /// A method of the application to the runtime. Its answer is read as JSON, whatever type it has there.
    AnsweredByHost,
    /// The runtime to the application, as data.
    ByRuntime,
    /// The runtime to a function of the application, which has to validate it.
    ToHostFunction,
}

impl Given {
    /// What the arguments of a callback are, given how the callback itself was handed over.
    fn turned(self) -> Self {
        match self {
            Given::ByHost | Given::AnsweredByHost => Given::ToHostFunction,
            Given::ByRuntime | Given::ToHostFunction => Given::ByHost,
        }
    }
}

/// The type's text.
pub(in crate::emit) fn spell(api: Api<'_>, ty: &Ty, given: Given) -> String {
    let text = match &ty.kind {
        TyKind::Prim(prim) => primitive(*prim, given).to_owned(),
        TyKind::List(item) => list(&spell(api, item, given)),
        TyKind::Map(value) => format!("Record<string, {}>", spell(api, value, given)),
        TyKind::Future(value) => format!("Promise<{}>", spell(api, value, given)),
        TyKind::Fn { params, returns } => callback(api, params, returns.as_deref(), given),
        TyKind::Named(name) => name.clone(),
    };
    match ty.nullable {
        true => format!("{} | null", parenthesized(&text)),
        false => text,
    }
}

fn primitive(prim: Prim, given: Given) -> &'static str {
    match prim {
        Prim::String => "string",
        Prim::Bool => "boolean",
        Prim::U32 | Prim::I32 | Prim::F64 | Prim::Count => "number",
        Prim::Bytes => match given {
            Given::ByHost | Given::AnsweredByHost => "Bytes",
            Given::ByRuntime | Given::ToHostFunction => "Uint8Array",
        },
        Prim::Json => match given {
            Given::ByHost | Given::AnsweredByHost | Given::ByRuntime => "JsonValue",
            Given::ToHostFunction => "unknown",
        },
        Prim::JsonObject => match given {
            Given::AnsweredByHost => "object",
            Given::ByHost | Given::ByRuntime | Given::ToHostFunction => "Record<string, JsonValue>",
        },
        Prim::Signal => "AbortSignal",
        Prim::Void => "void",
    }
}

fn list(item: &str) -> String {
    format!("{}[]", parenthesized(item))
}

/// A union or a function has to be set apart before something is added to it.
fn parenthesized(text: &str) -> String {
    match text.contains(" | ") || text.contains("=>") {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}

fn callback(api: Api<'_>, params: &[FnParam], returns: Option<&Ty>, given: Given) -> String {
    let params: Vec<_> = params
        .iter()
        .map(|param| format!("{}: {}", param.name, spell(api, &param.ty, given.turned())))
        .collect();
    let returns = match returns {
        Some(ty) => format!("MaybePromise<{}>", spell(api, ty, given)),
        None => "void".to_owned(),
    };
    format!("({}) => {returns}", params.join(", "))
}

/// The spelling that a declaration's members have, from the direction of its values.
pub(in crate::emit) fn members_given(api: Api<'_>, decl: &Decl) -> Given {
    match api
        .context
        .facts
        .direction(decl.meta().name.source())
        .output
    {
        true => Given::ByRuntime,
        false => Given::ByHost,
    }
}
