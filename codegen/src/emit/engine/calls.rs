//! What the flat engine offers, as data: one call a member of the contract, and the few that every mailbox needs.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::model::{
    Decl, Docs, Function, Interface, Language, Model, Name, Prim, Side, Ty, TyKind,
};

/// One exported call.
pub(super) struct Call {
    pub(super) name: Name,
    pub(super) docs: String,
    pub(super) params: Vec<Param>,
    pub(super) returns: Returns,
    /// What it does, given `engine` and the parameters by their names.
    pub(super) body: TokenStream,
}

pub(super) struct Param {
    pub(super) name: Name,
    pub(super) kind: ParamKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ParamKind {
    /// A number chosen by either side, or a count.
    Number,
    /// JSON, or part of it.
    Text,
    Bytes,
    BytesList,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Returns {
    Nothing,
    /// JSON text of an error, or nothing.
    Failure,
    Flag,
    Bytes,
    Text,
}

/// Every call, those of the contract first.
pub(super) fn of(model: &Model) -> Vec<Call> {
    let mut calls = Vec::new();
    for decl in model.decls.values() {
        let attrs = &decl.meta().attrs;
        if attrs.planned || !attrs.only.is_empty() || attrs.by_hand_in(Language::JavaScript) {
            continue;
        }
        match decl {
            Decl::Function(function) => calls.push(creating(model, function)),
            Decl::Interface(interface) if interface.side == Side::Runtime => {
                calls.extend(of_interface(model, interface));
            }
            _ => {}
        }
    }
    calls.extend(of_every_mailbox());
    calls
}

fn of_interface(model: &Model, interface: &Interface) -> Vec<Call> {
    let mut calls: Vec<Call> = interface
        .methods
        .iter()
        .map(|method| of_method(model, interface, method))
        .collect();
    let object = &interface.meta.name;
    if interface.iterates.is_some() {
        calls.push(on_object(object, "read", "Somebody reads the events."));
        let mut acknowledge = on_object(
            object,
            "acknowledge",
            "The application has consumed that many more of the events it was given.",
        );
        let engine_call = format_ident!("acknowledge_{}", object.snake());
        let id = ident(object);
        acknowledge.body = quote! { engine.#engine_call(#id, events); };
        acknowledge.params.push(param("events", ParamKind::Number));
        calls.push(acknowledge);
    }
    for property in &interface.properties {
        if matches!(property.ty.kind, TyKind::Future(_)) {
            let name = Name::new(format!("await_{}", property.meta.name.snake()));
            let engine_call =
                format_ident!("await_{}_{}", object.snake(), property.meta.name.snake());
            let mut call = on_object(object, &name.camel(), "Somebody waits for it.");
            let id = ident(object);
            call.body = quote! { engine.#engine_call(#id); };
            calls.push(call);
        }
    }
    calls.push(on_object(
        object,
        "release",
        "The host side has no use for it any longer.",
    ));
    calls
}

/// A call that names an object and does what the engine's method of the same words does.
fn on_object(object: &Name, verb: &str, docs: &str) -> Call {
    let engine_call = format_ident!("{}_{}", verb, object.snake());
    let id = ident(object);
    Call {
        name: joined(object, verb),
        docs: docs.to_owned(),
        params: vec![param(&object.camel(), ParamKind::Number)],
        returns: Returns::Nothing,
        body: quote! { engine.#engine_call(#id); },
    }
}

/// `async function createX(options) -> X`: the host side numbers the new object and the call.
fn creating(model: &Model, function: &Function) -> Call {
    let object = made_object(model, function.returns.as_ref())
        .expect("functions of the engine create an object");
    let id = ident(object);
    let hold = format_ident!("hold_{}", object.snake());
    let name = ident(&function.meta.name);
    let (params, decoded, args) = arguments(function);
    let mut all = vec![
        param(&object.camel(), ParamKind::Number),
        param("call", ParamKind::Number),
    ];
    all.extend(params);
    all.push(param("blobs", ParamKind::BytesList));
    Call {
        name: function.meta.name.clone(),
        docs: summary(&function.meta.docs),
        params: all,
        returns: Returns::Nothing,
        body: quote! {
            let link = engine.link(#id, blobs);
            let maker = engine.clone();
            engine.settle(call, async move {
                let engine = maker;
                #decoded
                let made = engine.functions().#name(#(#args),*).await?;
                engine.#hold(#id, made);
                Ok(Settled::value(()))
            });
        },
    }
}

fn of_method(model: &Model, interface: &Interface, method: &Function) -> Call {
    let object = &interface.meta.name;
    let id = ident(object);
    let get = ident(object);
    let of_trait = format_ident!("{}", object.pascal());
    let name = ident(&method.meta.name);
    let (params, decoded, args) = arguments(method);
    let link = (!params.is_empty()).then(|| quote! { let link = engine.link(#id, Vec::new()); });
    let mut all = vec![param(&object.camel(), ParamKind::Number)];
    let made = made_object(model, method.returns.as_ref());
    let (returns, body) = if method.is_async {
        all.push(param("call", ParamKind::Number));
        let settled = settled(method.returns.as_ref());
        let failed = (!method.throws.is_empty()).then(|| quote! { ? });
        let body = quote! {
            let it = engine.#get(#id);
            #link
            engine.settle(call, async move {
                let it = it?;
                #decoded
                let settled = contract::#of_trait::#name(&*it, #(#args),*).await #failed;
                Ok(#settled)
            });
        };
        (Returns::Nothing, body)
    } else if let Some(made) = made {
        all.push(param(&made.camel(), ParamKind::Number));
        let (hold, made) = (format_ident!("hold_{}", made.snake()), ident(made));
        let body = quote! {
            engine.attempt(|engine| {
                let it = engine.#get(#id)?;
                #link
                #decoded
                engine.#hold(#made, contract::#of_trait::#name(&*it, #(#args),*)?);
                Ok(())
            })
        };
        (Returns::Failure, body)
    } else {
        let body = quote! {
            if let Ok(it) = engine.#get(#id) {
                contract::#of_trait::#name(&*it);
            }
        };
        (Returns::Nothing, body)
    };
    all.extend(params);
    Call {
        name: joined(object, method.meta.name.source()),
        docs: summary(&method.meta.docs),
        params: all,
        returns,
        body,
    }
}

/// The parameters as JSON text, the lines that decode them, and the decoded arguments.
fn arguments(function: &Function) -> (Vec<Param>, TokenStream, Vec<Ident>) {
    let mut params = Vec::new();
    let mut decoded = TokenStream::new();
    let mut args = Vec::new();
    for it in &function.params {
        let (name, text) = (ident(&it.meta.name), it.meta.name.source());
        let decode = if it.optional {
            quote! { engine.optional_argument(#text, &#name, &link)? }
        } else {
            quote! { engine.argument(#text, &#name, &link)? }
        };
        decoded.extend(quote! { let #name = #decode; });
        params.push(param(text, ParamKind::Text));
        args.push(name);
    }
    (params, decoded, args)
}

fn settled(returns: Option<&Ty>) -> TokenStream {
    match returns.map(|ty| &ty.kind) {
        Some(TyKind::Prim(Prim::Bytes)) => quote! { Settled::Bytes(settled) },
        _ => quote! { Settled::value(settled) },
    }
}

/// The runtime object that a call makes.
fn made_object<'a>(model: &'a Model, returns: Option<&Ty>) -> Option<&'a Name> {
    let TyKind::Named(name) = &returns?.kind else {
        return None;
    };
    match model.decl(name) {
        Decl::Interface(interface) if interface.side == Side::Runtime => Some(&interface.meta.name),
        _ => None,
    }
}

/// The answers of host calls and host fetches, and the engine itself.
fn of_every_mailbox() -> Vec<Call> {
    use ParamKind::{Bytes, Number, Text};
    let answer = |name: &str, docs: &str, params: &[(&str, ParamKind)], returns, body| Call {
        name: Name::new(name),
        docs: docs.to_owned(),
        params: params
            .iter()
            .map(|(name, kind)| param(name, *kind))
            .collect(),
        returns,
        body,
    };
    vec![
        answer(
            "resolve",
            "Answers a host call with JSON text.",
            &[("call", Number), ("text", Text)],
            Returns::Nothing,
            quote! { engine.resolve(call, &text); },
        ),
        answer(
            "reject",
            "Fails a host call with JSON `{\"message\": …}`.",
            &[("call", Number), ("text", Text)],
            Returns::Nothing,
            quote! { engine.reject(call, &text); },
        ),
        answer(
            "respond",
            "Answers a host fetch with the head of its response, JSON `{\"status\": …, \"headers\": [[name, value], …]}`.",
            &[("call", Number), ("text", Text)],
            Returns::Nothing,
            quote! { engine.respond(call, &text); },
        ),
        answer(
            "feed",
            "Passes on a piece of the response's body; `false` asks to wait for `pull`.",
            &[("call", Number), ("bytes", Bytes)],
            Returns::Flag,
            quote! { engine.feed(call, bytes) },
        ),
        answer(
            "end",
            "The response's body is complete.",
            &[("call", Number)],
            Returns::Nothing,
            quote! { engine.end(call); },
        ),
        answer(
            "fail",
            "The fetch failed, before or after its response began, with JSON `{\"message\": …}`.",
            &[("call", Number), ("text", Text)],
            Returns::Nothing,
            quote! { engine.fail(call, &text); },
        ),
        answer(
            "takeBytes",
            "The bytes that a message named, once.",
            &[("id", Number)],
            Returns::Bytes,
            quote! { engine.take_bytes(id) },
        ),
        answer(
            "modelHash",
            "The contract this binary was built from; a layer of another one must refuse it.",
            &[],
            Returns::Text,
            quote! { MODEL_HASH.to_owned() },
        ),
        answer(
            "shutdown",
            "Cancels every turn and forgets every object.",
            &[],
            Returns::Nothing,
            quote! { engine.shutdown(); },
        ),
    ]
}

fn param(name: &str, kind: ParamKind) -> Param {
    Param {
        name: Name::new(name),
        kind,
    }
}

fn joined(object: &Name, verb: &str) -> Name {
    let verb = Name::new(verb);
    Name::new(format!("{}{}", object.camel(), verb.pascal()))
}

fn ident(name: &Name) -> Ident {
    Ident::new(&name.snake(), Span::call_site())
}

/// The first paragraph: glue is read by those who know the contract.
fn summary(docs: &Docs) -> String {
    let first = docs.0.split("\n\n").next().unwrap_or_default();
    // The links lead to the contract's own declarations, which glue does not import.
    first.replace("[`", "`").replace("`]", "`")
}
