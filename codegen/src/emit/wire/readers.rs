//! Replaces the readers that serde derives by small ones, which take members out of parsed JSON (`support/read.rs`).
//!
//! What serde derives for reading would be a sixth of the WebAssembly module. It stays where speed counts, at what comes
//! with every delta: a definition with `"x-hot": true`. It also stays at any type whose attributes say more than is
//! understood here.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Field, Fields, Ident, Item, ItemEnum, ItemStruct, LitStr, Path, Token, Type,
    Variant, parse_quote,
};

/// Gives the types of `file` small readers, but for those that `is_hot` names.
pub(super) fn replace(file: &mut syn::File, is_hot: impl Fn(&str) -> bool) {
    let mut items = Vec::new();
    for mut item in std::mem::take(&mut file.items) {
        let small = match &mut item {
            Item::Struct(item) if !is_hot(&item.ident.to_string()) => of_struct(item),
            Item::Enum(item) if !is_hot(&item.ident.to_string()) => of_enum(item),
            _ => None,
        };
        let readers = match &item {
            Item::Struct(ItemStruct { ident, .. }) | Item::Enum(ItemEnum { ident, .. }) => {
                readers(ident, small)
            }
            _ => Vec::new(),
        };
        items.push(item);
        items.extend(readers);
    }
    file.items = items;
}

/// The readers of a type. Without a small one that of serde stays, and others read by way of it.
fn readers(name: &Ident, small: Option<TokenStream>) -> Vec<Item> {
    let by_serde = parse_quote! {
        impl<'de> serde::Deserialize<'de> for #name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::read::parsed(deserializer)
            }
        }
    };
    let (read, by_serde) = match small {
        Some(read) => (read, Some(by_serde)),
        None => (quote!(serde_json::from_value(value)), None),
    };
    let read = parse_quote! {
        impl crate::read::Read for #name {
            fn read(value: serde_json::Value) -> Result<Self, serde_json::Error> {
                #read
            }
        }
    };
    std::iter::once(read).chain(by_serde).collect()
}

/// Takes the derived reader away and returns what the small one does.
fn of_struct(item: &mut ItemStruct) -> Option<TokenStream> {
    let Fields::Named(_) = item.fields else {
        return None;
    };
    let container = Container::of(&item.attrs)?;
    let members = members(&item.fields)?;
    if container.tag.is_some() {
        return None;
    }
    container.leave_to_writing(&mut item.attrs);
    leave_fields_to_writing(&mut item.fields);
    let name = &item.ident;
    Some(container.read(&quote!(#name { #members })))
}

/// The same for variants that a member tells apart.
fn of_enum(item: &mut ItemEnum) -> Option<TokenStream> {
    let container = Container::of(&item.attrs)?;
    let tag = container.tag.clone()?;
    let name = &item.ident;
    let mut kinds = Vec::new();
    let mut arms = Vec::new();
    for variant in &item.variants {
        let kind = kind(variant)?;
        let members = members(&variant.fields)?;
        let variant = &variant.ident;
        arms.push(quote!(#kind => #name::#variant { #members },));
        kinds.push(kind);
    }
    container.leave_to_writing(&mut item.attrs);
    for variant in &mut item.variants {
        leave_fields_to_writing(&mut variant.fields);
    }
    Some(container.read(&quote! {
        match &*members.required::<String>(#tag)? {
            #(#arms)*
            unknown => return Err(serde::de::Error::unknown_variant(unknown, &[#(#kinds),*])),
        }
    }))
}

/// What the attributes of a type say.
struct Container {
    tag: Option<LitStr>,
    /// Unknown members are refused.
    closed: bool,
}

impl Container {
    /// `None` if there is no derived reader, or one of another kind.
    fn of(attributes: &[Attribute]) -> Option<Self> {
        let derives_reader = attributes.iter().any(|it| derived(it).iter().any(reads));
        let mut container = Container {
            tag: None,
            closed: false,
        };
        let understood = serde_arguments(attributes, |argument| match argument {
            Argument::Is("deny_unknown_fields") => {
                container.closed = true;
                true
            }
            Argument::Says("tag", text) => {
                container.tag = Some(text);
                true
            }
            _ => false,
        });
        (derives_reader && understood).then_some(container)
    }

    /// Reads `value`, an expression of `members`.
    fn read(&self, value: &TokenStream) -> TokenStream {
        let end = self.closed.then(|| quote!(members.end()?;));
        quote! {
            let mut members = crate::read::Members::of(value)?;
            let read = #value;
            #end
            Ok(read)
        }
    }

    /// Removes what only concerns reading.
    fn leave_to_writing(&self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| !attribute.path().is_ident("serde"));
        if let Some(tag) = &self.tag {
            attributes.push(parse_quote!(#[serde(tag = #tag)]));
        }
        for attribute in attributes {
            let derived = derived(attribute);
            if !derived.is_empty() {
                let others = derived.iter().filter(|derived| !reads(derived));
                *attribute = parse_quote!(#[derive(#(#others),*)]);
            }
        }
    }
}

/// `a: members.required("a")?, …`, or `None` if a field is of an unusual kind.
fn members(fields: &Fields) -> Option<TokenStream> {
    let mut members = TokenStream::new();
    for field in fields {
        let name = field.ident.as_ref()?;
        let (member, may_be_absent) = member(field)?;
        let take = match may_be_absent {
            true => quote!(optional),
            false => quote!(required),
        };
        members.extend(quote!(#name: members.#take(#member)?,));
    }
    Some(members)
}

/// The name of the member that a field is read from, and whether it may be absent.
fn member(field: &Field) -> Option<(LitStr, bool)> {
    let ident = field.ident.as_ref()?;
    let mut name = LitStr::new(&ident.to_string(), ident.span());
    let mut may_be_absent = is_option(&field.ty);
    let understood = serde_arguments(&field.attrs, |argument| match argument {
        Argument::Says("rename", text) => {
            name = text;
            true
        }
        Argument::Is("default") => {
            may_be_absent = true;
            true
        }
        Argument::Says("skip_serializing_if", _) => true,
        _ => false,
    });
    understood.then_some((name, may_be_absent))
}

/// What the tag of a variant says.
fn kind(variant: &Variant) -> Option<LitStr> {
    let mut kind = LitStr::new(&variant.ident.to_string(), variant.ident.span());
    let understood = serde_arguments(&variant.attrs, |argument| match argument {
        Argument::Says("rename", text) => {
            kind = text;
            true
        }
        _ => false,
    });
    understood.then_some(kind)
}

fn leave_fields_to_writing(fields: &mut Fields) {
    for attribute in fields.iter_mut().flat_map(|field| &mut field.attrs) {
        if !attribute.path().is_ident("serde") {
            continue;
        }
        let mut kept = Vec::new();
        serde_arguments(std::slice::from_ref(attribute), |argument| {
            if let Argument::Says(name, text) = argument {
                let name = Ident::new(name, text.span());
                kept.push(quote!(#name = #text));
            }
            true
        });
        *attribute = parse_quote!(#[serde(#(#kept),*)]);
    }
}

/// An argument of `#[serde(…)]`.
enum Argument<'a> {
    Is(&'a str),
    Says(&'a str, LitStr),
}

/// Passes each argument to `take`; returns whether all were understood.
fn serde_arguments(attributes: &[Attribute], mut take: impl FnMut(Argument<'_>) -> bool) -> bool {
    let mut understood = true;
    let ours = attributes.iter().filter(|it| it.path().is_ident("serde"));
    for attribute in ours {
        let parsed = attribute.parse_nested_meta(|meta| {
            let name = meta.path.to_token_stream().to_string();
            understood &= if meta.input.peek(Token![=]) {
                take(Argument::Says(&name, meta.value()?.parse()?))
            } else {
                take(Argument::Is(&name))
            };
            Ok(())
        });
        understood &= parsed.is_ok();
    }
    understood
}

/// The traits of `#[derive(…)]`.
fn derived(attribute: &Attribute) -> Punctuated<Path, Token![,]> {
    if !attribute.path().is_ident("derive") {
        return Punctuated::new();
    }
    attribute
        .parse_args_with(Punctuated::parse_terminated)
        .unwrap_or_default()
}

fn reads(derived: &Path) -> bool {
    derived
        .segments
        .last()
        .is_some_and(|last| last.ident == "Deserialize")
}

fn is_option(of: &Type) -> bool {
    let Type::Path(of) = of else {
        return false;
    };
    of.path
        .segments
        .last()
        .is_some_and(|last| last.ident == "Option")
}

#[cfg(test)]
mod tests {
    use super::replace;

    fn replaced(code: &str) -> String {
        let mut file = syn::parse_file(code).expect("Rust");
        replace(&mut file, |name| name == "Hot");
        prettyplease::unparse(&file)
    }

    fn printed(code: &str) -> String {
        prettyplease::unparse(&syn::parse_file(code).expect("Rust"))
    }

    #[test]
    fn a_struct_is_read_member_by_member_and_written_as_before() {
        let code = replaced(
            r#"#[derive(serde::Deserialize, serde::Serialize, Clone)]
            struct Point {
                #[serde(rename = "theX", skip_serializing_if = "Option::is_none")]
                x: Option<f64>,
                #[serde(default, skip_serializing_if = "Vec::is_empty")]
                labels: Vec<String>,
                y: f64,
            }"#,
        );
        for part in [
            "#[derive(serde::Serialize, Clone)]",
            r#"#[serde(rename = "theX", skip_serializing_if = "Option::is_none")]"#,
            r#"#[serde(skip_serializing_if = "Vec::is_empty")]"#,
            "Members::of(value)?",
            r#"x: members.optional("theX")?"#,
            r#"labels: members.optional("labels")?"#,
            r#"y: members.required("y")?"#,
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }

    #[test]
    fn variants_are_told_apart_by_their_tag_and_unknown_members_are_refused_where_they_were() {
        let code = replaced(
            r#"#[derive(serde::Deserialize, serde::Serialize)]
            #[serde(tag = "type", deny_unknown_fields)]
            enum Event {
                #[serde(rename = "key-down")]
                KeyDown { at: f64 },
                Quit,
            }"#,
        );
        for part in [
            r#"#[serde(tag = "type")]"#,
            "members.end()?",
            r#"match &*members.required::<String>("type")?"#,
            r#""key-down" => "#,
            r#"at: members.required("at")?"#,
            r#""Quit" => Event::Quit {}"#,
            r#"unknown_variant(unknown, &["key-down", "Quit"])"#,
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
        assert!(!code.contains("deny_unknown_fields"), "{code}");
    }

    #[test]
    fn hot_types_and_those_of_another_kind_keep_what_serde_derives() {
        for code in [
            "#[derive(serde::Deserialize)] struct Hot { a: String }",
            "#[derive(serde::Deserialize)] struct Wrapper(String);",
            "#[derive(serde::Serialize)] struct Written { a: String }",
            "#[derive(serde::Deserialize)] enum Word { One, Two }",
            "#[derive(serde::Deserialize)] #[serde(untagged)] enum Either { A { a: u8 }, B { b: u8 } }",
            r#"#[derive(serde::Deserialize)] #[serde(tag = "t", content = "c")] enum Apart { A { a: u8 } }"#,
            r#"#[derive(serde::Deserialize)] #[serde(tag = "t")] enum Inside { A(String) }"#,
            r#"#[derive(serde::Deserialize)] struct Own { #[serde(deserialize_with = "f")] a: u8 }"#,
        ] {
            let replaced = replaced(code);
            assert!(replaced.starts_with(&printed(code)), "{replaced}");
            assert!(
                replaced.contains("serde_json::from_value(value)"),
                "{replaced}"
            );
        }
    }
}
