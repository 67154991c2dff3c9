//! `Limits.swift`: the constants of the contract, and its hash.

use super::Api;
use super::docs::comment;
use super::names::quoted;
use crate::emit::Writer;
use crate::emit::doc_text::grouped;
use crate::model::Literal;

pub(super) fn file(api: Api<'_>) -> String {
    let mut out = Writer::new("    ");
    out.line("/// The constants of the API: limits, timeouts and defaults. They are checked by the runtime, and are here to be read.");
    out.block("public enum Limits {", "}", |out| {
        let consts = api.model.consts().filter(|it| api.has(&it.meta.attrs));
        for (at, it) in consts.enumerate() {
            super::data::separate(out, at);
            comment(out, api, &it.meta);
            let (ty, value) = match &it.value {
                Literal::Int(value) => ("Int", grouped(*value, '_')),
                Literal::String(value) => ("String", quoted(value)),
                Literal::Bool(value) => ("Bool", value.to_string()),
            };
            out.line(format!(
                "public static let {}: {ty} = {value}",
                api.member(&it.meta.name)
            ));
        }
    });
    out.gap();
    out.line(
        "/// The contract that this layer was generated from; a library of another one is refused.",
    );
    out.line(format!("let modelHash = {}", quoted(&api.model.hash)));
    out.finish()
}
