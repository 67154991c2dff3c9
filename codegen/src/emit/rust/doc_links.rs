//! Links in docs: what the declarations that they point at became.
//!
//! Links are written as reference links, whose definitions follow the text. Where the label is in scope, the definition is
//! taken away again, because rustdoc finds the target by itself.

use std::collections::BTreeSet;

use super::{Api, functions, names};
use crate::model::{Decl, Meta, Name};

/// What a link points at: a path from the crate's root, of which the first part may stay unsaid.
pub(super) struct Target {
    pub(super) label: String,
    module: &'static str,
}

impl Target {
    /// The Markdown that says where links with this label lead.
    pub(super) fn definition(&self) -> String {
        let Target { label, module } = self;
        format!("[`{label}`]: crate::{module}{label}")
    }

    fn exported(label: String) -> Self {
        Target { label, module: "" }
    }
}

/// What a link of the IDL, `Agent` or `Agent.prompt`, points at; `None` when Rust does not have it.
pub(super) fn target(api: Api<'_>, link: &str) -> Option<Target> {
    match link.split_once('.') {
        Some((head, member)) => path(api, head, Some(member)),
        None => path(api, link, None),
    }
}

fn path(api: Api<'_>, head: &str, member: Option<&str>) -> Option<Target> {
    let Some(decl) = api.model.decls.get(head) else {
        return variant_type(api, head, member);
    };
    if !api.has_decl(decl) {
        return None;
    }
    let item = names::type_of(head).to_string();
    match (decl, member) {
        (Decl::Foreign(_), _) => None,
        (Decl::Const(it), _) => Some(Target {
            label: it.meta.name.screaming(),
            module: "limits::",
        }),
        (Decl::Function(it), _) => {
            let functions = functions::trait_name(&it.meta);
            Some(Target::exported(format!(
                "{functions}::{}",
                it.meta.name.snake()
            )))
        }
        (_, None) => Some(Target::exported(item)),
        (decl, Some(member)) => member_path(api, decl, &item, member).map(Target::exported),
    }
}

fn member_path(api: Api<'_>, decl: &Decl, item: &str, member: &str) -> Option<String> {
    let is = |meta: &Meta| meta.name.source() == member && api.has(&meta.attrs);
    let name = Name::new(member);
    let snake = || Some(format!("{item}::{}", name.snake()));
    let pascal = |item: &str| Some(format!("{item}::{}", name.pascal()));
    match decl {
        Decl::Record(it) if api.fields(&it.fields).any(|it| is(&it.meta)) => snake(),
        Decl::Errors(it) if api.fields(&it.fields).any(|it| is(&it.meta)) => snake(),
        Decl::Errors(it) if it.codes.iter().any(|it| is(&it.meta)) => pascal("ErrorCode"),
        Decl::Interface(it) if it.properties.iter().any(|it| is(&it.meta)) => snake(),
        Decl::Interface(it) if it.methods.iter().any(|it| is(&it.meta)) => snake(),
        Decl::Enum(it) if it.variants.iter().any(|it| is(&it.meta)) => pascal(item),
        Decl::TaggedUnion(it) if it.variants.iter().any(|it| is(&it.meta)) => pascal(item),
        Decl::KindUnion(it) if it.variants.iter().any(|it| is(&it.meta)) => pascal(item),
        _ => None,
    }
}

/// The variant whose type other languages call `name`.
fn variant_type(api: Api<'_>, name: &str, member: Option<&str>) -> Option<Target> {
    let unions = api.decls().filter_map(|decl| match decl {
        Decl::TaggedUnion(union) => Some(union),
        _ => None,
    });
    unions.into_iter().find_map(|union| {
        let named = |meta: &Meta| meta.attrs.type_name.as_deref() == Some(name);
        let variant = union.variants.iter().find(|variant| named(&variant.meta))?;
        let path = [&union.meta.name, &variant.meta.name]
            .map(Name::pascal)
            .join("::");
        let field = member.map(|member| format!("::{}", Name::new(member).snake()));
        Some(Target::exported(path + &field.unwrap_or_default()))
    })
}

/// Takes away the definitions of links whose label begins with a name that `in_scope` has.
pub(super) fn drop_redundant(text: &str, in_scope: &BTreeSet<&str>) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if !is_redundant(line, in_scope) {
            kept.push(line);
            continue;
        }
        let ends_docs = lines.peek().is_none_or(|next| comment(next).is_none());
        let is_gap = kept
            .last()
            .is_some_and(|before| comment(before) == Some(""));
        if ends_docs && is_gap {
            kept.pop();
        }
    }
    kept.join("\n")
}

fn is_redundant(line: &str, in_scope: &BTreeSet<&str>) -> bool {
    let definition = comment(line).and_then(|text| text.strip_prefix("[`"));
    let Some((label, target)) = definition.and_then(|text| text.split_once("`]: crate::")) else {
        return false;
    };
    let is_same = target.strip_prefix("limits::").unwrap_or(target) == label;
    let head = label.split("::").next().unwrap_or(label);
    is_same && in_scope.contains(head)
}

/// The text of a line of docs.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = line
        .strip_prefix("///")
        .or_else(|| line.strip_prefix("//!"));
    text.map(str::trim)
}
