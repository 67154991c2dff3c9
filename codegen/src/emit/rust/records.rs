//! Records: structs with public fields, and how they are built.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::types::Accepted;
use super::{Api, docs, names};
use crate::model::{Field, Meta, Record, Ty};

pub(super) fn item(api: Api<'_>, record: &Record) -> TokenStream {
    let fields: Vec<_> = api.fields(&record.fields).collect();
    let name = names::item(&record.meta.name);
    let json = api.is_json(&Ty::named(record.meta.name.source()));
    let docs = docs::item(api, &record.meta);
    let derives = derives(api, record, &fields);
    let rename = json.then(|| rename_all(&fields)).flatten();
    // A field that may be absent can be added without breaking anyone, as long as nobody can list all fields.
    let open = fields.iter().any(|field| field.optional);
    let non_exhaustive = open.then(|| quote!(#[non_exhaustive]));
    let members = fields.iter().map(|field| {
        let docs = docs::item(api, &field.meta);
        let serde = json.then(|| serde(field));
        let member = declaration(api, field);
        quote!(#docs #serde pub #member)
    });
    let debug =
        (!api.facts.is_plain(record.meta.name.source())).then(|| debug(api, &name, &fields));
    let builders = open.then(|| builders(api, &record.meta, &fields));
    quote! {
        #docs
        #derives
        #rename
        #non_exhaustive
        pub struct #name { #(#members,)* }
        #builders
        #debug
    }
}

fn derives(api: Api<'_>, record: &Record, fields: &[&Field]) -> TokenStream {
    let name = record.meta.name.source();
    let plain = api.facts.is_plain(name).then(|| quote!(Debug,));
    let default = fields
        .iter()
        .all(|field| field.optional)
        .then(|| quote!(Default,));
    let equal = api.facts.is_plain(name).then(|| quote!(PartialEq,));
    let json = api.is_json(&Ty::named(name));
    let json = json.then(|| quote!(Serialize, Deserialize, JsonSchema));
    quote!(#[derive(Clone, #plain #default #equal #json)])
}

/// A field, without what stands before its name.
pub(super) fn declaration(api: Api<'_>, field: &Field) -> TokenStream {
    let name = names::member(&field.meta.name);
    let ty = api.stored(field);
    quote!(#name: #ty)
}

/// Serde's attributes of a field that is JSON.
pub(super) fn serde(field: &Field) -> TokenStream {
    if field.meta.attrs.rest {
        return quote!(#[serde(flatten)]);
    }
    let source = field.meta.name.source();
    let rename = (names::serde_camel(&field.meta.name.snake()) != source)
        .then(|| quote!(#[serde(rename = #source)]));
    let absent = match (field.optional, field.ty.nullable) {
        (false, _) => None,
        (true, false) => Some(quote!(#[serde(skip_serializing_if = "Option::is_none")])),
        (true, true) => Some(quote!(#[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "crate::support::plain::present"
        )])),
    };
    quote!(#rename #absent)
}

/// Whether any of the fields is spelled unlike its Rust name.
pub(super) fn has_camel(fields: &[&Field]) -> bool {
    fields.iter().any(|field| field.meta.name.words().len() > 1)
}

fn rename_all(fields: &[&Field]) -> Option<TokenStream> {
    has_camel(fields).then(|| quote!(#[serde(rename_all = "camelCase")]))
}

/// `new` for what is required, and a `with_…` for each field that may be absent.
fn builders(api: Api<'_>, meta: &Meta, fields: &[&Field]) -> TokenStream {
    let name = names::item(&meta.name);
    let required = fields.iter().any(|field| !field.optional);
    let new = required.then(|| new(api, fields));
    let setters = fields.iter().filter(|field| field.optional);
    let setters = setters.map(|field| setter(api, field));
    quote! {
        impl #name {
            #new
            #(#setters)*
        }
    }
}

fn new(api: Api<'_>, fields: &[&Field]) -> TokenStream {
    let required = fields.iter().filter(|field| !field.optional);
    let params = required.map(|field| {
        let name = names::member(&field.meta.name);
        let Accepted { ty, .. } = api.accepted(&field.meta.attrs, &field.ty);
        quote!(#name: #ty)
    });
    let values = fields.iter().map(|field| {
        let name = names::member(&field.meta.name);
        let Accepted { conversion, .. } = api.accepted(&field.meta.attrs, &field.ty);
        match (field.optional, conversion.is_empty()) {
            (true, _) => quote!(#name: None),
            (false, true) => quote!(#name),
            (false, false) => quote!(#name: #name #conversion),
        }
    });
    quote! {
        /// With what is required, and nothing else.
        pub fn new(#(#params),*) -> Self {
            Self { #(#values,)* }
        }
    }
}

/// The setter of an optional field; errors have the same.
pub(super) fn setter(api: Api<'_>, field: &Field) -> TokenStream {
    let member = names::member(&field.meta.name);
    let setter = names::ident(&format!("with_{}", field.meta.name.snake()));
    let Accepted { ty, conversion } = api.accepted(&field.meta.attrs, &field.ty);
    let docs = format!(" Sets `{}`.", field.meta.name.snake());
    let deprecated = docs::deprecated(&field.meta.attrs);
    quote! {
        #[doc = #docs]
        #deprecated
        #[must_use]
        pub fn #setter(mut self, #member: #ty) -> Self {
            self.#member = Some(#member #conversion);
            self
        }
    }
}

/// Shows only what is neither secret nor a host value.
fn debug(api: Api<'_>, name: &Ident, fields: &[&Field]) -> TokenStream {
    let shown = fields.iter().filter(|field| is_shown(api, field));
    let shown = shown.map(|field| {
        let member = names::member(&field.meta.name);
        let label = field.meta.name.snake();
        quote!(.field(#label, &self.#member))
    });
    let title = name.to_string();
    quote! {
        impl fmt::Debug for #name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(#title) #(#shown)* .finish_non_exhaustive()
            }
        }
    }
}

fn is_shown(api: Api<'_>, field: &Field) -> bool {
    !field.meta.attrs.secret && api.is_json(&field.ty)
}
