//! The Python layer over the engine: `generated/python/libfx/`, the modules of the package `libfx`.
//!
//! There is a private module for each IDL file that Python has something of (data classes, functions, classes of our
//! interfaces, protocols of the application's), one for errors, a public one for constants, and the package's own file,
//! which exports them. What is the same for every contract is hand-written, in `bindings/python/support`.

mod api;
mod check;
mod data;
mod decode;
mod docs;
mod errors;
mod exports;
mod functions;
mod imports;
mod limits;
mod objects;
mod protocols;
mod shapes;
#[cfg(test)]
mod tests;
mod types;
mod unions;

use super::{Comment, Context, Emitter, Files, Writer};
use crate::diagnostics::Diagnostic;
use crate::model::{Decl, Module, Side};
use api::Api;
use imports::Imports;

pub struct Python;

/// What a level of code is indented by.
const INDENT: &str = "    ";

impl Emitter for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn check(&self, context: Context<'_>) -> Vec<Diagnostic> {
        check::all(Api::new(context))
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        let api = Api::new(context);
        let mut add = |name: &str, comment: Comment, sources: &str, body: &str| {
            let path = format!("generated/python/libfx/{name}");
            files.add(&path, comment, self.name(), sources, body);
        };
        for module in &context.model.modules {
            if let Some(body) = file(api, module) {
                let source = format!("idl/{}.idl", module.name);
                add(
                    &format!("_{}.py", module.name),
                    Comment::Hash,
                    &source,
                    &body,
                );
            }
        }
        if let Some(errors) = context.model.errors() {
            let source = format!("idl/{}.idl", errors.meta.module);
            add(
                "_errors.py",
                Comment::Hash,
                &source,
                &errors::file(api, errors),
            );
        }
        add("limits.py", Comment::Hash, "idl/*.idl", &limits::file(api));
        add(
            "__init__.py",
            Comment::Hash,
            "idl/*.idl",
            &exports::file(api),
        );
        // Tells type checkers that the package has types.
        add("py.typed", Comment::None, "", "");
    }
}

/// The file of a module, unless Python has nothing of it.
fn file(api: Api<'_>, module: &Module) -> Option<String> {
    let mut imports = Imports::new(&module.name);
    let mut body = Writer::new(INDENT);
    let decls = api.model.module_decls(module);
    let decls: Vec<_> = decls.filter(|decl| api.declares(decl)).collect();
    for decl in &decls {
        declaration(&mut body, api, decl, &mut imports);
    }
    unions::aliases(&mut body, api, &decls, &mut imports);
    for decl in &decls {
        decode::functions(&mut body, api, decl, &mut imports);
    }
    let body = body.finish();
    (!body.is_empty()).then(|| with_head(api, module, &imports, &body))
}

fn with_head(api: Api<'_>, module: &Module, imports: &Imports, body: &str) -> String {
    let mut file = Writer::new(INDENT);
    docs::docstring(&mut file, &docs::text(api, &module.docs.0));
    imports.print(&mut file);
    file.finish() + body
}

/// Prints what the declaration is in Python, if it is anything. Aliases follow when everything they mention is there.
fn declaration(writer: &mut Writer, api: Api<'_>, decl: &Decl, imports: &mut Imports) {
    match decl {
        Decl::Function(it) => functions::function(writer, api, it, imports),
        Decl::Interface(it) => match it.side {
            Side::Runtime => objects::class(writer, api, it, imports),
            Side::Host => protocols::protocol(writer, api, it, imports),
        },
        Decl::Record(it) => data::record(writer, api, it, imports),
        Decl::TaggedUnion(it) => data::variants(writer, api, it, imports),
        Decl::Enum(_) | Decl::KindUnion(_) | Decl::Foreign(_) => {}
        // Constants and errors have files of their own.
        Decl::Const(_) | Decl::Errors(_) => {}
    }
}

/// Two empty lines, as they stand between the declarations of a module.
fn apart(writer: &mut Writer) {
    writer.line("\n");
}
