//! How data crosses: `described(by:)` on the way to the engine, `init(given:)` on the way back (see
//! `bindings/swift/Sources/Libfx/Crossing.swift` and `JSONValue+Given.swift`).

use super::Api;
use super::names::quoted;
use super::unions::otherwise;
use crate::emit::Writer;
use crate::emit::crossing::Crossing;
use crate::model::{
    Decl, Enum, Field, FnParam, KindUnion, Prim, Record, Side, TaggedUnion, TaggedVariant, Ty,
    TyKind,
};

/// The expression that describes `value`.
pub(super) fn described(api: Api<'_>, ty: &Ty, value: &str) -> String {
    if ty.nullable {
        let some = described_some(api, ty, "value");
        return format!("{value}.map {{ value in {some} }} ?? .null");
    }
    described_some(api, ty, value)
}

fn described_some(api: Api<'_>, ty: &Ty, value: &str) -> String {
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
            let scope = if holds_objects(api, name) {
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

fn holds_objects(api: Api<'_>, name: &str) -> bool {
    api.holds_objects(&Ty::named(name))
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

/// Whether the engine reads values of the declaration: what the application passes, and what it passes to the methods of an
/// object that it is lent.
fn is_described(api: Api<'_>, name: &str) -> bool {
    let lent = Crossing::of_native(api.model).lent;
    let params = lent
        .iter()
        .flat_map(|it| &it.methods)
        .flat_map(|it| &it.params);
    let mut is_param = false;
    for param in params {
        param
            .ty
            .walk(&mut |ty| is_param |= matches!(&ty.kind, TyKind::Named(it) if it == name));
    }
    is_param || api.context.facts.direction(name).input
}

fn is_given(api: Api<'_>, name: &str) -> bool {
    api.context.facts.direction(name).output || Crossing::of_native(api.model).is_given(name)
}

pub(super) fn enumeration(out: &mut Writer, api: Api<'_>, it: &Enum) {
    let name = api.type_name(&it.meta.name);
    let source = it.meta.name.source();
    if is_described(api, source) {
        out.block(format!("extension {name} {{"), "}", |out| {
            describing(out, "crossing", |out| out.line(".string(rawValue)"));
        });
    }
    if is_given(api, source) {
        out.gap();
        out.block(format!("extension {name} {{"), "}", |out| {
            let mark = if it.meta.attrs.open { "" } else { "?" };
            making(out, "", |out| match mark {
                "" => out.line("self.init(rawValue: try value.text())"),
                _ => {
                    out.line("let text = try value.text()");
                    out.line(
                        "guard let known = Self(rawValue: text) else { throw .unexpected(value) }",
                    );
                    out.line("self = known");
                }
            });
        });
    }
}

pub(super) fn record(out: &mut Writer, api: Api<'_>, it: &Record) {
    if api.is_only_signals(it) {
        return;
    }
    let source = it.meta.name.source();
    let name = api.type_name(&it.meta.name);
    structure(out, api, source, &name, source, &it.fields, None);
}

/// The two ways of a struct. `owner` is the declaration that decides which there are.
fn structure(
    out: &mut Writer,
    api: Api<'_>,
    record: &str,
    name: &str,
    owner: &str,
    fields: &[Field],
    tag: Option<(&str, &str)>,
) {
    let existing: Vec<_> = fields.iter().filter(|it| api.has(&it.meta.attrs)).collect();
    if is_described(api, owner) {
        out.block(format!("extension {name} {{"), "}", |out| {
            describing(out, "crossing", |out| {
                let has_rest = existing.iter().find(|it| it.meta.attrs.rest);
                let close = match has_rest {
                    Some(rest) => format!("], besides: {})", api.member(&rest.meta.name)),
                    None => "])".to_owned(),
                };
                out.block("crossing.members([", close, |out| {
                    if let Some((tag, value)) = tag {
                        out.line(format!("{}: .string({}),", quoted(tag), quoted(value)));
                    }
                    for field in existing.iter().filter(|it| !it.meta.attrs.rest) {
                        let key = quoted(field.meta.name.source());
                        out.line(format!("{key}: {},", described_field(api, record, field)));
                    }
                });
            });
        });
    }
    if is_given(api, owner) {
        out.gap();
        out.block(format!("extension {name} {{"), "}", |out| {
            let fields: Vec<_> = api.fields(fields);
            let fields = fields
                .into_iter()
                .filter(|it| !matches!(it.ty.kind, TyKind::Fn { .. }));
            let fields: Vec<_> = fields.collect();
            let scope = if holds_objects(api, owner) {
                ", in scope: HostScope"
            } else {
                ""
            };
            making(out, scope, |out| {
                out.block("self.init(", ")", |out| {
                    let known: Vec<_> = tag.into_iter().map(|(tag, _)| tag).collect();
                    given_fields(out, api, record, &fields, &known);
                });
            });
        });
    }
}

fn given_fields(out: &mut Writer, api: Api<'_>, record: &str, fields: &[&Field], known: &[&str]) {
    for (at, field) in fields.iter().enumerate() {
        let comma = if at + 1 == fields.len() { "" } else { "," };
        let label = api.label(&field.meta.name);
        let value = match field.meta.attrs.rest {
            true => {
                let others = fields.iter().filter(|it| !it.meta.attrs.rest);
                let names = others
                    .map(|it| it.meta.name.source())
                    .chain(known.iter().copied());
                let names: Vec<_> = names.map(quoted).collect();
                format!("try value.members(besides: [{}])", names.join(", "))
            }
            false => given_field(api, record, field, "value"),
        };
        out.line(format!("{label}: {value}{comma}"));
    }
}

fn described_field(api: Api<'_>, record: &str, field: &Field) -> String {
    let member = api.member(&field.meta.name);
    if field.ty.kind == TyKind::Prim(Prim::Signal) {
        return "crossing.signal()".to_owned();
    }
    if !field.optional {
        return described(api, &field.ty, &member);
    }
    if api.is_empty_by_default(record, field) {
        return format!(
            "{member}.isEmpty ? nil : {}",
            described(api, &field.ty, &member)
        );
    }
    let some = described_some(api, &field.ty, "value");
    format!("{member}.map {{ value in {some} }}")
}

pub(super) fn tagged(out: &mut Writer, api: Api<'_>, it: &TaggedUnion) {
    let source = it.meta.name.source();
    let name = api.type_name(&it.meta.name);
    let variants: Vec<_> = it
        .variants
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    if is_described(api, source) {
        out.block(format!("extension {name} {{"), "}", |out| {
            describing(out, "crossing", |out| {
                out.line("switch self {");
                for variant in &variants {
                    let case = api.member(&variant.meta.name);
                    out.line(format!(
                        "case .{case}(let value): value.described(by: crossing)"
                    ));
                }
                if let Some(ty) = &it.otherwise {
                    let value = described(api, ty, "value");
                    out.line(format!("case .{}(let value): {value}", otherwise(ty)));
                }
                out.line("}");
            });
        });
    }
    if is_given(api, source) {
        out.gap();
        out.block(format!("extension {name} {{"), "}", |out| {
            making(out, "", |out| given_variant(out, api, it, &variants));
        });
    }
    for variant in variants {
        out.gap();
        let name = api.variant_type(it, variant);
        let tag = Some((it.tag.as_str(), variant.value.as_str()));
        structure(
            out,
            api,
            variant.meta.name.source(),
            &name,
            source,
            &variant.fields,
            tag,
        );
    }
}

fn given_variant(out: &mut Writer, api: Api<'_>, it: &TaggedUnion, variants: &[&TaggedVariant]) {
    let tag = quoted(&it.tag);
    out.line(format!("switch value.tag({tag}) {{"));
    for variant in variants {
        let case = api.member(&variant.meta.name);
        let name = api.variant_type(it, variant);
        out.line(format!(
            "case {}: self = .{case}(try {name}(given: value))",
            quoted(&variant.value)
        ));
    }
    match &it.otherwise {
        Some(ty) => {
            let value = given(api, ty, "value");
            out.line(format!("default: self = .{}({value})", otherwise(ty)));
        }
        None => out.line("default: throw .unexpected(value)"),
    }
    out.line("}");
}

pub(super) fn by_kind(out: &mut Writer, api: Api<'_>, it: &KindUnion) {
    let source = it.meta.name.source();
    let name = api.type_name(&it.meta.name);
    let variants: Vec<_> = it
        .variants
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    if is_described(api, source) {
        out.block(format!("extension {name} {{"), "}", |out| {
            describing(out, "crossing", |out| {
                out.line("switch self {");
                for variant in &variants {
                    let case = api.member(&variant.meta.name);
                    let value = described(api, &variant.ty, "value");
                    out.line(format!("case .{case}(let value): {value}"));
                }
                out.line("}");
            });
        });
    }
    if is_given(api, source) {
        out.gap();
        out.block(format!("extension {name} {{"), "}", |out| {
            making(out, "", |out| {
                out.line("switch value {");
                for variant in &variants {
                    let case = api.member(&variant.meta.name);
                    let made = given(api, &variant.ty, "value");
                    out.line(format!(
                        "case {}: self = .{case}({made})",
                        kind(api, &variant.ty)
                    ));
                }
                out.line("default: throw .unexpected(value)");
                out.line("}");
            });
        });
    }
}

/// The pattern of the JSON values that a type has.
fn kind(api: Api<'_>, ty: &Ty) -> &'static str {
    match &ty.kind {
        TyKind::Prim(Prim::String) => ".string",
        TyKind::Prim(Prim::Bool) => ".bool",
        TyKind::Prim(Prim::U32 | Prim::I32 | Prim::Count | Prim::F64) => ".int, .double",
        TyKind::List(_) => ".array",
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Enum(_) => ".string",
            _ => ".object",
        },
        TyKind::Prim(_) | TyKind::Map(_) | TyKind::Future(_) | TyKind::Fn { .. } => ".object",
    }
}

pub(super) fn describing(out: &mut Writer, crossing: &str, body: impl FnOnce(&mut Writer)) {
    let open = format!("func described(by {crossing}: Crossing) -> JSONValue {{");
    out.block(open, "}", body);
}

fn making(out: &mut Writer, scope: &str, body: impl FnOnce(&mut Writer)) {
    let open = format!("init(given value: JSONValue{scope}) throws(FxError) {{");
    out.block(open, "}", body);
}

/// Whether the interface is one of ours.
pub(super) fn is_runtime_interface(api: Api<'_>, name: &str) -> bool {
    matches!(api.find(name), Some(Decl::Interface(it)) if it.side == Side::Runtime)
}
