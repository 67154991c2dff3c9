//! The dialect of C: plain exports of a shared or static library, the header that declares them, and the classes of
//! Python and Swift that call them.
//!
//! An engine is a number, so that a foreign or forgotten one is harmless. A text or some bytes go in as an address and a
//! length that belong to the caller, and come back as a buffer that the caller gives back.

mod glue;
mod header;
mod python;
mod swift;
#[cfg(test)]
mod tests;

pub(super) use glue::glue;
pub(super) use header::header;
pub(super) use python::python;
pub(super) use swift::swift;

use super::calls::{Call, Param, ParamKind, Returns};

/// The exported symbol of a call. One name space holds every library of a program, so it begins with ours.
fn symbol(call: &Call) -> String {
    format!("libfx_{}", call.name.snake())
}

/// The name of the parameter that tells how long another is.
fn length(param: &Param) -> String {
    match param.kind {
        ParamKind::BytesList => format!("{}_count", param.name.snake()),
        ParamKind::Number | ParamKind::Text | ParamKind::Bytes => {
            format!("{}_length", param.name.snake())
        }
    }
}
