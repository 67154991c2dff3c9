//! Unions: told apart by a tag, or by the kind of JSON value.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Api, docs, names, records};
use crate::model::{KindUnion, Prim, TaggedUnion, TaggedVariant, Ty, TyKind};

pub(super) fn tagged(api: Api<'_>, union: &TaggedUnion) -> TokenStream {
    let name = names::item(&union.meta.name);
    let docs = docs::item(api, &union.meta);
    let json = api.is_json(&Ty::named(union.meta.name.source()));
    let variants = union
        .variants
        .iter()
        .map(|variant| tagged_variant(api, variant, json));
    let otherwise = union.otherwise.as_ref().map(|ty| {
        let ty = api.owned(ty);
        let serde = json.then(|| quote!(#[serde(untagged)]));
        quote! {
            /// Any other value.
            #serde
            Otherwise(#ty),
        }
    });
    let conversion = union.otherwise.as_ref().map(|ty| {
        let ty = api.owned(ty);
        quote! {
            impl<T: Into<#ty>> From<T> for #name {
                fn from(value: T) -> Self {
                    #name::Otherwise(value.into())
                }
            }
        }
    });
    let serde = json.then(|| tagged_serde(api, union));
    let derives = derives(json);
    let open = union.meta.attrs.open.then(|| quote!(#[non_exhaustive]));
    quote! {
        #docs
        #derives
        #serde
        #open
        pub enum #name { #(#variants,)* #otherwise }
        #conversion
    }
}

fn tagged_serde(api: Api<'_>, union: &TaggedUnion) -> TokenStream {
    let tag = &union.tag;
    let mut variants = union.variants.iter();
    let camel = variants.any(|variant| {
        let fields: Vec<_> = api.fields(&variant.fields).collect();
        records::has_camel(&fields)
    });
    let rename = camel.then(|| quote!(, rename_all_fields = "camelCase"));
    quote!(#[serde(tag = #tag #rename)])
}

fn tagged_variant(api: Api<'_>, variant: &TaggedVariant, json: bool) -> TokenStream {
    let docs = docs::item(api, &variant.meta);
    let name = names::item(&variant.meta.name);
    let value = &variant.value;
    let rename = json.then(|| quote!(#[serde(rename = #value)]));
    let mut fields = api.fields(&variant.fields).peekable();
    if fields.peek().is_none() {
        return quote!(#docs #rename #name);
    }
    let fields = fields.map(|field| {
        let docs = docs::item(api, &field.meta);
        let serde = json.then(|| records::serde(field));
        let member = records::declaration(api, field);
        quote!(#docs #serde #member)
    });
    quote!(#docs #rename #name { #(#fields,)* })
}

pub(super) fn by_kind(api: Api<'_>, union: &KindUnion) -> TokenStream {
    let name = names::item(&union.meta.name);
    let docs = docs::item(api, &union.meta);
    let json = api.is_json(&Ty::named(union.meta.name.source()));
    let serde = json.then(|| quote!(#[serde(untagged)]));
    let derives = derives(json);
    let open = union.meta.attrs.open.then(|| quote!(#[non_exhaustive]));
    let variants = union.variants.iter().map(|variant| {
        let docs = docs::item(api, &variant.meta);
        let name = names::item(&variant.meta.name);
        let ty = api.owned(&variant.ty);
        quote!(#docs #name(#ty))
    });
    let conversions = conversions(api, union);
    quote! {
        #docs
        #derives
        #serde
        #open
        pub enum #name { #(#variants,)* }
        #conversions
    }
}

/// Conversions from each variant's value, so that callers need not name the variant.
fn conversions(api: Api<'_>, union: &KindUnion) -> TokenStream {
    let name = names::item(&union.meta.name);
    // Two variants may differ in JSON and be one type in Rust.
    let types: Vec<_> = union
        .variants
        .iter()
        .map(|it| api.owned(&it.ty).to_string())
        .collect();
    let is_unique = |at: usize| types.iter().filter(|ty| **ty == types[at]).count() == 1;
    let unique = union
        .variants
        .iter()
        .enumerate()
        .filter(|(at, _)| is_unique(*at));
    let conversions = unique.map(|(_, variant)| {
        let ty = api.owned(&variant.ty);
        let variant_name = names::item(&variant.meta.name);
        let literal = (variant.ty.kind == TyKind::Prim(Prim::String)).then(|| {
            quote! {
                impl From<&str> for #name {
                    fn from(value: &str) -> Self {
                        #name::#variant_name(value.to_owned())
                    }
                }
            }
        });
        quote! {
            impl From<#ty> for #name {
                fn from(value: #ty) -> Self {
                    #name::#variant_name(value)
                }
            }
            #literal
        }
    });
    quote!(#(#conversions)*)
}

fn derives(json: bool) -> TokenStream {
    let json = json.then(|| quote!(, Serialize, Deserialize, JsonSchema));
    quote!(#[derive(Clone, Debug, PartialEq #json)])
}
