//! The flat engine's exports: one list of calls, printed in each binding's dialect.
//!
//! `calls` derives the list from the model: what the engine offers is the same everywhere. A dialect only knows how its
//! binding spells a number, a text, some bytes, and an export. Glue has no logic: it decodes, calls and encodes with what
//! `libfx::engine` gives it.

mod calls;
mod napi;

use super::{Comment, Context, Emitter, Files, rustfmt};

pub struct Engine;

impl Emitter for Engine {
    fn name(&self) -> &'static str {
        "engine"
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        let calls = calls::of(context.model);
        let glue = rustfmt::print(&napi::glue(&calls, &context.model.hash));
        files.add(
            "generated/node/glue.rs",
            Comment::Slashes,
            self.name(),
            "idl/*.idl",
            &glue,
        );
    }
}
