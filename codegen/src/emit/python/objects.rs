//! Classes of our interfaces: each member is one call of a peer (see `bindings/python/support`).

use super::Writer;
use super::api::{Api, member, quoted};
use super::functions::{Params, returns};
use super::imports::Imports;
use super::types::{Given, spell};
use super::{apart, decode, docs};
use crate::model::{Function, Interface, Name, Property, Ty, TyKind};

pub(super) fn class(writer: &mut Writer, api: Api<'_>, it: &Interface, imports: &mut Imports) {
    apart(writer);
    writer.line(format!("class {}:", it.meta.name.pascal()));
    writer.indented(|writer| {
        match api.creator(it) {
            Some(function) => created(writer, api, it, function, imports),
            None => started(writer, api, it, imports),
        }
        if let Some(item) = &it.iterates {
            iteration(writer, api, item, imports);
        }
        for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
            self::property(writer, api, property, imports);
        }
        for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
            self::method(writer, api, it, method, imports);
        }
    });
}

/// An object that a function makes: it is created on entering it, and closed on leaving.
fn created(
    writer: &mut Writer,
    api: Api<'_>,
    it: &Interface,
    function: &Function,
    imports: &mut Imports,
) {
    let object = imports.support("runtime_object", "RuntimeObject");
    let params = Params::of(api, &function.params, imports);
    let about = format!(
        "{}\n\nUse it in `async with`, which creates it and closes it; or get it from `{}`, and close it yourself.",
        docs::full(api, &it.meta),
        member(&function.meta.name)
    );
    docs::docstring(writer, &about);
    writer.line("\n__slots__ = (\"__weakref__\", \"_object\")\n");
    params.method_head(writer, "def __init__", "None");
    writer.indented(|writer| {
        let about = "What it is created with; nothing is checked or created before `async with`."
            .to_owned();
        docs::docstring(writer, &params.with_params(api, about, function));
        writer.block(format!("self._object = {object}("), ")", |writer| {
            writer.line(format!("{},", quoted(&function.meta.name.snake())));
            writer.line(format!(
                "{},",
                quoted(&format!("{}_release", it.meta.name.snake()))
            ));
            params.print_arguments(writer);
        });
    });
    let class = it.meta.name.pascal();
    writer.line(format!("\nasync def __aenter__(self) -> {class}:"));
    writer.indented(|writer| {
        writer.line("await self._object.create()");
        writer.line("return self");
    });
    leaving(
        writer,
        "if self._object.is_created:\n    await self.close()",
        imports,
    );
}

/// An object that a method of another starts: leaving it stops it.
fn started(writer: &mut Writer, api: Api<'_>, it: &Interface, imports: &mut Imports) {
    let peer = imports.support("turn_peer", "TurnPeer");
    let about = format!(
        "{}\n\nLeaving `async with` cancels it, if it has not ended, and waits until it has. So does cancelling a task that \
         waits for it.",
        docs::full(api, &it.meta)
    );
    docs::docstring(writer, &about);
    writer.line("\n__slots__ = (\"__weakref__\", \"_peer\")");
    writer.line(format!("\ndef __init__(self, peer: {peer}) -> None:"));
    writer.indented(|writer| {
        docs::docstring(writer, "Not for applications.");
        writer.line("self._peer = peer");
    });
    writer.line("\ndef __del__(self) -> None:");
    writer.indented(|writer| writer.line("self._peer.abandon()"));
    let class = it.meta.name.pascal();
    writer.line(format!("\nasync def __aenter__(self) -> {class}:"));
    writer.indented(|writer| writer.line("return self"));
    leaving(writer, "await self._peer.stop()", imports);
}

fn leaving(writer: &mut Writer, body: &str, imports: &mut Imports) {
    let traceback = imports.std("types", "TracebackType");
    writer.line("");
    writer.block("async def __aexit__(", ") -> None:", |writer| {
        writer.line("self,");
        writer.line("kind: type[BaseException] | None,");
        writer.line("error: BaseException | None,");
        writer.line(format!("traceback: {traceback} | None,"));
    });
    writer.indented(|writer| writer.line(body));
}

fn iteration(writer: &mut Writer, api: Api<'_>, item: &Ty, imports: &mut Imports) {
    let iterator = imports.std("collections.abc", "AsyncIterator");
    let ty = spell(api, item, Given::ByRuntime, imports);
    let decode = match &item.kind {
        TyKind::Named(name) => {
            let meta = api.model.decl(name).meta();
            imports.module(&meta.module, decode::function(&meta.name))
        }
        _ => "str".to_owned(),
    };
    writer.line(format!("\ndef __aiter__(self) -> {iterator}[{ty}]:"));
    writer.indented(|writer| {
        let about = "Reads the events, once. A loop that is left early cancels it; leave `async with` before the next prompt, \
                     or await the result.";
        docs::docstring(writer, about);
        writer.line(format!("return self._peer.iterate({decode})"));
    });
}

/// A property that comes later is an asynchronous method; one that is known with the object is one.
fn property(writer: &mut Writer, api: Api<'_>, it: &Property, imports: &mut Imports) {
    match &it.ty.kind {
        TyKind::Future(value) => later(writer, api, it, value, imports),
        _ => known(writer, api, it, imports),
    }
}

fn known(writer: &mut Writer, api: Api<'_>, it: &Property, imports: &mut Imports) {
    let ty = spell(api, &it.ty, Given::ByRuntime, imports);
    writer.line("\n@property");
    writer.line(format!("def {}(self) -> {ty}:", member(&it.meta.name)));
    writer.indented(|writer| {
        docs::of(writer, api, &it.meta);
        let made = decode::expression(api, &it.ty, "data", imports);
        let made = made.unwrap_or_else(|| "data".to_owned());
        let scope = if made.contains("scope") { "scope" } else { "_" };
        let name = quoted(it.meta.name.source());
        writer.line(format!(
            "value: {ty} = self._object.known({name}, lambda data, {scope}: {made})"
        ));
        writer.line("return value");
    });
}

fn later(writer: &mut Writer, api: Api<'_>, it: &Property, value: &Ty, imports: &mut Imports) {
    let name = member(&it.meta.name);
    let ty = spell(api, value, Given::ByRuntime, imports);
    writer.line(format!("\nasync def {name}(self) -> {ty}:"));
    writer.indented(|writer| {
        docs::of(writer, api, &it.meta);
        let data = format!("await self._peer.{name}()");
        let value = decode::expression(api, value, &data, imports).unwrap_or(data);
        writer.line(format!("return {value}"));
    });
}

fn method(
    writer: &mut Writer,
    api: Api<'_>,
    interface: &Interface,
    it: &Function,
    imports: &mut Imports,
) {
    let params = Params::of(api, &it.params, imports);
    let name = member(&it.meta.name);
    let call = Name::new(format!(
        "{}_{}",
        interface.meta.name.snake(),
        it.meta.name.snake()
    ));
    let call = quoted(&call.snake());
    writer.line("");
    if let Some(made) = api.created(it) {
        let class = imports.module(&made.meta.module, made.meta.name.pascal());
        params.method_head(writer, &format!("def {name}"), &class);
        writer.indented(|writer| {
            params.docstring(writer, api, it);
            let open = format!("peer = self._object.start(\n    {call},");
            writer.line(open);
            writer.indented(|writer| params.print_arguments(writer));
            writer.line(format!(")\nreturn {class}(peer)"));
        });
        return;
    }
    let returns = returns(api, it, imports);
    let mark = if it.is_async { "async " } else { "" };
    params.method_head(writer, &format!("{mark}def {name}"), &returns);
    writer.indented(|writer| {
        params.docstring(writer, api, it);
        match (it.is_async, &it.returns) {
            (false, _) => writer.line(format!("self._peer.{name}()")),
            (true, None) => writer.line(format!("await self._object.ask({call})")),
            (true, Some(_)) => {
                writer.line(format!(
                    "answer: {returns} = await self._object.ask({call})"
                ));
                writer.line("return answer");
            }
        }
    });
}
