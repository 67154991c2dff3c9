//! The arguments with which a proxy calls the application.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::{Api, names};
use crate::model::{Decl, Field, Param, Prim, Record, Ty, TyKind};

/// An argument as JSON: one that may be absent is a list of it or of nothing. The signal of a record is not part of it: it
/// goes beside the arguments. Bytes are kept for the host, and a number stands for them.
pub(super) fn argument(api: Api<'_>, param: &Param) -> TokenStream {
    let name = names::member(&param.meta.name);
    if let Some(record) = record_with_signal(api, &param.ty) {
        return match is_option(api, param) {
            true => {
                let object = object(api, record, &quote!(it));
                let it = match data(api, record).next() {
                    Some(_) => quote!(it),
                    None => quote!(_),
                };
                quote!(#name.iter().map(|#it| #object).collect())
            }
            false => list_if(param.optional, object(api, record, &quote!(#name))),
        };
    }
    match (is_option(api, param), &param.ty.kind) {
        (true, TyKind::Prim(Prim::Bytes)) => {
            quote!(#name.map(|it| self.host.give_bytes(it)).into_iter().collect())
        }
        (false, TyKind::Prim(Prim::Bytes)) => quote!(self.host.give_bytes(#name)),
        (true, _) => quote!(plain::encode(#name.as_slice())),
        (false, TyKind::Prim(Prim::Json)) => quote!(#name),
        (false, _) => list_if(param.optional, quote!(plain::encode(&#name))),
    }
}

fn list_if(optional: bool, value: TokenStream) -> TokenStream {
    match optional {
        true => quote!(Value::Array(vec![#value])),
        false => value,
    }
}

/// Whether the parameter is an `Option` in Rust, and not a record whose default means that it is absent.
fn is_option(api: Api<'_>, param: &Param) -> bool {
    param.optional && !api.has_default(&param.ty)
}

/// The members of `value` that are data.
fn object(api: Api<'_>, record: &Record, value: &TokenStream) -> TokenStream {
    let members = data(api, record).map(|field| {
        let member = names::member(&field.meta.name);
        let source = field.meta.name.source();
        match field.optional {
            true => quote!(.optional(#source, &#value.#member)),
            false => quote!(.member(#source, &#value.#member)),
        }
    });
    quote!(plain::Object::new() #(#members)* .finish())
}

fn data<'a>(api: Api<'a>, record: &'a Record) -> impl Iterator<Item = &'a Field> {
    let fields = api.fields(&record.fields);
    fields.filter(move |field| api.is_json(&field.ty))
}

/// The signal that comes with a parameter.
pub(super) fn signal(api: Api<'_>, param: &Param) -> Option<TokenStream> {
    let name = names::member(&param.meta.name);
    let record = record_with_signal(api, &param.ty)?;
    let field = api
        .fields(&record.fields)
        .find(|field| is_signal(&field.ty))?;
    let member = names::member(&field.meta.name);
    Some(match (is_option(api, param), field.optional) {
        (true, true) => quote!(#name.and_then(|it| it.#member).unwrap_or_default()),
        (true, false) => quote!(#name.map(|it| it.#member).unwrap_or_default()),
        (false, true) => quote!(#name.#member.unwrap_or_default()),
        (false, false) => quote!(#name.#member),
    })
}

pub(in crate::emit::rust) fn record_with_signal<'a>(api: Api<'a>, ty: &Ty) -> Option<&'a Record> {
    let TyKind::Named(name) = &ty.kind else {
        return None;
    };
    match api.model.decl(name) {
        Decl::Record(record) => {
            let holds = api.fields(&record.fields).any(|field| is_signal(&field.ty));
            holds.then_some(record)
        }
        _ => None,
    }
}

fn is_signal(ty: &Ty) -> bool {
    ty.kind == TyKind::Prim(Prim::Signal)
}
