//! Data: enums, records and foreign types.

use super::Api;
use super::docs::{comment, field_parameters, parameters, print};
use super::names::quoted;
use crate::emit::Writer;
use crate::model::{Enum, Field, Foreign, Language, Meta, Record};

/// A set of strings. An open one has room for values that are not known yet.
pub(super) fn enumeration(out: &mut Writer, api: Api<'_>, it: &Enum) {
    comment(out, api, &it.meta);
    let name = api.type_name(&it.meta.name);
    let variants: Vec<_> = it
        .variants
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    if !it.meta.attrs.open {
        out.block(
            format!("public enum {name}: String, Sendable, CaseIterable {{"),
            "}",
            |out| {
                for (at, variant) in variants.iter().enumerate() {
                    separate(out, at);
                    comment(out, api, &variant.meta);
                    let member = api.member(&variant.meta.name);
                    out.line(format!("case {member} = {}", quoted(&variant.value)));
                }
            },
        );
        return;
    }
    out.block(
        format!("public struct {name}: RawRepresentable, Sendable, Hashable {{"),
        "}",
        |out| {
            out.line("/// The text that stands for it.");
            out.line("public let rawValue: String");
            out.line("");
            out.line("/// The one that a text stands for, known or not.");
            out.line("public init(rawValue: String) {");
            out.line("    self.rawValue = rawValue");
            out.line("}");
            for variant in variants {
                out.line("");
                comment(out, api, &variant.meta);
                let member = api.member(&variant.meta.name);
                out.line(format!(
                    "public static let {member} = {name}(rawValue: {})",
                    quoted(&variant.value)
                ));
            }
        },
    );
}

pub(super) fn record(out: &mut Writer, api: Api<'_>, it: &Record) {
    if api.is_only_signals(it) {
        return;
    }
    let name = api.type_name(&it.meta.name);
    structure(out, api, &it.meta, &name, &api.fields(&it.fields));
}

/// A struct of public members, with the initializer that Swift would keep to itself.
pub(super) fn structure(
    out: &mut Writer,
    api: Api<'_>,
    meta: &Meta,
    name: &str,
    fields: &[&Field],
) {
    comment(out, api, meta);
    let record = meta.name.source();
    let hashable = if is_hashable(api, fields) {
        ", Hashable"
    } else {
        ""
    };
    out.block(
        format!("public struct {name}: Sendable{hashable} {{"),
        "}",
        |out| {
            for field in fields {
                comment(out, api, &field.meta);
                let ty = api.spell_field(record, field);
                out.line(format!("public var {}: {ty}", api.member(&field.meta.name)));
                out.line("");
            }
            initializer(out, api, record, fields);
        },
    );
    if fields.iter().any(|field| field.meta.attrs.secret) {
        out.gap();
        mirror(out, api, name, fields);
    }
}

/// Whether all members can be compared.
fn is_hashable(api: Api<'_>, fields: &[&Field]) -> bool {
    !fields.iter().any(|field| api.holds_objects(&field.ty))
}

fn initializer(out: &mut Writer, api: Api<'_>, record: &str, fields: &[&Field]) {
    print(out, "Makes one of its members.");
    if let Some(params) = parameters(api, &field_parameters(api, fields)) {
        print(out, &format!("\n{params}"));
    }
    let params = fields
        .iter()
        .map(|field| field_parameter(api, record, field));
    let open = call_like("public init", &params.collect::<Vec<_>>(), " {");
    out.block(open, "}", |out| {
        for field in fields {
            let member = api.member(&field.meta.name);
            out.line(format!("self.{} = {member}", api.label(&field.meta.name)));
        }
    });
}

/// A member as a parameter with its default.
pub(super) fn field_parameter(api: Api<'_>, record: &str, field: &Field) -> String {
    let member = api.member(&field.meta.name);
    let ty = api.spell_field(record, field);
    let escaping = if ty.starts_with('@') {
        "@escaping "
    } else {
        ""
    };
    match api.default_of(record, field) {
        Some(value) => format!("{member}: {escaping}{ty} = {value}"),
        None => format!("{member}: {escaping}{ty}"),
    }
}

/// `head(a, b) tail`, on several lines if one is too short.
pub(super) fn call_like(head: &str, params: &[String], tail: &str) -> String {
    let line = format!("{head}({}){tail}", params.join(", "));
    if line.len() <= 100 {
        return line;
    }
    format!("{head}(\n    {}\n){tail}", params.join(",\n    "))
}

/// What is printed of a value that holds a secret.
fn mirror(out: &mut Writer, api: Api<'_>, name: &str, fields: &[&Field]) {
    out.block(
        format!("extension {name}: CustomReflectable {{"),
        "}",
        |out| {
            out.line("/// The members, without those that must not be printed.");
            out.block("public var customMirror: Mirror {", "}", |out| {
                out.block("let members: KeyValuePairs<String, Any> = [", "]", |out| {
                    for field in fields {
                        let label = api.label(&field.meta.name);
                        let value = match field.meta.attrs.secret {
                            true => quoted("[redacted]"),
                            false => format!("{} as Any", api.member(&field.meta.name)),
                        };
                        out.line(format!("{}: {value},", quoted(&label)));
                    }
                });
                out.line("return Mirror(self, children: members, displayStyle: .struct)");
            });
        },
    );
}

pub(super) fn foreign(out: &mut Writer, api: Api<'_>, it: &Foreign) {
    let Some(spelling) = it.swift.as_deref() else {
        return;
    };
    debug_assert!(it.meta.attrs.exists_in(Language::Swift));
    comment(out, api, &it.meta);
    out.line(format!(
        "public typealias {} = {spelling}",
        api.type_name(&it.meta.name)
    ));
}

/// Writes an empty line between members.
pub(super) fn separate(out: &mut Writer, at: usize) {
    if at > 0 {
        out.line("");
    }
}
