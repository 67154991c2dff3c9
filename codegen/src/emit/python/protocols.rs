//! Protocols: what the application implements, and how such objects cross.

use super::Writer;
use super::api::{Api, member, quoted};
use super::decode;
use super::imports::Imports;
use super::types::{Given, spell};
use super::{apart, docs, shapes};
use crate::model::{Function, Interface, Property};

pub(super) fn protocol(writer: &mut Writer, api: Api<'_>, it: &Interface, imports: &mut Imports) {
    let protocol = imports.std("typing", "Protocol");
    apart(writer);
    writer.line(format!("class {}({protocol}):", it.meta.name.pascal()));
    writer.indented(|writer| {
        let about = docs::full(api, &it.meta) + &may_have(api, it, imports);
        docs::docstring(writer, &about);
        for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
            self::property(writer, api, property, imports);
        }
        for method in methods(api, it).filter(|method| !method.optional) {
            self::method(writer, api, method, imports);
        }
    });
    apart(writer);
    shape(writer, api, it, imports);
    if api.lends(it) {
        lent(writer, api, it, imports);
    }
}

fn methods<'a>(api: Api<'a>, it: &'a Interface) -> impl Iterator<Item = &'a Function> {
    let methods = it.methods.iter();
    methods.filter(move |method| api.has(&method.meta.attrs))
}

/// What protocols cannot say: the methods that an object may have or not.
fn may_have(api: Api<'_>, it: &Interface, imports: &mut Imports) -> String {
    let optional = methods(api, it)
        .filter(|method| method.optional)
        .map(|method| {
            let about = docs::full(api, &method.meta).replace('\n', "\n  ");
            format!("\n- `{}`: {about}", signature(api, method, imports))
        });
    let optional: String = optional.collect();
    match optional.is_empty() {
        true => optional,
        false => format!("\n\nAn object may also have:\n{optional}"),
    }
}

/// An object of the runtime with the members of the protocol: its properties are known, its methods are calls.
fn lent(writer: &mut Writer, api: Api<'_>, it: &Interface, imports: &mut Imports) {
    let (name, any) = (it.meta.name.pascal(), imports.std("typing", "Any"));
    let peer = imports.support("host_scope", "LentPeer");
    let properties: Vec<_> = it
        .properties
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    apart(writer);
    writer.line(format!("class Runtime{name}:"));
    writer.indented(|writer| {
        docs::docstring(writer, &format!("A `{name}` of the runtime."));
        writer.line(format!(
            "\ndef __init__(self, peer: {peer}, data: dict[str, {any}]) -> None:"
        ));
        writer.indented(|writer| {
            writer.line("self._peer = peer");
            for property in properties {
                let ty = spell(api, &property.ty, Given::ByRuntime, imports);
                let (member, name) = (
                    member(&property.meta.name),
                    quoted(property.meta.name.source()),
                );
                writer.line(format!("self.{member}: {ty} = data[{name}]"));
            }
        });
        for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
            lent_method(writer, api, it, method, imports);
        }
    });
    let scope = imports.support("host_scope", "HostScope");
    apart(writer);
    let function = decode::function(&it.meta.name);
    writer.line(format!(
        "def {function}(data: {any}, scope: {scope}) -> {name}:"
    ));
    writer.indented(|writer| {
        docs::docstring(writer, &format!("The `{name}` that the engine describes: the application's own, or one of the runtime."));
        writer.line(format!("made: {name} = scope.given(data, Runtime{name})"));
        writer.line("return made");
    });
}

fn lent_method(
    writer: &mut Writer,
    api: Api<'_>,
    interface: &Interface,
    it: &Function,
    imports: &mut Imports,
) {
    let name = member(&it.meta.name);
    let params = api.host_params(it).map(|(_, param)| {
        let ty = spell(api, &param.ty, Given::ToHostFunction, imports);
        format!(", {}: {ty}", member(&param.meta.name))
    });
    let params: String = params.collect();
    let returns = match &it.returns {
        Some(ty) => spell(api, ty, Given::ByHost, imports),
        None => "None".to_owned(),
    };
    writer.line(format!("\nasync def {name}(self{params}) -> {returns}:"));
    writer.indented(|writer| {
        docs::docstring(
            writer,
            &format!("See `{}.{name}`.", interface.meta.name.pascal()),
        );
        let call = format!("{}_{}", interface.meta.name.snake(), it.meta.name.snake());
        let args = lent_arguments(api, it, imports);
        writer.line(format!(
            "answer: {returns} = await self._peer.ask({}{args})",
            quoted(&call)
        ));
        writer.line("return answer");
    });
}

/// The arguments as they cross; those that Python has not are as good as absent.
fn lent_arguments(api: Api<'_>, it: &Function, imports: &mut Imports) -> String {
    let known: Vec<_> = api.host_params(it).map(|(at, _)| at).collect();
    let args = it.params.iter().enumerate().map(|(at, param)| {
        if known.contains(&at) {
            let plain = imports.support("describe", "plain");
            return format!(", ({plain}, {})", member(&param.meta.name));
        }
        let options = imports.support("describe", "Options");
        format!(", ({options}.shape, {options}({{}}))")
    });
    args.collect()
}

fn property(writer: &mut Writer, api: Api<'_>, it: &Property, imports: &mut Imports) {
    let ty = spell(api, &it.ty, Given::ByHost, imports);
    let optional = if it.optional { " | None" } else { "" };
    writer.line("\n@property");
    writer.line(format!(
        "def {}(self) -> {ty}{optional}:",
        member(&it.meta.name)
    ));
    body(writer, &docs::full(api, &it.meta));
}

/// `execute(self, input: object) -> object | Awaitable[object]`: a method may be asynchronous or not.
fn signature(api: Api<'_>, it: &Function, imports: &mut Imports) -> String {
    let params = api.host_params(it).map(|(_, param)| {
        let ty = spell(api, &param.ty, Given::ToHostFunction, imports);
        let optional = if param.optional { " | None" } else { "" };
        format!(", {}: {ty}{optional}", member(&param.meta.name))
    });
    let params: String = params.collect();
    let returns = match &it.returns {
        Some(ty) => spell(api, ty, Given::ByHost, imports),
        None => "object".to_owned(),
    };
    let returns = match it.is_async {
        true => format!(
            "{returns} | {}[{returns}]",
            imports.std("collections.abc", "Awaitable")
        ),
        false => returns,
    };
    format!("{}(self{params}) -> {returns}", member(&it.meta.name))
}

fn method(writer: &mut Writer, api: Api<'_>, it: &Function, imports: &mut Imports) {
    let about = format!(
        "{}\n\nA method that is not asynchronous runs in a thread of its own.",
        docs::full(api, &it.meta)
    );
    let args = api.host_params(it).map(|(_, param)| {
        let about = docs::full(api, &param.meta).replace('\n', "\n        ");
        format!("\n    {}: {about}", member(&param.meta.name))
    });
    let args: String = args.collect();
    let about = match args.is_empty() {
        true => about,
        false => format!("{about}\n\nArgs:{args}"),
    };
    writer.line(format!("\ndef {}:", signature(api, it, imports)));
    body(writer, &about);
}

fn body(writer: &mut Writer, about: &str) {
    writer.indented(|writer| {
        docs::docstring(writer, about);
        writer.line("...");
    });
}

fn shape(writer: &mut Writer, api: Api<'_>, it: &Interface, imports: &mut Imports) {
    let host_interface = imports.support("describe", "host_interface");
    let open = format!("{} = {host_interface}(", shapes::constant(&it.meta));
    writer.block(open, ")", |writer| {
        writer.block("{", "},", |writer| {
            for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
                let shape = shapes::expression(api, &property.ty, imports);
                let name = &property.meta.name;
                let (source, attribute) = (quoted(name.source()), quoted(&member(name)));
                writer.line(format!("({source}, {attribute}): {shape},"));
            }
        });
        writer.block("{", "},", |writer| {
            for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
                let record = imports.support("describe", "Method");
                let name = &method.meta.name;
                let (source, attribute) = (quoted(name.source()), quoted(&member(name)));
                let arguments = arguments(api, method, imports);
                writer.line(format!(
                    "{source}: {record}({attribute}, lambda args, signal: {arguments}),"
                ));
            }
        });
    });
    let about = format!("How a `{}` crosses to the engine.", it.meta.name.pascal());
    docs::docstring(writer, &about);
}

/// The engine's arguments as those of the application. One that may be absent comes as a list of it or of nothing.
fn arguments(api: Api<'_>, it: &Function, imports: &mut Imports) -> String {
    let mut text = String::new();
    for (at, param) in api.host_params(it) {
        let given = match param.optional {
            true => format!("args[{at}][0]"),
            false => format!("args[{at}]"),
        };
        let value = decode::expression(api, &param.ty, &given, imports).unwrap_or(given);
        text += &match param.optional {
            true => format!("{value} if args[{at}] else None, "),
            false => format!("{value}, "),
        };
    }
    format!("({})", text.trim_end())
}
