//! How values that hold objects are described to a host; all others are plain JSON.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Api, docs, names, print};
use crate::model::{Decl, Field, Interface, Name, Property, Record, Side, Ty};

pub(super) fn file(api: Api<'_>) -> String {
    let items = api.described().into_iter().map(|decl| match decl {
        Decl::Record(it) => record(api, it),
        Decl::Interface(it) => match it.side {
            Side::Host => host_interface(api, it),
            Side::Runtime => runtime_interface(api, it),
        },
        _ => TokenStream::new(),
    });
    let docs = docs::inner("How what the runtime gives is described to a host.");
    print::file(api, docs, quote!(#(#items)*))
}

/// The function that describes an object of the runtime.
pub(in crate::emit) fn function(interface: &Name) -> proc_macro2::Ident {
    format_ident!("describe_{}", interface.snake())
}

fn runtime_interface(api: Api<'_>, it: &Interface) -> TokenStream {
    let (name, function) = (names::item(&it.meta.name), function(&it.meta.name));
    let docs = format!(" The properties of a [`{name}`].");
    let members = api.data(it).map(|property| member(api, property));
    quote! {
        #[doc = #docs]
        pub fn #function(it: &impl #name, to: &Recipient<'_>) -> Value {
            plain::Object::new() #(#members)* .finish()
        }
    }
}

fn host_interface(api: Api<'_>, it: &Interface) -> TokenStream {
    let name = names::item(&it.meta.name);
    let members = api.data(it).map(|property| member(api, property));
    quote! {
        impl Describe for Arc<dyn #name> {
            fn describe(&self, to: &Recipient<'_>) -> Value {
                to.object(self, self.host_ref(), |it| {
                    plain::Object::new() #(#members)* .finish()
                })
            }
        }
    }
}

/// A property, of the object `it`.
fn member(api: Api<'_>, property: &Property) -> TokenStream {
    let getter = names::member(&property.meta.name);
    let source = property.meta.name.source();
    match (property.optional, property.constant) {
        (true, false) => {
            let value = described(api, &property.ty, quote!(value));
            quote!(.optional(#source, &it.#getter().map(|value| #value)))
        }
        (true, true) => quote!(.optional(#source, &it.#getter())),
        (false, _) => {
            let value = described(api, &property.ty, quote!(it.#getter()));
            quote!(.member(#source, &#value))
        }
    }
}

fn record(api: Api<'_>, it: &Record) -> TokenStream {
    let name = names::item(&it.meta.name);
    let members = api.fields(&it.fields).map(|field| field_of(api, field));
    quote! {
        impl Describe for #name {
            fn describe(&self, to: &Recipient<'_>) -> Value {
                plain::Object::new() #(#members)* .finish()
            }
        }
    }
}

fn field_of(api: Api<'_>, field: &Field) -> TokenStream {
    let member = names::member(&field.meta.name);
    let source = field.meta.name.source();
    match (field.optional, api.is_json(&field.ty)) {
        (true, true) => quote!(.optional(#source, &self.#member)),
        (true, false) => {
            quote!(.optional(#source, &self.#member.as_ref().map(|it| it.describe(to))))
        }
        (false, _) => {
            let value = described(api, &field.ty, quote!(self.#member));
            quote!(.member(#source, &#value))
        }
    }
}

fn described(api: Api<'_>, ty: &Ty, value: TokenStream) -> TokenStream {
    match api.is_json(ty) {
        true => value,
        false => quote!(#value.describe(to)),
    }
}
