//! For tests: models from IDL text.

use std::collections::BTreeMap;

use crate::diagnostics::{Code, Diagnostics};
use crate::emit::Emitter;
use crate::lower;
use crate::model::Model;
use crate::run::{Generated, emitted};
use crate::source::SourceMap;
use crate::syntax;

/// The model of a piece of IDL, which may leave out its docs. A line `//- agent.idl` begins another file; without one, the
/// module is called `test`.
///
/// # Panics
/// With the rendered mistakes, if there are any.
pub fn model(text: &str) -> Model {
    let sources = sources(text);
    model_of(&sources).unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&sources)))
}

/// As [`generate`](crate::generate()), but docs may be missing.
///
/// # Errors
/// What is wrong with the IDL, or what an emitter has against it.
pub fn generate(
    sources: &SourceMap,
    inputs: &BTreeMap<String, String>,
    emitters: &[Box<dyn Emitter>],
) -> Result<Generated, Diagnostics> {
    emitted(model_of(sources)?, inputs, emitters)
}

fn model_of(sources: &SourceMap) -> Result<Model, Diagnostics> {
    let files = syntax::parse(sources)?;
    lower::lower_without_docs(sources, &files)
}

/// The files of a piece of IDL, divided at lines `//- name.idl`.
pub fn sources(text: &str) -> SourceMap {
    sources_of("idl/test.idl", text)
}

/// As [`sources`], where `path` is the file before the first such line.
pub fn sources_of(path: &str, text: &str) -> SourceMap {
    let mut sources = SourceMap::default();
    let mut path = path.to_owned();
    let mut file = String::new();
    for line in text.split_inclusive('\n') {
        let Some(name) = line.strip_prefix("//- ") else {
            file.push_str(line);
            continue;
        };
        let next = format!("idl/{}", name.trim());
        let done = std::mem::replace(&mut path, next);
        add(&mut sources, done, std::mem::take(&mut file));
    }
    add(&mut sources, path, file);
    sources
}

fn add(sources: &mut SourceMap, path: String, text: String) {
    if !text.trim().is_empty() {
        sources.add(path, text);
    }
}

/// The codes of what is wrong.
pub fn codes(diagnostics: &Diagnostics) -> Vec<Code> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect()
}
