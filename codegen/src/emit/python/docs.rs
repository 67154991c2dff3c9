//! Docs, as docstrings: Markdown of the IDL with its links turned into the names that Python has.

use super::api::{Api, member, quoted, variant_class};
use super::errors::class_name;
use crate::emit::Writer;
use crate::emit::doc_text::{self, code};
use crate::model::{Attrs, Decl, Errors, Meta};

/// The docstring of a declaration or member.
pub(super) fn of(writer: &mut Writer, api: Api<'_>, meta: &Meta) {
    docstring(writer, &full(api, meta));
}

/// The docs of a declaration or member, with its status.
pub(super) fn full(api: Api<'_>, meta: &Meta) -> String {
    let mut paragraphs = vec![text(api, &meta.docs.0)];
    paragraphs.extend(status(&meta.attrs));
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.join("\n\n")
}

fn status(attrs: &Attrs) -> Vec<String> {
    let since = attrs
        .since
        .as_ref()
        .map(|it| format!("New in version {it}."));
    let experimental = attrs
        .experimental
        .then(|| "Experimental: may change without notice.".to_owned());
    let deprecated = attrs
        .deprecated
        .as_ref()
        .map(|why| format!("Deprecated: {why}"));
    [since, experimental, deprecated]
        .into_iter()
        .flatten()
        .collect()
}

/// A docstring, unless there is nothing to say.
pub(super) fn docstring(writer: &mut Writer, text: &str) {
    let text = text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    match text.as_str() {
        "" => {}
        text if text.contains('\n') || text.ends_with('"') => {
            writer.line(format!("\"\"\"{text}\n\"\"\""));
        }
        text => writer.line(format!("\"\"\"{text}\"\"\"")),
    }
}

/// Docs with their links and names of errors as Python has them.
pub(super) fn text(api: Api<'_>, docs: &str) -> String {
    doc_text::rewritten(
        docs,
        |path, behind| link(api, path, behind),
        |name| code(&error_class(api, name).unwrap_or_else(|| name.to_owned())),
    )
}

/// What a link shows: the name in Python, or the value that the name stands for. `behind` is the text that follows.
fn link(api: Api<'_>, path: &str, behind: &str) -> String {
    let (head, inner) = match path.split_once('.') {
        Some((head, inner)) => (head, Some(inner)),
        None => (path, None),
    };
    match (api.model.decls.get(head), inner) {
        (Some(Decl::Const(it)), _) if api.is_exported(head) => code(&it.meta.name.screaming()),
        (Some(Decl::Const(it)), _) => doc_text::constant(it, behind),
        (Some(Decl::Enum(it)), Some(inner)) => {
            let mut variants = it.variants.iter();
            let variant = variants.find(|it| it.meta.name.source() == inner);
            code(&variant.map_or_else(|| path.to_owned(), |it| quoted(&it.value)))
        }
        (Some(Decl::Errors(it)), Some(inner)) => error_link(it, inner),
        (Some(Decl::TaggedUnion(it)), Some(inner)) => {
            let mut variants = it.variants.iter();
            let variant = variants.find(|it| it.meta.name.source() == inner);
            code(&variant.map_or_else(|| path.to_owned(), |variant| variant_class(it, variant)))
        }
        (Some(Decl::KindUnion(it)), _) => code(&it.meta.name.pascal()),
        (Some(Decl::Function(it)), _) => code(&member(&it.meta.name)),
        (Some(decl), Some(inner)) if api.spread_record(head).is_none() => {
            let inner = member(&crate::model::Name::new(inner));
            code(&format!("{}.{inner}", decl.meta().name.pascal()))
        }
        // The members of options are parameters.
        (Some(_), Some(inner)) => code(&member(&crate::model::Name::new(inner))),
        (Some(_), None) if api.spread_record(head).is_some() => "the options".to_owned(),
        (Some(decl), None) => code(&decl.meta().name.pascal()),
        (None, _) => code(path),
    }
}

fn error_link(errors: &Errors, inner: &str) -> String {
    let mut codes = errors.codes.iter();
    match codes.find(|code| code.meta.name.source() == inner) {
        Some(found) => code(&class_name(found)),
        None => {
            let inner = member(&crate::model::Name::new(inner));
            code(&format!("{}.{inner}", errors.meta.name.pascal()))
        }
    }
}

/// The class of the error whose stable string is `code`.
fn error_class(api: Api<'_>, code: &str) -> Option<String> {
    let mut codes = api.errors()?.codes.iter();
    codes.find(|it| it.value == code).map(class_name)
}
