//! `_errors.py`: the error class, one below it for each code, and how an error of the engine becomes one of them.

use super::Writer;
use super::api::{Api, member, quoted};
use super::imports::Imports;
use super::types::{Given, spell};
use super::{INDENT, apart, docs};
use crate::model::{ErrorClass, ErrorCode, Errors, Field};

pub(super) fn file(api: Api<'_>, it: &Errors) -> String {
    let mut imports = Imports::new(&it.meta.module);
    let mut body = Writer::new(INDENT);
    codes(&mut body, it, &mut imports);
    class(&mut body, api, it, &mut imports);
    for code in &it.codes {
        subclass(&mut body, api, it, code);
    }
    table(&mut body, it);
    constructor(&mut body, api, it, &mut imports);
    let modules = &api.model.modules;
    let module = modules.iter().find(|module| module.name == it.meta.module);
    let module = module.expect("the errors were declared in a module");
    super::with_head(api, module, &imports, &body.finish())
}

/// `BusyError`.
pub(super) fn class_name(code: &ErrorCode) -> String {
    format!("{}Error", code.meta.name.pascal())
}

fn codes(writer: &mut Writer, it: &Errors, imports: &mut Imports) {
    let alias = imports.std("typing", "TypeAlias");
    let literal = imports.std("typing", "Literal");
    let name = it.meta.name.pascal();
    apart(writer);
    let open = format!("{name}Code: {alias} = {literal}[");
    writer.block(open, "]", |writer| {
        for code in &it.codes {
            writer.line(format!("{},", quoted(&code.value)));
        }
    });
    docs::docstring(writer, &format!("The stable codes of `{name}`."));
}

fn class(writer: &mut Writer, api: Api<'_>, it: &Errors, imports: &mut Imports) {
    let class_var = imports.std("typing", "ClassVar");
    let name = it.meta.name.pascal();
    apart(writer);
    writer.block(format!("class {name}(Exception):"), "", |writer| {
        docs::of(writer, api, &it.meta);
        writer.line("");
        writer.line(format!("code: {class_var}[{name}Code]"));
        docs::docstring(writer, "The stable code: what kind of error this is.");
        for field in api.fields(&it.fields) {
            writer.line("");
            let ty = spell(api, &field.ty, Given::ByRuntime, imports);
            writer.line(format!("{}: {ty} | None", member(&field.meta.name)));
            docs::of(writer, api, &field.meta);
        }
        writer.line("");
        writer.line("message: str");
        docs::docstring(writer, "What went wrong, and what to do.");
        writer.line("");
        initializer(writer, api, it, imports);
    });
}

fn initializer(writer: &mut Writer, api: Api<'_>, it: &Errors, imports: &mut Imports) {
    let fields: Vec<&Field> = api.fields(&it.fields).collect();
    let params = fields.iter().map(|field| {
        let ty = spell(api, &field.ty, Given::ByRuntime, imports);
        format!("{}: {ty} | None = None,", member(&field.meta.name))
    });
    let params: Vec<_> = params.collect();
    writer.block("def __init__(", ") -> None:", |writer| {
        writer.line("self,\nmessage: str,\n*,");
        for param in params {
            writer.line(param);
        }
    });
    writer.indented(|writer| {
        writer.line("super().__init__(message)");
        writer.line("self.message = message");
        for field in fields {
            let name = member(&field.meta.name);
            writer.line(format!("self.{name} = {name}"));
        }
    });
}

fn subclass(writer: &mut Writer, api: Api<'_>, it: &Errors, code: &ErrorCode) {
    let base = it.meta.name.pascal();
    let bases = match code.class {
        ErrorClass::Error => base,
        ErrorClass::TypeError => format!("{base}, TypeError"),
        ErrorClass::RangeError => format!("{base}, ValueError"),
    };
    apart(writer);
    let open = format!("class {}({bases}):", class_name(code));
    writer.line(open);
    writer.indented(|writer| {
        docs::of(writer, api, &code.meta);
        writer.line("");
        writer.line(format!("code = {}", quoted(&code.value)));
    });
}

fn table(writer: &mut Writer, it: &Errors) {
    apart(writer);
    let open = format!("_CLASSES: dict[str, type[{}]] = {{", it.meta.name.pascal());
    writer.block(open, "}", |writer| {
        for code in &it.codes {
            writer.line(format!("{}: {},", quoted(&code.value), class_name(code)));
        }
    });
}

fn constructor(writer: &mut Writer, api: Api<'_>, it: &Errors, imports: &mut Imports) {
    let any = imports.std("typing", "Any");
    let name = it.meta.name.pascal();
    apart(writer);
    let function = it.meta.name.snake();
    writer.line(format!("def {function}(data: dict[str, {any}]) -> {name}:"));
    writer.indented(|writer| {
        docs::docstring(writer, "The error that the engine describes.");
        writer.block("return _CLASSES[data[\"code\"]](", ")", |writer| {
            writer.line("data[\"message\"],");
            for field in api.fields(&it.fields) {
                let (name, key) = (member(&field.meta.name), quoted(field.meta.name.source()));
                writer.line(format!("{name}=data.get({key}),"));
            }
        });
    });
}
