//! Bytes between JavaScript and Rust.

use bytes::Bytes;
use napi::bindgen_prelude::Uint8Array;

/// A copy: JavaScript may change or detach its array at any time.
pub(crate) fn blob(bytes: &Uint8Array) -> Bytes {
    Bytes::copy_from_slice(bytes)
}

pub(crate) fn blobs(blobs: Vec<Uint8Array>) -> Vec<Bytes> {
    blobs.iter().map(blob).collect()
}

pub(crate) fn bytes_out(bytes: Bytes) -> Uint8Array {
    Uint8Array::from(Vec::from(bytes))
}
