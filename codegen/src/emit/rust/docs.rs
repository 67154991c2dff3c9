//! Docs: the IDL's Markdown as doc attributes.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Api, doc_links};
use crate::model::{Attrs, Errors, Function, Meta, Param};

/// The attributes that document a declaration or member, and mark it when it is deprecated.
pub(super) fn item(api: Api<'_>, meta: &Meta) -> TokenStream {
    let text = with_status(&meta.docs.0, &meta.attrs);
    attributes(api, &text, &meta.attrs)
}

/// Docs of a function, with its parameters and the errors it fails with.
pub(super) fn function(api: Api<'_>, function: &Function) -> TokenStream {
    let meta = &function.meta;
    let mut text = with_status(&meta.docs.0, &meta.attrs);
    let params: Vec<_> = function.params.iter().filter_map(parameter).collect();
    if !params.is_empty() {
        text = format!("{text}\n\n{}", params.join("\n"));
    }
    if let Some(errors) = api.model.errors()
        && !function.throws.is_empty()
    {
        let codes: Vec<_> = codes(errors, &function.throws).collect();
        text = format!("{text}\n\n# Errors\n{}", codes.join(", "));
    }
    attributes(api, &text, &meta.attrs)
}

fn attributes(api: Api<'_>, text: &str, attrs: &Attrs) -> TokenStream {
    let docs = lines(&linked(api, text));
    let deprecated = deprecated(attrs);
    quote!(#(#[doc = #docs])* #deprecated)
}

pub(super) fn deprecated(attrs: &Attrs) -> Option<TokenStream> {
    let why = attrs.deprecated.as_ref()?;
    Some(quote!(#[deprecated = #why]))
}

/// Inner docs of a module of the IDL.
pub(super) fn module(api: Api<'_>, text: &str) -> TokenStream {
    inner(&linked(api, text))
}

/// Inner docs that are written for Rust.
pub(super) fn inner(text: &str) -> TokenStream {
    let lines = lines(text);
    quote!(#(#![doc = #lines])*)
}

fn parameter(param: &Param) -> Option<String> {
    let docs = &param.meta.docs.0;
    let indented = docs.replace('\n', "\n  ");
    (!docs.is_empty()).then(|| format!("- `{}`: {indented}", param.meta.name.snake()))
}

fn codes<'a>(errors: &'a Errors, names: &'a [String]) -> impl Iterator<Item = String> + 'a {
    let codes = errors.codes.iter();
    let thrown = codes.filter(|code| names.iter().any(|name| name == code.meta.name.source()));
    thrown.map(|code| format!("`{}`", code.value))
}

fn with_status(docs: &str, attrs: &Attrs) -> String {
    let since = attrs.since.as_ref();
    let since = since.map(|version| format!("Since {version}."));
    let experimental = attrs.experimental;
    let experimental = experimental.then(|| "Experimental: may change in any release.".into());
    let notes = [Some(docs.to_owned()), experimental, since];
    let notes: Vec<_> = notes.into_iter().flatten().collect();
    notes.join("\n\n")
}

/// One doc attribute a line; a line that is not empty begins with the space that `///` is followed by.
fn lines(text: &str) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let spaced = |line: &str| match line {
        "" => String::new(),
        line => format!(" {line}"),
    };
    text.split('\n').map(spaced).collect()
}

/// Rewrites the links of the IDL, and defines their targets after the text; a link whose target Rust does not have becomes
/// code.
fn linked(api: Api<'_>, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut definitions = BTreeSet::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once("[`") {
        let Some((target, after)) = link.split_once("`]") else {
            break;
        };
        out.push_str(before);
        match doc_links::target(api, target) {
            Some(link) => {
                out.push_str(&format!("[`{}`]", link.label));
                definitions.insert(link.definition());
            }
            None => out.push_str(&format!("`{target}`")),
        }
        rest = after;
    }
    out.push_str(rest);
    if !definitions.is_empty() {
        out.push('\n');
    }
    for definition in definitions {
        out.push('\n');
        out.push_str(&definition);
    }
    out
}
