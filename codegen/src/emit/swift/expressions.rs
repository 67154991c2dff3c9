//! Expressions by which values cross: described on the way to the engine, made of what it gave on the way back.

use super::Api;
use super::names::quoted;
use crate::model::{Decl, Field, FnParam, Prim, Record, Ty, TyKind};

/// The expression that describes `value`.
pub(super) fn described(api: Api<'_>, ty: &Ty, value: &str) -> String {
    if ty.nullable {
        let some = described_some(api, ty, "value");
        return format!("{value}.map {{ value in {some} }} ?? .null");
    }
    described_some(api, ty, value)
}

pub(super) fn described_some(api: Api<'_>, ty: &Ty, value: &str) -> String {
    match &ty.kind {
        TyKind::Prim(prim) => described_primitive(*prim, value),
        TyKind::List(item) => {
            format!(
                ".array({value}.map {{ item in {} }})",
                described(api, item, "item")
            )
        }
        TyKind::Map(item) => {
            let item = described(api, item, "item");
            format!("crossing.map({value}.mapValues {{ item in {item} }})")
        }
        TyKind::Fn { params, .. } => callback(api, params, value),
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Foreign(_) => format!("crossing.foreign({value})"),
            Decl::Record(record) if api.is_only_signals(record) => signals(api, record),
            _ => format!("{value}.described(by: crossing)"),
        },
        TyKind::Future(_) => unreachable!("futures are given, and never taken"),
    }
}

fn described_primitive(prim: Prim, value: &str) -> String {
    match prim {
        Prim::String => format!(".string({value})"),
        Prim::Bool => format!(".bool({value})"),
        Prim::U32 | Prim::I32 | Prim::Count => format!(".int({value})"),
        Prim::F64 => format!(".double({value})"),
        Prim::Bytes => format!("crossing.bytes({value})"),
        Prim::Json => format!("crossing.json({value})"),
        Prim::JsonObject => format!("crossing.json(.object({value}))"),
        Prim::Signal => "crossing.signal()".to_owned(),
        Prim::Void => ".null".to_owned(),
    }
}

/// A function of the application that answers nothing.
fn callback(api: Api<'_>, params: &[FnParam], value: &str) -> String {
    let args = params.iter().enumerate();
    let args = args.map(|(at, param)| given(api, &param.ty, &format!("arguments.at({at})")));
    let args = args.collect::<Vec<_>>().join(", ");
    format!("crossing.function {{ arguments in {value}({args}) }}")
}

/// A record that is nothing but signals: the task's own cancellation.
pub(super) fn signals(api: Api<'_>, record: &Record) -> String {
    let fields = record.fields.iter().filter(|it| api.has(&it.meta.attrs));
    let fields = fields.map(|it| format!("{}: crossing.signal()", quoted(it.meta.name.source())));
    format!(
        "crossing.members([{}])",
        fields.collect::<Vec<_>>().join(", ")
    )
}

/// The expression that makes a value of what the engine gave.
pub(super) fn given(api: Api<'_>, ty: &Ty, value: &str) -> String {
    if ty.nullable {
        let some = given_some(api, ty, "value");
        return format!("try {value}.unlessNull().map {{ (value) throws(FxError) in {some} }}");
    }
    given_some(api, ty, value)
}

fn given_some(api: Api<'_>, ty: &Ty, value: &str) -> String {
    let mapped = |item: &Ty| {
        format!(
            "{{ (item) throws(FxError) in {} }}",
            given(api, item, "item")
        )
    };
    match &ty.kind {
        TyKind::Prim(Prim::Json) => match value.contains('(') {
            true => format!("try {value}"),
            false => value.to_owned(),
        },
        TyKind::Prim(prim) => format!("try {value}.{}()", given_primitive(*prim)),
        TyKind::List(item) => format!("try {value}.items().map {}", mapped(item)),
        TyKind::Map(item) => format!("try {value}.mapMembers {}", mapped(item)),
        TyKind::Future(item) => given(api, item, value),
        TyKind::Named(name) => {
            let made = api.type_of(name);
            let scope = if api.holds_objects(&Ty::named(name)) {
                ", in: scope"
            } else {
                ""
            };
            match api.is_host_interface(name) {
                true => format!(
                    "try {}.made(of: {value}{scope})",
                    super::objects::lent_name(&made)
                ),
                false => format!("try {made}(given: {value}{scope})"),
            }
        }
        TyKind::Fn { .. } => unreachable!("callbacks of the application do not come back"),
    }
}

fn given_primitive(prim: Prim) -> &'static str {
    match prim {
        Prim::String => "text",
        Prim::Bool => "flag",
        Prim::U32 | Prim::I32 | Prim::Count => "whole",
        Prim::F64 => "real",
        Prim::JsonObject => "members",
        Prim::Bytes | Prim::Json | Prim::Signal | Prim::Void => unreachable!("checked before"),
    }
}

/// A member that the engine gave.
pub(super) fn given_field(api: Api<'_>, record: &str, field: &Field, value: &str) -> String {
    let name = quoted(field.meta.name.source());
    if !field.optional {
        return given(api, &field.ty, &format!("{value}.member({name})"));
    }
    let made = given_some(api, &field.ty, "item");
    let made =
        format!("try {value}.memberIfAny({name}).map {{ (item) throws(FxError) in {made} }}");
    match api.default_of(record, field) {
        Some("nil") | None => made,
        Some(empty) => format!("({made}) ?? {empty}"),
    }
}
