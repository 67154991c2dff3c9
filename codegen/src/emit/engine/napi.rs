//! The dialect of the Node addon (napi-rs).

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::File;

use super::calls::{Call, Param, ParamKind, Returns, only_with};

/// `generated/node/glue.rs`, which `bindings/node` includes as a module.
pub(super) fn glue(calls: &[Call], imports: &TokenStream, hash: &str) -> File {
    let mut features: Vec<Option<&String>> = Vec::new();
    for call in calls {
        if !features.contains(&call.feature.as_ref()) {
            features.push(call.feature.as_ref());
        }
    }
    // A block for each: the attribute of the binding would export what the compiler has left out.
    let blocks = features.into_iter().map(|feature| {
        let only_with = only_with(feature);
        let calls = calls.iter().filter(|it| it.feature.as_ref() == feature);
        let exports = calls.map(export);
        quote! {
            #only_with
            #[napi]
            impl Engine {
                #(#exports)*
            }
        }
    });
    let tokens = quote! {
        //! The flat engine's exports to JavaScript, and nothing else.

        use libfx::api as contract;
        #imports
        use libfx::engine::Settled;
        use napi::bindgen_prelude::Uint8Array;
        use napi_derive::napi;

        use crate::Engine;
        use crate::convert::{blob, blobs as all_blobs, bytes_out};

        const MODEL_HASH: &str = #hash;

        #(#blocks)*
    };
    syn::parse2(tokens).expect("the glue is Rust")
}

fn export(call: &Call) -> TokenStream {
    let name = format_ident!("{}", call.name.snake());
    let docs = call.docs.lines().map(|line| format!(" {line}"));
    let params = call.params.iter().map(declared);
    let converted = call.params.iter().filter_map(converted);
    let returns = match call.returns {
        Returns::Nothing => None,
        Returns::Failure => Some(quote! { -> Option<String> }),
        Returns::Flag => Some(quote! { -> bool }),
        Returns::Bytes => Some(quote! { -> Option<Uint8Array> }),
        Returns::Text => Some(quote! { -> String }),
    };
    let body = &call.body;
    let body = match call.returns {
        Returns::Bytes => quote! { (#body).map(bytes_out) },
        _ => body.clone(),
    };
    let engine = body
        .to_string()
        .contains("engine")
        .then(|| quote! { let engine = &self.engine; });
    quote! {
        #(#[doc = #docs])*
        #[napi(catch_unwind)]
        pub fn #name(&self, #(#params),*) #returns {
            #engine
            #(#converted)*
            #body
        }
    }
}

fn declared(param: &Param) -> TokenStream {
    let name = ident(param);
    match param.kind {
        ParamKind::Number => quote! { #name: u32 },
        ParamKind::Text => quote! { #name: String },
        ParamKind::Bytes => quote! { #name: Uint8Array },
        ParamKind::BytesList => quote! { #name: Vec<Uint8Array> },
    }
}

fn converted(param: &Param) -> Option<TokenStream> {
    let name = ident(param);
    match param.kind {
        ParamKind::Number | ParamKind::Text => None,
        ParamKind::Bytes => Some(quote! { let #name = blob(&#name); }),
        ParamKind::BytesList => Some(quote! { let #name = all_blobs(#name); }),
    }
}

fn ident(param: &Param) -> Ident {
    Ident::new(&param.name.snake(), Span::call_site())
}
