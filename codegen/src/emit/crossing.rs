//! What crosses an engine: the functions and objects that a language layer reaches through it, and the objects that it is
//! lent.

use std::collections::BTreeSet;

use crate::model::{Attrs, Decl, Function, Interface, Language, Model, Side, Ty, TyKind};

/// Everything that a layer of one language reaches through its engine.
pub(in crate::emit) struct Crossing<'a> {
    pub(in crate::emit) functions: Vec<&'a Function>,
    /// Runtime interfaces.
    pub(in crate::emit) objects: Vec<&'a Interface>,
    /// Host interfaces that the runtime implements as well, because it gives such objects to the application.
    pub(in crate::emit) lent: Vec<&'a Interface>,
    given: BTreeSet<&'a str>,
    taken: BTreeSet<&'a str>,
}

impl<'a> Crossing<'a> {
    /// What is finished and not written by hand in JavaScript.
    pub(in crate::emit) fn of_javascript(model: &'a Model) -> Self {
        Crossing::of(model, |attrs| {
            let languages = [Language::Rust, Language::JavaScript];
            languages.iter().all(|it| attrs.exists_in(*it))
                && !attrs.by_hand_in(Language::JavaScript)
        })
    }

    /// What is finished and written by hand in none of the languages that link the runtime.
    pub(in crate::emit) fn of_native(model: &'a Model) -> Self {
        Crossing::of(model, |attrs| {
            let languages = [Language::Rust, Language::Python, Language::Swift];
            let by_hand = |it: &Language| attrs.by_hand_in(*it);
            languages.iter().all(|it| attrs.exists_in(*it)) && !languages[1..].iter().any(by_hand)
        })
    }

    /// What is finished and `has`.
    pub(in crate::emit) fn of(model: &'a Model, has: impl Fn(&Attrs) -> bool) -> Self {
        let mut crossing = Crossing {
            functions: Vec::new(),
            objects: Vec::new(),
            lent: Vec::new(),
            given: BTreeSet::new(),
            taken: BTreeSet::new(),
        };
        for decl in model.decls.values() {
            let attrs = &decl.meta().attrs;
            match decl {
                _ if attrs.planned || !has(attrs) => {}
                Decl::Function(it) => crossing.functions.push(it),
                Decl::Interface(it) if it.side == Side::Runtime => crossing.objects.push(it),
                _ => {}
            }
        }
        crossing.note_given(model);
        crossing.note_taken(model);
        crossing
    }

    /// Whether values of the declaration are given to the application, by themselves or in others.
    pub(in crate::emit) fn is_given(&self, name: &str) -> bool {
        self.given.contains(name)
    }

    /// Whether the application hands over values of the declaration, by themselves or in others.
    pub(in crate::emit) fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    fn note_given(&mut self, model: &'a Model) {
        let returned = self.functions.iter().filter_map(|it| it.returns.as_ref());
        let members = self.objects.iter().flat_map(|it| members(it));
        let mut left: Vec<&Ty> = returned.chain(members).collect();
        while let Some(ty) = left.pop() {
            for name in names(ty) {
                if self.given.insert(name) {
                    let decl = model.decl(name);
                    left.extend(parts(decl));
                    if let Decl::Interface(it) = decl
                        && it.side == Side::Host
                    {
                        self.lent.push(it);
                    }
                }
            }
        }
        self.lent
            .sort_by_key(|it| model.decls.get_index_of(it.meta.name.source()));
    }

    fn note_taken(&mut self, model: &'a Model) {
        let functions = self.functions.iter().copied();
        let objects = self.objects.iter().chain(&self.lent);
        let called = functions.chain(objects.flat_map(|it| &it.methods));
        self.taken = Crossing::taken_by(model, called);
    }

    /// The declarations of which the application hands over values to these functions, by themselves or in others.
    pub(in crate::emit) fn taken_by<'b>(
        model: &'b Model,
        functions: impl IntoIterator<Item = &'b Function>,
    ) -> BTreeSet<&'b str> {
        let params = functions.into_iter().flat_map(|it| &it.params);
        let mut left: Vec<&Ty> = params.map(|param| &param.ty).collect();
        let mut taken = BTreeSet::new();
        while let Some(ty) = left.pop() {
            for name in names(ty) {
                if taken.insert(name) {
                    left.extend(parts(model.decl(name)));
                }
            }
        }
        taken
    }
}

/// The types that an object gives to whoever has it.
fn members(interface: &Interface) -> impl Iterator<Item = &Ty> {
    let properties = interface.properties.iter().map(|property| &property.ty);
    let methods = interface.methods.iter();
    let returned = methods.filter_map(|method| method.returns.as_ref());
    properties.chain(returned).chain(&interface.iterates)
}

/// The types of what a value holds.
fn parts(decl: &Decl) -> Vec<&Ty> {
    match decl {
        Decl::Record(it) => it.fields.iter().map(|field| &field.ty).collect(),
        Decl::TaggedUnion(it) => {
            let fields = it.variants.iter().flat_map(|variant| &variant.fields);
            let fields = fields.map(|field| &field.ty);
            fields.chain(&it.otherwise).collect()
        }
        Decl::KindUnion(it) => it.variants.iter().map(|variant| &variant.ty).collect(),
        Decl::Interface(it) => members(it).collect(),
        Decl::Const(_) | Decl::Enum(_) | Decl::Function(_) | Decl::Foreign(_) | Decl::Errors(_) => {
            Vec::new()
        }
    }
}

/// The declarations that a type names; what a callback is given comes from the application.
fn names(ty: &Ty) -> Vec<&str> {
    match &ty.kind {
        TyKind::List(inner) | TyKind::Map(inner) | TyKind::Future(inner) => names(inner),
        TyKind::Named(name) => vec![name],
        TyKind::Prim(_) | TyKind::Fn { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::model;

    fn lent(idl: &str) -> Vec<String> {
        let model = model(idl);
        let lent = Crossing::of_javascript(&model).lent;
        let names = lent.iter().map(|it| it.meta.name.source().to_owned());
        names.collect()
    }

    #[test]
    fn what_the_runtime_gives_at_any_depth_is_lent() {
        let idl = "
            host interface Tool { async run() -> Note }
            host interface Note { const text: string }
            host interface Store { async load() -> json }
            record Kit { tools: map<Tool> }
            runtime interface Box { kits: list<Kit>  take(store: Store) }";
        assert_eq!(lent(idl), ["Tool", "Note"]);
    }

    #[test]
    fn what_is_planned_or_written_by_hand_lends_nothing() {
        let idl = "
            host interface Tool { async run() }
            @planned function later() -> Tool
            @byHand(javascript) function here() -> Tool";
        assert_eq!(lent(idl), [""; 0]);
    }
}
