//! Data classes: records, and the variants of tagged unions.

use super::Writer;
use super::api::{Api, member, quoted, variant_class};
use super::imports::Imports;
use super::types::{Given, spell};
use super::{apart, docs, shapes};
use crate::model::{Field, Prim, Record, TaggedUnion, TaggedVariant, Ty, TyKind};

/// A record, unless its members are parameters.
pub(super) fn record(writer: &mut Writer, api: Api<'_>, it: &Record, imports: &mut Imports) {
    let name = it.meta.name.source();
    if api.spread_record(name).is_some() {
        return;
    }
    let direction = api.context.facts.direction(name);
    let has_shape = api.holds_objects(&Ty::named(name));
    head(writer, &it.meta.name.pascal(), imports);
    writer.indented(|writer| {
        docs::of(writer, api, &it.meta);
        let given = given(direction.input);
        for field in api.fields(&it.fields) {
            attribute(writer, api, field, given, imports);
        }
        if (direction.input || api.lent_take(name)) && !has_shape {
            let fields: Vec<_> = api.given_fields(&it.fields).collect();
            as_json(writer, None, &fields, imports);
        }
    });
    if direction.input && has_shape {
        apart(writer);
        shape(writer, api, it, imports);
    }
}

/// How a record crosses whose members have shapes of their own.
fn shape(writer: &mut Writer, api: Api<'_>, it: &Record, imports: &mut Imports) {
    let record = imports.support("describe", "record");
    let open = format!("{} = {record}(", it.meta.name.screaming());
    writer.block(open, ")", |writer| {
        writer.block("{", "}", |writer| {
            for field in api.given_fields(&it.fields) {
                let shape = shapes::expression(api, &field.ty, imports);
                let name = &field.meta.name;
                let (source, attribute) = (quoted(name.source()), quoted(&member(name)));
                writer.line(format!("({source}, {attribute}): {shape},"));
            }
        });
    });
    let about = format!("How a `{}` crosses to the engine.", it.meta.name.pascal());
    docs::docstring(writer, &about);
}

/// The variants of a union, a class each.
pub(super) fn variants(writer: &mut Writer, api: Api<'_>, it: &TaggedUnion, imports: &mut Imports) {
    for variant in it.variants.iter().filter(|it| api.has(&it.meta.attrs)) {
        self::variant(writer, api, it, variant, imports);
    }
}

fn variant(
    writer: &mut Writer,
    api: Api<'_>,
    union: &TaggedUnion,
    it: &TaggedVariant,
    imports: &mut Imports,
) {
    let direction = api.context.facts.direction(union.meta.name.source());
    head(writer, &variant_class(union, it), imports);
    writer.indented(|writer| {
        docs::of(writer, api, &it.meta);
        let class_var = imports.std("typing", "ClassVar");
        let literal = imports.std("typing", "Literal");
        let value = quoted(&it.value);
        writer.line("");
        let tag = member(&crate::model::Name::new(union.tag.clone()));
        writer.line(format!("{tag}: {class_var}[{literal}[{value}]] = {value}"));
        let about = format!(
            "Tells it apart from the other kinds of `{}`.",
            union.meta.name.pascal()
        );
        docs::docstring(writer, &about);
        for field in api.fields(&it.fields) {
            attribute(writer, api, field, given(direction.input), imports);
        }
        if direction.input {
            let fields: Vec<_> = api.given_fields(&it.fields).collect();
            as_json(writer, Some((&union.tag, &it.value)), &fields, imports);
        }
    });
}

/// Who makes the values of a class. What the application makes, it makes of whatever is accepted.
fn given(input: bool) -> Given {
    match input {
        true => Given::ByHost,
        false => Given::ByRuntime,
    }
}

fn head(writer: &mut Writer, class: &str, imports: &mut Imports) {
    let dataclass = imports.std("dataclasses", "dataclass");
    apart(writer);
    writer.line(format!(
        "@{dataclass}(frozen=True, slots=True, kw_only=True)"
    ));
    writer.line(format!("class {class}:"));
}

fn attribute(writer: &mut Writer, api: Api<'_>, it: &Field, given: Given, imports: &mut Imports) {
    let ty = spell(api, &it.ty, given, imports);
    let name = member(&it.meta.name);
    let optional = if it.optional && !it.ty.nullable {
        " | None"
    } else {
        ""
    };
    let default = match (it.optional, it.meta.attrs.secret) {
        (true, true) => format!(
            " = {}(default=None, repr=False)",
            imports.std("dataclasses", "field")
        ),
        (true, false) => " = None".to_owned(),
        (false, true) => format!(" = {}(repr=False)", imports.std("dataclasses", "field")),
        (false, false) => String::new(),
    };
    writer.line("");
    writer.line(format!("{name}: {ty}{optional}{default}"));
    docs::of(writer, api, &it.meta);
}

/// How a value crosses: its members by the contract's names, those that are absent left out.
fn as_json(
    writer: &mut Writer,
    tag: Option<(&str, &str)>,
    fields: &[&Field],
    imports: &mut Imports,
) {
    let (optional, required): (Vec<_>, Vec<_>) = fields.iter().partition(|field| field.optional);
    writer.line("\ndef __libfx_json__(self) -> dict[str, object]:");
    writer.indented(|writer| {
        let tag = tag.map(|(tag, value)| format!("{}: {}", quoted(tag), quoted(value)));
        let entry = |field: &&&Field| {
            let name = field.meta.name.source();
            format!("{}: self.{}", quoted(name), member(&field.meta.name))
        };
        let required: Vec<_> = tag.into_iter().chain(required.iter().map(entry)).collect();
        let required = format!("{{{}}}", required.join(", "));
        if optional.is_empty() {
            writer.line(format!("return {required}"));
            return;
        }
        let optional: Vec<_> = optional.iter().map(entry).collect();
        let present = imports.support("json_text", "present");
        writer.line(format!(
            "return {required} | {present}({{{}}})",
            optional.join(", ")
        ));
    });
}

/// Whether a record comes with what only the layer knows: the signal of the call that it belongs to.
pub(super) fn has_signal(api: Api<'_>, it: &Record) -> bool {
    let mut fields = api.fields(&it.fields);
    fields.any(|field| field.ty.kind == TyKind::Prim(Prim::Signal))
}
