//! The exports, in Rust.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::File;

use super::{Call, Param, ParamKind, Returns, length, symbol};

/// `generated/c/glue.rs`, which `bindings/c` includes as a module.
pub(in crate::emit::engine) fn glue(calls: &[Call], imports: &TokenStream, hash: &str) -> File {
    let exports = calls.iter().map(export);
    let tokens = quote! {
        //! The flat engine's exports to C, and nothing else.
        //!
        //! # Safety
        //! Each address must be that of as many readable bytes (or buffers) as the length behind it says, until the call
        //! has returned; with a length of 0 it may be null.

        use libfx::api as contract;
        #imports
        use libfx::engine::Settled;

        use crate::buffer::{Buffer, blobs_in, buffer, bytes_in, text_in};
        use crate::engines::with;

        const MODEL_HASH: &str = #hash;

        #(#exports)*
    };
    syn::parse2(tokens).expect("the glue is Rust")
}

fn export(call: &Call) -> TokenStream {
    let name = format_ident!("{}", symbol(call));
    let docs = call.docs.lines().map(|line| format!(" {line}"));
    let params = call.params.iter().map(declared);
    let converted = call.params.iter().filter_map(converted);
    let body = &call.body;
    let (returns, body) = match call.returns {
        Returns::Nothing => (None, quote! { #body }),
        Returns::Flag => (Some(quote! { -> bool }), quote! { #body }),
        Returns::Failure | Returns::Bytes => (Some(quote! { -> Buffer }), quote! { buffer(#body) }),
        Returns::Text => (Some(quote! { -> Buffer }), quote! { buffer(Some(#body)) }),
    };
    if !call.uses_engine() {
        return quote! {
            #(#[doc = #docs])*
            #[unsafe(no_mangle)]
            extern "C" fn #name() #returns {
                #body
            }
        };
    }
    let reads = call.params.iter().any(|it| it.kind != ParamKind::Number);
    let safety = reads.then(|| quote! { unsafe });
    quote! {
        #(#[doc = #docs])*
        #[unsafe(no_mangle)]
        #safety extern "C" fn #name(engine: u64, #(#params),*) #returns {
            with(engine, |engine| {
                #(#converted)*
                #body
            })
        }
    }
}

fn declared(param: &Param) -> TokenStream {
    let name = format_ident!("{}", param.name.snake());
    let length = format_ident!("{}", length(param));
    match param.kind {
        ParamKind::Number => quote! { #name: u32 },
        ParamKind::Text | ParamKind::Bytes => quote! { #name: *const u8, #length: usize },
        ParamKind::BytesList => quote! { #name: *const Buffer, #length: usize },
    }
}

fn converted(param: &Param) -> Option<TokenStream> {
    let name = format_ident!("{}", param.name.snake());
    let length = format_ident!("{}", length(param));
    let read = match param.kind {
        ParamKind::Number => return None,
        ParamKind::Text => quote! { text_in },
        ParamKind::Bytes => quote! { bytes_in },
        ParamKind::BytesList => quote! { blobs_in },
    };
    Some(quote! {
        let #name = unsafe { #read(#name, #length) };
    })
}
