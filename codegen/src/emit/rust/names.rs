//! Names as Rust spells them.

use proc_macro2::{Ident, Span};

use crate::model::Name;

/// A field, parameter or function.
pub(super) fn member(name: &Name) -> Ident {
    ident(&name.snake())
}

/// A type, trait or variant.
pub(super) fn item(name: &Name) -> Ident {
    ident(&name.pascal())
}

/// The type that the declaration called `name` became.
pub(super) fn type_of(name: &str) -> Ident {
    item(&Name::new(name))
}

pub(super) fn constant(name: &Name) -> Ident {
    ident(&name.screaming())
}

/// `name` as an identifier: raw when it is a keyword, with a `_` when it cannot be raw either.
pub(super) fn ident(name: &str) -> Ident {
    if syn::parse_str::<Ident>(name).is_ok() {
        return Ident::new(name, Span::call_site());
    }
    match name {
        "self" | "Self" | "super" | "crate" | "_" => {
            Ident::new(&format!("{name}_"), Span::call_site())
        }
        _ => Ident::new_raw(name, Span::call_site()),
    }
}

/// `snake_case` as serde's `rename_all = "camelCase"` spells it.
pub(super) fn serde_camel(snake: &str) -> String {
    let mut upper = false;
    let mut camel = String::with_capacity(snake.len());
    for letter in snake.chars() {
        match letter {
            '_' => upper = true,
            _ if upper => {
                camel.push(letter.to_ascii_uppercase());
                upper = false;
            }
            _ => camel.push(letter),
        }
    }
    camel
}
