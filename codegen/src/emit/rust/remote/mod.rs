//! Host interfaces as seen over a link: proxies that implement the traits.

mod arguments;

use proc_macro2::TokenStream;
use quote::quote;

pub(super) use arguments::record_with_signal;

use super::{Api, docs, interfaces, names, print};
use crate::model::{Decl, Function, Interface, Param, Prim, Property, Side, Ty, TyKind};
use arguments::{argument, signal};

pub(super) fn file(api: Api<'_>) -> String {
    let proxies = api.decoded().into_iter().filter_map(|decl| match decl {
        Decl::Interface(it) if it.side == Side::Host => Some(proxy(api, it)),
        _ => None,
    });
    let docs = docs::inner("Objects of the application that live on the other side of a link.");
    print::file(api, docs, quote!(#(#proxies)*))
}

fn proxy(api: Api<'_>, interface: &Interface) -> TokenStream {
    let name = names::item(&interface.meta.name);
    let remote = names::ident(&format!("Remote{name}"));
    let docs = format!(" A [`{name}`] of a host.");
    let properties = properties(api, interface);
    let stored = properties.iter().map(|property| {
        let member = names::member(&property.meta.name);
        let ty = api.stored_property(property);
        match property.constant {
            true => quote!(#member: #ty),
            false => quote!(#member: Live<#ty>),
        }
    });
    let optional = interfaces::methods(api, interface).filter(|method| method.optional);
    let offered = optional.map(|method| {
        let flag = offers(method);
        quote!(#flag: bool)
    });
    let getters = properties.iter().map(|property| getter(api, property));
    let host = api.is_lent(interface).then(|| {
        quote! {
            fn host_ref(&self) -> Option<&HostRef> {
                Some(&self.host)
            }
        }
    });
    let methods = interfaces::methods(api, interface).map(|it| method(api, it));
    let decode = decode(api, interface);
    quote! {
        #[doc = #docs]
        pub struct #remote {
            host: HostRef,
            #(#stored,)*
            #(#offered,)*
        }
        impl #name for #remote {
            #(#getters)*
            #(#methods)*
            #host
        }
        #decode
    }
}

fn properties<'a>(api: Api<'a>, interface: &'a Interface) -> Vec<&'a Property> {
    let properties = interface.properties.iter();
    properties
        .filter(|property| api.has(&property.meta.attrs))
        .collect()
}

fn getter(api: Api<'_>, property: &Property) -> TokenStream {
    let signature = interfaces::getter_signature(api, property);
    let member = names::member(&property.meta.name);
    let optional = property.optional || property.ty.nullable;
    let value = match (optional, &property.ty.kind) {
        _ if !property.constant => quote!(self.#member.get()),
        (_, kind) if api.is_copy(kind) => quote!(self.#member),
        (false, _) => quote!(&self.#member),
        (true, TyKind::Prim(Prim::String) | TyKind::List(_)) => quote!(self.#member.as_deref()),
        (true, _) => quote!(self.#member.as_ref()),
    };
    quote!(#signature { #value })
}

fn method(api: Api<'_>, method: &Function) -> TokenStream {
    let signature = interfaces::signature(api, Side::Host, method);
    let call = match subscribed(method) {
        Some((param, argument)) => subscribe(method, param, argument),
        None => call(api, method),
    };
    if !method.optional {
        return quote!(#signature { #call });
    }
    let flag = offers(method);
    let boxed = method.is_async.then(|| quote!(-> BoxFuture<'_, _>));
    let call = match boxed {
        Some(_) => quote!({ #call }),
        None => call,
    };
    quote!(#signature { self.#flag.then(|| #boxed #call) })
}

/// Calls a method that answers later, or one that is only told something.
fn call(api: Api<'_>, method: &Function) -> TokenStream {
    let source = method.meta.name.source();
    let args: Vec<_> = method.params.iter().map(|it| argument(api, it)).collect();
    let args = match args.as_slice() {
        [] => quote!(Vec::new()),
        args => quote!(vec![#(#args),*]),
    };
    if !method.is_async {
        return quote!(self.host.tell(#source, #args));
    }
    let signal = method.params.iter().find_map(|param| signal(api, param));
    let signal = signal.unwrap_or(quote!(CancellationToken::new()));
    quote!(self.host.call(#source, #args, #signal))
}

/// The callback that a method subscribes with, and the name of what it is given.
pub(in crate::emit) fn subscribed(method: &Function) -> Option<(&Param, &str)> {
    let ends = |ty: &Ty| matches!(&ty.kind, TyKind::Fn { params, returns: None } if params.is_empty() && !ty.nullable);
    match (method.params.as_slice(), &method.returns) {
        ([param], Some(returns)) if !method.is_async && !param.optional && ends(returns) => {
            let TyKind::Fn {
                params,
                returns: None,
            } = &param.ty.kind
            else {
                return None;
            };
            let argument = params.first().map_or("", |argument| &argument.name);
            (params.len() < 2).then_some((param, argument))
        }
        _ => None,
    }
}

fn subscribe(method: &Function, callback: &Param, argument: &str) -> TokenStream {
    let source = method.meta.name.source();
    let callback = names::member(&callback.meta.name);
    quote!(self.host.subscribe(#source, #argument, #callback))
}

fn offers(method: &Function) -> proc_macro2::Ident {
    names::ident(&format!("has_{}", method.meta.name.snake()))
}

fn decode(api: Api<'_>, interface: &Interface) -> TokenStream {
    let name = names::item(&interface.meta.name);
    let remote = names::ident(&format!("Remote{name}"));
    let properties = properties(api, interface);
    let properties = properties.iter().map(|property| {
        let member = names::member(&property.meta.name);
        let source = property.meta.name.source();
        match (property.constant, property.optional) {
            (false, _) => quote!(#member: members.live(#source)?),
            (true, true) => quote!(#member: members.optional(#source)?),
            (true, false) => quote!(#member: members.required(#source)?),
        }
    });
    let (optional, required): (Vec<_>, Vec<_>) =
        interfaces::methods(api, interface).partition(|method| method.optional);
    let required = required.iter().map(|method| method.meta.name.source());
    let offered = optional.iter().map(|method| {
        let flag = offers(method);
        let source = method.meta.name.source();
        quote!(#flag: members.optional_method(#source)?)
    });
    quote! {
        impl Decode for Arc<dyn #name> {
            fn expected() -> Cow<'static, str> {
                "an object".into()
            }

            fn read(input: Input<'_>) -> Result<Self, FxError> {
                let members = input.host_object()?;
                let remote = #remote {
                    host: members.host(),
                    #(#properties,)*
                    #(#offered,)*
                };
                #(members.method(#required)?;)*
                Ok(Arc::new(remote))
            }
        }
    }
}
