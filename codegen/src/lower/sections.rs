//! What is said of the contract as a whole: entry points and naming rules.

use super::Lowerer;
use super::target::Target;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{Entry, Model};
use crate::syntax::ast;

impl Lowerer<'_> {
    pub(super) fn entries(&mut self, files: &[ast::File], model: &mut Model) {
        let entries: Vec<_> = items(files)
            .filter_map(|item| match item {
                ast::Item::Entry(entry) => Some(entry),
                _ => None,
            })
            .collect();
        self.distinct_values(entries.iter().map(|entry| &entry.path));
        model.entries = entries.into_iter().map(|it| self.entry(it)).collect();
    }

    fn entry(&mut self, it: &ast::Entry) -> Entry {
        self.distinct(&it.exports);
        for name in &it.exports {
            if self.scope.item(&name.text).is_none() {
                let message = format!("`{}` is not declared", name.text);
                let near = self.scope.nearest(&name.text);
                let diagnostic = Diagnostic::new(Code::UnknownExport, name.span, message);
                self.report(diagnostic.did_you_mean(near));
            }
        }
        let path = ast::Ident {
            text: it.path.value.clone(),
            span: it.path.span,
        };
        let docs = self.required_docs(&it.preamble.docs, &path, Target::Entry);
        let attrs = self.attributes(&it.preamble.attrs, Target::Entry, None);
        Entry {
            docs,
            path: path.text,
            planned: attrs.planned,
            exports: it.exports.iter().map(|name| name.text.clone()).collect(),
            span: path.span,
        }
    }

    pub(super) fn naming(&mut self, files: &[ast::File], model: &mut Model) {
        let sections = items(files).filter_map(|item| match item {
            ast::Item::Naming(naming) => Some(naming),
            _ => None,
        });
        for (number, section) in sections.enumerate() {
            if number > 0 {
                self.second(section.span, "naming");
            }
            self.attributes(&section.preamble.attrs, Target::Naming, None);
            self.docs(&section.preamble.docs);
            self.distinct_values(section.acronyms.iter().chain(&section.reserved));
            for acronym in &section.acronyms {
                self.acronym(acronym);
            }
            let words = section.acronyms.iter().map(|word| word.value.clone());
            model.naming.acronyms.extend(words);
        }
        let errors = items(files).filter_map(|item| match item {
            ast::Item::Errors(errors) => Some(errors),
            _ => None,
        });
        for errors in errors.skip(1) {
            self.second(errors.head.name.span, "errors");
        }
    }

    fn acronym(&mut self, acronym: &ast::Str) {
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if acronym.value.is_empty() || !acronym.value.bytes().all(is_word) {
            let message = format!("\"{}\" is not a lower-case word", acronym.value);
            let help = "acronyms are listed as words of names, e.g. \"url\"";
            self.error(Code::NameSpelling, acronym.span, message, help);
        }
    }

    fn second(&mut self, span: crate::source::Span, what: &str) {
        let message = format!("`{what}` stands twice");
        let help = "the contract has one: move its content there";
        self.error(Code::DuplicateSection, span, message, help);
    }
}

fn items(files: &[ast::File]) -> impl Iterator<Item = &ast::Item> {
    files.iter().flat_map(|file| &file.items)
}
