//! Exports: an entry point exports what it names, and the types that those mention, at any depth.
//!
//! So `idl/entries.idl` lists functions and constants only, and no type of theirs can be forgotten.

use std::collections::BTreeSet;

use super::check::mentions;
use crate::model::{Decl, Function, Model, TyKind};

/// Completes the exports of every entry point, in the order of the model.
pub(super) fn complete(model: &mut Model) {
    let mut entries = std::mem::take(&mut model.entries);
    for entry in &mut entries {
        let reached = reached(model, &entry.exports);
        let exported = model.decls.keys().filter(|name| reached.contains(*name));
        entry.exports = exported.cloned().collect();
    }
    model.entries = entries;
}

fn reached(model: &Model, named: &[String]) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut left = named.to_vec();
    while let Some(name) = left.pop() {
        // A name that is not declared has been reported.
        let Some(decl) = model.decls.get(&name) else {
            continue;
        };
        if reached.insert(name) {
            left.extend(mentioned(model, decl));
        }
    }
    reached
}

/// The declarations that `decl` mentions, the error type among them if it throws.
fn mentioned(model: &Model, decl: &Decl) -> Vec<String> {
    let mut names = Vec::new();
    for mention in mentions(decl) {
        mention.ty.walk(&mut |ty| {
            if let TyKind::Named(name) = &ty.kind {
                names.push(name.clone());
            }
        });
    }
    if functions(decl).iter().any(|it| !it.throws.is_empty()) {
        let errors = model
            .errors()
            .map(|errors| errors.meta.name.source().to_owned());
        names.extend(errors);
    }
    names
}

fn functions(decl: &Decl) -> &[Function] {
    match decl {
        Decl::Function(function) => std::slice::from_ref(function),
        Decl::Interface(interface) => &interface.methods,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::model;

    #[test]
    fn an_entry_exports_what_its_exports_mention_and_nothing_else() {
        let model = model(
            r#"
            function start(options: Options) -> Agent throws busy
            record Options { tools?: list<Tool> }
            host interface Tool { const name: string }
            runtime interface Agent { close() }
            record Other { id: string }
            errors Failure { codes { busy = "BUSY" is Error } }
            entry "." { export start }
            "#,
        );
        let exports = &model.entries[0].exports;
        assert_eq!(*exports, ["start", "Options", "Tool", "Agent", "Failure"]);
    }
}
