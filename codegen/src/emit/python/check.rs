//! What Python cannot express, said at the declaration before anything is written.

use super::api::Api;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{Decl, Interface, Prim, Side, TaggedUnion, TyKind};
use crate::source::Span;

pub(super) fn all(api: Api<'_>) -> Vec<Diagnostic> {
    let decls = api.model.decls.values();
    decls
        .filter(|decl| api.declares(decl))
        .flat_map(|decl| declaration(api, decl))
        .collect()
}

fn declaration(api: Api<'_>, decl: &Decl) -> Vec<Diagnostic> {
    match decl {
        Decl::Interface(it) => match it.side {
            Side::Runtime => runtime_interface(api, it),
            Side::Host => host_interface(api, it),
        },
        Decl::TaggedUnion(it) => union(api, it).into_iter().collect(),
        // Functions that answer at once are asynchronous here: the engine answers by a message.
        Decl::Function(_)
        | Decl::Const(_)
        | Decl::Enum(_)
        | Decl::Record(_)
        | Decl::KindUnion(_)
        | Decl::Foreign(_)
        | Decl::Errors(_) => Vec::new(),
    }
}

fn runtime_interface(api: Api<'_>, it: &Interface) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let is_turn = it.iterates.is_some();
    for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
        let is_result = is_turn && property.meta.name.source() == "result";
        let is_known = !matches!(property.ty.kind, TyKind::Future(_)) && api.creator(it).is_some();
        if !is_result && !is_known {
            let message = "a property of a runtime interface that is neither known when a function has made it, nor the \
                           `result` of something that iterates";
            found.push(unsupported(property.meta.span, message));
        }
    }
    for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
        let cancels = is_turn && method.meta.name.source() == "cancel" && method.params.is_empty();
        if !method.is_async && api.created(method).is_none() && !cancels {
            let message = "a method of a runtime interface that neither waits, nor starts something, nor cancels";
            found.push(unsupported(method.meta.span, message));
        }
        if method.is_async && !method.params.is_empty() {
            let message = "a parameter of a method that waits";
            found.push(unsupported(method.meta.span, message));
        }
    }
    found
}

fn host_interface(api: Api<'_>, it: &Interface) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
        if !property.constant {
            let message = "a property of a host interface that may change";
            let found_here = unsupported(property.meta.span, message);
            found.push(found_here.help("make it `const`, or a method"));
        }
    }
    for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
        let odd = method
            .params
            .iter()
            .filter(|param| matches!(param.ty.kind, TyKind::Prim(Prim::Bytes) | TyKind::Fn { .. }));
        found.extend(odd.map(|param| {
            let message = "bytes or a callback as an argument of the application's method";
            unsupported(param.meta.span, message)
        }));
    }
    found
}

fn union(api: Api<'_>, it: &TaggedUnion) -> Option<Diagnostic> {
    let is_given = api.context.facts.direction(it.meta.name.source()).output;
    let found = is_given && it.meta.attrs.open;
    let message = "an open union that the runtime gives, since unknown variants have no class";
    found.then(|| unsupported(it.meta.span, message))
}

fn unsupported(span: Span, what: &str) -> Diagnostic {
    let message = format!("the Python layer has no way to express {what}");
    Diagnostic::new(Code::Unsupported, span, message)
}
