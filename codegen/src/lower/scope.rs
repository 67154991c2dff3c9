//! What names stand for, before anything is lowered: one flat namespace over all files.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use crate::model::Name;
use crate::source::{SourceMap, Span};
use crate::syntax::ast;

#[derive(Default)]
pub(super) struct Scope<'a> {
    items: IndexMap<&'a str, &'a ast::Item>,
    /// Variants of tagged unions by the name of their generated type, where `@name` gives one.
    variants: IndexMap<&'a str, &'a ast::TaggedVariant>,
    codes: BTreeSet<&'a str>,
    pub(super) reserved: BTreeSet<&'a str>,
}

impl<'a> Scope<'a> {
    pub(super) fn collect(
        sources: &SourceMap,
        files: &'a [ast::File],
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut scope = Scope::default();
        let mut spellings = Spellings::new(sources);
        for item in files.iter().flat_map(|file| &file.items) {
            if let Some(head) = item.head() {
                spellings.declare(item, &head.name, diagnostics);
                scope.items.entry(&head.name.text).or_insert(item);
            }
            scope.collect_inner(item);
        }
        for item in files.iter().flat_map(|file| &file.items) {
            if let ast::Item::TaggedUnion(union) = item {
                spellings.declare_variants(union, diagnostics);
            }
        }
        scope
    }

    /// Notes the names that an item declares besides its own.
    fn collect_inner(&mut self, item: &'a ast::Item) {
        match item {
            ast::Item::Errors(errors) => {
                let names = errors.codes.iter().map(|code| code.head.name.text.as_str());
                self.codes.extend(names);
            }
            ast::Item::Naming(naming) => {
                let words = naming.reserved.iter().map(|word| word.value.as_str());
                self.reserved.extend(words);
            }
            ast::Item::TaggedUnion(union) => {
                for variant in &union.variants {
                    if let Some(name) = type_name(variant) {
                        self.variants.entry(&name.value).or_insert(variant);
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn item(&self, name: &str) -> Option<&'a ast::Item> {
        self.items.get(name).copied()
    }

    /// The variant whose generated type is called `name`.
    pub(super) fn variant(&self, name: &str) -> Option<&'a ast::TaggedVariant> {
        self.variants.get(name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.items.keys().copied()
    }

    pub(super) fn consts(&self) -> impl Iterator<Item = &'a str> + '_ {
        let consts = self.items.iter();
        consts.filter_map(|(name, item)| matches!(item, ast::Item::Const(_)).then_some(*name))
    }

    pub(super) fn has_code(&self, name: &str) -> bool {
        self.codes.contains(name)
    }

    pub(super) fn nearest(&self, name: &str) -> Option<&'a str> {
        nearest(name, self.names())
    }

    pub(super) fn nearest_code(&self, name: &str) -> Option<&'a str> {
        nearest(name, self.codes.iter().copied())
    }
}

/// The argument of `@name`.
fn type_name(variant: &ast::TaggedVariant) -> Option<&ast::Str> {
    let attr = variant
        .head
        .attrs
        .iter()
        .find(|it| it.name.text == "name")?;
    match attr.args.as_slice() {
        [ast::Arg::Str(name)] => Some(name),
        _ => None,
    }
}

/// The names that generated code will have, so that two declarations that differ here never meet there.
struct Spellings<'a> {
    sources: &'a SourceMap,
    types: IndexMap<String, Span>,
    /// Functions and consts: snake case, which no language's spelling tells apart further.
    values: IndexMap<String, Span>,
}

impl<'a> Spellings<'a> {
    fn new(sources: &'a SourceMap) -> Self {
        Spellings {
            sources,
            types: IndexMap::new(),
            values: IndexMap::new(),
        }
    }

    fn declare(&mut self, item: &ast::Item, name: &ast::Ident, diagnostics: &mut Diagnostics) {
        let is_value = matches!(item, ast::Item::Const(_) | ast::Item::Function(_));
        let spelled = Name::new(&name.text);
        let first = if is_value {
            first_or_insert(&mut self.values, spelled.snake(), name.span)
        } else {
            first_or_insert(&mut self.types, spelled.pascal(), name.span)
        };
        if let Some(first) = first {
            let message = format!("`{}` is declared twice", name.text);
            let place = self.sources.place(first);
            let diagnostic = Diagnostic::new(Code::DuplicateName, name.span, message)
                .label("all files share one namespace")
                .help(format!("the first declaration is at {place}"));
            diagnostics.push(diagnostic);
        }
    }

    fn declare_variants(&mut self, union: &ast::TaggedUnion, diagnostics: &mut Diagnostics) {
        for variant in &union.variants {
            let (name, span) = match type_name(variant) {
                Some(name) => (name.value.clone(), name.span),
                None => {
                    let name = &variant.head.name;
                    (Name::new(&name.text).pascal(), name.span)
                }
            };
            if let Some(first) = first_or_insert(&mut self.types, name.clone(), span) {
                let message = format!("the type generated for this variant is called `{name}`");
                let place = self.sources.place(first);
                let diagnostic = Diagnostic::new(Code::TypeNameCollision, span, message)
                    .label("that name is taken")
                    .help(format!(
                        "it stands for the type at {place}: choose another with `@name(\"…\")`"
                    ));
                diagnostics.push(diagnostic);
            }
        }
    }
}

/// The place of an earlier entry; else the name is entered.
fn first_or_insert(names: &mut IndexMap<String, Span>, name: String, span: Span) -> Option<Span> {
    match names.get(&name) {
        Some(first) => Some(*first),
        None => {
            names.insert(name, span);
            None
        }
    }
}
