//! `limits.js`: the constants of the contract, and its hash.

use super::super::doc_text::grouped;
use super::super::ecma::{Api, comment, quoted};
use super::Writer;
use crate::model::Literal;

pub(super) fn file(api: Api<'_>) -> String {
    let mut writer = Writer::new("  ");
    writer.line(
        "/**\n * The constants of the API. Rust checks the limits; they are here to be read.\n */",
    );
    for it in api.model.consts().filter(|it| api.has(&it.meta.attrs)) {
        let value = match &it.value {
            Literal::Int(value) => grouped(*value, '_'),
            Literal::String(value) => quoted(value),
            Literal::Bool(value) => value.to_string(),
        };
        writer.gap();
        comment(&mut writer, api, &it.meta);
        writer.line(format!("export const {} = {value}", it.meta.name.source()));
    }
    writer.gap();
    writer.line("/** The contract that this layer was generated from; an engine of another one is refused. */");
    writer.line(format!(
        "export const modelHash = {}",
        quoted(&api.model.hash)
    ));
    writer.finish()
}
