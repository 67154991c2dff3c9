//! Runtime interfaces: classes whose members are calls of the engine.

use super::Api;
use super::docs::{comment, parameters, print, throws, with_sections};
use super::expressions;
use super::functions;
use super::objects::arguments;
use crate::emit::Writer;
use crate::model::{Decl, Docs, Function, Interface, Name, Param, Prim, Property, Ty, TyKind};

pub(super) fn class(out: &mut Writer, api: Api<'_>, it: &Interface) {
    comment(out, api, &it.meta);
    let name = api.type_name(&it.meta.name);
    let adopts = if it.iterates.is_some() {
        "AsyncSequence, Sendable"
    } else {
        "Sendable"
    };
    out.block(
        format!("public final class {name}: {adopts} {{"),
        "}",
        |out| {
            match &it.iterates {
                Some(item) => sequence(out, api, it, item),
                None => object(out, api, it),
            }
            for property in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
                if let TyKind::Future(value) = &property.ty.kind {
                    out.line("");
                    later(out, api, property, value);
                }
            }
            for method in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
                out.line("");
                function(out, api, it, method);
            }
        },
    );
    out.gap();
    mirror(out, api, it, &name);
    for function in functions::creating(api, it) {
        out.gap();
        functions::initializers(out, api, function, it);
    }
}

/// What is printed of an object: what can be read of it, and nothing of the engine behind it.
fn mirror(out: &mut Writer, api: Api<'_>, it: &Interface, name: &str) {
    let data = data(api, it);
    let members = data.iter().map(|it| {
        format!(
            "\"{}\": {} as Any",
            api.label(&it.meta.name),
            api.member(&it.meta.name)
        )
    });
    let members = members.collect::<Vec<_>>().join(", ");
    let members = if members.is_empty() { ":" } else { &members };
    out.block(
        format!("extension {name}: CustomReflectable {{"),
        "}",
        |out| {
            print(out, "What can be read of it.");
            out.line(format!(
                "public var customMirror: Mirror {{ Mirror(self, children: [{members}]) }}"
            ));
        },
    );
}

/// The properties that are known when an object has been made.
pub(super) fn data<'a>(api: Api<'_>, it: &'a Interface) -> Vec<&'a Property> {
    let properties = it.properties.iter().filter(|it| api.has(&it.meta.attrs));
    properties
        .filter(|it| !matches!(it.ty.kind, TyKind::Future(_)))
        .collect()
}

/// An object that a function makes.
fn object(out: &mut Writer, api: Api<'_>, it: &Interface) {
    let data = data(api, it);
    for property in &data {
        comment(out, api, &property.meta);
        let mark = if property.optional { "?" } else { "" };
        out.line(format!(
            "public let {}: {}{mark}",
            api.member(&property.meta.name),
            api.spell(&property.ty)
        ));
        out.line("");
    }
    out.line("private let peer: ObjectPeer");
    out.line("");
    if data.is_empty() {
        out.block("init(peer: ObjectPeer) {", "}", |out| {
            out.line("self.peer = peer")
        });
        return;
    }
    out.block(
        "init(peer: ObjectPeer, given value: JSONValue) throws(FxError) {",
        "}",
        |out| {
            let holds_objects = data.iter().any(|it| api.holds_objects(&it.ty));
            if holds_objects {
                out.line("let scope = peer.scope");
            }
            for property in &data {
                let value = expressions::given(
                    api,
                    &property.ty,
                    &format!("value.member(\"{}\")", property.meta.name.source()),
                );
                out.line(format!("self.{} = {value}", api.label(&property.meta.name)));
            }
            out.line("self.peer = peer");
        },
    );
}

/// An object that is read as a sequence.
fn sequence(out: &mut Writer, api: Api<'_>, it: &Interface, item: &Ty) {
    let element = api.spell(item);
    let value = expressions::given(api, item, "value");
    print(out, "What reading gives.");
    out.line(format!("public typealias Element = {element}"));
    print(out, "What reading fails with.");
    out.line("public typealias Failure = FxError");
    out.line("");
    out.line("private let peer: TurnPeer");
    out.line("");
    out.block("init(peer: TurnPeer) {", "}", |out| {
        out.line("self.peer = peer")
    });
    out.line("");
    out.block("deinit {", "}", |out| out.line("peer.abandon()"));
    out.line("");
    print(out, &iterator_docs(api, it));
    out.block(
        "public func makeAsyncIterator() -> AsyncIterator {",
        "}",
        |out| {
            out.line("AsyncIterator(reader: peer.read())");
        },
    );
    out.line("");
    print(
        out,
        "Reads one after the other. Letting go of it before the end stops the reading.",
    );
    out.block("public struct AsyncIterator: AsyncIteratorProtocol {", "}", |out| {
        out.line("let reader: EventReader");
        out.line("");
        print(out, "The next one, once there is one; `nil` after the last.");
        out.block(format!("public mutating func next() async throws(FxError) -> {element}? {{"), "}", |out| {
            out.line("try await next(isolation: nil)");
        });
        out.line("");
        print(out, "The next one, once there is one; `nil` after the last.");
        out.line("public mutating func next(");
        out.line("    isolation actor: isolated (any Actor)?");
        out.block(format!(") async throws(FxError) -> {element}? {{"), "}", |out| {
            out.line("guard let value = try await reader.next(isolation: actor) else { return nil }");
            out.line(format!("return {value}"));
        });
    });
}

fn iterator_docs(api: Api<'_>, it: &Interface) -> String {
    match it.iterates_docs.0.is_empty() {
        true => "Begins to read. There is one reader: reading with a second fails.".to_owned(),
        false => super::docs::text(api, &it.iterates_docs.0),
    }
}

/// A property that comes later.
fn later(out: &mut Writer, api: Api<'_>, it: &Property, value: &Ty) {
    comment(out, api, &it.meta);
    let name = api.member(&it.meta.name);
    out.block(
        format!("public var {name}: {} {{", api.spell(value)),
        "}",
        |out| {
            out.block("get async throws(FxError) {", "}", |out| {
                out.line(format!("let value = try await peer.{name}()"));
                out.line(format!(
                    "return {}",
                    expressions::given(api, value, "value")
                ));
            });
        },
    );
}

/// A method; where the first argument may be a text, also one that takes a `String`.
fn function(out: &mut Writer, api: Api<'_>, interface: &Interface, it: &Function) {
    method_docs(out, api, it);
    out.block(format!("public {} {{", head(api, it, None)), "}", |out| {
        body(out, api, interface, it)
    });
    if let Some(case) = text_of_first(api, it) {
        out.line("");
        method_docs(out, api, it);
        out.block(
            format!("public {} {{", head(api, it, Some("String"))),
            "}",
            |out| {
                let args = api.params(it).enumerate().map(|(at, param)| {
                    let member = api.member(&param.meta.name);
                    match at {
                        0 => format!(".{case}({member})"),
                        _ => format!("{}: {member}", api.label(&param.meta.name)),
                    }
                });
                let args = args.collect::<Vec<_>>().join(", ");
                out.line(format!(
                    "{}{}({args})",
                    effects_of_call(it),
                    api.member(&it.meta.name)
                ));
            },
        );
    }
}

/// Whether there are two methods of it, of which one takes a `String`.
pub(super) fn takes_text_too(api: Api<'_>, it: &Function) -> bool {
    text_of_first(api, it).is_some()
}

/// The case of the first argument that is a text.
fn text_of_first(api: Api<'_>, it: &Function) -> Option<String> {
    let first = api.params(it).next()?;
    text_case(api, &first.ty)
}

/// The case of a union by kind that is a text.
fn text_case(api: Api<'_>, ty: &Ty) -> Option<String> {
    let TyKind::Named(name) = &ty.kind else {
        return None;
    };
    let Decl::KindUnion(union) = api.model.decl(name) else {
        return None;
    };
    let mut variants = union.variants.iter();
    let text = variants.find(|it| it.ty.kind == TyKind::Prim(Prim::String))?;
    Some(api.member(&text.meta.name))
}

fn method_docs(out: &mut Writer, api: Api<'_>, it: &Function) {
    let params: Vec<(String, &Docs)> = api
        .params(it)
        .map(|it| (api.label(&it.meta.name), &it.meta.docs))
        .collect();
    let sections = [parameters(api, &params), throws(api, &it.throws)];
    let sections: Vec<_> = sections.into_iter().flatten().collect();
    with_sections(out, api, &it.meta, &sections);
}

fn effects_of_call(it: &Function) -> &'static str {
    match (it.is_async, it.throws.is_empty()) {
        (true, true) => "await ",
        (true, false) => "try await ",
        (false, true) => "",
        (false, false) => "try ",
    }
}

fn head(api: Api<'_>, it: &Function, first: Option<&str>) -> String {
    let params = api
        .params(it)
        .enumerate()
        .map(|(at, param)| match (at, first) {
            (0, Some(ty)) => format!("_ {}: {ty}", api.member(&param.meta.name)),
            (0, None) => format!("_ {}", parameter(api, param)),
            _ => parameter(api, param),
        });
    let params = params.collect::<Vec<_>>().join(", ");
    let waits = if it.is_async { " async" } else { "" };
    let fails = if it.throws.is_empty() {
        ""
    } else {
        " throws(FxError)"
    };
    let returns = it
        .returns
        .as_ref()
        .map(|ty| format!(" -> {}", api.spell(ty)));
    format!(
        "func {}({params}){waits}{fails}{}",
        api.member(&it.meta.name),
        returns.unwrap_or_default()
    )
}

/// A parameter with its default.
pub(super) fn parameter(api: Api<'_>, param: &Param) -> String {
    let ty = api.spell(&param.ty);
    match param.optional {
        true => format!("{}: {ty}? = nil", api.member(&param.meta.name)),
        false => format!("{}: {ty}", api.member(&param.meta.name)),
    }
}

fn body(out: &mut Writer, api: Api<'_>, interface: &Interface, it: &Function) {
    let texts = arguments(out, api, it);
    let call = Name::new(format!(
        "{}_{}",
        interface.meta.name.snake(),
        it.meta.name.snake()
    ))
    .camel();
    let args = |ids: &[&str]| {
        let ids = ids.iter().map(|it| (*it).to_owned());
        ids.chain(texts.iter().cloned())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let made = it.returns.as_ref().and_then(|ty| match &ty.kind {
        TyKind::Named(name) if api.is_runtime_interface(name) => Some(api.type_of(name)),
        _ => None,
    });
    if let Some(made) = made {
        let args = args(&["object", "id"]);
        out.line(format!(
            "let peer = try peer.start {{ calls, object, id in calls.{call}({args}) }}"
        ));
        out.line(format!("return {made}(peer: peer)"));
    } else if it.is_async {
        let ask = format!(
            "{{ calls, object, call in calls.{call}({}) }}",
            args(&["object", "call"])
        );
        answered(out, api, it, &ask);
    } else {
        out.line(format!("peer.{}()", api.label(&it.meta.name)));
    }
}

fn answered(out: &mut Writer, api: Api<'_>, it: &Function, ask: &str) {
    match &it.returns {
        Some(ty) if ty.kind == TyKind::Prim(Prim::Bytes) => {
            out.line(format!("return try await peer.askForBytes {ask}"));
        }
        Some(ty) => {
            out.line(format!("let answer = try await peer.ask {ask}"));
            out.line(format!("return {}", expressions::given(api, ty, "answer")));
        }
        None if it.throws.is_empty() => {
            // It fails only when the engine is gone, and then there is nothing left to be done.
            out.line(format!("_ = try? await peer.ask {ask}"));
        }
        None => out.line(format!("_ = try await peer.ask {ask}")),
    }
}
