//! What the engine gives with objects in it: how it is made from its description (see `bindings/js/support/given.js`). Plain
//! data is what it is.

use super::super::crossing::Crossing;
use super::super::ecma::Api;
use super::Writer;
use super::classes;
use super::imports::Imports;
use crate::model::{Decl, Field, Function, Interface, Record, Side, Ty, TyKind};

/// The expression for values of `ty`; none if they are plain data.
pub(super) fn expression(api: Api<'_>, ty: &Ty, imports: &mut Imports) -> Option<String> {
    if !holds_objects(api, ty) {
        return None;
    }
    let made = match &ty.kind {
        TyKind::List(item) => {
            let item = expression(api, item, imports)?;
            format!("{}({item})", imports.support("given", "givenList"))
        }
        TyKind::Map(value) => {
            let value = expression(api, value, imports)?;
            format!("{}({value})", imports.support("given", "givenMap"))
        }
        TyKind::Named(name) => {
            let module = &api.model.decl(name).meta().module;
            imports.module(module, function_name(name))
        }
        TyKind::Prim(_) | TyKind::Future(_) | TyKind::Fn { .. } => return None,
    };
    Some(match ty.nullable {
        true => format!("{}({made})", imports.support("given", "givenOrNull")),
        false => made,
    })
}

fn holds_objects(api: Api<'_>, ty: &Ty) -> bool {
    api.context.facts.holds_objects(api.model, ty)
}

fn function_name(name: &str) -> String {
    format!("given{}", crate::model::Name::new(name).pascal())
}

/// How a record with objects in it is made, if the runtime gives any.
pub(super) fn record(writer: &mut Writer, api: Api<'_>, it: &Record, imports: &mut Imports) {
    let name = it.meta.name.source();
    let is_given = Crossing::of_javascript(api.model).is_given(name);
    if !is_given || !holds_objects(api, &Ty::named(name)) {
        return;
    }
    let record = imports.support("given", "givenRecord");
    writer.gap();
    writer.line(format!(
        "/** Makes a `{name}` from what the engine described. */"
    ));
    let open = format!("export const {} = {record}({{", function_name(name));
    writer.block(open, "})", |writer| {
        let members = api.fields(&it.fields);
        let members = members.filter(|field| !is_left_out(field));
        for field in members {
            if let Some(made) = expression(api, &field.ty, imports) {
                writer.line(format!("{}: {made},", field.meta.name.source()));
            }
        }
    });
}

/// Callbacks of the application do not come back.
fn is_left_out(field: &Field) -> bool {
    matches!(field.ty.kind, TyKind::Fn { .. })
}

/// How an object of a host interface is made, if the runtime gives any.
pub(super) fn host_interface(
    writer: &mut Writer,
    api: Api<'_>,
    it: &Interface,
    imports: &mut Imports,
) {
    let name = it.meta.name.source();
    if !Crossing::of_javascript(api.model).is_given(name) {
        return;
    }
    let object = imports.support("given", "givenObject");
    writer.gap();
    writer.line(format!(
        "/** A `{name}` of the runtime, whose methods are calls of the engine; one of the application's own is given back as it is. */"
    ));
    let open = format!(
        "export const {} = {object}((peer) => ({{",
        function_name(name)
    );
    writer.block(open, "}))", |writer| {
        for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
            let params: Vec<_> = method
                .params
                .iter()
                .map(|param| classes::param_or_nothing(api, param))
                .collect();
            let call = classes::ask(api, "peer", it, method, imports);
            let name = method.meta.name.source();
            writer.line(format!("{name}: ({}) => {call},", params.join(", ")));
        }
    });
}

/// Whether the object is started by a method, so that nothing is described when it is made.
pub(super) fn is_started(api: Api<'_>, it: &Interface) -> bool {
    let interfaces = api.model.decls.values().filter_map(|decl| match decl {
        Decl::Interface(it) if it.side == Side::Runtime => Some(it),
        _ => None,
    });
    let starts = |method: &Function| {
        let name = it.meta.name.source();
        matches!(&method.returns, Some(ty) if matches!(&ty.kind, TyKind::Named(made) if made == name))
    };
    interfaces.flat_map(|it| &it.methods).any(starts)
}
