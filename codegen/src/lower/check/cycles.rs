//! Types that contain themselves: a list, map, callback or interface between makes their size finite.

use std::collections::BTreeSet;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{Decl, Meta, Model, TyKind};

pub(super) fn check(model: &Model, diagnostics: &mut Diagnostics) {
    let mut search = Search {
        model,
        path: Vec::new(),
        done: BTreeSet::new(),
        diagnostics,
    };
    for name in model.decls.keys() {
        search.visit(name);
    }
}

struct Search<'a> {
    model: &'a Model,
    /// From the type where the search began to the one at hand; with each, the member that leads on.
    path: Vec<(&'a str, &'a Meta)>,
    done: BTreeSet<&'a str>,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Search<'a> {
    fn visit(&mut self, name: &'a str) {
        if let Some(start) = self.path.iter().position(|(it, _)| *it == name) {
            self.report(start);
            return;
        }
        if self.done.contains(name) {
            return;
        }
        for (meta, held) in held(self.model.decl(name)) {
            self.path.push((name, meta));
            self.visit(held);
            self.path.pop();
        }
        self.done.insert(name);
    }

    fn report(&mut self, start: usize) {
        let cycle = &self.path[start..];
        let (first, meta) = cycle[0];
        let steps: Vec<_> = cycle.iter().map(step).collect();
        let message = format!("`{first}` contains itself");
        let diagnostic = Diagnostic::new(Code::RecursiveType, meta.span, message)
            .label(format!("{} is {first}", steps.join(", then ")))
            .help("put a `list` or `map` between");
        self.diagnostics.push(diagnostic);
    }
}

/// A type and the member that leads on; `otherwise` is no member, and leads on by itself.
fn step((name, meta): &(&str, &Meta)) -> String {
    match meta.name.source() {
        member if member == *name => name.to_string(),
        member => format!("{name}.{member}"),
    }
}

/// The declarations that values of `decl` hold directly, and by which member.
fn held(decl: &Decl) -> Vec<(&Meta, &str)> {
    if !matches!(
        decl,
        Decl::Record(_) | Decl::TaggedUnion(_) | Decl::KindUnion(_)
    ) {
        return Vec::new();
    }
    super::mentions(decl)
        .into_iter()
        .filter_map(|mention| match &mention.ty.kind {
            TyKind::Named(name) => Some((mention.meta(), name.as_str())),
            _ => None,
        })
        .collect()
}
