//! `generated/python/libfx/_calls.py`: the calls, over the library that ctypes has loaded.

use super::{Call, Param, ParamKind, Returns, symbol};
use crate::emit::Writer;

pub(in crate::emit::engine) fn python(calls: &[Call], hash: &str) -> String {
    let mut out = Writer::new("    ");
    out.line("\"\"\"The calls of the flat engine, as the shared library exports them.\"\"\"");
    out.gap();
    out.line("from __future__ import annotations");
    out.gap();
    out.line("from collections.abc import Sequence");
    out.line("from typing import Final");
    out.gap();
    out.line("from ._support.library import Library");
    out.gap();
    out.line(format!("MODEL_HASH: Final = \"{hash}\""));
    out.line("\"\"\"The contract that these calls were generated from; a library of another one is refused.\"\"\"");
    out.gap();
    signatures(&mut out, calls);
    out.gap();
    out.line("");
    out.block("class Calls:", "", |out| {
        out.line(
            "\"\"\"One engine's calls. Texts are JSON in UTF-8; every call returns at once.\"\"\"",
        );
        out.gap();
        out.line("__slots__ = (\"_library\", \"_number\")");
        out.gap();
        out.block(
            "def __init__(self, library: Library, number: int) -> None:",
            "",
            |out| {
                out.line("self._library = library");
                out.line("self._number = number");
            },
        );
        for call in calls {
            out.gap();
            method(out, call);
        }
    });
    out.finish()
}

/// What each call gives and takes, in the words of `_support/library.py`.
fn signatures(out: &mut Writer, calls: &[Call]) {
    out.block("SIGNATURES: Final = {", "}", |out| {
        for call in calls {
            let engine = call.uses_engine().then_some("engine");
            let params = call.params.iter().map(|param| match param.kind {
                ParamKind::Number => "number",
                ParamKind::Text | ParamKind::Bytes => "bytes",
                ParamKind::BytesList => "buffers",
            });
            let params: Vec<_> = engine.into_iter().chain(params).collect();
            let returns = match call.returns {
                Returns::Nothing => "nothing",
                Returns::Flag => "flag",
                Returns::Failure | Returns::Bytes | Returns::Text => "buffer",
            };
            out.line(format!(
                "\"{}\": (\"{returns}\", \"{}\"),",
                symbol(call),
                params.join(" ")
            ));
        }
    });
    out.line("\"\"\"What each call gives, and what it takes.\"\"\"");
}

fn method(out: &mut Writer, call: &Call) {
    let params: Vec<_> = call.params.iter().map(declared).collect();
    let params = match params.is_empty() {
        true => String::new(),
        false => format!(", {}", params.join(", ")),
    };
    let (returns, take) = match call.returns {
        Returns::Nothing => ("None", "call"),
        Returns::Flag => ("bool", "flag"),
        Returns::Failure | Returns::Bytes | Returns::Text => ("bytes | None", "take"),
    };
    let engine = call.uses_engine().then(|| "self._number".to_owned());
    let args = call.params.iter().map(argument);
    let args: Vec<_> = std::iter::once(format!("\"{}\"", symbol(call)))
        .chain(engine)
        .chain(args)
        .collect();
    let head = format!("def {}(self{params}) -> {returns}:", call.name.snake());
    out.line(head);
    out.indented(|out| {
        docstring(out, &call.docs);
        let called = format!("self._library.{take}({})", args.join(", "));
        out.line(match call.returns {
            Returns::Nothing => called,
            Returns::Flag | Returns::Failure | Returns::Bytes | Returns::Text => {
                format!("return {called}")
            }
        });
    });
}

fn docstring(out: &mut Writer, docs: &str) {
    match docs.contains('\n') {
        true => out.line(format!("\"\"\"{docs}\n\"\"\"")),
        false => out.line(format!("\"\"\"{docs}\"\"\"")),
    }
}

fn declared(param: &Param) -> String {
    let name = param.name.snake();
    match param.kind {
        ParamKind::Number => format!("{name}: int"),
        ParamKind::Text | ParamKind::Bytes => format!("{name}: bytes"),
        ParamKind::BytesList => format!("{name}: Sequence[bytes]"),
    }
}

fn argument(param: &Param) -> String {
    let name = param.name.snake();
    match param.kind {
        ParamKind::Number => name,
        ParamKind::Text | ParamKind::Bytes => format!("{name}, len({name})"),
        ParamKind::BytesList => format!("*self._library.buffers({name})"),
    }
}
