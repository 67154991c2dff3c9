//! Shapes: how arguments are described to the engine (see `bindings/js/support/describe.js`).
//!
//! Most values describe themselves. A type needs a shape of its own when it holds objects of the application, JSON, or
//! options that this layer uses itself.

use super::super::crossing::Crossing;
use super::super::ecma::{Api, quoted};
use super::Writer;
use super::imports::Imports;
use crate::model::{
    Decl, Function, Interface, KindUnion, Language, Param, Prim, Record, Ty, TyKind,
};

const PLAIN: &str = "plain";

/// The expression for values of `ty`.
pub(super) fn expression(api: Api<'_>, ty: &Ty, imports: &mut Imports) -> String {
    match &ty.kind {
        TyKind::Prim(Prim::Json | Prim::JsonObject) => imports.support("describe", "json"),
        TyKind::List(item) if has_shape(api, item) => {
            let item = expression(api, item, imports);
            format!("{}({item})", imports.support("describe", "list"))
        }
        TyKind::Named(name) => named(api, name, imports),
        TyKind::Prim(_)
        | TyKind::List(_)
        | TyKind::Map(_)
        | TyKind::Future(_)
        | TyKind::Fn { .. } => imports.support("describe", PLAIN),
    }
}

fn named(api: Api<'_>, name: &str, imports: &mut Imports) -> String {
    let decl = api.model.decl(name);
    match decl {
        Decl::Record(it) if record_has_shape(api, it) => {
            imports.module(&it.meta.module, shape_name(name))
        }
        Decl::Interface(it) => imports.module(&it.meta.module, shape_name(name)),
        Decl::KindUnion(it) => match shaped_variant(api, it) {
            Some(ty) => expression(api, ty, imports),
            None => imports.support("describe", PLAIN),
        },
        Decl::Record(_)
        | Decl::TaggedUnion(_)
        | Decl::Enum(_)
        | Decl::Foreign(_)
        | Decl::Const(_)
        | Decl::Function(_)
        | Decl::Errors(_) => imports.support("describe", PLAIN),
    }
}

/// The declarations that the shape of a declaration is made of.
pub(super) fn parts(decl: &Decl) -> Vec<&str> {
    let types: Vec<&Ty> = match decl {
        Decl::Record(it) => it.fields.iter().map(|field| &field.ty).collect(),
        Decl::KindUnion(it) => it.variants.iter().map(|variant| &variant.ty).collect(),
        Decl::Interface(it) => it.properties.iter().map(|property| &property.ty).collect(),
        _ => Vec::new(),
    };
    types.into_iter().filter_map(named_item).collect()
}

fn named_item(ty: &Ty) -> Option<&str> {
    match &ty.kind {
        TyKind::List(item) => named_item(item),
        TyKind::Named(name) => Some(name),
        _ => None,
    }
}

/// Whether values of `ty` do not simply describe themselves.
pub(super) fn has_shape(api: Api<'_>, ty: &Ty) -> bool {
    match &ty.kind {
        TyKind::Prim(prim) => matches!(prim, Prim::Json | Prim::JsonObject),
        TyKind::List(item) => has_shape(api, item),
        TyKind::Map(_) | TyKind::Future(_) | TyKind::Fn { .. } => false,
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Record(it) => record_has_shape(api, it),
            Decl::Interface(_) => true,
            Decl::KindUnion(it) => shaped_variant(api, it).is_some(),
            _ => false,
        },
    }
}

/// The variant whose values have a shape. Shapes let values of another kind through as they are, so one is enough.
fn shaped_variant<'a>(api: Api<'a>, union: &'a KindUnion) -> Option<&'a Ty> {
    let mut types = union.variants.iter().map(|variant| &variant.ty);
    types.find(|ty| has_shape(api, ty))
}

fn record_has_shape(api: Api<'_>, record: &Record) -> bool {
    let name = record.meta.name.source();
    let is_input = api.context.facts.direction(name).input;
    is_input
        && !is_ours(&record.meta.attrs.only)
        && (api.context.facts.holds_host(name)
            || api
                .fields(&record.fields)
                .any(|field| is_ours(&field.meta.attrs.only) || has_shape(api, &field.ty)))
}

/// Whether an option exists in JavaScript alone, so that this layer is what uses it.
fn is_ours(only: &[Language]) -> bool {
    only == [Language::JavaScript]
}

fn shape_name(name: &str) -> String {
    format!("{}Shape", crate::model::Name::new(name).camel())
}

/// The shape of a record, if it needs one.
pub(super) fn record(writer: &mut Writer, api: Api<'_>, it: &Record, imports: &mut Imports) {
    let name = it.meta.name.source();
    let crosses = Crossing::of_javascript(api.model).is_taken(name);
    if !crosses || !record_has_shape(api, it) {
        return;
    }
    let (ours, theirs): (Vec<_>, Vec<_>) = api
        .fields(&it.fields)
        .partition(|field| is_ours(&field.meta.attrs.only));
    let record = imports.support("describe", "record");
    let ours: Vec<_> = ours
        .iter()
        .map(|field| quoted(field.meta.name.source()))
        .collect();
    let close = match ours.is_empty() {
        true => "})".to_owned(),
        false => format!("}}, [{}])", ours.join(", ")),
    };
    writer.line(format!("/** How `{name}` crosses to the engine. */"));
    writer.block(
        format!("export const {} = {record}({{", shape_name(name)),
        close,
        |writer| {
            for field in theirs {
                let shape = expression(api, &field.ty, imports);
                writer.line(format!("{}: {shape},", field.meta.name.source()));
            }
        },
    );
}

/// The shape of an object of the application.
pub(super) fn host_interface(
    writer: &mut Writer,
    api: Api<'_>,
    it: &Interface,
    imports: &mut Imports,
) {
    let name = it.meta.name.source();
    let host = imports.support("describe", "hostInterface");
    writer.line(format!(
        "/** How a `{name}` crosses to the engine: its properties at once, its methods when they are called. */"
    ));
    let open = format!("export const {} = {host}({{", shape_name(name));
    writer.block(open, "})", |writer| {
        writer.block("properties: {", "},", |writer| {
            for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
                let shape = expression(api, &property.ty, imports);
                writer.line(format!("{}: {shape},", property.meta.name.source()));
            }
        });
        let changing = it.properties.iter().filter(|it| !it.constant);
        let changing: Vec<_> = changing.map(|it| quoted(it.meta.name.source())).collect();
        if !changing.is_empty() {
            writer.line(format!("changing: [{}],", changing.join(", ")));
        }
        let methods = it.methods.iter().filter(|it| api.has(&it.meta.attrs));
        let methods: Vec<_> = methods.collect();
        writer.block("methods: {", "},", |writer| {
            for method in &methods {
                let arguments = arguments(api, method, imports);
                writer.line(format!("{}: {arguments},", method.meta.name.source()));
            }
        });
        answers(writer, api, &methods, imports);
    });
}

/// How the answers of methods cross that are not all JSON.
fn answers(writer: &mut Writer, api: Api<'_>, methods: &[&Function], imports: &mut Imports) {
    let has_bytes = |ty: &Ty| api.context.facts.has_bytes(api.model, ty);
    let methods = methods
        .iter()
        .filter(|it| it.returns.as_ref().is_some_and(has_bytes));
    let methods: Vec<_> = methods.map(|it| it.meta.name.source()).collect();
    if methods.is_empty() {
        return;
    }
    let plain = imports.support("describe", PLAIN);
    writer.block("answers: {", "},", |writer| {
        for method in methods {
            writer.line(format!("{method}: {plain},"));
        }
    });
}

/// A function from the engine's arguments to those of the application, which gets signals, bytes and callbacks in their
/// places. An argument that may be absent comes as a list of it or of nothing.
fn arguments(api: Api<'_>, method: &Function, imports: &mut Imports) -> String {
    let params = method.params.iter().map(|it| {
        let name = it.meta.name.source();
        match it.optional {
            true => format!("[{name}]"),
            false => name.to_owned(),
        }
    });
    let params: Vec<_> = params.collect();
    let arguments = method.params.iter().map(|it| argument(api, it, imports));
    let arguments: Vec<_> = arguments.collect();
    if params == arguments {
        return "(args) => args".to_owned();
    }
    let params = params.join(", ");
    let call = match arguments.iter().any(|it| it.contains("call.")) {
        true => ", call",
        false => "",
    };
    format!("([{params}]{call}) => [{}]", arguments.join(", "))
}

fn argument(api: Api<'_>, param: &Param, imports: &mut Imports) -> String {
    let name = param.meta.name.source();
    let record = match (&param.ty.kind, param.optional) {
        (TyKind::Prim(Prim::Bytes), false) => return format!("call.bytes({name})"),
        (TyKind::Prim(Prim::Bytes), true) => {
            return format!("{name} === undefined ? undefined : call.bytes({name})");
        }
        (TyKind::Fn { params, .. }, _) => {
            let shape = params.first().map(|it| expression(api, &it.ty, imports));
            let shape = shape.map_or(String::new(), |shape| format!(", {shape}"));
            return format!("call.back({name}{shape})");
        }
        (TyKind::Named(record), _) => record,
        _ => return name.to_owned(),
    };
    let Decl::Record(record) = api.model.decl(record) else {
        return name.to_owned();
    };
    let signals: Vec<_> = api
        .fields(&record.fields)
        .filter(|field| field.ty.kind == TyKind::Prim(Prim::Signal))
        .map(|field| format!("{}: call.signal", field.meta.name.source()))
        .collect();
    match (signals.is_empty(), param.optional) {
        (true, _) => name.to_owned(),
        (false, false) => format!("{{ ...{name}, {} }}", signals.join(", ")),
        (false, true) => format!("{name} && {{ ...{name}, {} }}", signals.join(", ")),
    }
}
