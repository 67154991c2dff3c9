//! `limits.py`: the constants of the contract.

use super::Writer;
use super::api::{Api, quoted};
use super::{INDENT, docs};
use crate::emit::doc_text::grouped;
use crate::model::Literal;

pub(super) fn file(api: Api<'_>) -> String {
    let mut writer = Writer::new(INDENT);
    let about = "The constants of the API. Limits are checked when values are passed; they are here to be read.";
    docs::docstring(&mut writer, about);
    writer.line("\nfrom typing import Final");
    for it in api.model.consts().filter(|it| api.has(&it.meta.attrs)) {
        let value = match &it.value {
            Literal::Int(value) => grouped(*value, '_'),
            Literal::String(value) => quoted(value),
            Literal::Bool(true) => "True".to_owned(),
            Literal::Bool(false) => "False".to_owned(),
        };
        writer.line("");
        writer.line(format!("{}: Final = {value}", it.meta.name.screaming()));
        docs::of(&mut writer, api, &it.meta);
    }
    writer.finish()
}
