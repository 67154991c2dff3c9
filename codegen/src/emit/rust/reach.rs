//! What follows from the model and only Rust needs: which types are decoded, which described, which have limits, which are
//! JSON.

use std::collections::BTreeSet;

use super::Api;
use crate::emit::crossing::Crossing;
use crate::model::{
    Attrs, Decl, Field, Function, Interface, Prim, Property, Record, Side, Ty, TyKind,
};

impl<'a> Api<'a> {
    /// What crosses between a binding and a host. Planned functions have no binding yet, so what only they take or give
    /// does not cross.
    pub(super) fn crossing(self) -> Crossing<'a> {
        Crossing::of(self.model, |attrs| self.has(attrs))
    }

    /// The declarations whose values a host hands to a binding, in the order of the model.
    pub(super) fn decoded(self) -> Vec<&'a Decl> {
        let crossing = self.crossing();
        let mut reach = Reach {
            api: self,
            names: BTreeSet::new(),
        };
        let functions = crossing.functions.iter().copied();
        let objects = crossing.objects.iter().chain(&crossing.lent);
        let methods = objects.flat_map(|object| &object.methods);
        functions.chain(methods).for_each(|it| reach.params(it));
        let reached = |decl: &&Decl| reach.names.contains(decl.meta().name.source());
        self.decls().filter(reached).collect()
    }

    /// The declarations whose values a binding describes to a host because they hold objects, in the order of the model.
    pub(super) fn described(self) -> Vec<&'a Decl> {
        let crossing = self.crossing();
        let described = |decl: &&Decl| match decl {
            Decl::Record(it) => {
                let name = it.meta.name.source();
                crossing.is_given(name) && !self.is_json(&Ty::named(name))
            }
            Decl::Interface(it) => match it.side {
                Side::Host => self.is_lent(it),
                Side::Runtime => !it.meta.attrs.planned && self.data(it).next().is_some(),
            },
            _ => false,
        };
        self.decls().filter(described).collect()
    }

    /// Whether the application is given objects of the host interface.
    pub(super) fn is_lent(self, interface: &Interface) -> bool {
        interface.side == Side::Host && self.crossing().is_given(interface.meta.name.source())
    }

    /// The properties of an interface that are values of now.
    pub(super) fn data(self, interface: &'a Interface) -> impl Iterator<Item = &'a Property> {
        let properties = interface.properties.iter();
        properties
            .filter(move |it| self.has(&it.meta.attrs) && !matches!(it.ty.kind, TyKind::Future(_)))
    }

    /// Whether values of `ty` can be described to a host.
    pub(super) fn is_describable(self, ty: &Ty) -> bool {
        self.is_json(ty)
            || match &ty.kind {
                TyKind::List(inner) | TyKind::Map(inner) => self.is_describable(inner),
                TyKind::Named(name) => match self.model.decl(name) {
                    // What a record is made of is looked at where it is declared.
                    Decl::Record(_) => true,
                    Decl::Interface(it) => it.side == Side::Host,
                    _ => false,
                },
                _ => false,
            }
    }

    /// Whether only the runtime makes values of the record. An application that calls a lent object makes them too, and
    /// leaves out what it does not know.
    pub(super) fn is_lenient(self, record: &Record) -> bool {
        !self.facts.direction(record.meta.name.source()).input
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
                let properties = it.properties.iter();
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
