//! String enums.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Api, docs, names};
use crate::model::Enum;

pub(super) fn item(api: Api<'_>, item: &Enum) -> TokenStream {
    let name = names::item(&item.meta.name);
    let docs = docs::item(api, &item.meta);
    let variants = item.variants.iter().map(|variant| {
        let docs = docs::item(api, &variant.meta);
        let value = &variant.value;
        let name = names::item(&variant.meta.name);
        quote!(#docs #[serde(rename = #value)] #name)
    });
    let listed = item.variants.iter().map(|variant| {
        let variant = names::item(&variant.meta.name);
        quote!(#name::#variant)
    });
    let spelled: Vec<_> = spellings(item).collect();
    if item.meta.attrs.open {
        let parsed = parse(item);
        return quote! {
            #docs
            #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
            #[non_exhaustive]
            pub enum #name {
                #(#variants,)*
                /// A value that this version does not know.
                #[serde(untagged)]
                Other(String),
            }
            impl #name {
                /// Every value that this version knows.
                pub const ALL: &'static [#name] = &[#(#listed),*];

                /// As it is written in JSON.
                pub fn as_str(&self) -> &str {
                    match self {
                        #(#spelled,)*
                        #name::Other(value) => value,
                    }
                }
            }
            #parsed
        };
    }
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum #name { #(#variants,)* }
        impl #name {
            /// Every value.
            pub const ALL: &'static [#name] = &[#(#listed),*];

            /// As it is written in JSON.
            pub fn as_str(&self) -> &'static str {
                match self { #(#spelled,)* }
            }
        }
    }
}

fn spellings(item: &Enum) -> impl Iterator<Item = TokenStream> {
    item.variants.iter().map(|variant| {
        let name = names::item(&item.meta.name);
        let value = &variant.value;
        let variant = names::item(&variant.meta.name);
        quote!(#name::#variant => #value)
    })
}

fn parse(item: &Enum) -> TokenStream {
    let name = names::item(&item.meta.name);
    let arms = item.variants.iter().map(|variant| {
        let value = &variant.value;
        let variant = names::item(&variant.meta.name);
        quote!(#value => #name::#variant)
    });
    quote! {
        impl From<&str> for #name {
            fn from(value: &str) -> Self {
                match value {
                    #(#arms,)*
                    other => #name::Other(other.to_owned()),
                }
            }
        }
    }
}
