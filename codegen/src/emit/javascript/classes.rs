//! Functions, and the classes of our interfaces: each member is one call of a peer (see `bindings/js/support`).

use super::super::ecma::{Api, Given, comment, function_comment, quoted, spell};
use super::Writer;
use super::imports::Imports;
use super::shapes;
use crate::model::{Function, Interface, Language, Name, Property, Ty, TyKind};

/// A function that creates one of our objects from options. What is written by hand is exported from there.
pub(super) fn function(writer: &mut Writer, api: Api<'_>, it: &Function, imports: &mut Imports) {
    if it.meta.attrs.by_hand_in(Language::JavaScript) {
        return;
    }
    let (Some(options), Some(created)) = (it.params.first(), created(api, it)) else {
        return;
    };
    let name = it.meta.name.source();
    let shape = shapes::expression(api, &options.ty, imports);
    let crossing = imports.support("describe", "Crossing");
    let open = imports.support("load", "openMailbox");
    let class = imports.module(&created.meta.module, created.meta.name.source());
    let options = options.meta.name.source();
    function_comment(writer, api, it, true);
    writer.block(
        format!("export async function {name}({options}) {{"),
        "}",
        |writer| {
            writer.line(format!("const crossing = new {crossing}()"));
            writer.line(format!("const described = {shape}({options}, crossing)"));
            writer.line(format!("const mailbox = await {open}({options})"));
            writer.line(format!(
                "return new {class}(await mailbox.create({}, described, crossing))",
                quoted(name)
            ));
        },
    );
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
        writer.line("");
        writer.line("/** @internal */");
        writer.block("constructor(peer) {", "}", |writer| {
            writer.line("this.#peer = peer");
            if it.iterates.is_some() {
                writer.line("peer.ownedBy(this)");
            }
        });
        if let Some(item) = &it.iterates {
            iterator(writer, api, item);
        }
        for member in it.properties.iter().filter(|it| api.has(&it.meta.attrs)) {
            writer.line("");
            property(writer, api, member);
        }
        for member in it.methods.iter().filter(|it| api.has(&it.meta.attrs)) {
            writer.line("");
            function_comment(writer, api, member, true);
            method(writer, api, it, member, imports);
        }
    });
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

fn property(writer: &mut Writer, api: Api<'_>, it: &Property) {
    let name = it.meta.name.source();
    let ty = spell(api, &it.ty, Given::ByRuntime);
    super::super::ecma::with_tag(writer, api, &it.meta, &format!("@type {{{ty}}}"));
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
    let engine_call = Name::new(format!(
        "{}_{}",
        interface.meta.name.snake(),
        it.meta.name.snake()
    ));
    let mut args = vec![quoted(&engine_call.camel())];
    for param in &it.params {
        let shape = shapes::expression(api, &param.ty, imports);
        args.push(format!("[{shape}, {}]", param.meta.name.source()));
    }
    let args = args.join(", ");
    let (mark, body) = match (created(api, it), it.is_async, &it.returns) {
        (Some(class), _, _) => {
            let class = imports.module(&class.meta.module, class.meta.name.source());
            ("", format!("return new {class}(this.#peer.start({args}))"))
        }
        (None, true, Some(_)) => ("", format!("return this.#peer.ask({args})")),
        (None, true, None) => ("async ", format!("await this.#peer.ask({args})")),
        (None, false, _) => ("", format!("this.#peer.{name}()")),
    };
    let open = format!("{mark}{name}({}) {{", params.join(", "));
    writer.block(open, "}", |writer| writer.line(body));
}
