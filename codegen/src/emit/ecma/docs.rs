//! Docs, as JSDoc: Markdown of the IDL with its links turned into what an editor can follow, or into what they stand for.

use super::{Api, spell, types::Given, variant_name};
use crate::emit::Writer;
use crate::emit::doc_text::{self, code};
use crate::model::{Attrs, Decl, Errors, Function, Meta, Param};

/// The comment of a declaration or member.
pub(in crate::emit) fn comment(writer: &mut Writer, api: Api<'_>, meta: &Meta) {
    with_note(writer, api, meta, "");
}

/// The same, with a paragraph behind it.
pub(in crate::emit) fn with_note(writer: &mut Writer, api: Api<'_>, meta: &Meta, note: &str) {
    let mut paragraphs = vec![text(api, &meta.docs.0)];
    if !note.is_empty() {
        paragraphs.push(note.to_owned());
    }
    print(writer, &paragraphs.join("\n\n"), &status_tags(&meta.attrs));
}

/// The comment of a function, with tags for parameters and errors; `typed` adds types, which JavaScript needs.
pub(in crate::emit) fn function_comment(
    writer: &mut Writer,
    api: Api<'_>,
    function: &Function,
    typed: bool,
) {
    let params = function.params.iter();
    let mut tags: Vec<_> = params.filter_map(|it| param_tag(api, it, typed)).collect();
    if typed && let Some(returns) = &function.returns {
        let ty = spell(api, returns, Given::ByRuntime);
        tags.push(match function.is_async {
            true => format!("@returns {{Promise<{ty}>}}"),
            false => format!("@returns {{{ty}}}"),
        });
    }
    if !function.throws.is_empty() {
        let codes = function
            .throws
            .iter()
            .filter_map(|name| error_code(api, name));
        let codes: Vec<_> = codes.map(|code| format!("`{code}`")).collect();
        tags.push(format!("@throws {{FxError}} {}", codes.join(", ")));
    }
    tags.extend(status_tags(&function.meta.attrs));
    print(writer, &text(api, &function.meta.docs.0), &tags);
}

fn param_tag(api: Api<'_>, param: &Param, typed: bool) -> Option<String> {
    let name = param.meta.name.source();
    let docs = text(api, &param.meta.docs.0).replace('\n', "\n  ");
    if !typed {
        return (!docs.is_empty()).then(|| format!("@param {name} - {docs}"));
    }
    let ty = spell(api, &param.ty, Given::ByHost);
    let shown = match param.optional {
        true => format!("[{name}]"),
        false => name.to_owned(),
    };
    Some(
        format!("@param {{{ty}}} {shown} {docs}")
            .trim_end()
            .to_owned(),
    )
}

/// The comment of a member, with a tag of its own.
pub(in crate::emit) fn with_tag(writer: &mut Writer, api: Api<'_>, meta: &Meta, tag: &str) {
    let mut tags = vec![tag.to_owned()];
    tags.extend(status_tags(&meta.attrs));
    print(writer, &text(api, &meta.docs.0), &tags);
}

fn status_tags(attrs: &Attrs) -> Vec<String> {
    let since = attrs
        .since
        .as_ref()
        .map(|version| format!("@since {version}"));
    let experimental = attrs.experimental.then(|| "@experimental".to_owned());
    let deprecated = attrs
        .deprecated
        .as_ref()
        .map(|why| format!("@deprecated {why}"));
    [since, experimental, deprecated]
        .into_iter()
        .flatten()
        .collect()
}

pub(super) fn print(writer: &mut Writer, text: &str, tags: &[String]) {
    let tags = tags.join("\n");
    let gap = if text.is_empty() || tags.is_empty() {
        ""
    } else {
        "\n\n"
    };
    let text = format!("{text}{gap}{tags}").replace("*/", "*\\/");
    match text.as_str() {
        "" => {}
        text if !text.contains('\n') => writer.line(format!("/** {text} */")),
        text => {
            writer.line("/**");
            for line in text.split('\n') {
                writer.line(format!(" * {line}").trim_end());
            }
            writer.line(" */");
        }
    }
}

/// Docs with their links and names of errors as JavaScript has them.
pub(super) fn text(api: Api<'_>, docs: &str) -> String {
    doc_text::rewritten(
        docs,
        |path, behind| link(api, path, behind),
        |name| code(error_code(api, name).unwrap_or(name)),
    )
}

/// What a link shows: an address an editor can follow, or the value that the name stands for. `behind` is the text that
/// follows.
fn link(api: Api<'_>, path: &str, behind: &str) -> String {
    let (head, member) = match path.split_once('.') {
        Some((head, member)) => (head, Some(member)),
        None => (path, None),
    };
    if api.variant(head).is_some() {
        return format!("{{@link {path}}}");
    }
    match (api.find(head), member) {
        (Some(Decl::Const(it)), _) if !api.is_exported(head) => doc_text::constant(it, behind),
        (Some(Decl::Enum(it)), Some(member)) => {
            let variant = it
                .variants
                .iter()
                .find(|it| it.meta.name.source() == member);
            code(variant.map_or(path, |it| &it.value))
        }
        (Some(Decl::Errors(it)), Some(member)) => error_link(it, member),
        (Some(Decl::TaggedUnion(it)), Some(member)) => {
            let variant = it
                .variants
                .iter()
                .find(|it| it.meta.name.source() == member);
            variant.map_or(code(path), |variant| {
                format!("{{@link {}}}", variant_name(it, variant))
            })
        }
        (Some(Decl::KindUnion(_)), Some(_)) => format!("{{@link {head}}}"),
        (Some(_), _) => format!("{{@link {path}}}"),
        (None, _) => code(path),
    }
}

fn error_link(errors: &Errors, member: &str) -> String {
    match errors
        .codes
        .iter()
        .find(|code| code.meta.name.source() == member)
    {
        Some(found) => code(&found.value),
        None => format!("{{@link {}.{member}}}", errors.meta.name.source()),
    }
}

/// The stable string of the error code that the IDL calls `name`.
fn error_code<'a>(api: Api<'a>, name: &str) -> Option<&'a str> {
    let codes = &api.model.errors()?.codes;
    let code = codes.iter().find(|code| code.meta.name.source() == name)?;
    Some(&code.value)
}
