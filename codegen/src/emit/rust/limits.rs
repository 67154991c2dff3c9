//! Consts: the numbers and texts of the contract, all in one module.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::{Api, docs, names, print};
use crate::model::{Const, Decl, Literal, Prim, TyKind};

pub(super) fn file(api: Api<'_>) -> String {
    let consts = api.decls().filter_map(|decl| match decl {
        Decl::Const(it) => Some(constant(api, it)),
        _ => None,
    });
    let hash = &api.model.hash;
    let items = quote! {
        /// Identifies the contract that this crate was generated from. Parts with different hashes do not fit together.
        pub const MODEL_HASH: &str = #hash;
        #(#consts)*
    };
    print::file(
        api,
        docs::inner("The limits and defaults of the contract."),
        items,
    )
}

fn constant(api: Api<'_>, constant: &Const) -> TokenStream {
    let docs = docs::item(api, &constant.meta);
    let name = names::constant(&constant.meta.name);
    match &constant.value {
        Literal::String(value) => quote!(#docs pub const #name: &str = #value;),
        Literal::Bool(value) => quote!(#docs pub const #name: bool = #value;),
        Literal::Int(value) => {
            let value = number(*value);
            let ty = match &constant.ty.kind {
                TyKind::Prim(Prim::U32) => quote!(u32),
                TyKind::Prim(Prim::I32) => quote!(i32),
                _ => quote!(u64),
            };
            quote!(#docs pub const #name: #ty = #value;)
        }
    }
}

/// A whole number, its digits in groups of three.
pub(super) fn number(value: i64) -> TokenStream {
    let digits = value.unsigned_abs().to_string();
    let grouped: String = digits
        .char_indices()
        .flat_map(|(at, digit)| {
            let starts_group = at > 0 && (digits.len() - at).is_multiple_of(3);
            starts_group.then_some('_').into_iter().chain([digit])
        })
        .collect();
    let literal: Token = grouped.parse().expect("digits are a literal");
    if value < 0 {
        quote!(-#literal)
    } else {
        quote!(#literal)
    }
}
