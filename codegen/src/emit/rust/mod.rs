//! *rust*: crate `libfx-api`, the traits that the runtime implements and the types that cross them.
//!
//! One module a file of the IDL holds its declarations; beside them stand `limits.rs` (the consts), `decode.rs` (how values
//! of a host become these types), `describe.rs` (how objects become values of a host), `validate.rs` (limits) and
//! `remote.rs` (host interfaces as seen over a link). What those need and no declaration decides is hand-written in
//! `support/` and copied.

mod check;
mod copied;
mod crate_root;
mod decode;
pub(super) mod describe;
mod doc_links;
mod docs;
mod enums;
mod errors;
pub(super) mod functions;
mod interfaces;
mod limits;
mod names;
mod pattern;
mod print;
mod reach;
mod records;
pub(super) mod remote;

#[cfg(test)]
mod tests;
mod types;
mod unions;
mod validate;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Comment, Context, Emitter, Files};
use crate::diagnostics::Diagnostic;
use crate::model::{Attrs, Decl, Facts, Field, Language, Model, Module, Ty, TyKind};

pub struct Rust;

impl Emitter for Rust {
    fn name(&self) -> &'static str {
        "rust"
    }

    fn check(&self, context: Context<'_>) -> Vec<Diagnostic> {
        check::unsupported(Api::new(context))
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        let api = Api::new(context);
        let mut out = Out {
            files,
            name: self.name(),
        };
        out.add(
            "Cargo.toml",
            Comment::Hash,
            EVERYTHING,
            crate_root::MANIFEST,
        );
        for module in api.modules() {
            let path = format!("src/{}.rs", module.name);
            let source = format!("idl/{}.idl", module.name);
            let docs = docs::module(api, &module.docs.0);
            out.rust(
                &path,
                &source,
                print::file(api, docs, module_items(api, module)),
            );
        }
        out.rust("src/lib.rs", EVERYTHING, crate_root::file(api));
        out.rust("src/limits.rs", EVERYTHING, limits::file(api));
        out.rust("src/decode.rs", EVERYTHING, decode::file(api));
        out.rust("src/describe.rs", EVERYTHING, describe::file(api));
        out.rust("src/validate.rs", EVERYTHING, validate::file(api));
        out.rust("src/remote.rs", EVERYTHING, remote::file(api));
        for (name, text) in copied::FILES {
            let source = format!("codegen/src/emit/rust/support/{name}");
            out.rust(&format!("src/support/{name}"), &source, (*text).to_owned());
        }
    }
}

const EVERYTHING: &str = "idl/*.idl";

/// The files of the crate.
struct Out<'a> {
    files: &'a mut Files,
    name: &'static str,
}

impl Out<'_> {
    fn add(&mut self, path: &str, comment: Comment, sources: &str, body: &str) {
        let path = format!("generated/rust/{path}");
        self.files.add(&path, comment, self.name, sources, body);
    }

    fn rust(&mut self, path: &str, sources: &str, body: String) {
        self.add(path, Comment::Slashes, sources, &body);
    }
}

/// The contract as far as Rust has it.
#[derive(Clone, Copy)]
struct Api<'a> {
    model: &'a Model,
    facts: &'a Facts,
}

impl<'a> Api<'a> {
    fn new(context: Context<'a>) -> Self {
        Api {
            model: context.model,
            facts: context.facts,
        }
    }

    /// The declarations that exist in Rust and are not written by hand there.
    fn decls(self) -> impl Iterator<Item = &'a Decl> {
        let decls = self.model.decls.values();
        decls.filter(move |decl| self.has_decl(decl))
    }

    /// The modules with something other than consts, which have a file of their own.
    fn modules(self) -> impl Iterator<Item = &'a Module> {
        self.model.modules.iter().filter(move |module| {
            let mut decls = self.model.module_decls(module);
            decls.any(|decl| has_item(decl) && self.has_decl(decl))
        })
    }

    fn has_decl(self, decl: &Decl) -> bool {
        let has_spelling = !matches!(decl, Decl::Foreign(foreign) if foreign.rust.is_none());
        has_spelling && self.has(&decl.meta().attrs)
    }

    fn has(self, attrs: &Attrs) -> bool {
        attrs.exists_in(Language::Rust) && !attrs.by_hand_in(Language::Rust)
    }

    /// The fields that exist in Rust.
    fn fields(self, fields: &'a [Field]) -> impl Iterator<Item = &'a Field> {
        let has = move |field: &&Field| self.has(&field.meta.attrs) && self.has_type(&field.ty);
        fields.iter().filter(has)
    }

    fn has_type(self, ty: &Ty) -> bool {
        let mut has = true;
        ty.walk(&mut |ty| {
            if let TyKind::Named(name) = &ty.kind {
                has &= self.has_decl(self.model.decl(name));
            }
        });
        has
    }
}

/// Whether the declaration becomes an item of its module; consts stand together, foreign types are named where they are used.
fn has_item(decl: &Decl) -> bool {
    !matches!(decl, Decl::Const(_) | Decl::Foreign(_))
}

fn module_items(api: Api<'_>, module: &Module) -> TokenStream {
    let decls = api.model.module_decls(module);
    let items = decls
        .filter(|decl| api.has_decl(decl))
        .map(|decl| match decl {
            Decl::Enum(it) => enums::item(api, it),
            Decl::Record(it) => records::item(api, it),
            Decl::TaggedUnion(it) => unions::tagged(api, it),
            Decl::KindUnion(it) => unions::by_kind(api, it),
            Decl::Interface(it) => interfaces::item(api, it),
            Decl::Errors(it) => errors::item(api, it),
            Decl::Const(_) | Decl::Foreign(_) | Decl::Function(_) => TokenStream::new(),
        });
    let functions = functions::items(api, module);
    quote!(#functions #(#items)*)
}
