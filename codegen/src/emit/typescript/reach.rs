//! What an entry point shows: what it exports, and every type that can be reached from there.

use std::collections::BTreeSet;

use super::super::ecma::{Api, variant_name};
use crate::model::{Decl, Field, Function, Interface, Ty, TyKind};

/// The declarations to print, in the model's order.
pub(super) fn from<'a>(api: Api<'a>, exports: &[&'a Decl]) -> Vec<&'a Decl> {
    let mut found = BTreeSet::new();
    let mut left: Vec<&str> = exports
        .iter()
        .map(|decl| decl.meta().name.source())
        .collect();
    // Functions throw it, whether they mention it or not.
    left.extend(api.model.errors().map(|errors| errors.meta.name.source()));
    while let Some(name) = left.pop() {
        let Some(decl) = api.find(name) else { continue };
        if found.insert(name) {
            for ty in types(api, decl) {
                left.extend(names_in(ty));
            }
        }
    }
    let decls = api.model.decls.iter();
    decls
        .filter(|(name, _)| found.contains(name.as_str()))
        .map(|(_, decl)| decl)
        .collect()
}

/// The names that a declaration gives to the file it stands in.
pub(super) fn names(decl: &Decl) -> Vec<String> {
    let name = decl.meta().name.source().to_owned();
    match decl {
        Decl::TaggedUnion(union) => {
            let variants = union.variants.iter().map(|it| variant_name(union, it));
            variants.chain([name]).collect()
        }
        Decl::Errors(_) => vec![format!("{name}Code"), name],
        _ => vec![name],
    }
}

/// Whether the declaration's text mentions `name`: as a type, or as the error that a function throws.
pub(super) fn mentions(api: Api<'_>, decl: &Decl, name: &str) -> bool {
    let throws = |function: &Function| !function.throws.is_empty();
    let is_thrown = match decl {
        Decl::Function(it) => throws(it),
        Decl::Interface(it) => it.methods.iter().any(throws),
        _ => false,
    };
    let is_error = || {
        let errors = api.model.errors();
        errors.is_some_and(|errors| errors.meta.name.source() == name)
    };
    let types = types(api, decl);
    types.iter().any(|ty| names_in(ty).contains(&name)) || is_thrown && is_error()
}

/// The types that the declaration is made of.
pub(super) fn types<'a>(api: Api<'a>, decl: &'a Decl) -> Vec<&'a Ty> {
    let of_fields = |fields: &'a [Field]| api.fields(fields).map(|field| &field.ty);
    match decl {
        Decl::Const(_) | Decl::Enum(_) | Decl::Foreign(_) => Vec::new(),
        Decl::Record(it) => of_fields(&it.fields).collect(),
        Decl::TaggedUnion(it) => {
            let variants = it.variants.iter();
            let fields = variants.flat_map(|variant| of_fields(&variant.fields));
            fields.chain(it.otherwise.as_ref()).collect()
        }
        Decl::KindUnion(it) => it.variants.iter().map(|variant| &variant.ty).collect(),
        Decl::Interface(it) => of_interface(api, it),
        Decl::Function(it) => of_function(it).collect(),
        Decl::Errors(it) => of_fields(&it.fields).collect(),
    }
}

fn of_interface<'a>(api: Api<'a>, interface: &'a Interface) -> Vec<&'a Ty> {
    let properties = interface.properties.iter().map(|property| &property.ty);
    let methods = interface
        .methods
        .iter()
        .filter(|method| api.has(&method.meta.attrs))
        .flat_map(of_function);
    properties
        .chain(methods)
        .chain(&interface.iterates)
        .collect()
}

fn of_function(function: &Function) -> impl Iterator<Item = &Ty> {
    let params = function.params.iter().map(|param| &param.ty);
    params.chain(&function.returns)
}

fn names_in(ty: &Ty) -> Vec<&str> {
    match &ty.kind {
        TyKind::Prim(_) => Vec::new(),
        TyKind::List(inner) | TyKind::Map(inner) | TyKind::Future(inner) => names_in(inner),
        TyKind::Fn { params, returns } => {
            let params = params.iter().map(|param| &param.ty);
            params
                .chain(returns.as_deref())
                .flat_map(names_in)
                .collect()
        }
        TyKind::Named(name) => vec![name],
    }
}
