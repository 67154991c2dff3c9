//! Aliases: enums and unions, once everything that they mention is there.

use std::collections::BTreeSet;

use super::Writer;
use super::api::{Api, quoted, variant_class};
use super::docs;
use super::imports::Imports;
use super::types::{Given, spell};
use crate::model::{Decl, Enum, KindUnion, Meta, TaggedUnion, Ty, TyKind};

/// Prints the aliases among `decls`, each after those it mentions.
pub(super) fn aliases(writer: &mut Writer, api: Api<'_>, decls: &[&Decl], imports: &mut Imports) {
    let mut left: Vec<&Decl> = decls.iter().copied().filter(|it| is_alias(it)).collect();
    while !left.is_empty() {
        let names: BTreeSet<_> = left.iter().map(|decl| decl.meta().name.source()).collect();
        let ready = |decl: &&Decl| {
            let mentions = mentions(decl);
            mentions.iter().all(|name| !names.contains(name.as_str()))
        };
        let (now, later): (Vec<&Decl>, Vec<&Decl>) = left.iter().copied().partition(ready);
        assert!(
            !now.is_empty(),
            "lowering refuses unions that hold themselves"
        );
        for decl in now {
            alias(writer, api, decl, imports);
        }
        left = later;
    }
}

fn is_alias(decl: &Decl) -> bool {
    matches!(
        decl,
        Decl::Enum(_) | Decl::TaggedUnion(_) | Decl::KindUnion(_)
    )
}

/// What must be there before the alias is. The variants of a tagged union are classes, which are.
fn mentions(decl: &Decl) -> Vec<String> {
    let mut names = Vec::new();
    let mut note = |ty: &Ty| {
        ty.walk(&mut |ty| {
            if let TyKind::Named(name) = &ty.kind {
                names.push(name.clone());
            }
        });
    };
    match decl {
        Decl::KindUnion(it) => it.variants.iter().for_each(|variant| note(&variant.ty)),
        Decl::TaggedUnion(it) => it.otherwise.iter().for_each(note),
        _ => {}
    }
    names
}

fn alias(writer: &mut Writer, api: Api<'_>, decl: &Decl, imports: &mut Imports) {
    match decl {
        Decl::Enum(it) => enumeration(writer, api, it, imports),
        Decl::TaggedUnion(it) => tagged(writer, api, it, imports),
        Decl::KindUnion(it) => by_kind(writer, api, it, imports),
        _ => {}
    }
}

fn enumeration(writer: &mut Writer, api: Api<'_>, it: &Enum, imports: &mut Imports) {
    let literal = imports.std("typing", "Literal");
    let variants = it.variants.iter().filter(|it| api.has(&it.meta.attrs));
    let values: Vec<_> = variants.clone().map(|it| quoted(&it.value)).collect();
    let mut text = format!("{literal}[{}]", values.join(", "));
    if it.meta.attrs.open {
        text += " | str";
    }
    let about = variants.map(|it| (quoted(&it.value), it.meta.docs.0.as_str()));
    let about = listed(api, &it.meta, about);
    print(writer, &it.meta, &text, &about, imports);
}

fn tagged(writer: &mut Writer, api: Api<'_>, it: &TaggedUnion, imports: &mut Imports) {
    let variants = it.variants.iter().filter(|it| api.has(&it.meta.attrs));
    let mut members: Vec<_> = variants.map(|variant| variant_class(it, variant)).collect();
    let given = given(api, it.meta.name.source());
    if let Some(otherwise) = &it.otherwise {
        members.push(spell(api, otherwise, given, imports));
    }
    print(
        writer,
        &it.meta,
        &members.join(" | "),
        &docs::full(api, &it.meta),
        imports,
    );
}

fn by_kind(writer: &mut Writer, api: Api<'_>, it: &KindUnion, imports: &mut Imports) {
    let given = given(api, it.meta.name.source());
    let mut texts = Vec::new();
    for variant in &it.variants {
        let text = spell(api, &variant.ty, given, imports);
        texts.push((text, variant.meta.docs.0.as_str()));
    }
    let alias: Vec<_> = texts.iter().map(|(text, _)| text.clone()).collect();
    let about = texts
        .into_iter()
        .map(|(text, docs)| (format!("`{text}`"), docs));
    let about = listed(api, &it.meta, about);
    print(writer, &it.meta, &alias.join(" | "), &about, imports);
}

fn given(api: Api<'_>, name: &str) -> Given {
    match api.context.facts.direction(name).input {
        true => Given::ByHost,
        false => Given::ByRuntime,
    }
}

/// The docs of a union, with those of its members.
fn listed<'a>(
    api: Api<'_>,
    meta: &Meta,
    members: impl Iterator<Item = (String, &'a str)>,
) -> String {
    let members = members.map(|(text, about)| {
        let about = docs::text(api, about).replace('\n', "\n  ");
        format!("- {text}: {about}")
    });
    let members: Vec<_> = members.collect();
    format!("{}\n\n{}", docs::full(api, meta), members.join("\n"))
}

fn print(writer: &mut Writer, meta: &Meta, text: &str, about: &str, imports: &mut Imports) {
    let alias = imports.std("typing", "TypeAlias");
    writer.line("");
    writer.line(format!("{}: {alias} = {text}", meta.name.pascal()));
    docs::docstring(writer, about);
}
