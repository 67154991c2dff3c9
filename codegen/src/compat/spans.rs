//! Where things stand in the IDL, by path.

use std::collections::HashMap;

use super::contract::Items;
use crate::model::{Decl, Function, Meta, Model};
use crate::source::Span;

pub(super) struct Spans {
    by_path: HashMap<String, Span>,
}

impl Spans {
    pub(super) fn of(model: &Model) -> Self {
        let mut spans = Spans {
            by_path: HashMap::new(),
        };
        for (name, decl) in &model.decls {
            spans.by_path.insert(name.clone(), decl.meta().span);
            spans.members(name, decl);
        }
        for entry in &model.entries {
            spans.by_path.insert(entry.path.clone(), entry.span);
        }
        spans
    }

    /// Where `path` stands, or else what it is part of.
    pub(super) fn nearest(&self, path: &str) -> Span {
        let mut path = path;
        loop {
            if let Some(span) = self.by_path.get(path) {
                return *span;
            }
            match path.rsplit_once('.') {
                Some((parent, _)) => path = parent,
                None => return self.first(),
            }
        }
    }

    /// Where the declaration stands that is nearest to one that is gone: the one before it in its module, or else after
    /// it, or else the nearest of all.
    pub(super) fn neighbour(&self, name: &str, old: &Items) -> Span {
        let at = old.get_index_of(name).unwrap_or(0);
        let module = &old[at].module;
        let before = (0..at).rev();
        let after = at + 1..old.len();
        let near: Vec<_> = before.chain(after).collect();
        let own = near.iter().filter(|at| old[**at].module == *module);
        let mut ordered = own.chain(&near);
        let span = ordered.find_map(|at| self.by_path.get(old.get_index(*at)?.0));
        span.copied().unwrap_or_else(|| self.first())
    }

    fn first(&self) -> Span {
        self.by_path.values().min().copied().unwrap_or_default()
    }

    fn members(&mut self, path: &str, decl: &Decl) {
        match decl {
            Decl::Enum(it) => self.metas(path, it.variants.iter().map(|it| &it.meta)),
            Decl::Record(it) => self.metas(path, it.fields.iter().map(|it| &it.meta)),
            Decl::KindUnion(it) => self.metas(path, it.variants.iter().map(|it| &it.meta)),
            Decl::TaggedUnion(it) => {
                self.metas(path, it.variants.iter().map(|it| &it.meta));
                for variant in &it.variants {
                    let path = format!("{path}.{}", variant.meta.name.source());
                    self.metas(&path, variant.fields.iter().map(|it| &it.meta));
                }
            }
            Decl::Interface(it) => {
                self.metas(path, it.properties.iter().map(|it| &it.meta));
                self.metas(path, it.methods.iter().map(|it| &it.meta));
                for method in &it.methods {
                    self.params(&format!("{path}.{}", method.meta.name.source()), method);
                }
            }
            Decl::Function(it) => self.params(path, it),
            Decl::Errors(it) => {
                self.metas(path, it.codes.iter().map(|it| &it.meta));
                self.metas(path, it.fields.iter().map(|it| &it.meta));
            }
            Decl::Const(_) | Decl::Foreign(_) => {}
        }
    }

    fn params(&mut self, path: &str, function: &Function) {
        self.metas(path, function.params.iter().map(|it| &it.meta));
    }

    fn metas<'a>(&mut self, path: &str, metas: impl Iterator<Item = &'a Meta>) {
        for meta in metas {
            let path = format!("{path}.{}", meta.name.source());
            self.by_path.insert(path, meta.span);
        }
    }
}
