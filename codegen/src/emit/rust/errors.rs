//! The error type: its codes, its fields, and a constructor a code.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{Api, docs, names, records};
use crate::model::{ErrorClass, ErrorCode, Errors, Field};

pub(super) fn item(api: Api<'_>, errors: &Errors) -> TokenStream {
    let codes = codes(api, &errors.codes);
    let class = class();
    let error = error(api, errors);
    quote!(#error #codes #class)
}

fn error(api: Api<'_>, errors: &Errors) -> TokenStream {
    let name = names::item(&errors.meta.name);
    let docs = docs::item(api, &errors.meta);
    let fields: Vec<_> = api.fields(&errors.fields).collect();
    let members = fields.iter().map(|field| {
        let docs = docs::item(api, &field.meta);
        let member = records::declaration(api, field);
        quote!(#docs pub #member)
    });
    let absent = fields.iter().map(|field| {
        let member = names::member(&field.meta.name);
        quote!(#member: None)
    });
    let constructors = errors.codes.iter().map(constructor);
    let setters = fields.iter().map(|field| records::setter(api, field));
    let serialize = serialize(errors, &fields);
    quote! {
        #docs
        #[derive(Clone, Debug, PartialEq, thiserror::Error)]
        #[error("{message}")]
        #[non_exhaustive]
        pub struct #name {
            /// What kind of error it is.
            pub code: ErrorCode,
            /// What went wrong, for people.
            pub message: String,
            #(#members,)*
        }
        impl #name {
            /// An error without particulars.
            pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
                #name { code, message: message.into(), #(#absent,)* }
            }
            #(#constructors)*
            #(#setters)*
        }
        #serialize
    }
}

fn constructor(code: &ErrorCode) -> TokenStream {
    let name = names::member(&code.meta.name);
    let variant = names::item(&code.meta.name);
    let docs = format!(" An error with the code [`ErrorCode::{variant}`].");
    quote! {
        #[doc = #docs]
        pub fn #name(message: impl Into<String>) -> Self {
            Self::new(ErrorCode::#variant, message)
        }
    }
}

/// As bindings pass it on: `{code, class, message, …}`.
fn serialize(errors: &Errors, fields: &[&Field]) -> TokenStream {
    let name = names::item(&errors.meta.name);
    let title = name.to_string();
    let count = Literal::usize_unsuffixed(fields.len() + 3);
    let optional = fields.iter().map(|field| {
        let member = names::member(&field.meta.name);
        let source = field.meta.name.source();
        quote! {
            if let Some(value) = &self.#member {
                fields.serialize_field(#source, value)?;
            }
        }
    });
    quote! {
        impl Serialize for #name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct as _;
                let mut fields = serializer.serialize_struct(#title, #count)?;
                fields.serialize_field("code", self.code.as_str())?;
                fields.serialize_field("class", self.code.class().as_str())?;
                fields.serialize_field("message", &self.message)?;
                #(#optional)*
                fields.end()
            }
        }
    }
}

fn codes(api: Api<'_>, codes: &[ErrorCode]) -> TokenStream {
    let names: Vec<_> = codes
        .iter()
        .map(|code| names::item(&code.meta.name))
        .collect();
    let docs = codes.iter().map(|code| docs::item(api, &code.meta));
    let values = codes.iter().map(|code| &code.value);
    let classes = codes.iter().map(|code| match code.class {
        ErrorClass::Error => quote!(Error),
        ErrorClass::TypeError => quote!(TypeError),
        ErrorClass::RangeError => quote!(RangeError),
    });
    quote! {
        /// What kind of error it is. A code never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorCode { #(#docs #names,)* }
        impl ErrorCode {
            /// Every code.
            pub const ALL: &'static [ErrorCode] = &[#(ErrorCode::#names),*];

            /// The stable string.
            pub fn as_str(self) -> &'static str {
                match self { #(ErrorCode::#names => #values,)* }
            }

            /// The class of such errors, in languages that have classes of errors.
            pub fn class(self) -> ErrorClass {
                match self { #(ErrorCode::#names => ErrorClass::#classes,)* }
            }
        }
    }
}

fn class() -> TokenStream {
    quote! {
        /// The class of an error, in languages that have classes of errors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorClass {
            /// Any error that is not the caller's mistake.
            Error,
            /// A value of the wrong kind or form.
            TypeError,
            /// A value that is too large.
            RangeError,
        }
        impl ErrorClass {
            /// As JavaScript calls it.
            pub fn as_str(self) -> &'static str {
                match self {
                    ErrorClass::Error => "Error",
                    ErrorClass::TypeError => "TypeError",
                    ErrorClass::RangeError => "RangeError",
                }
            }
        }
    }
}
