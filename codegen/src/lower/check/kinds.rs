//! Unions by kind: no value may be taken for two of the variants.

use std::collections::BTreeSet;

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{Decl, ForeignShape, Model, Prim, Ty, TyKind};

/// The kinds of value that a decoder can tell apart without looking inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Null,
    Boolean,
    Number,
    String,
    List,
    Object,
    Function,
    Bytes,
    Signal,
}

const ALL: [Kind; 9] = [
    Kind::Null,
    Kind::Boolean,
    Kind::Number,
    Kind::String,
    Kind::List,
    Kind::Object,
    Kind::Function,
    Kind::Bytes,
    Kind::Signal,
];

/// The kinds of JSON.
const JSON: [Kind; 6] = [
    Kind::Null,
    Kind::Boolean,
    Kind::Number,
    Kind::String,
    Kind::List,
    Kind::Object,
];

pub(super) fn check(model: &Model, decl: &Decl, diagnostics: &mut Diagnostics) {
    let Decl::KindUnion(union) = decl else { return };
    let mut seen: Vec<(&str, BTreeSet<Kind>)> = Vec::new();
    for variant in &union.variants {
        let name = variant.meta.name.source();
        let kinds = of(model, &variant.ty);
        for (earlier, taken) in &seen {
            if let Some(kind) = taken.intersection(&kinds).next() {
                let message = format!("{} may be `{earlier}` or `{name}`", kind.describe());
                let diagnostic =
                    Diagnostic::new(Code::OverlappingKinds, variant.meta.span, message)
                        .label("this variant cannot be told from the other")
                        .help("objects are told apart by a tag: declare a `union … by \"type\"`");
                diagnostics.push(diagnostic);
                break;
            }
        }
        seen.push((name, kinds));
    }
}

/// The kinds that values of a type can have.
fn of(model: &Model, ty: &Ty) -> BTreeSet<Kind> {
    let mut kinds = match &ty.kind {
        TyKind::Prim(prim) => of_prim(*prim),
        TyKind::List(_) => BTreeSet::from([Kind::List]),
        TyKind::Map(_) => BTreeSet::from([Kind::Object]),
        TyKind::Fn { .. } => BTreeSet::from([Kind::Function]),
        TyKind::Future(inner) => of(model, inner),
        TyKind::Named(name) => of_decl(model, model.decl(name)),
    };
    if ty.nullable {
        kinds.insert(Kind::Null);
    }
    kinds
}

fn of_prim(prim: Prim) -> BTreeSet<Kind> {
    match prim {
        Prim::String => BTreeSet::from([Kind::String]),
        Prim::Bool => BTreeSet::from([Kind::Boolean]),
        Prim::U32 | Prim::I32 | Prim::F64 | Prim::Count => BTreeSet::from([Kind::Number]),
        Prim::Bytes => BTreeSet::from([Kind::Bytes]),
        Prim::Json => BTreeSet::from(JSON),
        Prim::JsonObject => BTreeSet::from([Kind::Object]),
        Prim::Signal => BTreeSet::from([Kind::Signal]),
        Prim::Void => BTreeSet::new(),
    }
}

fn of_decl(model: &Model, decl: &Decl) -> BTreeSet<Kind> {
    match decl {
        Decl::Enum(_) => BTreeSet::from([Kind::String]),
        Decl::Record(_) | Decl::Interface(_) => BTreeSet::from([Kind::Object]),
        Decl::TaggedUnion(union) => {
            let otherwise = union.otherwise.as_ref();
            let mut kinds = otherwise.map_or_else(BTreeSet::new, |ty| of(model, ty));
            kinds.insert(Kind::Object);
            kinds
        }
        Decl::KindUnion(union) => {
            let variants = union.variants.iter();
            variants
                .flat_map(|variant| of(model, &variant.ty))
                .collect()
        }
        Decl::Foreign(foreign) => match foreign.shape {
            ForeignShape::Function => BTreeSet::from([Kind::Function]),
            ForeignShape::Object => BTreeSet::from([Kind::Object]),
            ForeignShape::Any => BTreeSet::from(ALL),
        },
        Decl::Const(_) | Decl::Function(_) | Decl::Errors(_) => BTreeSet::new(),
    }
}

impl Kind {
    fn describe(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Boolean => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::List => "a list",
            Kind::Object => "an object",
            Kind::Function => "a function",
            Kind::Bytes => "bytes",
            Kind::Signal => "a signal",
        }
    }
}
