//! Makes typify's output readable: prelude names without their paths, docs in lines, nothing that nobody calls.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, ExprLit, Item, Lit, Meta, parse_quote};

/// What typify names with a path though every module knows it.
const PRELUDE: [&str; 4] = ["Default", "Option", "String", "Vec"];

const CONVERSIONS: [&str; 4] = ["Display", "From", "FromStr", "TryFrom"];

/// The widest line of a doc comment, without its slashes.
const WIDTH: usize = 110;

pub(super) fn file(file: &mut syn::File) {
    file.items.retain(|item| !is_conversion(item));
    ShortPaths.visit_file_mut(file);
    WrappedDocs.visit_file_mut(file);
}

/// Conversions from and to strings and inner types, and their errors: serde is the only way in and out.
fn is_conversion(item: &Item) -> bool {
    match item {
        Item::Mod(module) => module.ident == "error",
        Item::Impl(implementation) => {
            let of = implementation.trait_.as_ref();
            let name = of.and_then(|(path, _)| Some(path.segments.last()?.ident.to_string()));
            name.is_some_and(|name| CONVERSIONS.contains(&name.as_str()))
        }
        _ => false,
    }
}

/// `::std::option::Option<::serde_json::Value>` → `Option<serde_json::Value>`.
struct ShortPaths;

impl VisitMut for ShortPaths {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        if path.leading_colon.is_none() {
            return;
        }
        path.leading_colon = None;
        let last = path.segments.last().expect("a path has a segment");
        if PRELUDE.iter().any(|name| last.ident == name) {
            path.segments = std::iter::once(last.clone()).collect();
        }
    }

    /// Derives and serde's attributes hold paths as bare tokens and as strings.
    fn visit_attribute_mut(&mut self, attribute: &mut Attribute) {
        if let Meta::List(list) = &mut attribute.meta {
            let tokens = std::mem::take(&mut list.tokens);
            list.tokens = short_tokens(tokens);
        }
    }
}

fn short_tokens(tokens: TokenStream) -> TokenStream {
    let mut short: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            // A leading `::`: the crate's name follows, and is enough.
            TokenTree::Punct(ref colon)
                if colon.as_char() == ':'
                    && colon.spacing() == Spacing::Joint
                    && starts_path(&short) =>
            {
                tokens.next();
            }
            TokenTree::Literal(literal) => {
                let text = literal
                    .to_string()
                    .replace("::std::option::", "")
                    .replace("::std::vec::", "")
                    .replace("::serde_json::", "serde_json::");
                short.push(TokenTree::Literal(text.parse().expect("still a literal")));
            }
            token => short.push(token),
        }
    }
    short.into_iter().collect()
}

/// Whether a path may start after these tokens: at the front, and after a comma.
fn starts_path(before: &[TokenTree]) -> bool {
    match before.last() {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ',',
        Some(_) => false,
    }
}

/// One doc attribute → one a line, none wider than [`WIDTH`].
struct WrappedDocs;

impl WrappedDocs {
    fn wrap(attributes: &mut Vec<Attribute>) {
        *attributes = std::mem::take(attributes)
            .into_iter()
            .flat_map(|attribute| match doc(&attribute) {
                Some(text) => wrap(&text).iter().map(|line| doc_line(line)).collect(),
                None => vec![attribute],
            })
            .collect();
    }
}

impl VisitMut for WrappedDocs {
    fn visit_item_struct_mut(&mut self, item: &mut syn::ItemStruct) {
        visit_mut::visit_item_struct_mut(self, item);
        Self::wrap(&mut item.attrs);
    }

    fn visit_item_enum_mut(&mut self, item: &mut syn::ItemEnum) {
        visit_mut::visit_item_enum_mut(self, item);
        Self::wrap(&mut item.attrs);
    }

    fn visit_variant_mut(&mut self, variant: &mut syn::Variant) {
        visit_mut::visit_variant_mut(self, variant);
        Self::wrap(&mut variant.attrs);
    }

    fn visit_field_mut(&mut self, field: &mut syn::Field) {
        visit_mut::visit_field_mut(self, field);
        Self::wrap(&mut field.attrs);
    }
}

fn doc(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

fn doc_line(line: &str) -> Attribute {
    let line = format!(" {line}").trim_end().to_owned();
    parse_quote!(#[doc = #line])
}

/// Breaks text into lines between words.
pub(super) fn wrap(text: &str) -> Vec<String> {
    text.trim().lines().flat_map(wrap_line).collect()
}

fn wrap_line(line: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let current = lines.last_mut().expect("there is a first line");
        if current.is_empty() {
            current.push_str(word);
        } else if current.chars().count() + 1 + word.chars().count() <= WIDTH {
            current.push(' ');
            current.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn docs_are_wrapped_between_words_and_keep_their_own_line_ends() {
        let word = "x".repeat(60);
        assert_eq!(wrap(&format!("{word} {word}")), [word.clone(), word]);
        assert_eq!(wrap("one two\nthree\n"), ["one two", "three"]);
    }
}
