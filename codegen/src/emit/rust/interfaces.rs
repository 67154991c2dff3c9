//! Interfaces: traits. Those of the host are object-safe, because a list of tools mixes implementations; those of the
//! runtime have one implementation and need no boxes.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Api, docs, names};
use crate::model::{Decl, Function, Interface, Property, Side, Ty, TyKind};

pub(super) fn item(api: Api<'_>, interface: &Interface) -> TokenStream {
    let name = names::item(&interface.meta.name);
    let docs = docs::item(api, &interface.meta);
    let stream = interface.iterates.as_ref().map(|item| {
        let item = api.owned(item);
        quote!(Stream<Item = Result<#item, FxError>> +)
    });
    let associated = associated(api, &interface.methods);
    let properties = interface
        .properties
        .iter()
        .filter(|property| api.has(&property.meta.attrs));
    let properties = properties.map(|property| getter(api, interface.side, property));
    let methods = methods(api, interface).map(|method| {
        let docs = docs::function(api, method);
        let signature = signature(api, interface.side, method);
        match (method.optional, default_body(method)) {
            (true, body) => quote!(#docs #signature #body),
            (false, _) => quote!(#docs #signature;),
        }
    });
    let host = api.is_lent(interface).then(host_ref);
    quote! {
        #docs
        pub trait #name: #stream MaybeSend + MaybeSync {
            #associated
            #(#properties)*
            #(#methods)*
            #host
        }
    }
}

/// What tells an object of the application's from one of the runtime's, where both are given to the application.
fn host_ref() -> TokenStream {
    quote! {
        #[doc(hidden)]
        fn host_ref(&self) -> Option<&HostRef> {
            None
        }
    }
}

/// The methods that exist in Rust.
pub(super) fn methods<'a>(
    api: Api<'a>,
    interface: &'a Interface,
) -> impl Iterator<Item = &'a Function> {
    let methods = interface.methods.iter();
    methods.filter(move |method| api.has(&method.meta.attrs))
}

/// An associated type for each runtime interface that the functions return.
pub(super) fn associated<'a>(
    api: Api<'a>,
    functions: impl IntoIterator<Item = &'a Function>,
) -> TokenStream {
    let returned = functions
        .into_iter()
        .filter_map(|function| function.returns.as_ref());
    let names: BTreeSet<&str> = returned
        .filter_map(|ty| runtime_interface(api, ty))
        .collect();
    let types = names.into_iter().map(|name| {
        let name = names::type_of(name);
        let docs = format!(" The implementation of [`{name}`].");
        quote!(#[doc = #docs] type #name: #name;)
    });
    quote!(#(#types)*)
}

fn runtime_interface<'a>(api: Api<'a>, ty: &'a Ty) -> Option<&'a str> {
    match &ty.kind {
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Interface(interface) if interface.side == Side::Runtime => Some(name),
            _ => None,
        },
        _ => None,
    }
}

fn getter(api: Api<'_>, side: Side, property: &Property) -> TokenStream {
    let docs = docs::item(api, &property.meta);
    let signature = getter_signature(api, property);
    if side == Side::Host && property.optional {
        quote!(#docs #signature { None })
    } else {
        quote!(#docs #signature;)
    }
}

/// `fn name(&self) -> …`: constant properties are borrowed, all others computed.
pub(super) fn getter_signature(api: Api<'_>, property: &Property) -> TokenStream {
    let name = names::member(&property.meta.name);
    let ty = match &property.ty.kind {
        TyKind::Future(value) => {
            let value = api.owned(value);
            quote!(impl Future<Output = Result<#value, FxError>> + MaybeSend)
        }
        _ if property.constant => api.borrowed(property.optional, &property.ty),
        _ => {
            let value = api.owned(&property.ty);
            if property.optional {
                quote!(Option<#value>)
            } else {
                value
            }
        }
    };
    quote!(fn #name(&self) -> #ty)
}

/// A method's signature, without what ends it.
pub(super) fn signature(api: Api<'_>, side: Side, method: &Function) -> TokenStream {
    let name = names::member(&method.meta.name);
    let params = params(api, method);
    let returns = match side {
        Side::Host => host_returns(api, method),
        Side::Runtime => runtime_returns(api, method),
    };
    quote!(fn #name(&self #(, #params)*) #returns)
}

pub(super) fn params<'a>(
    api: Api<'a>,
    function: &'a Function,
) -> impl Iterator<Item = TokenStream> + 'a {
    function.params.iter().map(move |param| {
        let name = names::member(&param.meta.name);
        let ty = api.param(param);
        quote!(#name: #ty)
    })
}

/// What the application's methods return; `None` stands for a method that it does not have.
fn host_returns(api: Api<'_>, method: &Function) -> TokenStream {
    let value = method.returns.as_ref().map(|ty| api.owned(ty));
    let value = match (method.is_async, value) {
        (true, value) => {
            let value = value.unwrap_or(quote!(()));
            Some(quote!(BoxFuture<'_, Result<#value, HostError>>))
        }
        (false, value) => value,
    };
    match (method.optional, value) {
        (true, value) => {
            let value = value.unwrap_or(quote!(()));
            quote!(-> Option<#value>)
        }
        (false, Some(value)) => quote!(-> #value),
        (false, None) => TokenStream::new(),
    }
}

/// What functions of the runtime return.
pub(super) fn runtime_returns(api: Api<'_>, function: &Function) -> TokenStream {
    let value = function.returns.as_ref().map(|ty| api.owned(ty));
    let value = match (function.throws.is_empty(), value) {
        (true, value) => value,
        (false, value) => {
            let value = value.unwrap_or(quote!(()));
            Some(quote!(Result<#value, FxError>))
        }
    };
    match (function.is_async, value) {
        (true, value) => {
            let value = value.unwrap_or(quote!(()));
            quote!(-> impl Future<Output = #value> + MaybeSend)
        }
        (false, Some(value)) => quote!(-> #value),
        (false, None) => TokenStream::new(),
    }
}

fn default_body(method: &Function) -> TokenStream {
    let params: Vec<_> = method
        .params
        .iter()
        .map(|it| names::member(&it.meta.name))
        .collect();
    let unused = match params.as_slice() {
        [] => None,
        [only] => Some(quote!(let _ = #only;)),
        params => Some(quote!(let _ = (#(#params),*);)),
    };
    quote!({ #unused None })
}
