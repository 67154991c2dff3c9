//! For the tests of both emitters: what a piece of IDL becomes.

use std::collections::BTreeMap;

use crate::diagnostics::Diagnostic;
use crate::emit::{Context, Emitter, Files};
use crate::model::Facts;
use crate::testing;

/// The text of one file that `emitter` writes for a piece of IDL, without its header.
pub(in crate::emit) fn emitted(emitter: &dyn Emitter, idl: &str, path: &str) -> String {
    let files = run(idl, |context| {
        let mut files = Files::default();
        emitter.emit(context, &mut files);
        files
    });
    let text = files.get(path).unwrap_or_else(|| panic!("no {path}"));
    let (_, body) = text.split_once("\n\n").expect("a header and a body");
    body.to_owned()
}

/// What `emitter` cannot express of a piece of IDL.
pub(in crate::emit) fn refused(emitter: &dyn Emitter, idl: &str) -> Vec<Diagnostic> {
    run(idl, |context| emitter.check(context))
}

fn run<T>(idl: &str, with: impl FnOnce(Context<'_>) -> T) -> T {
    let model = testing::model(idl);
    let facts = Facts::of(&model);
    let inputs = BTreeMap::new();
    with(Context {
        model: &model,
        facts: &facts,
        inputs: &inputs,
    })
}
