//! How values of a host become the declared types. Host interfaces are decoded where their proxies stand.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Api, docs, names, print};
use crate::model::{
    Decl, Enum, Field, ForeignShape, KindUnion, KindVariant, Prim, Record, Side, TaggedUnion,
    TaggedVariant, Ty, TyKind,
};

pub(super) fn file(api: Api<'_>) -> String {
    let items = api.decoded().into_iter().map(|decl| match decl {
        Decl::Enum(it) => item(decl, enum_words(it), enum_body(it)),
        Decl::Record(it) => item(decl, quote!("an object".into()), record_body(api, it)),
        Decl::TaggedUnion(it) => item(decl, tagged_words(it), tagged_body(api, it)),
        Decl::KindUnion(it) => item(decl, by_kind_words(api, it), by_kind_body(api, it)),
        Decl::Const(_)
        | Decl::Interface(_)
        | Decl::Function(_)
        | Decl::Foreign(_)
        | Decl::Errors(_) => TokenStream::new(),
    });
    let docs = docs::inner("How values that crossed from a host become the types of this crate.");
    print::file(api, docs, quote!(#(#items)*))
}

fn item(decl: &Decl, expected: TokenStream, body: TokenStream) -> TokenStream {
    let name = names::item(&decl.meta().name);
    quote! {
        impl Decode for #name {
            fn expected() -> Cow<'static, str> {
                #expected
            }

            fn read(input: Input<'_>) -> Result<Self, FxError> {
                #body
            }
        }
    }
}

fn enum_words(item: &Enum) -> TokenStream {
    if item.meta.attrs.open {
        return quote!("a string".into());
    }
    let values = item.variants.iter().map(|variant| &variant.value);
    quote!(one_of(&[#(#values),*]).into())
}

fn enum_body(item: &Enum) -> TokenStream {
    let name = names::item(&item.meta.name);
    if item.meta.attrs.open {
        return quote!(String::read(input).map(|value| #name::from(value.as_str())));
    }
    quote!(input.one_of(#name::ALL, #name::as_str))
}

fn record_body(api: Api<'_>, record: &Record) -> TokenStream {
    let strict = record.meta.attrs.strict.then(|| {
        // Members of other languages are known too: the layers of those languages have dealt with them.
        let known = record.fields.iter().map(|field| field.meta.name.source());
        quote!(.only(&[#(#known),*])?)
    });
    let fields = members(api, &record.fields, &[]);
    let fields: Vec<_> = match api.is_lenient(record) {
        true => lenient_members(api, &record.fields).collect(),
        false => fields.collect(),
    };
    quote! {
        let fields = input.fields()? #strict;
        Ok(Self { #(#fields,)* })
    }
}

/// The initializers of a struct whose members an application may leave out, whatever they are.
fn lenient_members<'a>(
    api: Api<'a>,
    fields: &'a [Field],
) -> impl Iterator<Item = TokenStream> + 'a {
    api.fields(fields).map(|field| {
        let member = names::member(&field.meta.name);
        let source = field.meta.name.source();
        let absent = (!field.optional).then(|| quote!(.unwrap_or_default()));
        quote!(#member: fields.optional(#source)? #absent)
    })
}

/// The initializers of a struct or variant, read from `fields`; `named` are members that no map of the rest may hold.
fn members<'a>(
    api: Api<'a>,
    fields: &'a [Field],
    named: &'a [&'a str],
) -> impl Iterator<Item = TokenStream> + 'a {
    api.fields(fields).map(move |field| {
        let member = names::member(&field.meta.name);
        let source = field.meta.name.source();
        let attrs = &field.meta.attrs;
        let value = if attrs.rest {
            let others = fields.iter().filter(|other| !other.meta.attrs.rest);
            let others = others.map(|other| other.meta.name.source());
            let named = named.iter().copied().chain(others);
            quote!(fields.rest(&[#(#named),*])?)
        } else if attrs.inlinable {
            let inline = inline_names(api, &field.ty);
            quote!(fields.inlinable(#source, &[#(#inline),*])?)
        } else if field.optional {
            quote!(fields.optional(#source)?)
        } else {
            quote!(fields.required(#source)?)
        };
        quote!(#member: #value)
    })
}

fn inline_names<'a>(api: Api<'a>, ty: &Ty) -> Vec<&'a str> {
    let TyKind::Named(name) = &ty.kind else {
        return Vec::new();
    };
    match api.model.decl(name) {
        Decl::Record(record) => record
            .fields
            .iter()
            .map(|it| it.meta.name.source())
            .collect(),
        _ => Vec::new(),
    }
}

fn tagged_words(union: &TaggedUnion) -> TokenStream {
    match union.otherwise {
        Some(_) => quote!("a value".into()),
        None => quote!("an object".into()),
    }
}

fn tagged_body(api: Api<'_>, union: &TaggedUnion) -> TokenStream {
    let tag = &union.tag;
    let tags = union.variants.iter().map(|variant| &variant.value);
    let tags = quote!(const TAGS: &[&str] = &[#(#tags),*];);
    let arms = union
        .variants
        .iter()
        .map(|variant| tagged_arm(api, union, variant));
    let (fields, unknown) = match &union.otherwise {
        Some(ty) => {
            let ty = api.owned(ty);
            let otherwise = quote!(#ty::read(input).map(Self::Otherwise));
            let fields = quote! {
                let Some(fields) = input.tagged(#tag, TAGS) else {
                    return #otherwise;
                };
            };
            (fields, otherwise)
        }
        None => (
            quote!(let fields = input.fields()?;),
            quote!(Err(fields.unknown_tag(#tag, tag, TAGS))),
        ),
    };
    let unknown_name = match union.otherwise {
        Some(_) => quote!(_),
        None => quote!(tag),
    };
    quote! {
        #tags
        #fields
        match fields.tag(#tag, TAGS)? {
            #(#arms,)*
            #unknown_name => #unknown,
        }
    }
}

fn tagged_arm(api: Api<'_>, union: &TaggedUnion, variant: &TaggedVariant) -> TokenStream {
    let value = &variant.value;
    let name = names::item(&variant.meta.name);
    let named = [union.tag.as_str()];
    let fields: Vec<_> = members(api, &variant.fields, &named).collect();
    match fields.as_slice() {
        [] => quote!(#value => Ok(Self::#name)),
        fields => quote!(#value => Ok(Self::#name { #(#fields,)* })),
    }
}

fn by_kind_words(api: Api<'_>, union: &KindUnion) -> TokenStream {
    let kinds: Vec<_> = union
        .variants
        .iter()
        .map(|it| kind(api, &it.ty.kind).words)
        .collect();
    let words = kinds.join(" or ");
    quote!(#words.into())
}

fn by_kind_body(api: Api<'_>, union: &KindUnion) -> TokenStream {
    let arms = union
        .variants
        .iter()
        .map(|variant| by_kind_arm(api, variant));
    quote! {
        match input.seen() {
            #(#arms,)*
            _ => Err(input.mismatch(&Self::expected())),
        }
    }
}

fn by_kind_arm(api: Api<'_>, variant: &KindVariant) -> TokenStream {
    let name = names::item(&variant.meta.name);
    let pattern = kind(api, &variant.ty.kind).pattern;
    quote!(#pattern => Decode::read(input).map(Self::#name))
}

/// A kind of value: how it is recognized, and what messages call it.
struct Kind {
    pattern: TokenStream,
    words: &'static str,
}

fn kind(api: Api<'_>, kind: &TyKind) -> Kind {
    let of = |pattern, words| Kind { pattern, words };
    match kind {
        TyKind::Prim(Prim::String) => of(quote!(Seen::String(_)), "a string"),
        TyKind::Prim(Prim::Bool) => of(quote!(Seen::Bool(_)), "a boolean"),
        TyKind::Prim(Prim::U32 | Prim::I32 | Prim::F64 | Prim::Count) => {
            of(quote!(Seen::Number(_)), "a number")
        }
        TyKind::Prim(Prim::Bytes) => of(quote!(Seen::Bytes(_)), "bytes"),
        TyKind::Prim(Prim::Signal) => of(quote!(Seen::Signal { .. }), "a signal"),
        TyKind::Prim(Prim::JsonObject) | TyKind::Map(_) => of(quote!(Seen::Object(_)), "an object"),
        TyKind::List(_) => of(quote!(Seen::Array(_)), "an array"),
        TyKind::Fn { .. } => of(quote!(Seen::Function(_)), "a function"),
        TyKind::Named(name) => named_kind(api, name),
        TyKind::Prim(Prim::Json | Prim::Void) | TyKind::Future(_) => {
            unreachable!("lowering refuses a variant that could be anything")
        }
    }
}

fn named_kind(api: Api<'_>, name: &str) -> Kind {
    let of = |pattern, words| Kind { pattern, words };
    match api.model.decl(name) {
        Decl::Enum(_) => of(quote!(Seen::String(_)), "a string"),
        Decl::Record(_) | Decl::TaggedUnion(_) => of(quote!(Seen::Object(_)), "an object"),
        Decl::Interface(it) if it.side == Side::Host => {
            of(quote!(Seen::HostObject(..)), "an object")
        }
        Decl::Foreign(it) if it.shape == ForeignShape::Function => {
            of(quote!(Seen::Function(_)), "a function")
        }
        Decl::Foreign(it) if it.shape == ForeignShape::Object => {
            of(quote!(Seen::HostObject(..)), "an object")
        }
        _ => unreachable!("lowering refuses a variant whose kind is not known"),
    }
}
