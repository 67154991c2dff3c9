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

use std::collections::BTreeMap;

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
    reexports(&mut writer, api, &elsewhere, homes);
    if !here.is_empty() {
        prelude::print(&mut writer, api, &here);
    }
    for decl in here {
        writer.gap();
        declaration(&mut writer, api, decl);
    }
    writer.finish()
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

/// Declarations that another file has, exported from there.
fn reexports(writer: &mut Writer, api: Api<'_>, decls: &[&Decl], homes: &BTreeMap<&str, String>) {
    let mut by_home: BTreeMap<&str, Vec<&Decl>> = BTreeMap::new();
    for decl in decls {
        let home = &homes[decl.meta().name.source()];
        by_home.entry(home).or_default().push(decl);
    }
    for (home, decls) in by_home {
        writer.gap();
        writer.block("export {", format!("}} from './{home}.js'"), |writer| {
            for name in prelude::names(api, &decls) {
                writer.line(format!("{name},"));
            }
            for name in decls.iter().flat_map(|decl| reach::names(decl)) {
                writer.line(format!("{name},"));
            }
        });
    }
}
