//! What the layer cannot express, said at the declaration before anything is written.

use super::super::ecma::Api;
use super::classes::created;
use super::shapes::has_shape;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{Decl, Function, Interface, Language, Prim, Side, TyKind};
use crate::source::Span;

pub(super) fn all(api: Api<'_>) -> Vec<Diagnostic> {
    let decls = api.model.decls.values();
    decls
        .filter(|decl| api.has(&decl.meta().attrs))
        .flat_map(|decl| declaration(api, decl))
        .collect()
}

fn declaration(api: Api<'_>, decl: &Decl) -> Vec<Diagnostic> {
    match decl {
        Decl::Function(it) => function(api, it),
        Decl::Interface(it) => match it.side {
            Side::Runtime => runtime_interface(api, it),
            Side::Host => host_interface(api, it),
        },
        Decl::KindUnion(it) => {
            let shaped = it
                .variants
                .iter()
                .filter(|variant| has_shape(api, &variant.ty));
            let second = shaped.skip(1).map(|variant| {
                let message = "a second variant that holds objects of the application";
                unsupported(variant.meta.span, message)
            });
            second.collect()
        }
        Decl::TaggedUnion(it) => {
            let holds_host = api.context.facts.holds_host(it.meta.name.source());
            let message = "a tagged union that holds objects of the application";
            let found = holds_host.then(|| unsupported(it.meta.span, message));
            found.into_iter().collect()
        }
        Decl::Const(_) | Decl::Enum(_) | Decl::Record(_) | Decl::Foreign(_) | Decl::Errors(_) => {
            Vec::new()
        }
    }
}

fn function(api: Api<'_>, it: &Function) -> Vec<Diagnostic> {
    let creates = it.is_async && it.params.len() == 1 && created(api, it).is_some();
    if creates || it.meta.attrs.by_hand_in(Language::JavaScript) {
        return Vec::new();
    }
    let message = "a function that does not create a runtime object from options";
    vec![
        unsupported(it.meta.span, message)
            .help("mark it `@byHand(javascript)` and write it in bindings/js/support"),
    ]
}

fn runtime_interface(api: Api<'_>, it: &Interface) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let is_turn = it.iterates.is_some();
    for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
        let is_result = property.meta.name.source() == "result";
        if !is_turn || !is_result || !matches!(property.ty.kind, TyKind::Future(_)) {
            let message = "a property of a runtime interface that is not the `result` of something that iterates";
            found.push(unsupported(property.meta.span, message));
        }
    }
    for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
        let cancels = is_turn && method.meta.name.source() == "cancel" && method.params.is_empty();
        if !method.is_async && created(api, method).is_none() && !cancels {
            let message = "a method of a runtime interface that neither waits, nor starts something, nor cancels";
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
            found.push(
                unsupported(property.meta.span, message).help("make it `const`, or a method"),
            );
        }
    }
    for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
        let params = method
            .params
            .iter()
            .filter(|param| matches!(param.ty.kind, TyKind::Prim(Prim::Bytes) | TyKind::Fn { .. }));
        found.extend(params.map(|param| {
            let message = "bytes or a callback as an argument of the application's method";
            unsupported(param.meta.span, message)
        }));
    }
    found
}

fn unsupported(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(
        Code::Unsupported,
        span,
        format!("the JavaScript layer has no way to express {what}"),
    )
}
