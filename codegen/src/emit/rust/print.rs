//! A file of Rust: its items printed, what they mention imported, and room between them.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

use super::{Api, doc_links, has_item, names};
use crate::emit::rustfmt;
use crate::model::Decl;

/// Prints a module with its docs, what it imports, and its items.
pub(super) fn file(api: Api<'_>, docs: TokenStream, items: TokenStream) -> String {
    let mentioned = Mentioned::of(&items);
    let imports = mentioned.imports(api);
    let text = plain_file(docs, quote!(#imports #items));
    let shorter = doc_links::drop_redundant(&text, &mentioned.in_scope());
    formatted_again(text, shorter)
}

/// Prints a module that imports nothing.
pub(super) fn plain_file(docs: TokenStream, items: TokenStream) -> String {
    let file = syn::parse2(quote!(#docs #items));
    let file = file.unwrap_or_else(|error| panic!("not Rust: {error}\n{items}"));
    let text = rustfmt::print(&file);
    let spaced = spaced(&text);
    formatted_again(text, spaced)
}

/// What rustfmt makes of `changed`, where `text` is its own work already: most of the time goes into running it.
fn formatted_again(text: String, changed: String) -> String {
    match changed == text {
        true => text,
        false => rustfmt::format(&changed),
    }
}

/// The names that items use without a path, and those that they define.
struct Mentioned {
    used: BTreeSet<String>,
    defined: BTreeSet<String>,
}

impl Mentioned {
    fn of(items: &TokenStream) -> Self {
        let mut mentioned = Mentioned {
            used: BTreeSet::new(),
            defined: BTreeSet::new(),
        };
        mentioned.note(items.clone());
        mentioned
    }

    fn note(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.note(group.stream()),
                TokenTree::Ident(name) => self.note_name(name, &tokens[..at], &tokens[at + 1..]),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    fn note_name(&mut self, name: &Ident, before: &[TokenTree], after: &[TokenTree]) {
        let name = name.to_string();
        match before {
            [.., TokenTree::Punct(first), TokenTree::Punct(second)]
                if first.as_char() == ':' && second.as_char() == ':' => {}
            [.., TokenTree::Ident(keyword)] if is_definition(keyword) => {
                self.defined.insert(name);
            }
            // A module is used by a path through it; alone, the name is a field's or variable's.
            _ if name.starts_with(char::is_lowercase) && !is_path_or_call(after) => {}
            _ => {
                self.used.insert(name);
            }
        }
    }

    fn imports(&self, api: Api<'_>) -> TokenStream {
        let mut imports: Vec<(&str, Vec<Ident>)> = Vec::new();
        let foreign = EXTERNAL.iter().copied();
        let support = SUPPORT.iter().map(|name| ("crate::support", *name));
        let exported = exported(api);
        let own = exported.iter().map(|name| ("crate", name.as_str()));
        let limits = [("crate", "limits")];
        for (origin, name) in foreign.chain(support).chain(own).chain(limits) {
            if !self.used.contains(name) || self.defined.contains(name) {
                continue;
            }
            let name = names::ident(name);
            match imports.iter_mut().find(|(known, _)| *known == origin) {
                Some((_, names)) => names.push(name),
                None => imports.push((origin, vec![name])),
            }
        }
        let imports = imports.into_iter().map(|(origin, names)| {
            let origin: TokenStream = origin.parse().expect("a path");
            match names.as_slice() {
                [name] => quote!(use #origin::#name;),
                names => quote!(use #origin::{#(#names),*};),
            }
        });
        quote!(#(#imports)*)
    }

    fn in_scope(&self) -> BTreeSet<&str> {
        let names = self.used.iter().chain(&self.defined);
        names.map(String::as_str).collect()
    }
}

fn is_definition(keyword: &Ident) -> bool {
    let keywords = ["struct", "enum", "trait", "const"];
    keywords.iter().any(|word| keyword == word)
}

fn is_path_or_call(after: &[TokenTree]) -> bool {
    match after {
        [TokenTree::Punct(first), TokenTree::Punct(second), ..] => {
            first.as_char() == ':' && second.as_char() == ':'
        }
        [TokenTree::Group(group), ..] => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    }
}

/// The names of everything that the crate exports from its modules.
pub(super) fn exported(api: Api<'_>) -> BTreeSet<String> {
    let decls = api.decls().filter(|decl| has_item(decl));
    let mut names: BTreeSet<String> = decls
        .filter(|decl| !matches!(decl, Decl::Function(_)))
        .map(|decl| decl.meta().name.pascal())
        .collect();
    names.extend(["ErrorClass", "ErrorCode"].map(str::to_owned));
    names
}

/// Names of other crates that generated code uses without a path, and where they are.
const EXTERNAL: &[(&str, &str)] = &[
    ("std::borrow", "Cow"),
    ("std::collections", "BTreeMap"),
    ("std", "fmt"),
    ("std::sync", "Arc"),
    ("bytes", "Bytes"),
    ("futures_core", "Stream"),
    ("schemars", "JsonSchema"),
    ("secrecy", "SecretString"),
    ("serde", "Deserialize"),
    ("serde", "Serialize"),
    ("serde", "Serializer"),
    ("serde_json", "Value"),
    ("tokio_util::sync", "CancellationToken"),
];

/// Names of `support` that generated code uses without a path.
const SUPPORT: &[&str] = &[
    "AsyncCallback",
    "BoxFuture",
    "Callback",
    "Decode",
    "Describe",
    "HostError",
    "HostRef",
    "Input",
    "JsonObject",
    "Live",
    "MaybeSend",
    "MaybeSync",
    "Path",
    "Pattern",
    "Piece",
    "Recipient",
    "Seen",
    "Validate",
    "check",
    "one_of",
    "plain",
];

/// Puts an empty line before each documented member, and between functions; prettyplease leaves none.
fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut before = "";
    for line in text.lines() {
        if opens_member(line.trim_start()) && ends_member(before.trim()) {
            spaced.push('\n');
        }
        spaced.push_str(line);
        spaced.push('\n');
        before = line;
    }
    spaced
}

fn opens_member(line: &str) -> bool {
    ["///", "#[", "fn ", "pub fn ", "pub const fn "]
        .iter()
        .any(|opening| line.starts_with(opening))
}

fn ends_member(line: &str) -> bool {
    let inside = line.starts_with("//") || line.starts_with("#[");
    !inside && [",", ";", "}"].iter().any(|end| line.ends_with(end))
}
