//! What the flat engine offers, as data: one call a member of the contract, and the few that every mailbox needs.

mod functions;
mod listening;
mod mailbox;
mod objects;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::emit::Context;
use crate::emit::crossing::Crossing;
use crate::emit::rust::functions::trait_name;
use crate::model::{Decl, Docs, Function, Interface, Model, Name, Prim, Side, Ty, TyKind};

/// One exported call.
pub(super) struct Call {
    pub(super) name: Name,
    pub(super) docs: String,
    pub(super) params: Vec<Param>,
    pub(super) returns: Returns,
    /// What it does, given `engine` and the parameters by their names.
    pub(super) body: TokenStream,
    /// Only binaries with that feature have it.
    pub(super) feature: Option<String>,
}

#[derive(Clone)]
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

impl Call {
    /// Whether it is one of an engine, and not of the library.
    pub(super) fn uses_engine(&self) -> bool {
        self.body.to_string().contains("engine")
    }

    fn with_feature(self, feature: Option<&String>) -> Self {
        Call {
            feature: feature.cloned(),
            ..self
        }
    }
}

/// Every call that something crosses by, those of the contract first.
pub(super) fn of(context: Context<'_>, crossing: &Crossing<'_>) -> Vec<Call> {
    let functions = crossing.functions.iter();
    let mut calls: Vec<Call> = functions.map(|it| functions::call(context, it)).collect();
    for object in &crossing.objects {
        calls.extend(objects::of_runtime(context, object));
    }
    for object in &crossing.lent {
        calls.extend(objects::of_lent(context, object));
    }
    calls.extend(listening::calls(context, crossing));
    calls.extend(mailbox::all());
    calls
}

/// Imports of the traits whose functions are called.
pub(super) fn imports(crossing: &Crossing<'_>) -> TokenStream {
    let mut traits: Vec<(String, Option<&String>)> = Vec::new();
    for function in &crossing.functions {
        let (name, feature) = (trait_name(&function.meta), &function.meta.attrs.feature);
        match traits.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) if *known != feature.as_ref() => *known = None,
            Some(_) => {}
            None => traits.push((name, feature.as_ref())),
        }
    }
    let imports = traits.iter().map(|(name, feature)| {
        let (name, only_with) = (format_ident!("{name}"), only_with(*feature));
        quote! { #only_with use libfx::api::#name as _; }
    });
    quote! { #(#imports)* }
}

/// What keeps an item out of binaries without the feature.
pub(super) fn only_with(feature: Option<&String>) -> Option<TokenStream> {
    feature.map(|feature| quote! { #[cfg(feature = #feature)] })
}

/// The parameters of a function: as JSON text, the lines that decode them, and the decoded arguments.
struct Arguments {
    params: Vec<Param>,
    decoded: TokenStream,
    names: Vec<Ident>,
}

impl Arguments {
    fn of(function: &Function) -> Self {
        let mut arguments = Arguments {
            params: Vec::new(),
            decoded: TokenStream::new(),
            names: Vec::new(),
        };
        for it in &function.params {
            let (name, text) = (ident(&it.meta.name), it.meta.name.source());
            let decode = if it.optional {
                quote! { engine.optional_argument(#text, &#name, &link)? }
            } else {
                quote! { engine.argument(#text, &#name, &link)? }
            };
            arguments.decoded.extend(quote! { let #name = #decode; });
            arguments.params.push(param(text, ParamKind::Text));
            arguments.names.push(name);
        }
        arguments
    }

    /// As they are passed, with the bytes that they hold.
    fn passed(&self, context: Context<'_>, function: &Function) -> Vec<Param> {
        let mut params = self.params.clone();
        if Arguments::have_bytes(context, function) {
            params.push(param("blobs", ParamKind::BytesList));
        }
        params
    }

    fn have_bytes(context: Context<'_>, function: &Function) -> bool {
        let mut params = function.params.iter();
        params.any(|param| context.facts.has_bytes(context.model, &param.ty))
    }

    /// The bytes that they hold, for the link.
    fn blobs(context: Context<'_>, function: &Function) -> TokenStream {
        match Arguments::have_bytes(context, function) {
            true => quote! { blobs },
            false => quote! { Vec::new() },
        }
    }
}

/// Waits for `work`, and completes an asynchronous call with what it returns.
fn settling(context: Context<'_>, returns: Option<&Ty>, work: &TokenStream) -> TokenStream {
    let settled = match returns {
        None => return quote! { #work; Ok(Settled::value(())) },
        Some(ty) if ty.kind == TyKind::Prim(Prim::Bytes) => quote! { Settled::Bytes(settled) },
        Some(ty) if context.facts.holds_objects(context.model, ty) => quote! {
            Settled::Value(contract::support::Describe::describe(&settled, &engine.recipient(&link)))
        },
        Some(_) => quote! { Settled::value(settled) },
    };
    quote! { let settled = #work; Ok(#settled) }
}

/// The runtime object that a call makes.
fn made_object<'a>(model: &'a Model, returns: Option<&Ty>) -> Option<&'a Interface> {
    let TyKind::Named(name) = &returns?.kind else {
        return None;
    };
    match model.decl(name) {
        Decl::Interface(interface) if interface.side == Side::Runtime => Some(interface),
        _ => None,
    }
}

fn param(name: &str, kind: ParamKind) -> Param {
    Param {
        name: Name::new(name),
        kind,
    }
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
