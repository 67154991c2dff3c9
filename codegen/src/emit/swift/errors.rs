//! The error type, its codes, and how an error of the engine becomes one.

use super::Api;
use super::data::call_like;
use super::docs::{comment, print};
use super::expressions;
use super::names::quoted;
use crate::emit::Writer;
use crate::model::Errors;

pub(super) fn file(api: Api<'_>, it: &Errors) -> String {
    let mut out = Writer::new("    ");
    let name = api.type_name(&it.meta.name);
    comment(&mut out, api, &it.meta);
    out.block(
        format!("public struct {name}: Error, Sendable, Hashable {{"),
        "}",
        |out| {
            codes(out, api, it);
            out.line("");
            members(out, api, it);
        },
    );
    out.gap();
    descriptions(&mut out, &name);
    out.gap();
    given(&mut out, api, it, &name);
    out.finish()
}

fn codes(out: &mut Writer, api: Api<'_>, it: &Errors) {
    print(
        out,
        "What kind of error it is. The raw value is the stable text of the code, the same in every language.",
    );
    out.block(
        "public enum Code: String, Sendable, CaseIterable {",
        "}",
        |out| {
            let codes = it.codes.iter().filter(|code| api.has(&code.meta.attrs));
            for (at, code) in codes.enumerate() {
                super::data::separate(out, at);
                comment(out, api, &code.meta);
                let member = api.member(&code.meta.name);
                out.line(format!("case {member} = {}", quoted(&code.value)));
            }
        },
    );
}

fn members(out: &mut Writer, api: Api<'_>, it: &Errors) {
    print(out, "What kind of error it is.");
    out.line("public let code: Code");
    out.line("");
    print(
        out,
        "What went wrong and what to do, in one sentence. Its wording may change.",
    );
    out.line("public let message: String");
    let record = it.meta.name.source();
    let fields = api.fields(&it.fields);
    for field in &fields {
        out.line("");
        comment(out, api, &field.meta);
        let ty = api.spell_field(record, field);
        out.line(format!("public let {}: {ty}", api.member(&field.meta.name)));
    }
    out.line("");
    print(out, "Makes an error, for example in tests.");
    let mut params = vec!["_ code: Code".to_owned(), "_ message: String".to_owned()];
    params.extend(fields.iter().map(|field| {
        let ty = api.spell_field(record, field);
        format!("{}: {ty} = nil", api.member(&field.meta.name))
    }));
    out.block(call_like("public init", &params, " {"), "}", |out| {
        out.line("self.code = code");
        out.line("self.message = message");
        for field in &fields {
            let member = api.member(&field.meta.name);
            out.line(format!("self.{} = {member}", api.label(&field.meta.name)));
        }
    });
}

/// What is shown of an error by `print` and by what knows Foundation only.
fn descriptions(out: &mut Writer, name: &str) {
    out.block(
        format!("extension {name}: CustomStringConvertible, LocalizedError {{"),
        "}",
        |out| {
            print(out, "The code and the message.");
            out.line("public var description: String { \"\\(code.rawValue): \\(message)\" }");
            out.line("");
            print(out, "The message.");
            out.line("public var errorDescription: String? { message }");
        },
    );
}

fn given(out: &mut Writer, api: Api<'_>, it: &Errors, name: &str) {
    out.block(format!("extension {name} {{"), "}", |out| {
        out.line("/// The error that the engine described.");
        out.block(
            format!("init(given value: JSONValue) throws({name}) {{"),
            "}",
            |out| {
                out.line("let code = try value.member(\"code\").text()");
                out.block("self.init(", ")", |out| {
                    let fields = api.fields(&it.fields);
                    out.line("Code(rawValue: code) ?? .internal,");
                    let comma = if fields.is_empty() { "" } else { "," };
                    out.line(format!("try value.member(\"message\").text(){comma}"));
                    for (at, field) in fields.iter().enumerate() {
                        let comma = if at + 1 == fields.len() { "" } else { "," };
                        let label = api.label(&field.meta.name);
                        let value =
                            expressions::given_field(api, it.meta.name.source(), field, "value");
                        out.line(format!("{label}: {value}{comma}"));
                    }
                });
            },
        );
    });
}
