//! The header, for programs in C and for Swift.

use super::{Call, Param, ParamKind, Returns, length, symbol};
use crate::emit::Writer;

/// What every engine has, whatever the contract; `bindings/c/src/engines.rs` and `buffer.rs` are behind it.
const PREAMBLE: &str = r#"#ifndef LIBFX_H
#define LIBFX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The flat engine of libfx: numbers for objects, JSON text in UTF-8 for data, and one mailbox for everything that happens
 * later. Language layers are the users; runtime/src/engine describes the messages.
 *
 * Every function may be called from any thread, and returns at once unless it says otherwise. An engine that does not exist
 * is harmless: such a call does nothing, and gives 0, false or no buffer.
 */

/** Some bytes. `data` is null for nothing at all, which is not the same as no bytes. */
typedef struct libfx_buffer {
    uint8_t *data;
    size_t length;
} libfx_buffer;

/** Gives back a buffer that a call returned, once. */
void libfx_buffer_free(libfx_buffer buffer);

/**
 * Makes an engine; 0 after libfx_exit.
 *
 * Whenever there is something to take, `wake` is called with `context`, from any thread, once until the next
 * libfx_take; it must return soon, and must not free the engine. Without `wake`, libfx_wait tells instead.
 */
uint64_t libfx_engine_new(void (*wake)(void *context), void *context);

/** Cancels everything of an engine and forgets it. `wake` is not running and will not be called once this has returned. */
void libfx_engine_free(uint64_t engine);

/** The messages that wait, as one JSON array. */
libfx_buffer libfx_take(uint64_t engine);

/**
 * Waits until an engine without `wake` has something to take, and gives its number, once until its next libfx_take. Gives
 * 0 after `timeout_ms` milliseconds (negative: never) and after libfx_exit.
 */
uint64_t libfx_wait(int64_t timeout_ms);

/**
 * Ends libfx for this process: frees every engine, lets every libfx_wait return, and waits for the threads that run turns,
 * at most so long. For processes that end in an orderly way; there is nothing to be had of libfx afterwards.
 */
void libfx_exit(uint32_t timeout_ms);
"#;

const END: &str = r"
#ifdef __cplusplus
}
#endif

#endif
";

/// `generated/c/libfx.h`.
pub(in crate::emit::engine) fn header(calls: &[Call]) -> String {
    let mut out = Writer::new("    ");
    out.line(PREAMBLE.trim_end());
    for call in calls {
        out.gap();
        comment(&mut out, &call.docs);
        out.line(prototype(call));
    }
    out.line(END.trim_end());
    out.finish()
}

fn comment(out: &mut Writer, docs: &str) {
    if !docs.contains('\n') {
        out.line(format!("/** {docs} */"));
        return;
    }
    out.line("/**");
    for line in docs.lines() {
        out.line(format!(" * {line}").trim_end());
    }
    out.line(" */");
}

fn prototype(call: &Call) -> String {
    let engine = call.uses_engine().then(|| "uint64_t engine".to_owned());
    let params = call.params.iter().map(declared);
    let params: Vec<_> = engine.into_iter().chain(params).collect();
    let params = match params.is_empty() {
        true => "void".to_owned(),
        false => params.join(", "),
    };
    let returns = match call.returns {
        Returns::Nothing => "void",
        Returns::Flag => "bool",
        Returns::Failure | Returns::Bytes | Returns::Text => "libfx_buffer",
    };
    format!("{returns} {}({params});", symbol(call))
}

fn declared(param: &Param) -> String {
    let name = param.name.snake();
    let length = length(param);
    match param.kind {
        ParamKind::Number => format!("uint32_t {name}"),
        ParamKind::Text | ParamKind::Bytes => {
            format!("const uint8_t *{name}, size_t {length}")
        }
        ParamKind::BytesList => format!("const libfx_buffer *{name}, size_t {length}"),
    }
}
