//! What a client answered, and what is wrong with it.

use std::fmt;

use libfx_api::FxError;
use libfx_api::support::HostError;
use libfx_api::support::check::Text;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::json;

/// The longest message of a client that ours repeat, in bytes.
const MAX_REASON_BYTES: usize = 1024;

/// The error of a call that the client did not complete.
pub(super) fn failed(call: impl fmt::Display, error: &HostError) -> FxError {
    let reason = cut(&error.message);
    FxError::mcp_failed(format!("client.{call} failed: {reason}"))
}

/// The error of an answer that the protocol does not allow. `fault` says what is wrong with it.
pub(super) fn refused(call: impl fmt::Display, fault: impl fmt::Display) -> FxError {
    FxError::mcp_failed(format!("client.{call}: {fault}"))
}

/// Reads `value`, which stands at `place` of an answer, in the form that the protocol gives it.
pub(super) fn read<T: DeserializeOwned>(
    call: impl fmt::Display,
    place: impl fmt::Display,
    value: impl Into<Value>,
) -> Result<T, FxError> {
    serde_json::from_value(value.into()).map_err(|error| {
        let fault = json::fault(&error);
        refused(
            call,
            format!("{place} is not in the form of the protocol ({fault})"),
        )
    })
}

/// A name or cursor of the server as messages quote it.
pub(super) fn quoted(text: &str) -> String {
    text.quoted().unwrap_or_default()
}

/// A message of the server as ours repeat it.
fn cut(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_REASON_BYTES);
    let cut = if end < text.len() { "…" } else { "" };
    format!("{}{cut}", &text[..end])
}
