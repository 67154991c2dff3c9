//! The contract as Python has it, and how names are spelled there.

use crate::emit::Context;
use crate::emit::crossing::Crossing;
use crate::model::{
    Attrs, Decl, Errors, Field, Function, Interface, Language, Model, Name, Param, Prim, Record,
    Side, TaggedUnion, TaggedVariant, Ty, TyKind,
};

/// Words that cannot name anything.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

#[derive(Clone, Copy)]
pub(super) struct Api<'a> {
    pub(super) model: &'a Model,
    pub(super) context: Context<'a>,
}

impl<'a> Api<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        Api {
            model: context.model,
            context,
        }
    }

    pub(super) fn has(&self, attrs: &Attrs) -> bool {
        !attrs.planned && attrs.exists_in(Language::Python)
    }

    /// Whether Python has the declaration. Records of nothing but signals are what cancelling a task is instead of.
    pub(super) fn declares(&self, decl: &Decl) -> bool {
        let is_signal = matches!(decl, Decl::Record(it) if self.is_signal(it));
        self.has(&decl.meta().attrs) && !is_signal
    }

    fn is_signal(&self, it: &'a Record) -> bool {
        let mut fields = self.fields(&it.fields);
        !is_spread(it) && fields.all(|field| field.ty.kind == TyKind::Prim(Prim::Signal))
    }

    /// The parameters that functions of the application have, by their places in the contract.
    pub(super) fn host_params(
        &self,
        it: &'a Function,
    ) -> impl Iterator<Item = (usize, &'a Param)> + use<'a> {
        let api = *self;
        let is_signal = move |param: &Param| match &param.ty.kind {
            TyKind::Named(name) => match api.model.decl(name) {
                Decl::Record(record) => api.is_signal(record),
                _ => false,
            },
            _ => false,
        };
        let params = it.params.iter().enumerate();
        params.filter(move |(_, param)| api.has(&param.meta.attrs) && !is_signal(param))
    }

    /// Whether the runtime gives objects of the host interface.
    pub(super) fn lends(&self, it: &Interface) -> bool {
        Crossing::of_native(self.model).is_given(it.meta.name.source())
    }

    /// Whether methods of the runtime's objects of host interfaces take the record.
    pub(super) fn lent_take(&self, name: &str) -> bool {
        let lent = Crossing::of_native(self.model).lent;
        let methods = lent.iter().flat_map(|it| &it.methods);
        let mut params = methods.flat_map(|method| &method.params);
        params.any(|param| matches!(&param.ty.kind, TyKind::Named(it) if it == name))
    }

    /// Whether values of the type are or hold objects with methods.
    pub(super) fn holds_objects(&self, ty: &Ty) -> bool {
        let mut found = false;
        ty.walk(&mut |ty| {
            if let TyKind::Named(name) = &ty.kind {
                found |= match self.model.decl(name) {
                    Decl::Interface(_) => true,
                    Decl::Record(it) => {
                        self.fields(&it.fields).any(|it| self.holds_objects(&it.ty))
                    }
                    _ => false,
                };
            }
        });
        found
    }

    pub(super) fn find(&self, name: &str) -> Option<&'a Decl> {
        let decl = self.model.decls.get(name)?;
        self.has(&decl.meta().attrs).then_some(decl)
    }

    /// The fields of what the application passes: cancelling a task does what a signal would.
    pub(super) fn given_fields(&self, fields: &'a [Field]) -> impl Iterator<Item = &'a Field> {
        let fields = self.fields(fields);
        fields.filter(|field| field.ty.kind != TyKind::Prim(Prim::Signal))
    }

    pub(super) fn fields(&self, fields: &'a [Field]) -> impl Iterator<Item = &'a Field> {
        let api = *self;
        fields
            .iter()
            .filter(move |field| api.has(&field.meta.attrs))
    }

    /// The options whose members are passed as keywords instead of an object.
    pub(super) fn spread(&self, param: &Param) -> Option<&'a Record> {
        let TyKind::Named(name) = &param.ty.kind else {
            return None;
        };
        match self.model.decl(name) {
            Decl::Record(record) if is_spread(record) => Some(record),
            _ => None,
        }
    }

    /// The record whose members are parameters of Python's, if `name` is one.
    pub(super) fn spread_record(&self, name: &str) -> Option<&'a Record> {
        match self.model.decls.get(name)? {
            Decl::Record(record) if is_spread(record) => Some(record),
            _ => None,
        }
    }

    /// The interface of ours that a function or method makes an object of.
    pub(super) fn created(&self, it: &Function) -> Option<&'a Interface> {
        let TyKind::Named(name) = &it.returns.as_ref()?.kind else {
            return None;
        };
        match self.find(name) {
            Some(Decl::Interface(it)) if it.side == Side::Runtime => Some(it),
            _ => None,
        }
    }

    /// The function that makes objects of one of our interfaces.
    pub(super) fn creator(&self, it: &Interface) -> Option<&'a Function> {
        let name = it.meta.name.source();
        self.model.decls.values().find_map(|decl| match decl {
            Decl::Function(function) if self.has(&function.meta.attrs) => {
                let created = self.created(function)?;
                (created.meta.name.source() == name).then_some(function)
            }
            _ => None,
        })
    }

    /// Whether the package itself exports the constant.
    pub(super) fn is_exported(&self, name: &str) -> bool {
        let entries = self.model.entries.iter().filter(|entry| !entry.planned);
        entries
            .flat_map(|entry| &entry.exports)
            .any(|it| it == name)
    }

    pub(super) fn errors(&self) -> Option<&'a Errors> {
        self.model.errors()
    }
}

/// Options are strict: unknown members are refused, as unknown keywords are.
fn is_spread(record: &Record) -> bool {
    record.meta.attrs.strict
}

/// The name of a member, parameter or function.
pub(super) fn member(name: &Name) -> String {
    let snake = name.snake();
    match KEYWORDS.contains(&snake.as_str()) {
        true => snake + "_",
        false => snake,
    }
}

/// The class of the variant.
pub(super) fn variant_class(union: &TaggedUnion, variant: &TaggedVariant) -> String {
    let given = variant.meta.attrs.type_name.clone();
    given.unwrap_or_else(|| format!("{}{}", union.meta.name.pascal(), variant.meta.name.pascal()))
}

/// The module of a file of the contract.
pub(super) fn module(name: &str) -> String {
    format!("._{name}")
}

/// A string literal.
pub(super) fn quoted(text: &str) -> String {
    let text = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{text}\"")
}
