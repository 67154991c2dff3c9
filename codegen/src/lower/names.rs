//! Names: how they are spelled, and that each stands once in its place.

use indexmap::IndexMap;

use super::Lowerer;
use super::target::Target;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{Meta, Name, Ty};
use crate::syntax::ast;

impl Lowerer<'_> {
    /// What every declaration, member and variant carries; `ty` is the type that its attributes speak of.
    pub(super) fn meta(&mut self, head: &ast::Head, target: Target, ty: Option<&Ty>) -> Meta {
        let docs = match target.may_lack_docs() {
            true => self.docs(&head.docs),
            false => self.required_docs(&head.docs, &head.name, target),
        };
        Meta {
            name: self.name(&head.name, target),
            docs,
            attrs: self.attributes(&head.attrs, target, ty),
            module: self.module.to_owned(),
            span: head.name.span,
        }
    }

    fn name(&mut self, name: &ast::Ident, target: Target) -> Name {
        let spelled = Name::new(&name.text);
        let (expected, style) = match target.is_type() {
            true => (spelled.pascal(), "PascalCase"),
            false => (spelled.camel(), "camelCase"),
        };
        if expected != name.text {
            let message = format!("`{}` is not in {style}", name.text);
            let mut diagnostic = Diagnostic::new(Code::NameSpelling, name.span, message)
                .label(format!("{} is named in {style}", target.describe()));
            if !expected.is_empty() {
                diagnostic = diagnostic.help(spelling_help(&name.text, &expected));
            }
            self.report(diagnostic);
        }
        if self.scope.reserved.contains(name.text.as_str()) {
            let message = format!("`{}` is a reserved name", name.text);
            let help = "`naming` reserves it, because a language gives it a meaning of its own";
            self.error(Code::ReservedName, name.span, message, help);
        }
        spelled
    }

    /// Reports names that stand twice among the members of one declaration.
    pub(super) fn distinct<'n>(&mut self, names: impl IntoIterator<Item = &'n ast::Ident>) {
        let mut seen: IndexMap<String, &ast::Ident> = IndexMap::new();
        for name in names {
            let spelled = Name::new(&name.text).snake();
            let Some(first) = seen.get(&spelled) else {
                seen.insert(spelled, name);
                continue;
            };
            let message = match first.text == name.text {
                true => format!("`{}` stands twice", name.text),
                false => format!(
                    "`{}` and `{}` are both spelled `{spelled}` in some languages",
                    first.text, name.text
                ),
            };
            let help = format!("the first is at {}", self.sources.place(first.span));
            self.error(Code::DuplicateName, name.span, message, &help);
        }
    }

    /// Reports strings that stand twice where each means something else.
    pub(super) fn distinct_values<'n>(&mut self, values: impl IntoIterator<Item = &'n ast::Str>) {
        let mut seen: IndexMap<&str, &ast::Str> = IndexMap::new();
        for value in values {
            match seen.get(value.value.as_str()) {
                Some(first) => {
                    let message = format!("\"{}\" stands twice", value.value);
                    let help = format!("the first is at {}", self.sources.place(first.span));
                    self.error(Code::DuplicateValue, value.span, message, &help);
                }
                None => {
                    seen.insert(&value.value, value);
                }
            }
        }
    }
}

fn spelling_help(found: &str, expected: &str) -> String {
    let has_acronym = found.len() == expected.len() && found[1..] != expected[1..];
    match has_acronym {
        true => format!("write `{expected}`: an acronym is one word with one capital"),
        false => format!("write `{expected}`"),
    }
}
