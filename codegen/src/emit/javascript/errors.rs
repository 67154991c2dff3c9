//! `errors.js`: the error class, its codes, and how an error of the engine becomes one of JavaScript.

use super::super::ecma::{Api, comment, quoted};
use super::Writer;
use crate::model::{ErrorClass, Errors};

pub(super) fn file(api: Api<'_>, it: &Errors) -> String {
    let mut writer = Writer::new("  ");
    let module = api
        .model
        .modules
        .iter()
        .find(|module| module.name == it.meta.module);
    if let Some(module) = module {
        super::super::ecma::file_comment(&mut writer, api, &module.docs);
        writer.gap();
    }
    class(&mut writer, api, it);
    writer.gap();
    classes(&mut writer, api, it);
    writer.gap();
    constructor(&mut writer, api, it);
    writer.finish()
}

fn class(writer: &mut Writer, api: Api<'_>, it: &Errors) {
    let name = it.meta.name.source();
    comment(writer, api, &it.meta);
    writer.block(format!("export class {name} extends Error {{"), "}", |writer| {
        writer.line(
            "/** Whether `value` is an error of the API, which some `TypeError`s and `RangeError`s are: the code decides. */",
        );
        writer.block("static [Symbol.hasInstance](value) {", "}", |writer| {
            writer.line("return value instanceof Error && Object.hasOwn(CLASSES, value.code)");
        });
    });
    writer.line(format!("{name}.prototype.name = {}", quoted(name)));
}

fn classes(writer: &mut Writer, api: Api<'_>, it: &Errors) {
    writer.line("/** The class of the error of each code. */");
    writer.block("const CLASSES = {", "}", |writer| {
        for code in &it.codes {
            comment(writer, api, &code.meta);
            let class = match code.class {
                ErrorClass::Error => it.meta.name.source(),
                ErrorClass::TypeError => "TypeError",
                ErrorClass::RangeError => "RangeError",
            };
            writer.line(format!("{}: {class},", code.value));
        }
    });
}

fn constructor(writer: &mut Writer, api: Api<'_>, it: &Errors) {
    let name = it.meta.name.source();
    let fields: Vec<_> = api
        .fields(&it.fields)
        .map(|field| field.meta.name.source())
        .collect();
    let function = crate::model::Name::new(name).camel();
    writer.line(format!(
        "/**\n * Makes the error that `description` describes: `code`, `message`, and whichever is known of {}.\n *\n * @internal\n */",
        list(&fields)
    ));
    writer.block(
        format!("export function {function}({{ code, message, cause, {} }}) {{", fields.join(", ")),
        "}",
        |writer| {
            writer.line(format!("const ErrorClass = CLASSES[code] ?? {name}"));
            writer.line("const error = new ErrorClass(message, cause === undefined ? undefined : { cause })");
            writer.line("error.code = code");
            for field in &fields {
                writer.line(format!("if ({field} !== undefined) error.{field} = {field}"));
            }
            writer.line("return error");
        },
    );
}

/// `` `a`, `b` and `c` ``.
fn list(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
