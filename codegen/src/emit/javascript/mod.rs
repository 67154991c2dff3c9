//! The JavaScript layer over the engine: `generated/javascript/*.js`, ES modules.
//!
//! There is a file for each IDL file that has something at run time (functions, classes of our interfaces, and the shapes
//! by which values cross), one for errors, one for constants, one for the checks of arguments that no engine sees, and one
//! for each entry point in `entries/`. What is the same for every contract is hand-written, in `bindings/js/support`.

mod check;
mod checks;
mod classes;
mod entries;
mod errors;
mod given;
mod imports;
mod limits;
mod shapes;
#[cfg(test)]
mod tests;

use super::ecma::Api;
use super::{Comment, Context, Emitter, Files, Writer};
use crate::diagnostics::Diagnostic;
use crate::model::{Decl, Module, Side};
use imports::Imports;

pub struct JavaScript;

impl Emitter for JavaScript {
    fn name(&self) -> &'static str {
        "javascript"
    }

    fn check(&self, context: Context<'_>) -> Vec<Diagnostic> {
        check::all(Api::new(context))
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        let api = Api::new(context);
        let mut add = |stem: &str, sources: &str, body: &str| {
            let path = format!("generated/javascript/{stem}.js");
            files.add(&path, Comment::Slashes, self.name(), sources, body);
        };
        for module in &context.model.modules {
            if let Some(body) = file(api, module) {
                add(&module.name, &source(module), &body);
            }
        }
        if let Some(errors) = context.model.errors() {
            let module = format!("idl/{}.idl", errors.meta.module);
            add("errors", &module, &errors::file(api, errors));
        }
        add("limits", "idl/*.idl", &limits::file(api));
        if let Some(body) = checks::file(api) {
            add("checks", "idl/*.idl", &body);
        }
        for (stem, body) in entries::files(api) {
            add(&format!("entries/{stem}"), "idl/entries.idl", &body);
        }
    }
}

fn source(module: &Module) -> String {
    format!("idl/{}.idl", module.name)
}

/// The file of a module, unless nothing of it exists at run time.
fn file(api: Api<'_>, module: &Module) -> Option<String> {
    let mut imports = Imports::new(&module.name);
    let mut body = Writer::new("  ");
    for decl in in_order(api, module) {
        body.gap();
        declaration(&mut body, api, decl, &mut imports);
    }
    let body = body.finish();
    if body.is_empty() {
        return None;
    }
    let mut file = Writer::new("  ");
    super::ecma::file_comment(&mut file, api, &module.docs);
    imports.print(&mut file);
    file.gap();
    Some(file.finish() + &body)
}

/// The declarations of a module, each behind those that its shape is made of; else as they are declared.
fn in_order<'a>(api: Api<'a>, module: &'a Module) -> Vec<&'a Decl> {
    let decls = api.model.module_decls(module);
    let decls: Vec<_> = decls.filter(|decl| api.has(&decl.meta().attrs)).collect();
    let mut left = decls.clone();
    let mut order = Vec::new();
    for decl in decls {
        place(decl, &mut left, &mut order);
    }
    order
}

fn place<'a>(decl: &'a Decl, left: &mut Vec<&'a Decl>, order: &mut Vec<&'a Decl>) {
    let is = |it: &&Decl, name: &str| it.meta().name.source() == name;
    let name = decl.meta().name.source();
    let Some(at) = left.iter().position(|it| is(it, name)) else {
        return;
    };
    left.remove(at);
    for part in shapes::parts(decl) {
        if let Some(part) = left.iter().copied().find(|it| is(it, part)) {
            place(part, left, order);
        }
    }
    order.push(decl);
}

/// Prints what the declaration is at run time, if it is anything.
fn declaration(writer: &mut Writer, api: Api<'_>, decl: &Decl, imports: &mut Imports) {
    match decl {
        Decl::Function(it) => classes::function(writer, api, it, imports),
        Decl::Interface(it) => match it.side {
            Side::Runtime => classes::class(writer, api, it, imports),
            Side::Host => {
                shapes::host_interface(writer, api, it, imports);
                given::host_interface(writer, api, it, imports);
            }
        },
        // Records that do not cross have checks instead, in a file of their own.
        Decl::Record(it) if checks::by_hand(api, it) => {}
        Decl::Record(it) => {
            shapes::record(writer, api, it, imports);
            given::record(writer, api, it, imports);
        }
        // Constants and errors have files of their own.
        Decl::Const(_) | Decl::Errors(_) => {}
        // Types only: Rust checks their values.
        Decl::Enum(_) | Decl::TaggedUnion(_) | Decl::KindUnion(_) | Decl::Foreign(_) => {}
    }
}
