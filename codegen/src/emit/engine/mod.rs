//! The flat engine's exports: one list of calls, printed in each binding's dialect.
//!
//! `calls` derives the list from the model: what the engine offers is the same everywhere. A dialect only knows how its
//! binding spells a number, a text, some bytes, and an export. Glue has no logic: it decodes, calls and encodes with what
//! `libfx::engine` gives it.

mod c;
mod calls;
mod napi;
#[cfg(test)]
mod tests;
mod wasm;

use super::crossing::Crossing;
use super::{Comment, Context, Emitter, Files, rustfmt};
use crate::diagnostics::{Code, Diagnostic};

pub struct Engine;

impl Emitter for Engine {
    fn name(&self) -> &'static str {
        "engine"
    }

    /// The library that Python and Swift link has no features.
    fn check(&self, context: Context<'_>) -> Vec<Diagnostic> {
        let crossing = Crossing::of_native(context.model);
        let functions = crossing.functions.iter().map(|it| &it.meta);
        let metas = functions.chain(crossing.objects.iter().map(|it| &it.meta));
        metas
            .filter(|meta| meta.attrs.feature.is_some())
            .map(|meta| {
                let message = "the library for Python and Swift is built without features";
                Diagnostic::new(Code::Unsupported, meta.span, message)
                    .help("leave these languages out by `@only(…)`")
            })
            .collect()
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        self.emit_for_javascript(context, files);
        self.emit_for_c(context, files);
    }
}

impl Engine {
    fn emit_for_javascript(&self, context: Context<'_>, files: &mut Files) {
        let crossing = Crossing::of_javascript(context.model);
        let calls = calls::of(context, &crossing);
        let imports = calls::imports(&crossing);
        let hash = &context.model.hash;
        let mut add = |path: &str, body: &str| {
            files.add(path, Comment::Slashes, self.name(), "idl/*.idl", body);
        };
        let node = rustfmt::print(&napi::glue(&calls, &imports, hash));
        add("generated/node/glue.rs", &node);
        let wasm = rustfmt::print(&wasm::glue(&calls, &imports, hash));
        add("generated/wasm/glue.rs", &wasm);
        add(
            "generated/javascript/wasm-calls.js",
            &wasm::javascript(&calls),
        );
    }

    fn emit_for_c(&self, context: Context<'_>, files: &mut Files) {
        let crossing = Crossing::of_native(context.model);
        let calls = calls::of(context, &crossing);
        let imports = calls::imports(&crossing);
        let mut add = |path: &str, comment: Comment, body: &str| {
            files.add(path, comment, self.name(), "idl/*.idl", body);
        };
        let glue = rustfmt::print(&c::glue(&calls, &imports, &context.model.hash));
        add("generated/c/glue.rs", Comment::Slashes, &glue);
        add("generated/c/libfx.h", Comment::Slashes, &c::header(&calls));
        let python = c::python(&calls, &context.model.hash);
        add("generated/python/libfx/_calls.py", Comment::Hash, &python);
        let swift = c::swift(&calls);
        let path = "generated/swift/Sources/Libfx/EngineCalls.swift";
        add(path, Comment::Slashes, &swift);
    }
}
