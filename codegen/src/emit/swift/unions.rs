//! Unions: enums with one value a case. A tagged union's variants have a struct each, so that a new member of one breaks no
//! pattern.

use super::Api;
use super::data::{call_like, field_parameter, separate, structure};
use super::docs::{comment, field_parameters, parameters, print, with_sections};
use crate::emit::Writer;
use crate::model::{Decl, Field, KindUnion, Prim, TaggedUnion, TaggedVariant, Ty, TyKind};

pub(super) fn tagged(out: &mut Writer, api: Api<'_>, it: &TaggedUnion) {
    comment(out, api, &it.meta);
    let name = api.type_name(&it.meta.name);
    let hashable = hashable(api, it.meta.name.source());
    let variants: Vec<_> = it
        .variants
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    out.block(
        format!("public enum {name}: Sendable{hashable} {{"),
        "}",
        |out| {
            for (at, variant) in variants.iter().enumerate() {
                separate(out, at);
                comment(out, api, &variant.meta);
                let member = api.member(&variant.meta.name);
                out.line(format!("case {member}({})", api.variant_type(it, variant)));
            }
            if let Some(ty) = &it.otherwise {
                out.line("");
                print(out, "Any other value.");
                out.line(format!("case {}({})", otherwise(ty), api.spell(ty)));
            }
            if api.context.facts.direction(it.meta.name.source()).input {
                for variant in &variants {
                    out.line("");
                    shorthand(out, api, it, variant);
                }
            }
        },
    );
    for variant in variants {
        out.gap();
        let name = api.variant_type(it, variant);
        structure(out, api, &variant.meta, &name, &api.fields(&variant.fields));
    }
}

/// The case of values without a tag.
pub(super) fn otherwise(ty: &Ty) -> &'static str {
    match ty.kind {
        TyKind::Prim(Prim::Json) => "json",
        _ => "other",
    }
}

/// A function by the name of a case that takes the members themselves.
fn shorthand(out: &mut Writer, api: Api<'_>, union: &TaggedUnion, variant: &TaggedVariant) {
    let name = api.variant_type(union, variant);
    let case = api.member(&variant.meta.name);
    let (record, fields, inlined) = flat_fields(api, variant);
    let sections = parameters(api, &field_parameters(api, &fields));
    with_sections(out, api, &variant.meta, sections.as_slice());
    let alone = fields.len() == 1 && fields[0].meta.name == variant.meta.name;
    let params = fields.iter().map(|field| {
        let param = field_parameter(api, record, field);
        match alone {
            true => format!("_ {param}"),
            false => param,
        }
    });
    let params: Vec<_> = params.collect();
    let union = api.type_name(&union.meta.name);
    let head = call_like(
        &format!("public static func {case}"),
        &params,
        &format!(" -> {union} {{"),
    );
    let args = fields.iter().map(|field| {
        let label = api.label(&field.meta.name);
        format!("{label}: {}", api.member(&field.meta.name))
    });
    let args = args.collect::<Vec<_>>().join(", ");
    out.block(head, "}", |out| match inlined {
        Some(field) => {
            let ty = api.spell(&field.ty);
            let label = api.label(&field.meta.name);
            out.line(format!(".{case}({name}({label}: {ty}({args})))"));
        }
        None => out.line(format!(".{case}({name}({args}))")),
    });
}

/// The members of a variant; if they are one record whose members may stand beside the tag, those.
fn flat_fields<'a>(
    api: Api<'a>,
    variant: &'a TaggedVariant,
) -> (&'a str, Vec<&'a Field>, Option<&'a Field>) {
    let fields = api.fields(&variant.fields);
    let inlinable = fields.iter().find(|field| field.meta.attrs.inlinable);
    if let (Some(field), 1) = (inlinable, fields.len())
        && let TyKind::Named(name) = &field.ty.kind
        && let Decl::Record(record) = api.model.decl(name)
    {
        return (name, api.fields(&record.fields), Some(field));
    }
    (variant.meta.name.source(), fields, None)
}

pub(super) fn by_kind(out: &mut Writer, api: Api<'_>, it: &KindUnion) {
    comment(out, api, &it.meta);
    let name = api.type_name(&it.meta.name);
    let hashable = hashable(api, it.meta.name.source());
    let variants: Vec<_> = it
        .variants
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    out.block(
        format!("public enum {name}: Sendable{hashable} {{"),
        "}",
        |out| {
            for (at, variant) in variants.iter().enumerate() {
                separate(out, at);
                comment(out, api, &variant.meta);
                let case = api.member(&variant.meta.name);
                out.line(format!("case {case}({})", api.spell(&variant.ty)));
            }
        },
    );
    for variant in variants {
        let case = api.member(&variant.meta.name);
        match &variant.ty.kind {
            TyKind::Prim(Prim::String) => {
                let text = [
                    "ExpressibleByStringInterpolation",
                    "stringLiteral value: String",
                    "value",
                ];
                literal(out, &name, &case, text);
            }
            TyKind::Prim(Prim::Bool) => {
                let flag = [
                    "ExpressibleByBooleanLiteral",
                    "booleanLiteral value: Bool",
                    "value",
                ];
                literal(out, &name, &case, flag);
            }
            TyKind::List(item) => {
                let elements = format!("arrayLiteral elements: {}...", api.spell(item));
                literal(
                    out,
                    &name,
                    &case,
                    ["ExpressibleByArrayLiteral", &elements, "elements"],
                );
            }
            TyKind::Prim(_)
            | TyKind::Map(_)
            | TyKind::Future(_)
            | TyKind::Fn { .. }
            | TyKind::Named(_) => {}
        }
    }
}

/// Literals of a case.
fn literal(out: &mut Writer, name: &str, case: &str, [protocol, param, value]: [&str; 3]) {
    out.gap();
    out.block(format!("extension {name}: {protocol} {{"), "}", |out| {
        print(out, &format!("A literal is ``{case}(_:)``."));
        out.block(format!("public init({param}) {{"), "}", |out| {
            out.line(format!("self = .{case}({value})"));
        });
    });
}

fn hashable(api: Api<'_>, name: &str) -> &'static str {
    match api.holds_objects(&Ty::named(name)) {
        true => "",
        false => ", Hashable",
    }
}
