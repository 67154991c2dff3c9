//! The flat engine's exports: one list of calls, printed in each binding's dialect.
//!
//! `calls` derives the list from the model: what the engine offers is the same everywhere. A dialect only knows how its
//! binding spells a number, a text, some bytes, and an export. Glue has no logic: it decodes, calls and encodes with what
//! `libfx::engine` gives it.

mod calls;
mod napi;
mod wasm;

use super::{Comment, Context, Emitter, Files, rustfmt};

pub struct Engine;

impl Emitter for Engine {
    fn name(&self) -> &'static str {
        "engine"
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        let calls = calls::of(context.model);
        let hash = &context.model.hash;
        let mut add = |path: &str, body: &str| {
            files.add(path, Comment::Slashes, self.name(), "idl/*.idl", body);
        };
        let node = rustfmt::print(&napi::glue(&calls, hash));
        add("generated/node/glue.rs", &node);
        let wasm = rustfmt::print(&wasm::glue(&calls, hash));
        add("generated/wasm/glue.rs", &wasm);
        add(
            "generated/javascript/wasm-calls.js",
            &wasm::javascript(&calls),
        );
    }
}
