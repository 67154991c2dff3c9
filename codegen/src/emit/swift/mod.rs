//! The Swift layer over the engine: `generated/swift/Sources/Libfx/*.swift`, in the Swift 6 language mode.
//!
//! There is a file of the public API for each IDL file that has any in Swift, and beside it one named `…+Engine.swift` with
//! how its values cross. Constants and errors have files of their own. What is the same for every contract is hand-written,
//! in `bindings/swift`.
//!
//! Cancellation is that of tasks: signals have no counterpart in the API, and options that are nothing but signals vanish.

mod check;
mod classes;
mod cross;
mod data;
mod docs;
mod errors;
mod expressions;
mod functions;
mod limits;
mod names;
mod objects;
mod protocols;
#[cfg(test)]
mod tests;
mod types;
mod unions;

use super::crossing::Crossing;
use super::{Comment, Context, Emitter, Files, Writer};
use crate::diagnostics::Diagnostic;
use crate::model::{Attrs, Decl, Field, Function, Language, Model, Module, Param, Side};

pub struct Swift;

/// The contract as Swift has it: planned declarations and those of other languages do not exist.
#[derive(Clone, Copy)]
struct Api<'a> {
    model: &'a Model,
    context: Context<'a>,
}

impl<'a> Api<'a> {
    fn has(&self, attrs: &Attrs) -> bool {
        !attrs.planned && attrs.exists_in(Language::Swift)
    }

    /// The declaration called `name`, if Swift has it.
    fn find(&self, name: &str) -> Option<&'a Decl> {
        let decl = self.model.decls.get(name)?;
        self.has(&decl.meta().attrs).then_some(decl)
    }

    /// The fields that are members in Swift.
    fn fields(&self, fields: &'a [Field]) -> Vec<&'a Field> {
        let fields = fields.iter().filter(|it| self.has(&it.meta.attrs));
        fields.filter(|it| !self.is_signal(&it.ty)).collect()
    }

    /// The parameters that are passed in Swift.
    fn params<'b>(&self, it: &'b Function) -> impl Iterator<Item = &'b Param> + use<'a, 'b> {
        let api = *self;
        it.params.iter().filter(move |it| api.is_passed(it))
    }

    fn is_passed(&self, it: &Param) -> bool {
        self.has(&it.meta.attrs) && !self.is_signal(&it.ty)
    }
}

impl Emitter for Swift {
    fn name(&self) -> &'static str {
        "swift"
    }

    fn check(&self, context: Context<'_>) -> Vec<Diagnostic> {
        let model = context.model;
        check::all(Api { model, context })
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        let model = context.model;
        let api = Api { model, context };
        let mut add = |stem: &str, sources: &str, body: &str| {
            let path = format!("generated/swift/Sources/Libfx/{stem}.swift");
            let body = format!("import Foundation\n\n{body}");
            files.add(&path, Comment::Slashes, self.name(), sources, &body);
        };
        for module in &model.modules {
            let stem = api.type_of(&module.name);
            let source = format!("idl/{}.idl", module.name);
            if let Some(body) = file(api, module, declaration) {
                add(&stem, &source, &body);
            }
            if let Some(body) = file(api, module, crossing) {
                add(&format!("{stem}+Engine"), &source, &body);
            }
        }
        if let Some(it) = model.errors() {
            let source = format!("idl/{}.idl", it.meta.module);
            add(
                &api.type_name(&it.meta.name),
                &source,
                &errors::file(api, it),
            );
        }
        add("Limits", "idl/*.idl", &limits::file(api));
    }
}

/// What `print` writes for the declarations of a module, unless that is nothing.
fn file(api: Api<'_>, module: &Module, print: fn(&mut Writer, Api<'_>, &Decl)) -> Option<String> {
    let mut out = Writer::new("    ");
    for decl in api.model.module_decls(module) {
        let attrs = &decl.meta().attrs;
        if api.has(attrs) && !attrs.by_hand_in(Language::Swift) {
            out.gap();
            print(&mut out, api, decl);
        }
    }
    let body = out.finish();
    (!body.trim().is_empty()).then_some(body)
}

/// What the declaration is for the application.
fn declaration(out: &mut Writer, api: Api<'_>, decl: &Decl) {
    match decl {
        Decl::Enum(it) => data::enumeration(out, api, it),
        Decl::Record(it) => data::record(out, api, it),
        Decl::TaggedUnion(it) => unions::tagged(out, api, it),
        Decl::KindUnion(it) => unions::by_kind(out, api, it),
        Decl::Interface(it) => match it.side {
            Side::Runtime => classes::class(out, api, it),
            Side::Host => protocols::protocol(out, api, it),
        },
        Decl::Function(it) => functions::function(out, api, it),
        Decl::Foreign(it) => data::foreign(out, api, it),
        // They have files of their own.
        Decl::Const(_) | Decl::Errors(_) => {}
    }
}

/// How values of the declaration cross to and from the engine.
fn crossing(out: &mut Writer, api: Api<'_>, decl: &Decl) {
    match decl {
        Decl::Enum(it) => cross::enumeration(out, api, it),
        Decl::Record(it) => cross::record(out, api, it),
        Decl::TaggedUnion(it) => cross::tagged(out, api, it),
        Decl::KindUnion(it) => cross::by_kind(out, api, it),
        Decl::Interface(it) => match it.side {
            // Their calls stand in the class.
            Side::Runtime => {}
            Side::Host => {
                objects::described(out, api, it);
                if Crossing::of_native(api.model).is_given(it.meta.name.source()) {
                    out.gap();
                    objects::lent(out, api, it);
                }
            }
        },
        // Functions hold their calls, and the others have nothing that differs.
        Decl::Function(_) | Decl::Foreign(_) | Decl::Const(_) | Decl::Errors(_) => {}
    }
}
