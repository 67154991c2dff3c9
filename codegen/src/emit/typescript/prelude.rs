//! Notation that several declarations share and the IDL has as built-in types.

use std::collections::BTreeSet;

use super::super::ecma::{Api, Given, members_given, spell};
use super::Writer;
use super::reach::types;
use crate::model::{Decl, Prim, Side, Ty, TyKind};

/// A name for something that the IDL has built in.
struct Notation {
    name: &'static str,
    text: &'static str,
    used: fn(Api<'_>, &Decl) -> bool,
}

const NOTATION: [Notation; 3] = [
    Notation {
        name: "JsonValue",
        text: "/** A value that JSON can hold. */\n\
               export type JsonValue =\n  \
                 | string\n  \
                 | number\n  \
                 | boolean\n  \
                 | null\n  \
                 | JsonValue[]\n  \
                 | { [key: string]: JsonValue }",
        used: has_json,
    },
    Notation {
        name: "Bytes",
        text: "/** Bytes, in any of the forms in which JavaScript has them. */\n\
               export type Bytes = ArrayBuffer | ArrayBufferView",
        used: takes_bytes,
    },
    Notation {
        name: "MaybePromise",
        text: "/** A value, now or later. */\n\
               export type MaybePromise<T> = T | Promise<T>",
        used: answers,
    },
];

/// Prints what `decls` use and is not `imported`.
pub(super) fn print(writer: &mut Writer, api: Api<'_>, decls: &[&Decl], imported: &BTreeSet<&str>) {
    for notation in used(api, decls).filter(|it| !imported.contains(it.name)) {
        writer.gap();
        writer.line(notation.text);
    }
}

/// The names of what `decls` use.
pub(super) fn names(api: Api<'_>, decls: &[&Decl]) -> impl Iterator<Item = &'static str> {
    used(api, decls).map(|notation| notation.name)
}

fn used(api: Api<'_>, decls: &[&Decl]) -> impl Iterator<Item = &'static Notation> {
    NOTATION
        .iter()
        .filter(move |notation| decls.iter().any(|decl| (notation.used)(api, decl)))
}

fn has_json(api: Api<'_>, decl: &Decl) -> bool {
    mentions(api, decl, &[Prim::Json, Prim::JsonObject])
}

fn mentions(api: Api<'_>, decl: &Decl, prims: &[Prim]) -> bool {
    types(api, decl).into_iter().any(|ty| {
        let mut found = false;
        ty.walk(&mut |ty| found |= matches!(&ty.kind, TyKind::Prim(prim) if prims.contains(prim)));
        found
    })
}

/// Whether the name `Bytes` appears in the declaration.
fn takes_bytes(api: Api<'_>, decl: &Decl) -> bool {
    let spelled = |ty: &Ty, given| spell(api, ty, given).contains("Bytes");
    match decl {
        Decl::Function(it) => it
            .params
            .iter()
            .any(|param| spelled(&param.ty, Given::ByHost)),
        Decl::Interface(it) => it.methods.iter().any(|method| match it.side {
            Side::Runtime => method
                .params
                .iter()
                .any(|param| spelled(&param.ty, Given::ByHost)),
            Side::Host => method.returns.iter().any(|ty| spelled(ty, Given::ByHost)),
        }),
        _ => types(api, decl).into_iter().any(|ty| {
            matches!(ty.kind, TyKind::Prim(Prim::Bytes)) && spelled(ty, members_given(api, decl))
        }),
    }
}

/// Whether the application may answer later: by a method of its own, or by a callback.
fn answers(api: Api<'_>, decl: &Decl) -> bool {
    let is_asked = |ty: &Ty| matches!(&ty.kind, TyKind::Fn { returns, .. } if returns.is_some());
    let waits = match decl {
        Decl::Interface(it) => it.side == Side::Host && it.methods.iter().any(|it| it.is_async),
        _ => false,
    };
    waits
        || types(api, decl).into_iter().any(|ty| {
            let mut found = false;
            ty.walk(&mut |ty| found |= is_asked(ty));
            found
        })
}
