//! How data crosses: `described(by:)` on the way to the engine, `init(given:)` on the way back (see
//! `bindings/swift/Sources/Libfx/Crossing.swift` and `JSONValue+Given.swift`).

use super::Api;
use super::expressions::{described, described_some, given, given_field};
use super::names::quoted;
use super::unions::otherwise;
use crate::emit::Writer;
use crate::emit::crossing::Crossing;
use crate::model::{
    Decl, Enum, Field, KindUnion, Prim, Record, TaggedUnion, TaggedVariant, Ty, TyKind,
};

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
            describing(out, |out| out.line(".string(rawValue)"));
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
            describing(out, |out| {
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
            let scope = if api.holds_objects(&Ty::named(owner)) {
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
            describing(out, |out| {
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
            describing(out, |out| {
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

pub(super) fn describing(out: &mut Writer, body: impl FnOnce(&mut Writer)) {
    let open = "func described(by crossing: Crossing) -> JSONValue {";
    out.block(open, "}", body);
}

fn making(out: &mut Writer, scope: &str, body: impl FnOnce(&mut Writer)) {
    let open = format!("init(given value: JSONValue{scope}) throws(FxError) {{");
    out.block(open, "}", body);
}
