//! The limits of the declared types. Everything that an application hands over has them checked, however it was built.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{Api, docs, limits, names, pattern, print};
use crate::model::{
    Attrs, Bound, Decl, Field, Interface, KindUnion, Limit, Prim, Record, Side, TaggedUnion,
    TaggedVariant, Ty, TyKind,
};

pub(super) fn file(api: Api<'_>) -> String {
    let decoded = api.decoded();
    let decoded: BTreeSet<_> = decoded.iter().map(|it| it.meta().name.source()).collect();
    let inputs = api.decls().filter(|decl| {
        let name = decl.meta().name.source();
        api.facts.direction(name).input || decoded.contains(name)
    });
    let items = inputs.map(|decl| match decl {
        Decl::Enum(it) => item(names::item(&it.meta.name), None),
        Decl::Record(it) => item(names::item(&it.meta.name), record_body(api, it)),
        Decl::TaggedUnion(it) => item(names::item(&it.meta.name), tagged_body(api, it)),
        Decl::KindUnion(it) => item(names::item(&it.meta.name), by_kind_body(api, it)),
        Decl::Interface(it) if it.side == Side::Host => {
            let name = names::item(&it.meta.name);
            item(quote!(Arc<dyn #name>), interface_body(api, it))
        }
        Decl::Interface(_)
        | Decl::Const(_)
        | Decl::Function(_)
        | Decl::Foreign(_)
        | Decl::Errors(_) => TokenStream::new(),
    });
    let docs = docs::inner("The limits of what an application hands over.");
    print::file(api, docs, quote!(#(#items)*))
}

fn item(ty: impl quote::ToTokens, body: Option<TokenStream>) -> TokenStream {
    let Some(body) = body else {
        return quote!(impl Validate for #ty {});
    };
    quote! {
        impl Validate for #ty {
            fn validate(&self, path: &Path<'_>) -> Result<(), FxError> {
                #body
                Ok(())
            }
        }
    }
}

fn record_body(api: Api<'_>, record: &Record) -> Option<TokenStream> {
    let fields = api.fields(&record.fields).filter_map(|field| {
        let member = names::member(&field.meta.name);
        let path = member_path(field);
        if field.optional {
            let checks = checks(api, &quote!(#member), &field.meta.attrs, &field.ty, &path)?;
            return Some(quote!(if let Some(#member) = &self.#member { #checks }));
        }
        checks(
            api,
            &quote!(&self.#member),
            &field.meta.attrs,
            &field.ty,
            &path,
        )
    });
    some(fields.collect())
}

fn tagged_body(api: Api<'_>, union: &TaggedUnion) -> Option<TokenStream> {
    let arms: Vec<_> = union
        .variants
        .iter()
        .filter_map(|it| tagged_arm(api, it))
        .collect();
    let variants = union.variants.len() + usize::from(union.otherwise.is_some());
    matched(&arms, variants)
}

fn tagged_arm(api: Api<'_>, variant: &TaggedVariant) -> Option<Arm> {
    let name = names::item(&variant.meta.name);
    let mut bound: Vec<Ident> = Vec::new();
    let mut statements = Vec::new();
    let fields: Vec<_> = api.fields(&variant.fields).collect();
    for field in &fields {
        let member = names::member(&field.meta.name);
        let path = member_path(field);
        let checks = checks(api, &quote!(#member), &field.meta.attrs, &field.ty, &path);
        let Some(checks) = checks else { continue };
        statements.push(match field.optional {
            true => quote!(if let Some(#member) = #member { #checks }),
            false => checks,
        });
        bound.push(member);
    }
    let others = (bound.len() < fields.len()).then(|| quote!(..));
    Some(Arm {
        pattern: quote!(Self::#name { #(#bound,)* #others }),
        checks: some(statements)?,
    })
}

fn by_kind_body(api: Api<'_>, union: &KindUnion) -> Option<TokenStream> {
    let arms = union.variants.iter().filter_map(|variant| {
        let name = names::item(&variant.meta.name);
        let value = names::member(&variant.meta.name);
        let checks = checks(
            api,
            &quote!(#value),
            &variant.meta.attrs,
            &variant.ty,
            &quote!(path),
        )?;
        let pattern = quote!(Self::#name(#value));
        Some(Arm { pattern, checks })
    });
    matched(&arms.collect::<Vec<_>>(), union.variants.len())
}

/// The checks of the variants that have any.
struct Arm {
    pattern: TokenStream,
    checks: TokenStream,
}

fn matched(arms: &[Arm], variants: usize) -> Option<TokenStream> {
    match arms {
        [] => None,
        [Arm { pattern, checks }] if variants > 1 => {
            Some(quote!(if let #pattern = self { #checks }))
        }
        arms => {
            let others = (arms.len() < variants).then(|| quote!(_ => {}));
            let arms = arms
                .iter()
                .map(|Arm { pattern, checks }| quote!(#pattern => { #checks }));
            Some(quote!(match self { #(#arms)* #others }))
        }
    }
}

/// The constant properties of a host interface: they are what is read when it is handed over.
fn interface_body(api: Api<'_>, interface: &Interface) -> Option<TokenStream> {
    let properties = interface
        .properties
        .iter()
        .filter(|property| property.constant);
    let statements = properties.filter_map(|property| {
        let member = names::member(&property.meta.name);
        let source = property.meta.name.source();
        let path = quote!(&path.member(#source));
        let attrs = &property.meta.attrs;
        let copied = api.is_copy(&property.ty.kind).then(|| quote!(&));
        if property.optional || property.ty.nullable {
            let value = Ty::new(property.ty.kind.clone());
            let checks = checks(api, &quote!(#copied #member), attrs, &value, &path)?;
            return Some(quote!(if let Some(#member) = self.#member() { #checks }));
        }
        checks(
            api,
            &quote!(#copied self.#member()),
            attrs,
            &property.ty,
            &path,
        )
    });
    some(statements.collect())
}

fn member_path(field: &Field) -> TokenStream {
    let source = field.meta.name.source();
    quote!(&path.member(#source))
}

/// The checks of `value`, an expression of a reference, which stands at `path`.
fn checks(
    api: Api<'_>,
    value: &TokenStream,
    attrs: &Attrs,
    ty: &Ty,
    path: &TokenStream,
) -> Option<TokenStream> {
    if ty.nullable {
        let inner = Ty::new(ty.kind.clone());
        let checks = checks(api, &quote!(value), attrs, &inner, path)?;
        return Some(quote!(if let Some(value) = #value { #checks }));
    }
    let limit = attrs.limit.as_ref().map(|limit| {
        let range = range(api, limit);
        quote!(check::size(#value, #range, #path)?;)
    });
    let pattern = attrs.pattern.as_ref().map(|source| {
        let pattern = pattern::expression(source);
        quote!(check::pattern(#value, &#pattern, #path)?;)
    });
    let unique = attrs
        .unique
        .as_ref()
        .map(|member| unique(api, value, ty, member, path));
    let nested = api.has_limits(ty).then(|| {
        let receiver = receiver(value);
        quote!(#receiver.validate(#path)?;)
    });
    some(
        [limit, pattern, unique, nested]
            .into_iter()
            .flatten()
            .collect(),
    )
}

/// `value` without the `&` that a method call adds by itself.
fn receiver(value: &TokenStream) -> TokenStream {
    let mut tokens = value.clone().into_iter().peekable();
    let is_borrow = |token: &proc_macro2::TokenTree| token.to_string() == "&";
    tokens.next_if(is_borrow);
    tokens.collect()
}

fn unique(
    api: Api<'_>,
    value: &TokenStream,
    ty: &Ty,
    member: &str,
    path: &TokenStream,
) -> TokenStream {
    let read = names::member(&crate::model::Name::new(member));
    let is_interface = |ty: &Ty| match &ty.kind {
        TyKind::Named(name) => matches!(api.model.decl(name), Decl::Interface(_)),
        _ => false,
    };
    let read = match &ty.kind {
        TyKind::List(item) if is_interface(item) => quote!(item.#read()),
        _ => quote!(item.#read.as_str()),
    };
    quote!(check::unique(#value, #member, |item| #read, #path)?;)
}

fn range(api: Api<'_>, limit: &Limit) -> TokenStream {
    let min = limit.min.as_ref().map(|bound| bound_value(api, bound));
    let max = limit.max.as_ref().map(|bound| bound_value(api, bound));
    match (min, max) {
        (Some(min), None) => quote!(#min..),
        (min, Some(max)) => quote!(#min..=#max),
        (None, None) => quote!(..),
    }
}

fn bound_value(api: Api<'_>, bound: &Bound) -> TokenStream {
    let value = api.model.bound(bound);
    match bound {
        Bound::Const(name) if is_count(api, name) => {
            let name = names::constant(&crate::model::Name::new(name.as_str()));
            quote!(limits::#name)
        }
        _ => limits::number(i64::try_from(value).unwrap_or(i64::MAX)),
    }
}

fn is_count(api: Api<'_>, name: &str) -> bool {
    matches!(api.model.decl(name), Decl::Const(it) if it.ty.kind == TyKind::Prim(Prim::Count))
}

fn some(statements: Vec<TokenStream>) -> Option<TokenStream> {
    (!statements.is_empty()).then(|| quote!(#(#statements)*))
}
