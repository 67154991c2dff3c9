//! Objects of host interfaces: how one of the application's crosses, and how one of the runtime's is called.

use super::Api;
use super::cross;
use super::expressions;
use super::names::quoted;
use super::protocols::requirement;
use crate::emit::Writer;
use crate::model::{Function, Interface, Name, Param, Prim, TyKind};

/// How an object of the application's is described: its properties now, its methods when they are called.
pub(super) fn described(out: &mut Writer, api: Api<'_>, it: &Interface) {
    let name = api.type_name(&it.meta.name);
    let properties: Vec<_> = it
        .properties
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    let methods: Vec<_> = it
        .methods
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    out.block(format!("extension {name} {{"), "}", |out| {
        cross::describing(out, |out| {
            out.block("crossing.object(", ")", |out| {
                out.line("self,");
                if properties.is_empty() {
                    out.line("properties: [:],");
                    return methods_entry(out, api, &methods);
                }
                out.block("properties: [", "],", |out| {
                    for property in properties {
                        let member = api.member(&property.meta.name);
                        let value = match property.optional {
                            true => {
                                let some = expressions::described(api, &property.ty, "value");
                                format!("{member}.map {{ value in {some} }}")
                            }
                            false => expressions::described(api, &property.ty, &member),
                        };
                        out.line(format!("{}: {value},", quoted(property.meta.name.source())));
                    }
                });
                methods_entry(out, api, &methods);
            });
        });
    });
}

fn methods_entry(out: &mut Writer, api: Api<'_>, methods: &[&Function]) {
    out.block("methods: [", "]", |out| {
        for method in methods {
            entry(out, api, method);
        }
    });
}

fn entry(out: &mut Writer, api: Api<'_>, method: &Function) {
    let args = method.params.iter().enumerate();
    let args = args.filter(|(_, param)| api.is_passed(param));
    let args = args.enumerate().map(|(place, (at, param))| {
        let value = argument(api, at, param);
        match place {
            0 => value,
            _ => format!("{}: {value}", api.label(&param.meta.name)),
        }
    });
    let args: Vec<_> = args.collect();
    let effect = if method.is_async { "try await" } else { "try" };
    let name = api.member(&method.meta.name);
    let call = format!("{effect} self.{name}({})", args.join(", "));
    let key = quoted(method.meta.name.source());
    let ignored = if args.is_empty() { "_" } else { "arguments" };
    out.block(
        format!("{key}: {{ {ignored} in"),
        "},",
        |out| match &method.returns {
            Some(ty) => {
                out.line(format!("let answer = {call}"));
                out.line("let crossing = Crossing()");
                out.line(format!(
                    "return {}",
                    expressions::described(api, ty, "answer")
                ));
            }
            None => {
                out.line(call);
                out.line("return .null");
            }
        },
    );
}

/// An argument of the engine's. One that may be absent is a list of it or of nothing.
fn argument(api: Api<'_>, at: usize, param: &Param) -> String {
    if !param.optional {
        return expressions::given(api, &param.ty, &format!("arguments.at({at})"));
    }
    let some = expressions::given(api, &param.ty, "item");
    format!("try arguments.at({at}).items().first.map {{ (item) throws(FxError) in {some} }}")
}

/// The name of the struct of the runtime's objects of an interface.
pub(super) fn lent_name(interface: &str) -> String {
    format!("Lent{interface}")
}

/// The runtime's objects of an interface.
pub(super) fn lent(out: &mut Writer, api: Api<'_>, it: &Interface) {
    let name = api.type_name(&it.meta.name);
    let lent = lent_name(&name);
    let properties: Vec<_> = it
        .properties
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    out.line(format!(
        "/// A ``{name}`` of the runtime, whose methods are calls of the engine."
    ));
    out.block(format!("struct {lent}: {name} {{"), "}", |out| {
        out.line("let peer: ObjectPeer");
        for property in &properties {
            let mark = if property.optional { "?" } else { "" };
            out.line(format!("let {}: {}{mark}", api.member(&property.meta.name), api.spell(&property.ty)));
        }
        out.line("");
        out.line("/// The object that the engine described: one that the application handed over itself is that very object.");
        let open = format!("static func made(of value: JSONValue, in scope: HostScope) throws(FxError) -> any {name} {{");
        out.block(open, "}", |out| {
            out.line(format!("if let own = scope.own(value, as: (any {name}).self) {{ return own }}"));
            out.line("let (peer, value) = try scope.lent(value)");
            let args = properties.iter().map(|property| {
                let key = quoted(property.meta.name.source());
                let made = match property.optional {
                    true => {
                        let some = expressions::given(api, &property.ty, "item");
                        format!("try value.memberIfAny({key}).map {{ (item) throws(FxError) in {some} }}")
                    }
                    false => expressions::given(api, &property.ty, &format!("value.member({key})")),
                };
                format!("{}: {made}", api.label(&property.meta.name))
            });
            let args: Vec<_> = std::iter::once("peer: peer".to_owned()).chain(args).collect();
            let value = if properties.is_empty() { "_ = value\n" } else { "" };
            out.line(format!("{value}return {lent}(\n    {}\n)", args.join(",\n    ")));
        });
        for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
            out.line("");
            out.block(format!("{} {{", requirement(api, method)), "}", |out| {
                lent_method(out, api, it, method);
            });
        }
    });
}

fn lent_method(out: &mut Writer, api: Api<'_>, interface: &Interface, method: &Function) {
    let texts = arguments(out, api, method);
    let call = Name::new(format!(
        "{}_{}",
        interface.meta.name.snake(),
        method.meta.name.snake()
    ));
    let args: Vec<_> = ["object".to_owned(), "call".to_owned()]
        .into_iter()
        .chain(texts)
        .collect();
    let ask = format!(
        "try await peer.askUntilCancelled {{ calls, object, call in calls.{}({}) }}",
        call.camel(),
        args.join(", ")
    );
    match &method.returns {
        Some(ty) => {
            out.line(format!("let answer = {ask}"));
            out.line(format!("return {}", expressions::given(api, ty, "answer")));
        }
        None => out.line(format!("_ = {ask}")),
    }
}

/// Describes the arguments of a call of the engine, and gives the names of their texts.
pub(super) fn arguments(out: &mut Writer, api: Api<'_>, function: &Function) -> Vec<String> {
    if function.params.is_empty() {
        return Vec::new();
    }
    out.line("let crossing = Crossing()");
    let mut texts = Vec::new();
    for param in &function.params {
        let text = format!("{}Text", api.label(&param.meta.name));
        out.line(format!(
            "let {text} = JSONWriter.text({})",
            described_argument(api, param)
        ));
        texts.push(text);
    }
    texts
}

fn described_argument(api: Api<'_>, param: &Param) -> String {
    let member = api.member(&param.meta.name);
    match &param.ty.kind {
        TyKind::Prim(Prim::Signal) => "crossing.signal()".to_owned(),
        _ if !api.has(&param.meta.attrs) => ".undefined".to_owned(),
        // Only signals: what is described is the task.
        _ if api.is_signal(&param.ty) => expressions::described(api, &param.ty, &member),
        _ if param.optional => {
            let some = expressions::described(api, &param.ty, "value");
            format!("{member}.map {{ value in {some} }} ?? .undefined")
        }
        _ => expressions::described(api, &param.ty, &member),
    }
}
