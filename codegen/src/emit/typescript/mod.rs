//! Typings for editors and compilers: `generated/typescript/*.d.ts`, one file an entry point.
//!
//! A file declares what its entry point exports and every type that these mention. A declaration that an earlier entry
//! point already has is imported from there, so that a value of one entry point fits the other.

mod data;
mod interfaces;
mod prelude;
mod reach;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::ecma::{Api, entry_stem};
use super::{Comment, Context, Emitter, Files, Writer};
use crate::model::{Decl, Entry};

pub struct TypeScript;

impl Emitter for TypeScript {
    fn name(&self) -> &'static str {
        "typescript"
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        let api = Api::new(context);
        let mut homes = BTreeMap::new();
        for (entry, exports) in api.entries() {
            let stem = entry_stem(&entry.path);
            let decls = reach::from(api, &exports);
            let body = file(api, entry, &decls, &homes);
            files.add(
                &format!("generated/typescript/{stem}.d.ts"),
                Comment::Slashes,
                self.name(),
                "idl/*.idl",
                &body,
            );
            for decl in decls {
                let name = decl.meta().name.source();
                homes.entry(name).or_insert_with(|| stem.clone());
            }
        }
    }
}

/// The text of one entry point's typings. `homes` says which file already has a declaration.
fn file(api: Api<'_>, entry: &Entry, decls: &[&Decl], homes: &BTreeMap<&str, String>) -> String {
    let mut writer = Writer::new("  ");
    super::ecma::file_comment(&mut writer, api, &entry.docs);
    let (elsewhere, here): (Vec<&Decl>, Vec<&Decl>) = decls
        .iter()
        .partition(|decl| homes.contains_key(decl.meta().name.source()));
    let shared = by_home(api, &elsewhere, homes);
    for (home, names) in &shared {
        let used = names.iter().filter(|name| is_used(api, &here, name));
        from_home(&mut writer, "import type", home, used);
        from_home(&mut writer, "export", home, names);
    }
    if !here.is_empty() {
        let imported: BTreeSet<_> = shared.values().flatten().map(String::as_str).collect();
        prelude::print(&mut writer, api, &here, &imported);
    }
    for decl in here {
        writer.gap();
        declaration(&mut writer, api, decl);
    }
    writer.finish()
}

/// Whether one of `decls` mentions what an imported name stands for.
fn is_used(api: Api<'_>, decls: &[&Decl], name: &str) -> bool {
    let is_notation = prelude::names(api, decls).any(|notation| notation == name);
    is_notation || decls.iter().any(|decl| reach::mentions(api, decl, name))
}

fn declaration(writer: &mut Writer, api: Api<'_>, decl: &Decl) {
    match decl {
        Decl::Const(it) => data::constant(writer, api, it),
        Decl::Enum(it) => data::enumeration(writer, api, it),
        Decl::Record(it) => data::record(writer, api, it, decl),
        Decl::TaggedUnion(it) => data::tagged_union(writer, api, it, decl),
        Decl::KindUnion(it) => data::kind_union(writer, api, it, decl),
        Decl::Interface(it) => interfaces::interface(writer, api, it),
        Decl::Function(it) => interfaces::function(writer, api, it),
        Decl::Foreign(it) => data::foreign(writer, api, it),
        Decl::Errors(it) => data::errors(writer, api, it),
    }
}

/// The names of declarations that other files have, and of the notation that goes with them, by file.
fn by_home<'a>(
    api: Api<'_>,
    decls: &[&Decl],
    homes: &'a BTreeMap<&str, String>,
) -> BTreeMap<&'a str, Vec<String>> {
    let mut by_home: BTreeMap<&str, Vec<&Decl>> = BTreeMap::new();
    for decl in decls {
        let home = &homes[decl.meta().name.source()];
        by_home.entry(home).or_default().push(decl);
    }
    let mut named = BTreeSet::new();
    let names = by_home.into_iter().map(|(home, decls)| {
        let notation = prelude::names(api, &decls).map(str::to_owned);
        let declared = decls.iter().flat_map(|decl| reach::names(decl));
        let names: Vec<_> = notation.chain(declared).collect();
        (home, names)
    });
    names
        .map(|(home, mut names)| {
            // Two files may have the same notation.
            names.retain(|name| named.insert(name.clone()));
            (home, names)
        })
        .collect()
}

fn from_home<'a>(
    writer: &mut Writer,
    keyword: &str,
    home: &str,
    names: impl IntoIterator<Item = &'a String>,
) {
    let mut names = names.into_iter().peekable();
    if names.peek().is_none() {
        return;
    }
    writer.gap();
    writer.block(
        format!("{keyword} {{"),
        format!("}} from './{home}.js'"),
        |writer| {
            for name in names {
                writer.line(format!("{name},"));
            }
        },
    );
}
