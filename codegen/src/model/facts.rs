//! Facts: what follows from the model and several emitters need.

use std::collections::{BTreeMap, BTreeSet};

use super::{Decl, Field, Function, Interface, Model, Prim, Side, Ty, TyKind};

/// Which way a type's values travel, seen from the runtime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Direction {
    /// The application hands it to the runtime: it is decoded and checked.
    pub input: bool,
    /// The runtime hands it to the application.
    pub output: bool,
}

/// Facts about the types of a model, by declaration name.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Facts {
    directions: BTreeMap<String, Direction>,
    holds_secret: BTreeSet<String>,
    holds_host: BTreeSet<String>,
    holds_bytes: BTreeSet<String>,
}

impl Facts {
    pub fn of(model: &Model) -> Self {
        let mut facts = Facts::default();
        for decl in model.decls.values() {
            facts.note_root(model, decl);
        }
        facts.holds_secret = closure(model, &|field| field.meta.attrs.secret, &|_, _| false);
        facts.holds_host = closure(model, &|_| false, &is_host_value);
        facts.holds_bytes = closure(model, &|_| false, &is_bytes);
        facts
    }

    pub fn direction(&self, name: &str) -> Direction {
        self.directions.get(name).copied().unwrap_or_default()
    }

    /// Whether values of this type hold an `@secret`, at any depth.
    pub fn holds_secret(&self, name: &str) -> bool {
        self.holds_secret.contains(name)
    }

    /// Whether values of this type hold something that is not plain data: host objects, callbacks, signals, foreign
    /// values, at any depth.
    pub fn holds_host(&self, name: &str) -> bool {
        self.holds_host.contains(name)
    }

    /// Whether values of `ty` are or hold something that is not plain data.
    pub fn holds_objects(&self, model: &Model, ty: &Ty) -> bool {
        let mut found = false;
        ty.walk(&mut |ty| {
            found |= is_host_value(model, ty)
                || matches!(&ty.kind, TyKind::Named(name) if self.holds_host(name));
        });
        found
    }

    /// Whether values of `ty` are or hold bytes, which cross beside the text.
    pub fn has_bytes(&self, model: &Model, ty: &Ty) -> bool {
        let mut found = false;
        ty.walk(&mut |ty| {
            found |= is_bytes(model, ty)
                || matches!(&ty.kind, TyKind::Named(name) if self.holds_bytes.contains(name));
        });
        found
    }

    /// Whether values of this type are plain data that any language may print, copy and compare.
    pub fn is_plain(&self, name: &str) -> bool {
        !self.holds_host(name) && !self.holds_secret(name)
    }

    /// Functions and interfaces are where values cross; everything else has the direction of what mentions it.
    fn note_root(&mut self, model: &Model, decl: &Decl) {
        match decl {
            Decl::Function(function) => self.note_function(model, function, Side::Runtime),
            Decl::Interface(interface) => self.note_interface(model, interface),
            Decl::Errors(errors) => {
                for field in &errors.fields {
                    self.note(model, &field.ty, OUT);
                }
            }
            _ => {}
        }
    }

    fn note_interface(&mut self, model: &Model, interface: &Interface) {
        let given = match interface.side {
            Side::Runtime => OUT,
            Side::Host => IN,
        };
        for ty in interface
            .iterates
            .iter()
            .chain(interface.properties.iter().map(|property| &property.ty))
        {
            self.note(model, ty, given);
        }
        for method in &interface.methods {
            self.note_function(model, method, interface.side);
        }
    }

    fn note_function(&mut self, model: &Model, function: &Function, side: Side) {
        let (taken, given) = match side {
            Side::Runtime => (IN, OUT),
            Side::Host => (OUT, IN),
        };
        for param in &function.params {
            self.note(model, &param.ty, taken);
        }
        if let Some(returns) = &function.returns {
            self.note(model, returns, given);
        }
    }

    fn note(&mut self, model: &Model, ty: &Ty, direction: Direction) {
        match &ty.kind {
            TyKind::Prim(_) => {}
            TyKind::List(inner) | TyKind::Map(inner) | TyKind::Future(inner) => {
                self.note(model, inner, direction)
            }
            TyKind::Fn { params, returns } => {
                for param in params {
                    self.note(model, &param.ty, direction.turned());
                }
                if let Some(returns) = returns {
                    self.note(model, returns, direction);
                }
            }
            TyKind::Named(name) => self.note_named(model, name, direction),
        }
    }

    fn note_named(&mut self, model: &Model, name: &str, direction: Direction) {
        let known = self.directions.entry(name.to_owned()).or_default();
        if (known.input || !direction.input) && (known.output || !direction.output) {
            return;
        }
        known.input |= direction.input;
        known.output |= direction.output;
        // An interface's own members were noted from its side; only data is followed.
        for ty in data_types(model.decl(name)) {
            self.note(model, ty, direction);
        }
    }
}

const IN: Direction = Direction {
    input: true,
    output: false,
};
const OUT: Direction = Direction {
    input: false,
    output: true,
};

impl Direction {
    fn turned(self) -> Self {
        Direction {
            input: self.output,
            output: self.input,
        }
    }
}

/// The fields of a piece of data; none for anything else.
fn data_fields(decl: &Decl) -> Vec<&Field> {
    match decl {
        Decl::Record(record) => record.fields.iter().collect(),
        Decl::TaggedUnion(union) => union
            .variants
            .iter()
            .flat_map(|variant| &variant.fields)
            .collect(),
        Decl::Errors(errors) => errors.fields.iter().collect(),
        _ => Vec::new(),
    }
}

/// The types a piece of data is made of.
fn data_types(decl: &Decl) -> Vec<&Ty> {
    match decl {
        Decl::KindUnion(union) => union.variants.iter().map(|variant| &variant.ty).collect(),
        Decl::TaggedUnion(union) => data_fields(decl)
            .into_iter()
            .map(|field| &field.ty)
            .chain(union.otherwise.as_ref())
            .collect(),
        _ => data_fields(decl)
            .into_iter()
            .map(|field| &field.ty)
            .collect(),
    }
}

fn is_host_value(model: &Model, ty: &Ty) -> bool {
    match &ty.kind {
        TyKind::Prim(prim) => *prim == Prim::Signal,
        TyKind::Fn { .. } | TyKind::Future(_) => true,
        TyKind::Named(name) => matches!(model.decl(name), Decl::Interface(_) | Decl::Foreign(_)),
        TyKind::List(_) | TyKind::Map(_) => false,
    }
}

fn is_bytes(_: &Model, ty: &Ty) -> bool {
    ty.kind == TyKind::Prim(Prim::Bytes)
}

/// The declarations that hold, at any depth, a field or type that the predicates choose.
fn closure(
    model: &Model,
    field_holds: &dyn Fn(&Field) -> bool,
    ty_holds: &dyn Fn(&Model, &Ty) -> bool,
) -> BTreeSet<String> {
    let mut holding = BTreeSet::new();
    loop {
        let before = holding.len();
        for (name, decl) in &model.decls {
            let by_field = data_fields(decl).into_iter().any(field_holds);
            let by_type = data_types(decl).into_iter().any(|ty| {
                let mut found = false;
                ty.walk(&mut |ty| {
                    found |= ty_holds(model, ty)
                        || matches!(&ty.kind, TyKind::Named(name) if holding.contains(name));
                });
                found
            });
            if by_field || by_type {
                holding.insert(name.clone());
            }
        }
        if holding.len() == before {
            return holding;
        }
    }
}
