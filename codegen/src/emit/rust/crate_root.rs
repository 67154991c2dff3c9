//! The crate's manifest and root.

use quote::quote;

use super::{Api, docs, names, print};

pub(super) const MANIFEST: &str = r#"[package]
name = "libfx-api"
description = "The contract of libfx: traits, types, errors and limits, generated from the IDL"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[lints]
workspace = true

[dependencies]
bytes.workspace = true
futures-core.workspace = true
schemars.workspace = true
secrecy.workspace = true
serde.workspace = true
serde_json.workspace = true
strsim.workspace = true
thiserror.workspace = true
tokio-util.workspace = true
"#;

const DOCS: &str = "\
The contract of libfx: what the runtime implements, what the application implements, and the values that pass
between them.

Runtime interfaces are traits that crate `libfx` implements; host interfaces are traits that applications
implement. Values that come from another language are decoded by [`Decode`], and all values are checked by
[`Validate`], so that every language reports the same mistake in the same words. What goes to another language is plain
JSON, or described by [`support::Describe`] when it holds objects.";

pub(super) fn file(api: Api<'_>) -> String {
    let modules: Vec<_> = api.modules().map(|it| names::ident(&it.name)).collect();
    let items = quote! {
        #![allow(deprecated, reason = "what is deprecated still works")]

        #(pub mod #modules;)*
        mod decode;
        pub mod describe;
        pub mod limits;
        pub mod remote;
        pub mod support;
        mod validate;

        #(pub use #modules::*;)*
        pub use support::{
            Answer, AsyncCallback, BoxFuture, BoxStream, Callback, Decode, Fetch, HostError, HostLink, HttpRequest,
            HttpResponse, Input, JsonObject, MaybeSend, MaybeSync, Method, Path, Validate,
        };
    };
    print::plain_file(docs::inner(DOCS), items)
}
