//! Host interfaces as seen over a link: proxies that implement the traits.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Api, docs, interfaces, names, print};
use crate::model::{
    Decl, Field, Function, Interface, Param, Prim, Property, Record, Side, Ty, TyKind,
};

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
        quote!(#member: #ty)
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
        (_, kind) if api.is_copy(kind) => quote!(self.#member),
        (false, _) => quote!(&self.#member),
        (true, TyKind::Prim(Prim::String) | TyKind::List(_)) => quote!(self.#member.as_deref()),
        (true, _) => quote!(self.#member.as_ref()),
    };
    quote!(#signature { #value })
}

fn method(api: Api<'_>, method: &Function) -> TokenStream {
    let signature = interfaces::signature(api, Side::Host, method);
    let source = method.meta.name.source();
    let args = method.params.iter().map(|param| argument(api, param));
    let signal = method.params.iter().find_map(|param| signal(api, param));
    let signal = signal.unwrap_or(quote!(CancellationToken::new()));
    let args: Vec<_> = args.collect();
    let args = match args.as_slice() {
        [] => quote!(Vec::new()),
        args => quote!(vec![#(#args),*]),
    };
    let call = quote!(self.host.call(#source, #args, #signal));
    if method.optional {
        let flag = offers(method);
        return quote!(#signature { self.#flag.then(|| -> BoxFuture<'_, _> { #call }) });
    }
    quote!(#signature { #call })
}

fn offers(method: &Function) -> proc_macro2::Ident {
    names::ident(&format!("has_{}", method.meta.name.snake()))
}

/// An argument as JSON: one that may be absent is a list of it or of nothing. The signal of a record is not part of it: it
/// goes beside the arguments.
fn argument(api: Api<'_>, param: &Param) -> TokenStream {
    let name = names::member(&param.meta.name);
    if let Some(record) = record_with_signal(api, &param.ty) {
        return match is_option(api, param) {
            true => {
                let object = object(api, record, &quote!(it));
                let it = match data(api, record).next() {
                    Some(_) => quote!(it),
                    None => quote!(_),
                };
                quote!(#name.iter().map(|#it| #object).collect())
            }
            false => list_if(param.optional, object(api, record, &quote!(#name))),
        };
    }
    match (is_option(api, param), &param.ty.kind) {
        (true, _) => quote!(plain::encode(#name.as_slice())),
        (false, TyKind::Prim(Prim::Json)) => quote!(#name),
        (false, _) => list_if(param.optional, quote!(plain::encode(&#name))),
    }
}

fn list_if(optional: bool, value: TokenStream) -> TokenStream {
    match optional {
        true => quote!(Value::Array(vec![#value])),
        false => value,
    }
}

/// Whether the parameter is an `Option` in Rust, and not a record whose default means that it is absent.
fn is_option(api: Api<'_>, param: &Param) -> bool {
    param.optional && !api.has_default(&param.ty)
}

/// The members of `value` that are data.
fn object(api: Api<'_>, record: &Record, value: &TokenStream) -> TokenStream {
    let members = data(api, record).map(|field| {
        let member = names::member(&field.meta.name);
        let source = field.meta.name.source();
        match field.optional {
            true => quote!(.optional(#source, &#value.#member)),
            false => quote!(.member(#source, &#value.#member)),
        }
    });
    quote!(plain::Object::new() #(#members)* .finish())
}

fn data<'a>(api: Api<'a>, record: &'a Record) -> impl Iterator<Item = &'a Field> {
    let fields = api.fields(&record.fields);
    fields.filter(move |field| api.is_json(&field.ty))
}

/// The signal that comes with a parameter.
fn signal(api: Api<'_>, param: &Param) -> Option<TokenStream> {
    let name = names::member(&param.meta.name);
    let record = record_with_signal(api, &param.ty)?;
    let field = api
        .fields(&record.fields)
        .find(|field| is_signal(&field.ty))?;
    let member = names::member(&field.meta.name);
    Some(match (is_option(api, param), field.optional) {
        (true, true) => quote!(#name.and_then(|it| it.#member).unwrap_or_default()),
        (true, false) => quote!(#name.map(|it| it.#member).unwrap_or_default()),
        (false, true) => quote!(#name.#member.unwrap_or_default()),
        (false, false) => quote!(#name.#member),
    })
}

pub(super) fn record_with_signal<'a>(api: Api<'a>, ty: &Ty) -> Option<&'a Record> {
    let TyKind::Named(name) = &ty.kind else {
        return None;
    };
    match api.model.decl(name) {
        Decl::Record(record) => {
            let holds = api.fields(&record.fields).any(|field| is_signal(&field.ty));
            holds.then_some(record)
        }
        _ => None,
    }
}

fn is_signal(ty: &Ty) -> bool {
    ty.kind == TyKind::Prim(Prim::Signal)
}

fn decode(api: Api<'_>, interface: &Interface) -> TokenStream {
    let name = names::item(&interface.meta.name);
    let remote = names::ident(&format!("Remote{name}"));
    let properties = properties(api, interface);
    let properties = properties.iter().map(|property| {
        let member = names::member(&property.meta.name);
        let source = property.meta.name.source();
        match property.optional {
            true => quote!(#member: members.optional(#source)?),
            false => quote!(#member: members.required(#source)?),
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
