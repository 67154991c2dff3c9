//! Emitters: one folder a language, one trait for all.
//!
//! An emitter reads the [`Model`] and the [`Facts`] and fills [`Files`]; it never sees syntax and never touches the disk.
//! What a language cannot express is reported by [`Emitter::check`] at the declaration's span, before anything is written.

mod crossing;
mod doc_text;
mod ecma;
pub mod engine;
mod files;
pub mod javascript;
pub mod python;
pub mod rust;
pub mod rustfmt;
pub mod schema;
pub mod swift;
pub mod typescript;
pub mod wire;
mod writer;

pub use files::{Comment, Files};
pub use writer::Writer;

use crate::diagnostics::Diagnostic;
use crate::model::{Facts, Model};

/// What emitters read.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub model: &'a Model,
    pub facts: &'a Facts,
    /// Files that are inputs but not IDL, e.g. `idl/wire/*.schema.json`, by path relative to the repository.
    pub inputs: &'a std::collections::BTreeMap<String, String>,
}

/// Writes one language (or one document) from the model.
pub trait Emitter: Sync {
    /// Its short name, and the name of its folder in `codegen/src/emit/`: stands in the header of every file it writes.
    fn name(&self) -> &'static str;

    /// What this language cannot express, each at its declaration.
    fn check(&self, context: Context<'_>) -> Vec<Diagnostic> {
        let _ = context;
        Vec::new()
    }

    /// Writes every file of this emitter into `files`.
    fn emit(&self, context: Context<'_>, files: &mut Files);
}

/// Every emitter, in the order in which they run.
pub fn all() -> Vec<Box<dyn Emitter>> {
    vec![
        Box::new(rust::Rust),
        Box::new(wire::Wire),
        Box::new(schema::Schema),
        Box::new(typescript::TypeScript),
        Box::new(javascript::JavaScript),
        Box::new(python::Python),
        Box::new(swift::Swift),
        Box::new(engine::Engine),
    ]
}
