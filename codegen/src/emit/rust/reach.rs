//! What follows from the model and only Rust needs: which types are decoded, which have limits, which are JSON.

use std::collections::BTreeSet;

use super::Api;
use crate::model::{Attrs, Decl, Field, Function, Interface, Prim, Side, Ty, TyKind};

impl<'a> Api<'a> {
    /// The declarations whose values a host hands to a binding, in the order of the model. Planned functions have no
    /// binding yet, so what only they take is not decoded.
    pub(super) fn decoded(self) -> Vec<&'a Decl> {
        let mut reach = Reach {
            api: self,
            names: BTreeSet::new(),
        };
        for decl in self.decls().filter(|decl| !decl.meta().attrs.planned) {
            match decl {
                Decl::Function(function) => reach.params(function),
                Decl::Interface(it) if it.side == Side::Runtime => {
                    it.methods.iter().for_each(|method| reach.params(method));
                }
                _ => {}
            }
        }
        let reached = |decl: &&Decl| reach.names.contains(decl.meta().name.source());
        self.decls().filter(reached).collect()
    }

    /// Whether values of `ty` are JSON and nothing else, so that serde can read and write them.
    pub(super) fn is_json(self, ty: &Ty) -> bool {
        !self.mentions(ty, &mut BTreeSet::new(), &|part| match part {
            Part::Attrs(attrs) => attrs.secret,
            Part::Type(ty) => match &ty.kind {
                TyKind::Prim(prim) => matches!(prim, Prim::Bytes | Prim::Signal | Prim::Void),
                TyKind::Fn { .. } | TyKind::Future(_) => true,
                TyKind::Named(name) => {
                    matches!(self.model.decl(name), Decl::Interface(_) | Decl::Foreign(_))
                }
                TyKind::List(_) | TyKind::Map(_) => false,
            },
        })
    }

    /// Whether values of `ty` have limits of their own, at any depth.
    pub(super) fn has_limits(self, ty: &Ty) -> bool {
        self.mentions(ty, &mut BTreeSet::new(), &|part| match part {
            Part::Attrs(attrs) => {
                attrs.limit.is_some() || attrs.pattern.is_some() || attrs.unique.is_some()
            }
            Part::Type(_) => false,
        })
    }

    /// Whether `holds` is true of anything that a value of `ty` is made of.
    fn mentions(
        self,
        ty: &Ty,
        seen: &mut BTreeSet<String>,
        holds: &dyn Fn(Part<'_>) -> bool,
    ) -> bool {
        if holds(Part::Type(ty)) {
            return true;
        }
        match &ty.kind {
            TyKind::List(inner) | TyKind::Map(inner) => self.mentions(inner, seen, holds),
            TyKind::Named(name) if seen.insert(name.clone()) => {
                let parts = self.parts(self.model.decl(name));
                parts.into_iter().any(|(attrs, ty)| {
                    attrs.is_some_and(|attrs| holds(Part::Attrs(attrs)))
                        || self.mentions(ty, seen, holds)
                })
            }
            _ => false,
        }
    }

    /// The members and types that a value of the declaration is made of.
    fn parts(self, decl: &'a Decl) -> Vec<(Option<&'a Attrs>, &'a Ty)> {
        let of = |field: &'a Field| (Some(&field.meta.attrs), &field.ty);
        match decl {
            Decl::Record(it) => self.fields(&it.fields).map(of).collect(),
            Decl::TaggedUnion(it) => {
                let variants = it.variants.iter();
                let fields = variants.flat_map(|variant| self.fields(&variant.fields));
                let otherwise = it.otherwise.iter().map(|ty| (None, ty));
                fields.map(of).chain(otherwise).collect()
            }
            Decl::KindUnion(it) => {
                let variants = it.variants.iter();
                variants.map(|it| (Some(&it.meta.attrs), &it.ty)).collect()
            }
            Decl::Interface(it) if it.side == Side::Host => {
                let properties = it.properties.iter().filter(|property| property.constant);
                properties
                    .map(|it| (Some(&it.meta.attrs), &it.ty))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

enum Part<'a> {
    Attrs(&'a Attrs),
    Type(&'a Ty),
}

struct Reach<'a> {
    api: Api<'a>,
    names: BTreeSet<String>,
}

impl<'a> Reach<'a> {
    fn params(&mut self, function: &'a Function) {
        for param in &function.params {
            self.ty(&param.ty);
        }
    }

    fn ty(&mut self, ty: &'a Ty) {
        match &ty.kind {
            TyKind::Prim(_) => {}
            TyKind::List(inner) | TyKind::Map(inner) | TyKind::Future(inner) => self.ty(inner),
            // What a callback is given goes out; only what it answers comes in.
            TyKind::Fn { returns, .. } => returns.iter().for_each(|returns| self.ty(returns)),
            TyKind::Named(name) if self.names.insert(name.clone()) => self.decl(name),
            TyKind::Named(_) => {}
        }
    }

    fn decl(&mut self, name: &str) {
        let decl = self.api.model.decl(name);
        for (_, ty) in self.api.parts(decl) {
            self.ty(ty);
        }
        if let Decl::Interface(Interface { methods, .. }) = decl {
            methods
                .iter()
                .filter_map(|method| method.returns.as_ref())
                .for_each(|returns| self.ty(returns));
        }
    }
}
