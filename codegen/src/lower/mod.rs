//! Lowering: from the tree to the model.
//!
//! Names become known first (`scope`), then each declaration is lowered where it stands, with its docs, attributes and
//! types; what is wrong with one declaration alone is found there. What takes the whole model to see is in `check`, which
//! runs when everything before it was right. Nothing here knows a target language, except for the list of their names.

mod attributes;
mod check;
mod consts;
mod declarations;
mod docs;
mod exports;
mod hash;
mod interfaces;
mod limits;
mod names;
mod pattern;
mod scope;
mod sections;
mod target;
mod types;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{Decl, Facts, Model, Module};
use crate::source::{SourceMap, Span};
use crate::syntax::ast;
use scope::Scope;

/// The model that `files` describe, or everything that is wrong with them.
pub fn lower(sources: &SourceMap, files: &[ast::File]) -> Result<Model, Diagnostics> {
    lower_reporting(sources, files, |_| true)
}

/// As [`lower`], but docs may be missing: for tests, which are shorter so.
pub(crate) fn lower_without_docs(
    sources: &SourceMap,
    files: &[ast::File],
) -> Result<Model, Diagnostics> {
    lower_reporting(sources, files, |code| code != Code::MissingDocs)
}

fn lower_reporting(
    sources: &SourceMap,
    files: &[ast::File],
    counts: impl Fn(Code) -> bool,
) -> Result<Model, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let scope = Scope::collect(sources, files, &mut diagnostics);
    let mut lowerer = Lowerer {
        sources,
        scope: &scope,
        module: "",
        diagnostics,
    };
    let model = lowerer.model(files);
    lowerer.diagnostics.retain(|it| counts(it.code));
    let model = lowerer.diagnostics.or_ok(model)?;
    let mut diagnostics = Diagnostics::default();
    check::check(&model, &Facts::of(&model), &mut diagnostics);
    diagnostics.or_ok(model)
}

/// What lowering one declaration needs to know of the others, and where it reports.
struct Lowerer<'a> {
    sources: &'a SourceMap,
    scope: &'a Scope<'a>,
    /// The module of the declaration at hand.
    module: &'a str,
    diagnostics: Diagnostics,
}

impl<'a> Lowerer<'a> {
    fn model(&mut self, files: &'a [ast::File]) -> Model {
        let mut model = Model {
            modules: Vec::new(),
            decls: indexmap::IndexMap::new(),
            entries: Vec::new(),
            naming: crate::model::Naming::default(),
            hash: String::new(),
        };
        for (file, source) in files.iter().zip(self.sources.files()) {
            self.module = source.stem();
            self.file(file, &mut model);
        }
        self.entries(files, &mut model);
        exports::complete(&mut model);
        self.naming(files, &mut model);
        model.hash = hash::of(&model);
        model
    }

    fn file(&mut self, file: &'a ast::File, model: &mut Model) {
        let mut module = Module {
            name: self.module.to_owned(),
            docs: self.module_docs(file),
            decls: Vec::new(),
        };
        for item in &file.items {
            let Some(decl) = self.declaration(item) else {
                continue;
            };
            let name = decl.meta().name.source().to_owned();
            // A second declaration of a name has been reported; the first one stands.
            if !model.decls.contains_key(&name) {
                module.decls.push(name.clone());
                model.decls.insert(name, decl);
            }
        }
        model.modules.push(module);
    }

    fn declaration(&mut self, item: &'a ast::Item) -> Option<Decl> {
        match item {
            ast::Item::Const(it) => self.constant(it).map(Decl::Const),
            ast::Item::Enum(it) => Some(Decl::Enum(self.enumeration(it))),
            ast::Item::Record(it) => Some(Decl::Record(self.record(it))),
            ast::Item::TaggedUnion(it) => Some(Decl::TaggedUnion(self.tagged_union(it))),
            ast::Item::KindUnion(it) => Some(Decl::KindUnion(self.kind_union(it))),
            ast::Item::Interface(it) => Some(Decl::Interface(self.interface(it))),
            ast::Item::Function(it) => Some(Decl::Function(self.function(it))),
            ast::Item::Foreign(it) => self.foreign(it).map(Decl::Foreign),
            ast::Item::Errors(it) => Some(Decl::Errors(self.errors(it))),
            ast::Item::Entry(_) | ast::Item::Naming(_) => None,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: &str) {
        self.report(Diagnostic::new(code, span, message).help(help));
    }
}
