//! What the hand-written functions of this layer check by themselves because no engine sees it: the members of their
//! options, and the values of enums that only JavaScript has.

use super::super::crossing::Crossing;
use super::super::ecma::{Api, quoted};
use super::Writer;
use crate::model::{Decl, Enum, Function, Language, Name, Record, TyKind};

/// Whether only hand-written functions take the record, so that it does not cross to the engine.
pub(super) fn by_hand(api: Api<'_>, it: &Record) -> bool {
    let name = it.meta.name.source();
    let crossing = Crossing::of_javascript(api.model);
    let crosses = crossing.functions.iter().any(|it| takes(it, name));
    !crosses && hand_written(api).any(|function| takes(function, name))
}

/// The members of a record that a hand-written function takes.
pub(super) fn members(writer: &mut Writer, api: Api<'_>, it: &Record) {
    let name = it.meta.name.source();
    let members = api
        .fields(&it.fields)
        .map(|field| field.meta.name.source().to_owned());
    let comment = format!("The members of `{name}`.");
    list(writer, &comment, &constant(name, "Members"), members);
}

/// The values of an enum that only JavaScript has, so that Rust cannot check them.
pub(super) fn values(writer: &mut Writer, api: Api<'_>, it: &Enum) {
    let name = it.meta.name.source();
    let is_ours = it.meta.attrs.only == [Language::JavaScript];
    if !is_ours || !api.context.facts.direction(name).input {
        return;
    }
    let values = it.variants.iter().map(|variant| variant.value.clone());
    let comment = format!("The values of `{name}`.");
    list(writer, &comment, &constant(name, "Values"), values);
}

fn hand_written<'a>(api: Api<'a>) -> impl Iterator<Item = &'a Function> + use<'a> {
    api.model.decls.values().filter_map(move |decl| match decl {
        Decl::Function(it) => {
            let attrs = &it.meta.attrs;
            let is_by_hand = api.has(attrs) && attrs.by_hand_in(Language::JavaScript);
            is_by_hand.then_some(it)
        }
        _ => None,
    })
}

fn takes(function: &Function, record: &str) -> bool {
    let mut types = function.params.iter().map(|param| &param.ty.kind);
    types.any(|kind| matches!(kind, TyKind::Named(name) if name == record))
}

fn constant(name: &str, suffix: &str) -> String {
    format!("{}{suffix}", Name::new(name).camel())
}

fn list(writer: &mut Writer, comment: &str, name: &str, items: impl Iterator<Item = String>) {
    writer.gap();
    writer.line(format!("/** {comment} */"));
    let items: Vec<_> = items.map(|item| quoted(&item)).collect();
    writer.line(format!(
        "export const {name} = Object.freeze([{}])",
        items.join(", ")
    ));
}
