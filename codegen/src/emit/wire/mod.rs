//! *wire*: crate `libfx-wire`, the JSON that libfx exchanges and keeps, from `idl/wire/*.schema.json`.
//!
//! Where JSON Schema is the truth, typify compiles it: one module a schema, one Rust type a definition. What typify writes
//! is correct but meant for compilers; `tidy` makes it readable, and `readers` small.

mod compile;
mod readers;
mod tidy;

use super::{Comment, Context, Emitter, Files, rustfmt};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

const FOLDER: &str = "idl/wire/";
const SUFFIX: &str = ".schema.json";

pub struct Wire;

impl Emitter for Wire {
    fn name(&self) -> &'static str {
        "wire"
    }

    fn check(&self, context: Context<'_>) -> Vec<Diagnostic> {
        schemas(context)
            .filter_map(|schema| Some((schema.path, compile::module(schema.text).err()?)))
            .map(|(path, mistake)| {
                // A schema has no span in the IDL: the message names its file instead.
                Diagnostic::new(
                    Code::Unsupported,
                    Span::default(),
                    format!("{path}: {mistake}"),
                )
                .help(format!(
                    "{path} must be JSON Schema, draft 07, that typify compiles"
                ))
            })
            .collect()
    }

    fn emit(&self, context: Context<'_>, files: &mut Files) {
        let mut modules = Vec::new();
        for schema in schemas(context) {
            let module = compile::module(schema.text)
                .unwrap_or_else(|mistake| panic!("{} was checked, but {mistake}", schema.path));
            let path = format!("generated/wire/src/{}.rs", schema.module());
            files.add(
                &path,
                Comment::Slashes,
                self.name(),
                schema.path,
                &rustfmt::print(&module.file),
            );
            modules.push((schema.module(), module.docs));
        }
        let sources = format!("{FOLDER}*{SUFFIX}");
        files.add(
            "generated/wire/src/lib.rs",
            Comment::Slashes,
            self.name(),
            &sources,
            &root(&modules),
        );
        files.add(
            "generated/wire/src/read.rs",
            Comment::Slashes,
            self.name(),
            "codegen/src/emit/wire/support/read.rs",
            READ,
        );
        files.add(
            "generated/wire/Cargo.toml",
            Comment::Hash,
            self.name(),
            &sources,
            MANIFEST,
        );
    }
}

/// A schema among the inputs.
struct Schema<'a> {
    path: &'a str,
    text: &'a str,
}

impl Schema<'_> {
    /// `idl/wire/language-model-stream.schema.json` is module `language_model_stream`.
    fn module(&self) -> String {
        let stem = self.path.strip_prefix(FOLDER).unwrap_or(self.path);
        stem.strip_suffix(SUFFIX).unwrap_or(stem).replace('-', "_")
    }
}

fn schemas(context: Context<'_>) -> impl Iterator<Item = Schema<'_>> {
    context
        .inputs
        .iter()
        .filter(|(path, _)| path.starts_with(FOLDER) && path.ends_with(SUFFIX))
        .map(|(path, text)| Schema { path, text })
}

fn root(modules: &[(String, String)]) -> String {
    let mut text = String::from(
        "//! The JSON that libfx exchanges with a Gateway and keeps in checkpoints: one module a schema of `idl/wire/`.\n\
         //!\n\
         //! Types only: what they mean, and what is done about values that do not fit, is the runtime's business.\n\
         \n\
         mod read;\n",
    );
    for (module, docs) in modules {
        text.push('\n');
        for line in tidy::wrap(docs) {
            text.push_str(&format!("/// {line}\n"));
        }
        text.push_str(&format!("pub mod {module};\n"));
    }
    text
}

/// Hand-written, and checked where it is compiled: in the generated crate.
const READ: &str = include_str!("support/read.rs");

const MANIFEST: &str = r#"[package]
name = "libfx-wire"
description = "The JSON that libfx exchanges with a Gateway and keeps in checkpoints, generated from JSON Schemas"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[lints]
workspace = true

[dependencies]
serde.workspace = true
serde_json.workspace = true
"#;
