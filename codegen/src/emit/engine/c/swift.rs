//! `EngineCalls.swift`: the calls, over the module that the header makes.

use super::{Call, Param, ParamKind, Returns, symbol};
use crate::emit::Writer;

pub(in crate::emit::engine) fn swift(calls: &[Call]) -> String {
    let mut out = Writer::new("    ");
    out.line("import CLibfx");
    out.line("import Foundation");
    out.gap();
    out.line("/// One engine's calls. Texts are JSON in UTF-8; every call returns at once.");
    out.block("struct EngineCalls: Sendable {", "}", |out| {
        out.line("let number: UInt64");
        for call in calls {
            out.gap();
            method(out, call);
        }
    });
    out.finish()
}

fn method(out: &mut Writer, call: &Call) {
    for line in call.docs.lines() {
        out.line(format!("/// {line}").trim_end());
    }
    let params: Vec<_> = call.params.iter().map(declared).collect();
    let (returns, wrapper) = match call.returns {
        Returns::Nothing => ("", ""),
        Returns::Flag => (" -> Bool", ""),
        Returns::Bytes => (" -> Data?", "taken"),
        Returns::Failure => (" -> [UInt8]?", "takenText"),
        Returns::Text => (" -> [UInt8]?", "takenText"),
    };
    let engine = call.uses_engine().then(|| "number".to_owned());
    let args = call.params.iter().map(argument);
    let args: Vec<_> = engine.into_iter().chain(args).collect();
    let called = format!("{}({})", symbol(call), args.join(", "));
    let called = match wrapper {
        "" => called,
        wrapper => format!("{wrapper}({called})"),
    };
    let open = format!(
        "func {}({}){returns} {{",
        call.name.camel(),
        params.join(", ")
    );
    let mut lists = call
        .params
        .iter()
        .filter(|it| it.kind == ParamKind::BytesList);
    out.block(open, "}", |out| match lists.next() {
        Some(list) => {
            let name = list.name.camel();
            out.line(format!("withBuffers({name}) {{ {name} in {called} }}"));
        }
        None => out.line(called),
    });
}

fn declared(param: &Param) -> String {
    let name = param.name.camel();
    match param.kind {
        ParamKind::Number => format!("_ {name}: UInt32"),
        ParamKind::Text | ParamKind::Bytes => format!("_ {name}: [UInt8]"),
        ParamKind::BytesList => format!("_ {name}: [Data]"),
    }
}

fn argument(param: &Param) -> String {
    let name = param.name.camel();
    match param.kind {
        ParamKind::Number => name,
        ParamKind::Text | ParamKind::Bytes => format!("{name}, {name}.count"),
        ParamKind::BytesList => format!("{name}.baseAddress, {name}.count"),
    }
}
