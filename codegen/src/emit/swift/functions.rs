//! Functions of the package. One that makes something is an initializer of it: `createFxAgent` is `Agent.init`. Options may
//! be passed as a value, or member by member.

use super::Api;
use super::classes;
use super::data::{call_like, field_parameter};
use super::docs::{parameters, throws, with_sections};
use super::expressions;
use super::objects::arguments;
use crate::emit::Writer;
use crate::model::{Decl, Docs, Function, Interface, Language, Name, Param, Prim, Record, TyKind};

/// The functions that make objects of an interface.
pub(super) fn creating<'a>(api: Api<'a>, it: &Interface) -> Vec<&'a Function> {
    let functions = api.model.decls.values().filter_map(|decl| match decl {
        Decl::Function(it) => Some(it),
        _ => None,
    });
    let functions = functions
        .filter(|it| api.has(&it.meta.attrs) && !it.meta.attrs.by_hand_in(Language::Swift));
    functions
        .filter(|function| returned(function) == Some(it.meta.name.source()))
        .collect()
}

fn returned(it: &Function) -> Option<&str> {
    match &it.returns.as_ref()?.kind {
        TyKind::Named(name) => Some(name),
        _ => None,
    }
}

/// The record that the function makes: `createX` returns an `X`.
fn made_record<'a>(api: Api<'a>, it: &Function) -> Option<&'a Record> {
    match api.model.decl(returned(it)?) {
        Decl::Record(record)
            if it
                .meta
                .name
                .words()
                .first()
                .is_some_and(|it| it == "create") =>
        {
            Some(record)
        }
        _ => None,
    }
}

/// The symbol by which documentation refers to the function.
pub(super) fn symbol(api: Api<'_>, it: &Function) -> String {
    let made = returned(it)
        .filter(|name| api.is_runtime_interface(name) || made_record(api, it).is_some());
    let labels = match options(api, it) {
        Some(at) => flat_labels(api, it, at),
        None => plain_labels(api, it),
    };
    match made {
        Some(name) => format!("{}/init({labels})", api.type_of(name)),
        None => format!("{}({labels})", api.label(&it.meta.name)),
    }
}

fn plain_labels(api: Api<'_>, it: &Function) -> String {
    let params = api.params(it).enumerate();
    let labels = params.map(|(at, param)| match at {
        0 => "_:".to_owned(),
        _ => format!("{}:", api.label(&param.meta.name)),
    });
    labels.collect()
}

fn flat_labels(api: Api<'_>, it: &Function, options: usize) -> String {
    let params = api
        .params(it)
        .enumerate()
        .flat_map(|(at, param)| match record_of(api, param) {
            Some(record) if at == options => {
                let fields = api.fields(&record.fields).into_iter();
                fields
                    .map(|field| format!("{}:", api.label(&field.meta.name)))
                    .collect()
            }
            _ if at == 0 => vec!["_:".to_owned()],
            _ => vec![format!("{}:", api.label(&param.meta.name))],
        });
    params.collect()
}

/// The place of the parameter that is options: a strict record that only the runtime reads.
fn options(api: Api<'_>, it: &Function) -> Option<usize> {
    api.params(it).position(|param| {
        let record = record_of(api, param);
        record.is_some_and(|record| {
            let given = api
                .context
                .facts
                .direction(record.meta.name.source())
                .output;
            record.meta.attrs.strict && !given
        })
    })
}

fn record_of<'a>(api: Api<'a>, param: &Param) -> Option<&'a Record> {
    match &param.ty.kind {
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Record(record) => Some(record),
            _ => None,
        },
        _ => None,
    }
}

/// A function that makes no object of ours.
pub(super) fn function(out: &mut Writer, api: Api<'_>, it: &Function) {
    if returned(it).is_some_and(|name| api.is_runtime_interface(name)) {
        return;
    }
    let returns = it
        .returns
        .as_ref()
        .map(|ty| format!(" -> {}", api.spell(ty)));
    match made_record(api, it) {
        Some(record) => {
            let name = api.type_name(&record.meta.name);
            out.block(format!("extension {name} {{"), "}", |out| {
                both(out, api, it, "public init", " async throws {", |out, it| {
                    answering(out, api, it, true)
                });
            });
        }
        None => {
            let head = format!("public func {}", api.member(&it.meta.name));
            let tail = format!(" async throws{} {{", returns.unwrap_or_default());
            both(out, api, it, &head, &tail, |out, it| {
                answering(out, api, it, false)
            });
        }
    }
}

/// The initializers of an object of ours.
pub(super) fn initializers(out: &mut Writer, api: Api<'_>, it: &Function, object: &Interface) {
    let name = api.type_name(&object.meta.name);
    out.block(format!("extension {name} {{"), "}", |out| {
        let tail = " async throws(FxError) {";
        both(out, api, it, "public convenience init", tail, |out, it| {
            making(out, api, it, object)
        });
    });
}

/// The form that takes options as a value, and the one that takes their members.
fn both(
    out: &mut Writer,
    api: Api<'_>,
    it: &Function,
    head: &str,
    tail: &str,
    body: impl FnOnce(&mut Writer, &Function),
) {
    let options = options(api, it);
    let whole = with_required_options(api, it, options);
    let params = api.params(&whole).enumerate().map(|(at, param)| match at {
        0 => format!("_ {}", classes::parameter(api, param)),
        _ => classes::parameter(api, param),
    });
    let params: Vec<_> = params.collect();
    let docs: Vec<(String, &Docs)> = api
        .params(it)
        .map(|it| (api.label(&it.meta.name), &it.meta.docs))
        .collect();
    documented(out, api, it, &docs);
    out.block(call_like(head, &params, tail), "}", |out| body(out, &whole));
    if let Some(at) = options {
        out.line("");
        flat(out, api, it, at, head, tail);
    }
}

/// The function with options that cannot be left out: so it is not mistaken for the other form.
fn with_required_options(api: Api<'_>, it: &Function, options: Option<usize>) -> Function {
    let mut whole = it.clone();
    let options = options.and_then(|at| api.params(it).nth(at));
    let options = options.map(|param| param.meta.name.clone());
    for param in &mut whole.params {
        param.optional &= Some(&param.meta.name) != options.as_ref();
    }
    whole
}

fn documented(out: &mut Writer, api: Api<'_>, it: &Function, params: &[(String, &Docs)]) {
    let sections = [parameters(api, params), throws(api, &it.throws)];
    let sections: Vec<_> = sections.into_iter().flatten().collect();
    with_sections(out, api, &it.meta, &sections);
}

fn flat(out: &mut Writer, api: Api<'_>, it: &Function, options: usize, head: &str, tail: &str) {
    let (mut params, mut docs, mut args) = (Vec::new(), Vec::new(), Vec::new());
    for (at, param) in api.params(it).enumerate() {
        let member = api.member(&param.meta.name);
        let label = if at == 0 {
            String::new()
        } else {
            format!("{}: ", api.label(&param.meta.name))
        };
        match record_of(api, param) {
            Some(record) if at == options => {
                let fields = api.fields(&record.fields);
                let name = record.meta.name.source();
                params.extend(fields.iter().map(|field| field_parameter(api, name, field)));
                docs.extend(
                    fields
                        .iter()
                        .map(|field| (api.label(&field.meta.name), &field.meta.docs)),
                );
                let members = fields.iter().map(|field| {
                    let member = api.member(&field.meta.name);
                    format!("{}: {member}", api.label(&field.meta.name))
                });
                let members: Vec<_> = members.collect();
                let made = call_like(&api.type_name(&record.meta.name), &members, "");
                args.push(format!("{label}{made}"));
            }
            _ => {
                let mark = if at == 0 { "_ " } else { "" };
                params.push(format!("{mark}{}", classes::parameter(api, param)));
                docs.push((api.label(&param.meta.name), &param.meta.docs));
                args.push(format!("{label}{member}"));
            }
        }
    }
    documented(out, api, it, &docs);
    let called = match head.ends_with("init") {
        true => "self.init".to_owned(),
        false => api.member(&it.meta.name),
    };
    let returns = if head.ends_with("init") {
        ""
    } else {
        "return "
    };
    out.block(call_like(head, &params, tail), "}", |out| {
        out.line(format!("{returns}try await {called}({})", args.join(", ")));
    });
}

/// Has the engine make an object.
fn making(out: &mut Writer, api: Api<'_>, it: &Function, object: &Interface) {
    let texts = arguments(out, api, it);
    let args: Vec<_> = ["object", "call"]
        .iter()
        .map(|it| (*it).to_owned())
        .collect();
    let args = args
        .into_iter()
        .chain(texts)
        .chain(["blobs".to_owned()])
        .collect::<Vec<_>>()
        .join(", ");
    let release = Name::new(format!("{}_release", object.meta.name.snake())).camel();
    let call = it.meta.name.camel();
    out.block(
        format!("let made = try await Engine.shared.create(crossing, release: EngineCalls.{release}) {{ calls, object, call, blobs in"),
        "}",
        |out| out.line(format!("calls.{call}({args})")),
    );
    match classes::data(api, object).is_empty() {
        true => out.line("self.init(peer: made.peer)"),
        false => out.line("try self.init(peer: made.peer, given: made.properties)"),
    }
}

/// Asks the engine, and makes what it answers.
fn answering(out: &mut Writer, api: Api<'_>, it: &Function, is_initializer: bool) {
    let texts = arguments(out, api, it);
    let crossing = if it.params.is_empty() {
        "Crossing()"
    } else {
        "crossing"
    };
    let args = std::iter::once("call".to_owned())
        .chain(texts)
        .chain(["blobs".to_owned()]);
    let args = args.collect::<Vec<_>>().join(", ");
    let Some(ty) = &it.returns else {
        out.line(format!("_ = try await Engine.shared.call({crossing}) {{ calls, call, blobs in calls.{}({args}) }}", it.meta.name.camel()));
        return;
    };
    if ty.kind == TyKind::Prim(Prim::Bytes) {
        out.line(format!("return try await Engine.shared.callForBytes({crossing}) {{ calls, call, blobs in calls.{}({args}) }}", it.meta.name.camel()));
        return;
    }
    let scope = match api.holds_objects(ty) {
        true => "scope",
        false => "_",
    };
    out.block(
        format!("let (value, {scope}) = try await Engine.shared.call({crossing}) {{ calls, call, blobs in"),
        "}",
        |out| out.line(format!("calls.{}({args})", it.meta.name.camel())),
    );
    let made = expressions::given(api, ty, "value");
    match is_initializer {
        true => out.line(format!("self = {made}")),
        false => out.line(format!("return {made}")),
    }
}
