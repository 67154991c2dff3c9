//! What Swift cannot express, said at the declaration before anything is written.

use super::Api;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{Decl, Field, Interface, Side, Ty, TyKind};
use crate::source::Span;

/// Types of the hand-written part, and of Swift's own that generated code mentions.
const TAKEN: &[&str] = &[
    "Actor",
    "Any",
    "Array",
    "AsyncIterator",
    "AsyncSequence",
    "Bool",
    "CLibfx",
    "CodableTool",
    "Crossing",
    "Data",
    "Dictionary",
    "Double",
    "Engine",
    "EngineCalls",
    "Error",
    "HTTPRequest",
    "HTTPResponse",
    "HostScope",
    "Int",
    "JSONSchema",
    "JSONValue",
    "JSONWriter",
    "Limits",
    "Mirror",
    "NotImplemented",
    "ObjectPeer",
    "Sendable",
    "String",
    "Tool",
    "TurnPeer",
    "Void",
];

pub(super) fn all(api: Api<'_>) -> Vec<Diagnostic> {
    let decls = api
        .model
        .decls
        .values()
        .filter(|decl| api.has(&decl.meta().attrs));
    decls.flat_map(|decl| declaration(api, decl)).collect()
}

fn declaration(api: Api<'_>, decl: &Decl) -> Vec<Diagnostic> {
    let meta = decl.meta();
    let name = api.type_name(&meta.name);
    let mut found = Vec::new();
    if TAKEN.contains(&name.as_str()) {
        let message =
            format!("a type called `{name}`, which the hand-written part or Swift itself has");
        found.push(unsupported(meta.span, &message));
    }
    match decl {
        Decl::TaggedUnion(it) => {
            if it.meta.attrs.open {
                found.push(unsupported(meta.span, "a tagged union that is open"));
            }
            if api.context.facts.holds_host(it.meta.name.source()) {
                found.push(unsupported(
                    meta.span,
                    "a tagged union that holds objects of the application",
                ));
            }
        }
        Decl::Interface(it) => found.extend(interface(it)),
        Decl::Record(it) => found.extend(callbacks(&it.fields)),
        Decl::Const(_)
        | Decl::Enum(_)
        | Decl::KindUnion(_)
        | Decl::Function(_)
        | Decl::Foreign(_)
        | Decl::Errors(_) => {}
    }
    found
}

fn interface(it: &Interface) -> Vec<Diagnostic> {
    let callback = |ty: &Ty| matches!(ty.kind, TyKind::Fn { .. });
    let params = it.methods.iter().flat_map(|method| &method.params);
    let taking = params.filter(|param| callback(&param.ty));
    let taking =
        taking.map(|it| unsupported(it.meta.span, "a callback as a parameter of a method"));
    let giving = it
        .methods
        .iter()
        .filter(|method| it.side == Side::Host && method.returns.as_ref().is_some_and(callback));
    taking
        .chain(giving.map(|it| unsupported(it.meta.span, "a method that returns a callback")))
        .collect()
}

fn callbacks(fields: &[Field]) -> Vec<Diagnostic> {
    let answering = fields.iter().filter(|field| {
        matches!(
            &field.ty.kind,
            TyKind::Fn {
                returns: Some(_),
                ..
            }
        )
    });
    let answering = answering.filter(|field| field.meta.attrs.only.is_empty());
    answering
        .map(|it| unsupported(it.meta.span, "a callback that answers"))
        .collect()
}

fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::Unsupported,
        span,
        format!("the Swift layer cannot express {what}"),
    )
}
