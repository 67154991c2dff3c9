//! IDL: refused with diagnostics that can be shown, or a contract that every language can be written from.

use std::collections::BTreeMap;

use libfx_codegen::emit::{self, Emitter};
use libfx_codegen::source::SourceMap;
use libfx_codegen::{Generated, testing};

pub(crate) fn check(text: &str) {
    let sources = testing::sources(text);
    let files = generate(&sources, text);
    assert_eq!(generate(&sources, text), files, "the same every time");
}

/// The files, or what is wrong.
fn generate(sources: &SourceMap, text: &str) -> Result<Vec<(String, String)>, String> {
    let no_inputs = BTreeMap::new();
    match testing::generate(sources, &no_inputs, &emitters(text)) {
        Ok(Generated { files, .. }) => {
            let files = files.iter();
            Ok(files
                .map(|(path, text)| (path.into(), text.into()))
                .collect())
        }
        Err(diagnostics) => {
            // Rendering looks at every span.
            let rendered = diagnostics.render(sources);
            assert!(!rendered.is_empty(), "refused without a word");
            Err(rendered)
        }
    }
}

/// Every emitter for few inputs, and for the others those that do not have each file formatted by another program.
fn emitters(text: &str) -> Vec<Box<dyn Emitter>> {
    const FORMATTED: [&str; 3] = ["engine", "rust", "wire"];
    let all = text.len().is_multiple_of(64);
    let mut emitters = emit::all();
    emitters.retain(|emitter| all || !FORMATTED.contains(&emitter.name()));
    emitters
}
