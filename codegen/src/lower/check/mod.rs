//! Checks that take the whole model to see. They run only on a model that is right in every part.

mod availability;
mod cycles;
mod fields;
mod kinds;
mod sides;

use crate::diagnostics::Diagnostics;
use crate::model::{Decl, Facts, Meta, Model, Ty};

pub(super) fn check(model: &Model, facts: &Facts, diagnostics: &mut Diagnostics) {
    cycles::check(model, diagnostics);
    if !diagnostics.is_empty() {
        // The others look into types, and rely on reaching their ground.
        return;
    }
    for decl in model.decls.values() {
        fields::check(model, decl, diagnostics);
        kinds::check(model, decl, diagnostics);
        sides::check(model, facts, decl, diagnostics);
        availability::check(model, decl, diagnostics);
    }
}

/// A place where a declaration mentions a type: what it belongs to, and the type.
pub(super) struct Mention<'a> {
    /// What mentions it, outermost first: the declaration, the variant or method, the field or parameter.
    owners: Vec<&'a Meta>,
    pub(super) ty: &'a Ty,
}

impl<'a> Mention<'a> {
    /// The innermost owner: where a mistake is reported.
    fn meta(&self) -> &'a Meta {
        self.owners.last().expect("a mention has an owner")
    }
}

/// Every type that a declaration mentions.
pub(super) fn mentions(decl: &Decl) -> Vec<Mention<'_>> {
    let root = decl.meta();
    let one = |meta, ty| Mention {
        owners: vec![root, meta],
        ty,
    };
    match decl {
        Decl::Const(_) | Decl::Enum(_) | Decl::Foreign(_) => Vec::new(),
        Decl::Record(it) => it.fields.iter().map(|it| one(&it.meta, &it.ty)).collect(),
        Decl::Errors(it) => it.fields.iter().map(|it| one(&it.meta, &it.ty)).collect(),
        Decl::KindUnion(it) => it.variants.iter().map(|it| one(&it.meta, &it.ty)).collect(),
        Decl::TaggedUnion(it) => {
            let otherwise = it.otherwise.iter().map(|ty| Mention {
                owners: vec![root],
                ty,
            });
            let fields = it.variants.iter().flat_map(|variant| {
                variant.fields.iter().map(|field| Mention {
                    owners: vec![root, &variant.meta, &field.meta],
                    ty: &field.ty,
                })
            });
            otherwise.chain(fields).collect()
        }
        Decl::Function(it) => signature(&[], it),
        Decl::Interface(it) => {
            let iterated = it.iterates.iter().map(|ty| Mention {
                owners: vec![root],
                ty,
            });
            let properties = it.properties.iter().map(|it| one(&it.meta, &it.ty));
            let methods = it.methods.iter().flat_map(|it| signature(&[root], it));
            iterated.chain(properties).chain(methods).collect()
        }
    }
}

fn signature<'a>(owners: &[&'a Meta], function: &'a crate::model::Function) -> Vec<Mention<'a>> {
    let owned = |inner: &[&'a Meta], ty| {
        let owners = [owners, &[&function.meta], inner].concat();
        Mention { owners, ty }
    };
    let params = function.params.iter().map(|it| owned(&[&it.meta], &it.ty));
    let returns = function.returns.iter().map(|ty| owned(&[], ty));
    params.chain(returns).collect()
}
