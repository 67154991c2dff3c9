//! From the engine's JSON to values of the application.

use super::Writer;
use super::apart;
use super::api::{Api, member, quoted, variant_class};
use super::data::has_signal;
use super::docs;
use super::imports::Imports;
use crate::model::{Decl, Field, Name, Prim, Record, TaggedUnion, Ty, TyKind};

/// The functions that make values of a declaration, if the runtime gives any.
pub(super) fn functions(writer: &mut Writer, api: Api<'_>, decl: &Decl, imports: &mut Imports) {
    let name = decl.meta().name.source();
    if !api.context.facts.direction(name).output {
        return;
    }
    match decl {
        Decl::Record(it) => record(writer, api, it, imports),
        Decl::TaggedUnion(it) => union(writer, api, it, imports),
        _ => {}
    }
}

/// The expression for the value of type `ty` that `data` describes; nothing if it describes itself.
pub(super) fn expression(
    api: Api<'_>,
    ty: &Ty,
    data: &str,
    imports: &mut Imports,
) -> Option<String> {
    match &ty.kind {
        TyKind::List(item) => {
            let item = expression(api, item, "item", imports)?;
            Some(format!("[{item} for item in {data}]"))
        }
        TyKind::Map(value) => {
            let value = expression(api, value, "value", imports)?;
            Some(format!(
                "{{name: {value} for name, value in {data}.items()}}"
            ))
        }
        TyKind::Named(name) => {
            let decl = api.model.decl(name);
            let function = function(&decl.meta().name);
            match decl {
                Decl::Record(it) if has_signal(api, it) => {
                    let function = imports.module(&it.meta.module, function);
                    Some(format!("{function}({data}, signal)"))
                }
                Decl::Record(_) | Decl::Interface(_) if api.holds_objects(ty) => {
                    let function = imports.module(&decl.meta().module, function);
                    Some(format!("{function}({data}, scope)"))
                }
                Decl::Record(_) | Decl::TaggedUnion(_) => {
                    let function = imports.module(&decl.meta().module, function);
                    Some(format!("{function}({data})"))
                }
                _ => None,
            }
        }
        TyKind::Prim(_) | TyKind::Future(_) | TyKind::Fn { .. } => None,
    }
}

/// The name of the function that makes values of the declaration.
pub(super) fn function(name: &Name) -> String {
    format!("{}_from", name.snake())
}

fn record(writer: &mut Writer, api: Api<'_>, it: &Record, imports: &mut Imports) {
    if api.spread_record(it.meta.name.source()).is_some() {
        return;
    }
    let more = match (
        has_signal(api, it),
        api.holds_objects(&Ty::named(it.meta.name.source())),
    ) {
        (true, _) => format!(", signal: {}", imports.std("threading", "Event")),
        (false, true) => format!(", scope: {}", imports.support("host_scope", "HostScope")),
        (false, false) => String::new(),
    };
    let class = it.meta.name.pascal();
    head(writer, &it.meta.name, &more, &class, imports);
    writer.indented(|writer| {
        let made = made(api, &class, &it.fields, imports);
        writer.line(format!("return {made}"));
    });
}

fn union(writer: &mut Writer, api: Api<'_>, it: &TaggedUnion, imports: &mut Imports) {
    let any = imports.std("typing", "Any");
    let callable = imports.std("collections.abc", "Callable");
    let class = it.meta.name.pascal();
    let table = format!("_{}", it.meta.name.screaming());
    apart(writer);
    let open = format!("{table}: dict[str, {callable}[[dict[str, {any}]], {class}]] = {{");
    writer.block(open, "}", |writer| {
        for variant in it.variants.iter().filter(|it| api.has(&it.meta.attrs)) {
            let made = made(api, &variant_class(it, variant), &variant.fields, imports);
            writer.line(format!("{}: lambda data: {made},", quoted(&variant.value)));
        }
    });
    head(writer, &it.meta.name, "", &class, imports);
    writer.indented(|writer| {
        writer.line(format!("return {table}[data[{}]](data)", quoted(&it.tag)));
    });
}

fn head(writer: &mut Writer, name: &Name, more: &str, class: &str, imports: &mut Imports) {
    let any = imports.std("typing", "Any");
    apart(writer);
    let function = function(name);
    writer.line(format!(
        "def {function}(data: dict[str, {any}]{more}) -> {class}:"
    ));
    writer.indented(|writer| {
        docs::docstring(writer, &format!("The `{class}` that the engine describes."));
    });
}

/// The construction of an object from `data`.
fn made(api: Api<'_>, class: &str, fields: &[Field], imports: &mut Imports) -> String {
    let known: Vec<_> = fields
        .iter()
        .filter(|field| !field.meta.attrs.rest)
        .collect();
    let known: Vec<_> = known
        .iter()
        .map(|field| quoted(field.meta.name.source()))
        .collect();
    let mut args = Vec::new();
    for field in api.fields(fields) {
        let value = value(api, field, &known, imports);
        args.push(format!("{}={value}", member(&field.meta.name)));
    }
    format!("{class}({})", args.join(", "))
}

fn value(api: Api<'_>, field: &Field, known: &[String], imports: &mut Imports) -> String {
    if field.ty.kind == TyKind::Prim(Prim::Signal) {
        return "signal".to_owned();
    }
    if field.meta.attrs.rest {
        let known = known.join(", ");
        return format!("{{name: data[name] for name in data if name not in ({known},)}}");
    }
    let name = quoted(field.meta.name.source());
    let (there, maybe) = (format!("data[{name}]"), format!("data.get({name})"));
    let may_be_absent = field.optional || field.ty.nullable;
    match (expression(api, &field.ty, &there, imports), may_be_absent) {
        (None, false) => there,
        (None, true) => maybe,
        (Some(made), false) => made,
        (Some(made), true) => format!("None if {maybe} is None else {made}"),
    }
}
