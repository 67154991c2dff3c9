//! Docs, as DocC: Markdown of the IDL with its links turned into symbol links, and names of errors into their codes.

use super::Api;
use super::classes;
use super::names::quoted;
use crate::emit::Writer;
use crate::emit::doc_text::{self, code};
use crate::model::{Attrs, Decl, Docs, Field, Literal, Meta, TaggedUnion};

/// The comment of a declaration or member, and the markers that Swift has for its status.
pub(super) fn comment(out: &mut Writer, api: Api<'_>, meta: &Meta) {
    with_sections(out, api, meta, &[]);
}

/// The same, with sections for parameters, results and errors.
pub(super) fn with_sections(out: &mut Writer, api: Api<'_>, meta: &Meta, sections: &[String]) {
    let mut paragraphs = vec![text(api, &meta.docs.0)];
    paragraphs.extend(status(&meta.attrs));
    if !sections.is_empty() {
        paragraphs.push(sections.join("\n"));
    }
    paragraphs.retain(|it| !it.is_empty());
    print(out, &paragraphs.join("\n\n"));
    if let Some(why) = &meta.attrs.deprecated {
        out.line(format!(
            "@available(*, deprecated, message: {})",
            quoted(why)
        ));
    }
}

/// Comment lines of a text that is finished.
pub(super) fn print(out: &mut Writer, text: &str) {
    for line in text.split('\n').filter(|_| !text.is_empty()) {
        out.line(format!("/// {line}").trim_end());
    }
}

/// `- Parameters:` with the docs of each.
pub(super) fn parameters(api: Api<'_>, params: &[(String, &Docs)]) -> Option<String> {
    let described: Vec<_> = params
        .iter()
        .filter(|(_, docs)| !docs.0.is_empty())
        .map(|(name, docs)| format!("  - {name}: {}", text(api, &docs.0).replace('\n', "\n    ")))
        .collect();
    (!described.is_empty()).then(|| format!("- Parameters:\n{}", described.join("\n")))
}

/// The members of a record as parameters.
pub(super) fn field_parameters<'a>(api: Api<'_>, fields: &[&'a Field]) -> Vec<(String, &'a Docs)> {
    let fields = fields.iter();
    fields
        .map(|field| (api.label(&field.meta.name), &field.meta.docs))
        .collect()
}

/// `- Throws:` with the codes of an error.
pub(super) fn throws(api: Api<'_>, codes: &[String]) -> Option<String> {
    let errors = api.model.errors()?;
    let links = codes.iter().filter_map(|name| {
        let code = errors
            .codes
            .iter()
            .find(|code| code.meta.name.source() == name)?;
        api.has(&code.meta.attrs)
            .then(|| code_link(api, &code.value))
            .flatten()
    });
    let links: Vec<_> = links.collect();
    let name = api.type_name(&errors.meta.name);
    (!links.is_empty()).then(|| format!("- Throws: ``{name}`` with {}.", either(&links)))
}

fn either(links: &[String]) -> String {
    match links.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn status(attrs: &Attrs) -> Option<String> {
    let since = attrs
        .since
        .as_ref()
        .map(|version| format!("- Since: {version}"));
    let experimental = attrs
        .experimental
        .then(|| "> Warning: This may change without notice.".to_owned());
    let notes: Vec<_> = [since, experimental].into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join("\n\n"))
}

/// Docs with their links and names of errors as Swift has them.
pub(super) fn text(api: Api<'_>, docs: &str) -> String {
    doc_text::rewritten(
        docs,
        |path, _| link(api, path),
        |name| code_link(api, name).unwrap_or_else(|| code(name)),
    )
}

/// The symbol of an error code, from its stable string.
fn code_link(api: Api<'_>, value: &str) -> Option<String> {
    let errors = api.model.errors()?;
    let code = errors.codes.iter().find(|code| code.value == value)?;
    let name = api.type_name(&errors.meta.name);
    Some(format!("``{name}/Code/{}``", api.label(&code.meta.name)))
}

/// The symbol that a link leads to; where Swift has none, its name as code.
fn link(api: Api<'_>, path: &str) -> String {
    let (head, member) = match path.split_once('.') {
        Some((head, member)) => (head, Some(member)),
        None => (path, None),
    };
    let found = api.find(head).and_then(|decl| symbol(api, decl, member));
    let found = found.or_else(|| variant_type(api, head));
    match found {
        Some(symbol) => format!("``{symbol}``"),
        None => code(path),
    }
}

fn variant_type(api: Api<'_>, name: &str) -> Option<String> {
    let unions = api.model.decls.values().filter_map(|decl| match decl {
        Decl::TaggedUnion(it) if api.has(&it.meta.attrs) => Some(it),
        _ => None,
    });
    let is_named = |union: &TaggedUnion| {
        let mut variants = union.variants.iter();
        variants.any(|it| it.meta.attrs.type_name.as_deref() == Some(name))
    };
    unions
        .into_iter()
        .find(|it| is_named(it))
        .map(|_| api.type_of(name))
}

fn symbol(api: Api<'_>, decl: &Decl, member: Option<&str>) -> Option<String> {
    let name = api.type_name(&decl.meta().name);
    let Some(member) = member else {
        return Some(match decl {
            Decl::Const(it) => match &it.value {
                Literal::Int(_) | Literal::String(_) | Literal::Bool(_) => {
                    format!("Limits/{}", api.label(&it.meta.name))
                }
            },
            Decl::Function(it) => super::functions::symbol(api, it),
            _ => name,
        });
    };
    let label = |it: &Meta| (it.name.source() == member).then(|| api.label(&it.name));
    let found = match decl {
        Decl::Enum(it) => it.variants.iter().find_map(|it| label(&it.meta)),
        Decl::Record(it) => {
            let fields = it.fields.iter().filter(|it| !api.is_signal(&it.ty));
            fields.filter_map(|it| label(&it.meta)).next()
        }
        Decl::TaggedUnion(it) => {
            let label = it.variants.iter().find_map(|it| label(&it.meta));
            label.map(|label| format!("{label}(_:)"))
        }
        Decl::KindUnion(it) => {
            let label = it.variants.iter().find_map(|it| label(&it.meta));
            label.map(|label| format!("{label}(_:)"))
        }
        Decl::Interface(it) => {
            let property = it.properties.iter().find_map(|it| label(&it.meta));
            let mut methods = it.methods.iter();
            // A link to one of two methods of the same name would be ambiguous.
            let method = methods
                .find(|it| it.meta.name.source() == member)
                .filter(|it| !classes::takes_text_too(api, it));
            property.or_else(|| method.map(|it| api.signature_name(it)))
        }
        Decl::Errors(it) => {
            let code = it.codes.iter().find_map(|it| label(&it.meta));
            let field = it.fields.iter().find_map(|it| label(&it.meta));
            code.map(|code| format!("Code/{code}")).or(field)
        }
        Decl::Const(_) | Decl::Function(_) | Decl::Foreign(_) => None,
    };
    found.map(|member| format!("{name}/{member}"))
}
