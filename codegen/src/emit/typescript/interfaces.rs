//! Interfaces and functions.

use super::super::ecma::{Api, Given, comment, function_comment, spell};
use super::Writer;
use crate::model::{Function, Interface, Param, Property, Side};

pub(super) fn interface(writer: &mut Writer, api: Api<'_>, it: &Interface) {
    comment(writer, api, &it.meta);
    let name = it.meta.name.source();
    let extends = it.iterates.as_ref().map(|item| {
        let item = spell(api, item, Given::ByRuntime);
        format!(" extends AsyncIterable<{item}>")
    });
    let open = format!("export interface {name}{} {{", extends.unwrap_or_default());
    writer.block(open, "}", |writer| {
        let mut first = true;
        for member in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
            separate(writer, &mut first);
            property(writer, api, member, it.side);
        }
        for member in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
            separate(writer, &mut first);
            method(writer, api, member, it.side);
        }
    });
}

fn separate(writer: &mut Writer, first: &mut bool) {
    if !std::mem::replace(first, false) {
        writer.line("");
    }
}

/// What the runtime gives cannot be assigned; what the application gives is read once, or may change under it.
fn property(writer: &mut Writer, api: Api<'_>, it: &Property, side: Side) {
    comment(writer, api, &it.meta);
    let (given, readonly) = match side {
        Side::Runtime => (Given::ByRuntime, true),
        Side::Host => (Given::ByHost, !it.constant),
    };
    let readonly = if readonly { "readonly " } else { "" };
    let mark = if it.optional { "?" } else { "" };
    let ty = spell(api, &it.ty, given);
    writer.line(format!("{readonly}{}{mark}: {ty}", it.meta.name.source()));
}

fn method(writer: &mut Writer, api: Api<'_>, it: &Function, side: Side) {
    function_comment(writer, api, it, false);
    let mark = if it.optional { "?" } else { "" };
    writer.line(format!(
        "{}{mark}{}",
        it.meta.name.source(),
        signature(api, it, side)
    ));
}

pub(super) fn function(writer: &mut Writer, api: Api<'_>, it: &Function) {
    function_comment(writer, api, it, false);
    let signature = signature(api, it, Side::Runtime);
    writer.line(format!(
        "export function {}{signature}",
        it.meta.name.source()
    ));
}

/// `(input: string): Promise<number>`, for what `side` implements.
fn signature(api: Api<'_>, it: &Function, side: Side) -> String {
    let (taken, given) = match side {
        Side::Runtime => (Given::ByHost, Given::ByRuntime),
        Side::Host => (Given::ToHostFunction, Given::AnsweredByHost),
    };
    let params: Vec<_> = it.params.iter().map(|it| param(api, it, taken)).collect();
    let value = match &it.returns {
        Some(ty) => spell(api, ty, given),
        None => "void".to_owned(),
    };
    let returns = match (it.is_async, side) {
        (false, _) => value,
        (true, Side::Runtime) => format!("Promise<{value}>"),
        (true, Side::Host) => format!("MaybePromise<{value}>"),
    };
    format!("({}): {returns}", params.join(", "))
}

fn param(api: Api<'_>, it: &Param, given: Given) -> String {
    let mark = if it.optional { "?" } else { "" };
    format!(
        "{}{mark}: {}",
        it.meta.name.source(),
        spell(api, &it.ty, given)
    )
}
