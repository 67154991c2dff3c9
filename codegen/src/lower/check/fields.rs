//! Fields that stand in each other's way, and attributes that name other fields.

use std::collections::BTreeMap;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use crate::model::{Decl, Field, Model, Record, TaggedUnion, TaggedVariant, Ty, TyKind};

pub(super) fn check(model: &Model, decl: &Decl, diagnostics: &mut Diagnostics) {
    match decl {
        Decl::Record(record) => one_rest(record, diagnostics),
        Decl::TaggedUnion(union) => {
            for variant in &union.variants {
                variant_members(model, union, variant, diagnostics);
            }
        }
        _ => {}
    }
    for mention in super::mentions(decl) {
        let meta = mention.meta();
        if let Some(member) = &meta.attrs.unique
            && let Err(problem) = unique(model, mention.ty, member)
        {
            let diagnostic = Diagnostic::new(Code::InvalidUnique, meta.span, problem.message);
            diagnostics.push(diagnostic.did_you_mean(problem.near.as_deref()));
        }
    }
}

fn one_rest(record: &Record, diagnostics: &mut Diagnostics) {
    let rest = record.fields.iter().filter(|field| field.meta.attrs.rest);
    let mut rest = rest.peekable();
    if let Some(field) = rest.peek()
        && record.meta.attrs.strict
    {
        let message = "`@rest` takes the members that `@strict` refuses";
        let diagnostic = Diagnostic::new(Code::AttributeConflict, field.meta.span, message);
        diagnostics.push(diagnostic.help("keep one of them"));
    }
    for field in rest.skip(1) {
        let message = "a record holds the rest of its members in one field";
        let diagnostic = Diagnostic::new(Code::FieldCollision, field.meta.span, message);
        diagnostics.push(diagnostic.help("keep one `@rest`"));
    }
}

/// The members of a variant stand beside its tag, and those of an `@inlinable` field beside both.
fn variant_members(
    model: &Model,
    union: &TaggedUnion,
    variant: &TaggedVariant,
    diagnostics: &mut Diagnostics,
) {
    let mut taken = BTreeMap::from([(union.tag.as_str(), "the tag".to_owned())]);
    for field in &variant.fields {
        let name = field.meta.name.source();
        if let Some(what) = taken.get(name) {
            let message = format!("`{name}` is {what} of `{}`", union.meta.name.source());
            let diagnostic = Diagnostic::new(Code::FieldCollision, field.meta.span, message);
            diagnostics.push(diagnostic.help("choose another name"));
        }
    }
    for field in &variant.fields {
        let name = field.meta.name.source();
        taken.insert(name, format!("the field `{name}`"));
    }
    for field in variant.fields.iter().filter(|it| it.meta.attrs.inlinable) {
        inlined(model, field, &mut taken, diagnostics);
    }
}

fn inlined<'a>(
    model: &'a Model,
    field: &'a Field,
    taken: &mut BTreeMap<&'a str, String>,
    diagnostics: &mut Diagnostics,
) {
    let record = match &field.ty.kind {
        TyKind::Named(name) => match model.decl(name) {
            Decl::Record(record) => Some(record),
            _ => None,
        },
        _ => None,
    };
    let Some(record) = record else {
        let message = "`@inlinable` stands only on a field whose type is a record";
        let diagnostic = Diagnostic::new(Code::MisplacedAttribute, field.meta.span, message);
        diagnostics.push(diagnostic.help("remove it"));
        return;
    };
    let from = field.meta.name.source();
    for inner in &record.fields {
        let name = inner.meta.name.source();
        if let Some(what) = taken.insert(name, format!("a member that `{from}` inlines")) {
            let message = format!(
                "`{name}` of `{}` would be inlined onto {what}",
                record.meta.name.source()
            );
            let diagnostic = Diagnostic::new(Code::FieldCollision, field.meta.span, message);
            diagnostics.push(diagnostic.help("rename one of them, or remove `@inlinable`"));
        }
    }
}

struct UniqueProblem {
    message: String,
    near: Option<String>,
}

/// Whether the items of a list have the member, and its values can be compared.
fn unique(model: &Model, list: &Ty, member: &str) -> Result<(), UniqueProblem> {
    let item = match &list.kind {
        TyKind::List(item) => match &item.kind {
            TyKind::Named(name) => Some(model.decl(name)),
            _ => None,
        },
        _ => None,
    };
    let members: Vec<(&str, &Ty)> = match item {
        Some(Decl::Record(it)) => {
            let fields = it.fields.iter();
            fields.map(|it| (it.meta.name.source(), &it.ty)).collect()
        }
        Some(Decl::Interface(it)) => {
            let properties = it.properties.iter();
            properties
                .map(|it| (it.meta.name.source(), &it.ty))
                .collect()
        }
        _ => {
            return Err(UniqueProblem {
                message: "`@unique` stands only on a list of records or interfaces".to_owned(),
                near: None,
            });
        }
    };
    match members.iter().find(|(name, _)| *name == member) {
        None => Err(UniqueProblem {
            message: format!("the items have no member `{member}`"),
            near: nearest(member, members.iter().map(|(name, _)| *name)).map(str::to_owned),
        }),
        Some((_, ty)) if *ty != &Ty::prim(crate::model::Prim::String) => Err(UniqueProblem {
            message: format!("`{member}` is not a string: its values cannot be told apart"),
            near: None,
        }),
        Some(_) => Ok(()),
    }
}
