//! Data: constants, enums, records, unions, foreign types and errors.

use super::super::ecma::{
    Api, Given, comment, members_given, quoted, spell, variant_name, with_note,
};
use super::Writer;
use crate::model::{
    Const, Decl, Enum, ErrorClass, Errors, Field, Foreign, KindUnion, Literal, Meta, Prim, Record,
    TaggedUnion, TaggedVariant, TyKind,
};

pub(super) fn constant(writer: &mut Writer, api: Api<'_>, it: &Const) {
    comment(writer, api, &it.meta);
    let name = it.meta.name.source();
    writer.line(format!("export const {name}: {}", literal(&it.value)));
}

pub(super) fn literal(value: &Literal) -> String {
    match value {
        Literal::Int(value) => value.to_string(),
        Literal::String(value) => quoted(value),
        Literal::Bool(value) => value.to_string(),
    }
}

pub(super) fn enumeration(writer: &mut Writer, api: Api<'_>, it: &Enum) {
    comment(writer, api, &it.meta);
    let mut members: Vec<Member<'_>> = it
        .variants
        .iter()
        .filter(|variant| api.has(&variant.meta.attrs))
        .map(|variant| Member {
            docs: Some(&variant.meta),
            note: "",
            text: quoted(&variant.value),
        })
        .collect();
    if it.meta.attrs.open {
        // Admits any other string, and editors still offer the known ones.
        members.push(Member::undocumented("(string & {})"));
    }
    alias(writer, api, it.meta.name.source(), members);
}

pub(super) fn record(writer: &mut Writer, api: Api<'_>, it: &Record, decl: &Decl) {
    comment(writer, api, &it.meta);
    let given = members_given(api, decl);
    let name = it.meta.name.source();
    writer.block(format!("export interface {name} {{"), "}", |writer| {
        fields(writer, api, &it.fields, given);
    });
}

fn fields(writer: &mut Writer, api: Api<'_>, fields: &[Field], given: Given) {
    for (at, field) in api.fields(fields).enumerate() {
        if at > 0 {
            writer.line("");
        }
        comment(writer, api, &field.meta);
        let name = field.meta.name.source();
        if field.meta.attrs.rest {
            writer.line(format!("[{name}: string]: unknown"));
        } else {
            let mark = if field.optional { "?" } else { "" };
            writer.line(format!("{name}{mark}: {}", spell(api, &field.ty, given)));
        }
    }
}

pub(super) fn tagged_union(writer: &mut Writer, api: Api<'_>, it: &TaggedUnion, decl: &Decl) {
    let given = members_given(api, decl);
    let mut members = Vec::new();
    for variant in it.variants.iter().filter(|it| api.has(&it.meta.attrs)) {
        members.push(Member::undocumented(variant_name(it, variant)));
        members.extend(flat_form(it, variant).map(Member::undocumented));
    }
    members.extend(it.otherwise.iter().map(|ty| {
        let text = spell(api, ty, given);
        // An application that returns nothing has answered `null`.
        let nothing = given == Given::ByHost && ty.kind == TyKind::Prim(Prim::Json);
        Member::undocumented(if nothing {
            format!("{text} | undefined")
        } else {
            text
        })
    }));
    comment(writer, api, &it.meta);
    alias(writer, api, it.meta.name.source(), members);
    for variant in it.variants.iter().filter(|it| api.has(&it.meta.attrs)) {
        writer.gap();
        comment(writer, api, &variant.meta);
        let name = variant_name(it, variant);
        writer.block(format!("export interface {name} {{"), "}", |writer| {
            writer.line(format!(
                "/** Tells it apart from the other kinds of {{@link {}}}. */",
                it.meta.name.source()
            ));
            writer.line(format!("{}: {}", it.tag, quoted(&variant.value)));
            if api.fields(&variant.fields).next().is_some() {
                writer.line("");
            }
            fields(writer, api, &variant.fields, given);
        });
    }
}

/// The form in which the members of an inlinable field stand beside the tag.
fn flat_form(union: &TaggedUnion, variant: &TaggedVariant) -> Option<String> {
    let field = variant
        .fields
        .iter()
        .find(|field| field.meta.attrs.inlinable)?;
    let TyKind::Named(record) = &field.ty.kind else {
        return None;
    };
    Some(format!(
        "({{ {}: {} }} & {record})",
        union.tag,
        quoted(&variant.value)
    ))
}

pub(super) fn kind_union(writer: &mut Writer, api: Api<'_>, it: &KindUnion, decl: &Decl) {
    comment(writer, api, &it.meta);
    let given = members_given(api, decl);
    let members = it.variants.iter().map(|variant| Member {
        docs: Some(&variant.meta),
        note: "",
        text: spell(api, &variant.ty, given),
    });
    let members = members.collect();
    alias(writer, api, it.meta.name.source(), members);
}

pub(super) fn foreign(writer: &mut Writer, api: Api<'_>, it: &Foreign) {
    comment(writer, api, &it.meta);
    let text = it.typescript.as_deref().unwrap_or("unknown");
    writer.line(format!("export type {} = {text}", it.meta.name.source()));
}

/// The error class and the type of its codes.
pub(super) fn errors(writer: &mut Writer, api: Api<'_>, it: &Errors) {
    let name = it.meta.name.source();
    comment(writer, api, &it.meta);
    writer.block(
        format!("export class {name} extends Error {{"),
        "}",
        |writer| {
            writer.line("private constructor()");
            writer.line("");
            writer.line("/** The stable code: what kind of error this is. */");
            writer.line(format!("readonly code: {name}Code"));
            for field in api.fields(&it.fields) {
                writer.line("");
                comment(writer, api, &field.meta);
                let mark = if field.optional { "?" } else { "" };
                let ty = spell(api, &field.ty, Given::ByRuntime);
                writer.line(format!("readonly {}{mark}: {ty}", field.meta.name.source()));
            }
        },
    );
    writer.gap();
    let note = format!("The codes of {{@link {name}}}.");
    writer.line(format!("/** {note} */"));
    let members = it.codes.iter().map(|code| Member {
        docs: Some(&code.meta),
        note: class_note(code.class),
        text: quoted(&code.value),
    });
    let members = members.collect();
    alias(writer, api, &format!("{name}Code"), members);
}

fn class_note(class: ErrorClass) -> &'static str {
    match class {
        ErrorClass::Error => "",
        ErrorClass::TypeError => "The error is a `TypeError` as well.",
        ErrorClass::RangeError => "The error is a `RangeError` as well.",
    }
}

/// One alternative of a union type.
struct Member<'a> {
    docs: Option<&'a Meta>,
    note: &'static str,
    text: String,
}

impl Member<'_> {
    fn undocumented(text: impl Into<String>) -> Self {
        Member {
            docs: None,
            note: "",
            text: text.into(),
        }
    }
}

/// `export type Name = …`, on one line if nothing is to be said about its members.
fn alias(writer: &mut Writer, api: Api<'_>, name: &str, members: Vec<Member<'_>>) {
    let plain = members.iter().all(|member| member.docs.is_none());
    let texts: Vec<_> = members.iter().map(|member| member.text.as_str()).collect();
    let line = format!("export type {name} = {}", texts.join(" | "));
    if plain && line.len() <= 110 {
        writer.line(line);
        return;
    }
    writer.line(format!("export type {name} ="));
    for member in members {
        writer.indented(|writer| {
            if let Some(meta) = member.docs {
                with_note(writer, api, meta, member.note);
            }
            writer.line(format!("| {}", member.text));
        });
    }
}
