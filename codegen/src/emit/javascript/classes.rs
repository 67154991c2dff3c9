//! Functions, and the classes of our interfaces: each member is one call of a peer (see `bindings/js/support`).

use super::super::ecma::{Api, Given, comment, function_comment, quoted, spell, with_tag};
use super::Writer;
use super::imports::Imports;
use super::{given, shapes};
use crate::model::{
    Decl, Field, Function, Interface, Language, Name, Param, Prim, Property, Ty, TyKind,
};

/// A function of the API. What is written by hand is exported from there.
pub(super) fn function(writer: &mut Writer, api: Api<'_>, it: &Function, imports: &mut Imports) {
    if it.meta.attrs.by_hand_in(Language::JavaScript) {
        return;
    }
    let name = it.meta.name.source();
    let params: Vec<_> = it.params.iter().map(|it| it.meta.name.source()).collect();
    let described = it.params.iter().map(|param| {
        let shape = shapes::expression(api, &param.ty, imports);
        format!("{shape}({}, crossing)", param.meta.name.source())
    });
    let described: Vec<_> = described.collect();
    let crossing = imports.support("describe", "Crossing");
    let open = imports.support("load", "openMailbox");
    function_comment(writer, api, it, true);
    writer.block(
        format!("export async function {name}({}) {{", params.join(", ")),
        "}",
        |writer| {
            writer.line(format!("const crossing = new {crossing}()"));
            writer.line(format!("const described = [{}]", described.join(", ")));
            let chooses = param_with(api, it, is_backend_option);
            let mut chosen = chooses.map_or(Vec::new(), |at| vec![params[at].to_owned()]);
            if let Some(feature) = &it.meta.attrs.feature {
                chosen.resize(1, "undefined".to_owned());
                chosen.push(quoted(feature));
            }
            let chosen = chosen.join(", ");
            writer.line(format!("const mailbox = await {open}({chosen})"));
            if let Some(at) = param_with(api, it, |field| is_fetch(api, field)) {
                writer.line(format!("mailbox.addFetch(described[{at}], crossing)"));
            }
            match created(api, it) {
                Some(object) => creating(writer, api, name, object, imports),
                None => answering(writer, api, it, imports),
            }
        },
    );
}

fn creating(
    writer: &mut Writer,
    api: Api<'_>,
    function: &str,
    object: &Interface,
    imports: &mut Imports,
) {
    let class = imports.module(&object.meta.module, object.meta.name.source());
    let release = Name::new(format!("{}_release", object.meta.name.snake())).camel();
    let create = format!(
        "await mailbox.create({}, described, crossing, {})",
        quoted(function),
        quoted(&release)
    );
    if data(api, object).next().is_none() {
        writer.line(format!("const {{ peer }} = {create}"));
        writer.line(format!("return new {class}(peer)"));
    } else {
        writer.line(format!("const {{ peer, properties }} = {create}"));
        writer.line(format!("return new {class}(peer, properties)"));
    }
}

fn answering(writer: &mut Writer, api: Api<'_>, it: &Function, imports: &mut Imports) {
    let name = quoted(it.meta.name.source());
    let given = it.returns.as_ref();
    let given = given.and_then(|ty| given::expression(api, ty, imports));
    let given = given.map_or(String::new(), |given| format!(", {given}"));
    let call = format!("mailbox.call({name}, described, crossing{given})");
    writer.line(match it.returns {
        Some(_) => format!("return {call}"),
        None => format!("await {call}"),
    });
}

/// The parameter whose record has a field that `is`.
fn param_with(api: Api<'_>, it: &Function, is: impl Fn(&Field) -> bool) -> Option<usize> {
    it.params.iter().position(|param| match &param.ty.kind {
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Record(record) => api.fields(&record.fields).any(&is),
            _ => false,
        },
        _ => false,
    })
}

/// Whether this layer uses the field itself, to choose a backend.
fn is_backend_option(field: &Field) -> bool {
    field.meta.attrs.only == [Language::JavaScript]
}

/// Whether the field is the application's `fetch`, for which the environment's own can stand in.
fn is_fetch(api: Api<'_>, field: &Field) -> bool {
    let TyKind::Named(name) = &field.ty.kind else {
        return false;
    };
    let spelling = match api.model.decl(name) {
        Decl::Foreign(it) => it.typescript.as_deref(),
        _ => None,
    };
    spelling == Some("typeof globalThis.fetch")
}

/// The properties that are known when an object has been made.
fn data<'a>(api: Api<'a>, it: &'a Interface) -> impl Iterator<Item = &'a Property> {
    let properties = it.properties.iter();
    properties.filter(move |it| api.has(&it.meta.attrs) && !matches!(it.ty.kind, TyKind::Future(_)))
}

/// The interface of ours whose object the function makes.
pub(super) fn created<'a>(api: Api<'a>, it: &Function) -> Option<&'a Interface> {
    match &it.returns.as_ref()?.kind {
        TyKind::Named(name) => api.runtime_interface(name),
        _ => None,
    }
}

pub(super) fn class(writer: &mut Writer, api: Api<'_>, it: &Interface, imports: &mut Imports) {
    comment(writer, api, &it.meta);
    let name = it.meta.name.source();
    writer.block(format!("export class {name} {{"), "}", |writer| {
        writer.line("#peer");
        for member in data(api, it).chain(awaited(api, it)) {
            writer.line("");
            let ty = spell(api, &member.ty, Given::ByRuntime);
            with_tag(writer, api, &member.meta, &format!("@type {{{ty}}}"));
            writer.line(member.meta.name.source());
        }
        writer.line("");
        constructor(writer, api, it, imports);
        if let Some(item) = &it.iterates {
            iterator(writer, api, item);
        }
        for member in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
            if it.iterates.is_some() && matches!(member.ty.kind, TyKind::Future(_)) {
                writer.line("");
                later(writer, api, member);
            }
        }
        for member in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
            writer.line("");
            function_comment(writer, api, member, true);
            method(writer, api, it, member, imports);
        }
    });
}

fn constructor(writer: &mut Writer, api: Api<'_>, it: &Interface, imports: &mut Imports) {
    let described = data(api, it).next().map_or("", |_| ", properties");
    writer.line("/** @internal */");
    writer.block(format!("constructor(peer{described}) {{"), "}", |writer| {
        writer.line("this.#peer = peer");
        if it.iterates.is_some() {
            writer.line("peer.ownedBy(this)");
        }
        for member in data(api, it) {
            let name = member.meta.name.source();
            let value = match given::expression(api, &member.ty, imports) {
                Some(given) => format!("{given}(properties.{name}, peer.scope)"),
                None => format!("properties.{name}"),
            };
            writer.line(format!("this.{name} = {value}"));
        }
        for member in awaited(api, it) {
            let call = quoted(&engine_call(it, member.meta.name.source()));
            let options = match member.meta.attrs.after_fault {
                Some(value) => format!(", {{ afterFault: {value} }}"),
                None if is_void(&member.ty) => ", { isVoid: true }".to_owned(),
                None => String::new(),
            };
            let name = member.meta.name.source();
            writer.line(format!("this.{name} = peer.later({call}{options})"));
        }
    });
}

/// The properties that come later, of an object that is not iterated: promises that are there from the start.
fn awaited<'a>(api: Api<'a>, it: &'a Interface) -> impl Iterator<Item = &'a Property> {
    let properties = it.properties.iter().filter(|_| it.iterates.is_none());
    properties.filter(move |it| api.has(&it.meta.attrs) && matches!(it.ty.kind, TyKind::Future(_)))
}

fn is_void(ty: &Ty) -> bool {
    matches!(&ty.kind, TyKind::Future(value) if value.kind == TyKind::Prim(Prim::Void))
}

fn iterator(writer: &mut Writer, api: Api<'_>, item: &Ty) {
    let item = spell(api, item, Given::ByRuntime);
    writer.line("");
    writer.line(format!(
        "/**\n * Reads the events, once.\n *\n * @returns {{AsyncIterator<{item}>}}\n */"
    ));
    writer.block("[Symbol.asyncIterator]() {", "}", |writer| {
        writer.line("return this.#peer.iterate()");
    });
}

/// A property that comes later.
fn later(writer: &mut Writer, api: Api<'_>, it: &Property) {
    let name = it.meta.name.source();
    let ty = spell(api, &it.ty, Given::ByRuntime);
    with_tag(writer, api, &it.meta, &format!("@type {{{ty}}}"));
    writer.block(format!("get {name}() {{"), "}", |writer| {
        writer.line(format!("return this.#peer.{name}"));
    });
}

fn method(
    writer: &mut Writer,
    api: Api<'_>,
    interface: &Interface,
    it: &Function,
    imports: &mut Imports,
) {
    let name = it.meta.name.source();
    let params: Vec<_> = it.params.iter().map(|it| it.meta.name.source()).collect();
    let (mark, body) = match (created(api, it), it.is_async, &it.returns) {
        (Some(class), _, _) => {
            let class = imports.module(&class.meta.module, class.meta.name.source());
            let args = arguments(api, interface, it, imports);
            ("", format!("return new {class}(this.#peer.start({args}))"))
        }
        (None, true, returns) => {
            let ask = ask(api, "this.#peer", interface, it, imports);
            match returns {
                Some(_) => ("", format!("return {ask}")),
                None => ("async ", format!("await {ask}")),
            }
        }
        (None, false, _) if interface.iterates.is_some() => ("", format!("this.#peer.{name}()")),
        (None, false, _) => {
            let args = arguments(api, interface, it, imports);
            ("", format!("this.#peer.tell({args})"))
        }
    };
    let open = format!("{mark}{name}({}) {{", params.join(", "));
    writer.block(open, "}", |writer| writer.line(body));
}

/// The call of an asynchronous method.
pub(super) fn ask(
    api: Api<'_>,
    peer: &str,
    interface: &Interface,
    it: &Function,
    imports: &mut Imports,
) -> String {
    let args = arguments(api, interface, it, imports);
    let given = it.returns.as_ref();
    match given.and_then(|ty| given::expression(api, ty, imports)) {
        Some(given) => format!("{peer}.askFor({given}, {args})"),
        None => format!("{peer}.ask({args})"),
    }
}

/// The name of the engine's call, and each argument with its shape.
fn arguments(api: Api<'_>, interface: &Interface, it: &Function, imports: &mut Imports) -> String {
    let mut args = vec![quoted(&engine_call(interface, it.meta.name.source()))];
    for param in &it.params {
        let shape = shapes::expression(api, &param.ty, imports);
        args.push(format!("[{shape}, {}]", param.meta.name.source()));
    }
    args.join(", ")
}

fn engine_call(interface: &Interface, member: &str) -> String {
    let (object, member) = (interface.meta.name.snake(), Name::new(member).snake());
    Name::new(format!("{object}_{member}")).camel()
}

/// A parameter of an object that the application is lent. What it does not know, which otherwise the runtime passes, it may
/// leave out.
pub(super) fn param_or_nothing(api: Api<'_>, param: &Param) -> String {
    let name = param.meta.name.source();
    let is_ours = match &param.ty.kind {
        TyKind::Named(record) => {
            let is_record = matches!(api.model.decl(record), Decl::Record(_));
            is_record && !api.context.facts.direction(record).input
        }
        _ => false,
    };
    match is_ours && !param.optional {
        true => format!("{name} = {{}}"),
        false => name.to_owned(),
    }
}
