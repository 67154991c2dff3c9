//! What the layer cannot express, said at the declaration before anything is written.

use super::super::ecma::Api;
use super::checks;
use super::classes::created;
use super::given;
use super::shapes::has_shape;
use crate::diagnostics::{Code, Diagnostic};
use crate::emit::rust::remote::subscribed;
use crate::model::{Decl, Function, Interface, Language, Param, Prim, Side, TyKind};
use crate::source::Span;

pub(super) fn all(api: Api<'_>) -> Vec<Diagnostic> {
    let decls = api.model.decls.values();
    let unchecked = checks::unsupported(api).map(|param| {
        let message =
            "an argument of a hand-written function that is no text, list, object or callback";
        unsupported(param.meta.span, message)
    });
    decls
        .filter(|decl| api.has(&decl.meta().attrs))
        .flat_map(|decl| declaration(api, decl))
        .chain(unchecked)
        .collect()
}

fn declaration(api: Api<'_>, decl: &Decl) -> Vec<Diagnostic> {
    match decl {
        Decl::Function(it) => function(it),
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

fn function(it: &Function) -> Vec<Diagnostic> {
    if it.is_async || it.meta.attrs.by_hand_in(Language::JavaScript) {
        return Vec::new();
    }
    let message = "a function that answers at once, before an engine is loaded";
    let help =
        "make it `async`, or mark it `@byHand(javascript)` and write it in bindings/js/support";
    vec![unsupported(it.meta.span, message).help(help)]
}

fn runtime_interface(api: Api<'_>, it: &Interface) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let is_turn = it.iterates.is_some();
    for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
        let is_result = property.meta.name.source() == "result";
        match property.ty.kind {
            TyKind::Future(_) if is_turn && !is_result => {
                let message = "a property that comes later and is not the `result` of something that iterates";
                found.push(unsupported(property.meta.span, message));
            }
            TyKind::Future(_) if is_turn => {}
            _ if given::is_started(api, it) => {
                let message = "a property of an object that a method starts";
                let help = "have an `async function` create the object";
                found.push(unsupported(property.meta.span, message).help(help));
            }
            _ => {}
        }
    }
    for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
        found.extend(runtime_method(api, method, is_turn));
    }
    found
}

fn runtime_method(api: Api<'_>, method: &Function, of_turn: bool) -> Option<Diagnostic> {
    let cancels = method.meta.name.source() == "cancel" && method.params.is_empty();
    let starts = created(api, method).is_some();
    let has_bytes = |param: &Param| api.context.facts.has_bytes(api.model, &param.ty);
    let tells = !method.is_async && !starts;
    let message = if method.is_async && starts {
        "a method that creates an object of the runtime later"
    } else if tells && of_turn && !cancels {
        "a method of something that iterates, and that neither waits nor cancels"
    } else if tells && (method.returns.is_some() || !method.throws.is_empty()) {
        "a method of a runtime interface that answers at once"
    } else if !tells && method.params.iter().any(has_bytes) {
        "bytes as an argument of a method that waits or starts something"
    } else {
        return None;
    };
    Some(unsupported(method.meta.span, message))
}

fn host_interface(api: Api<'_>, it: &Interface) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
        let params = method.params.iter().filter(|param| {
            param.ty.kind == TyKind::Prim(Prim::Signal)
                || (matches!(param.ty.kind, TyKind::Fn { .. }) && subscribed(method).is_none())
        });
        found.extend(params.map(|param| {
            let message =
                "a bare signal, or a callback that no subscription takes, as an argument of the application's method";
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
