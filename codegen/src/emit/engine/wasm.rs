//! The dialect of WebAssembly: plain exports over linear memory, and the JavaScript class that calls them.
//!
//! A text or some bytes cross as an address and a length of memory that the module's `alloc` gave and that the callee
//! owns from then on. What comes back is the address of an answer (an address and a length), or 0 for nothing.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::File;

use super::calls::{Call, Param, ParamKind, Returns, only_with};
use crate::emit::Writer;

/// `generated/wasm/glue.rs`, which `bindings/wasm` includes as a module.
pub(super) fn glue(calls: &[Call], imports: &TokenStream, hash: &str) -> File {
    let exports = calls.iter().map(export);
    let tokens = quote! {
        //! The flat engine's exports to the host of a WebAssembly instance, and nothing else.

        use libfx::api as contract;
        #imports
        use libfx::engine::Settled;

        use crate::engine::engine;
        use crate::memory::{Answer, answer, bytes_in, take_blobs, text_in};

        const MODEL_HASH: &str = #hash;

        #(#exports)*
    };
    syn::parse2(tokens).expect("the glue is Rust")
}

fn export(call: &Call) -> TokenStream {
    let name = format_ident!("{}", call.name.snake());
    let docs = call.docs.lines().map(|line| format!(" {line}"));
    let params = call.params.iter().map(declared);
    let converted = call.params.iter().filter_map(converted);
    let body = &call.body;
    let (returns, body) = match call.returns {
        Returns::Nothing => (None, quote! { #body }),
        Returns::Flag => (Some(quote! { -> bool }), quote! { #body }),
        Returns::Failure | Returns::Bytes => {
            (Some(quote! { -> *const Answer }), quote! { answer(#body) })
        }
        Returns::Text => (
            Some(quote! { -> *const Answer }),
            quote! { answer(Some(#body)) },
        ),
    };
    let engine = call
        .body
        .to_string()
        .contains("engine")
        .then(|| quote! { let engine = engine(); });
    let only_with = only_with(call.feature.as_ref());
    quote! {
        #(#[doc = #docs])*
        #only_with
        #[unsafe(no_mangle)]
        extern "C" fn #name(#(#params),*) #returns {
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
        ParamKind::Text | ParamKind::Bytes => {
            let length = format_ident!("{}_length", param.name.snake());
            quote! { #name: *mut u8, #length: usize }
        }
        // Handed over one by one before the call.
        ParamKind::BytesList => TokenStream::new(),
    }
}

fn converted(param: &Param) -> Option<TokenStream> {
    let name = ident(param);
    let length = format_ident!("{}_length", param.name.snake());
    match param.kind {
        ParamKind::Number => None,
        ParamKind::Text => Some(quote! { let #name = text_in(#name, #length); }),
        ParamKind::Bytes => Some(quote! { let #name = bytes_in(#name, #length); }),
        ParamKind::BytesList => Some(quote! { let #name = take_blobs(); }),
    }
}

fn ident(param: &Param) -> Ident {
    Ident::new(&param.name.snake(), Span::call_site())
}

/// `generated/javascript/wasm-calls.js`: the addon's calls, over an instance.
pub(super) fn javascript(calls: &[Call]) -> String {
    let mut out = Writer::new("  ");
    out.line("/**");
    out.line(" * The calls of the flat engine on a WebAssembly instance; the native addon has the same ones.");
    out.line(" *");
    out.line(" * `memory` passes texts and bytes (`put`, `add`) and takes answers (`text`, `bytes`); see support/wasm-memory.js.");
    out.line(" */");
    out.block("export class WasmCalls {", "}", |out| {
        out.line("#exports");
        out.line("#memory");
        out.gap();
        out.block("constructor(exports, memory) {", "}", |out| {
            out.line("this.#exports = exports");
            out.line("this.#memory = memory");
        });
        for call in calls {
            out.gap();
            out.line(format!("/** {} */", call.docs.replace('\n', " ")));
            method(out, call);
        }
    });
    out.finish()
}

fn method(out: &mut Writer, call: &Call) {
    let names: Vec<&str> = call.params.iter().map(|it| it.name.source()).collect();
    let head = format!("{}({}) {{", call.name.camel(), names.join(", "));
    out.block(head, "}", |out| {
        for param in &call.params {
            if param.kind == ParamKind::BytesList {
                out.line(format!("this.#memory.add({})", param.name.source()));
            }
        }
        let args: Vec<String> = call.params.iter().filter_map(argument).collect();
        let called = format!("this.#exports.{}({})", call.name.snake(), args.join(", "));
        out.line(match call.returns {
            Returns::Nothing => called,
            Returns::Flag => format!("return {called} !== 0"),
            Returns::Failure | Returns::Text => format!("return this.#memory.text({called})"),
            Returns::Bytes => format!("return this.#memory.bytes({called})"),
        });
    });
}

fn argument(param: &Param) -> Option<String> {
    let name = param.name.source();
    match param.kind {
        ParamKind::Number => Some(name.to_owned()),
        ParamKind::Text | ParamKind::Bytes => Some(format!("...this.#memory.put({name})")),
        ParamKind::BytesList => None,
    }
}
