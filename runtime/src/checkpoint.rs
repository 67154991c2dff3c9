//! Checkpoints: a conversation as bytes that restore it anywhere, for ever.
//!
//! | Bytes | Content |
//! |---|---|
//! | 0–4 | `libfx` |
//! | 5–6 | version of the format, big-endian |
//! | 7–10 | length of the payload, big-endian |
//! | 11–42 | SHA-256 of the payload |
//! | 43– | the payload: JSON of `idl/wire/checkpoint.schema.json` |
//!
//! The same conversation gives the same bytes on every backend: members have a fixed order, and values that the model or
//! a provider wrote keep theirs. The hash finds damage; it proves nothing about who wrote the bytes, so everything is
//! checked on the way in.

mod payload;

use libfx_api::FxError;
use libfx_api::limits::MAX_CHECKPOINT_BYTES;
use libfx_wire::checkpoint::CheckpointPayload;
use sha2::{Digest, Sha256};

use crate::conversation::Conversation;
use crate::json;

const MAGIC: &[u8; 5] = b"libfx";
const VERSION: u16 = 1;
pub(crate) const HEADER_BYTES: usize = 43;

/// Saves a conversation.
///
/// # Errors
/// `limitExceeded` when it has outgrown the largest checkpoint.
pub(crate) fn encode(conversation: &Conversation) -> Result<Vec<u8>, FxError> {
    let payload =
        serde_json::to_vec(&payload::of(conversation)).expect("keys are strings, values are JSON");
    let bytes = HEADER_BYTES + payload.len();
    if bytes as u64 > MAX_CHECKPOINT_BYTES {
        return Err(FxError::limit_exceeded(format!(
            "the conversation needs a checkpoint of {bytes} bytes, more than the {MAX_CHECKPOINT_BYTES} allowed; start a \
             new one"
        )));
    }
    Ok(seal(&payload))
}

/// A payload under its header.
pub(crate) fn seal(payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("below the limit");
    let mut checkpoint = Vec::with_capacity(HEADER_BYTES + payload.len());
    checkpoint.extend_from_slice(MAGIC);
    checkpoint.extend_from_slice(&VERSION.to_be_bytes());
    checkpoint.extend_from_slice(&length.to_be_bytes());
    checkpoint.extend_from_slice(&Sha256::digest(payload));
    checkpoint.extend_from_slice(payload);
    checkpoint
}

/// Restores a conversation.
///
/// # Errors
/// `checkpointInvalid`, saying what is wrong with the bytes; `limitExceeded` when there are too many of them.
pub(crate) fn decode(checkpoint: &[u8]) -> Result<Conversation, FxError> {
    if checkpoint.len() as u64 > MAX_CHECKPOINT_BYTES {
        return Err(FxError::limit_exceeded(format!(
            "options.checkpoint: expected at most {MAX_CHECKPOINT_BYTES} bytes, got {}",
            checkpoint.len()
        )));
    }
    read(checkpoint)
        .map_err(|fault| FxError::checkpoint_invalid(format!("options.checkpoint: {fault}")))
}

fn read(checkpoint: &[u8]) -> Result<Conversation, String> {
    let payload: CheckpointPayload = serde_json::from_slice(payload_bytes(checkpoint)?)
        .map_err(|error| format!("its payload is malformed: {}", json::fault(&error)))?;
    payload::into_conversation(payload)
        .map_err(|fault| format!("its payload is malformed: {fault}"))
}

/// The payload, once the header vouches for it.
fn payload_bytes(checkpoint: &[u8]) -> Result<&[u8], String> {
    let start = &checkpoint[..MAGIC.len().min(checkpoint.len())];
    if !MAGIC.starts_with(start) {
        return Err("not a checkpoint of libfx".to_owned());
    }
    let Some((header, payload)) = checkpoint.split_at_checked(HEADER_BYTES) else {
        return Err(format!(
            "too short: a checkpoint has at least {HEADER_BYTES} bytes, this one {}",
            checkpoint.len()
        ));
    };
    let version = u16::from_be_bytes([header[5], header[6]]);
    if version > VERSION {
        return Err(format!(
            "written by a newer version of libfx (format {version}; this one reads up to {VERSION})"
        ));
    }
    if version == 0 {
        return Err("its format version is 0, which does not exist".to_owned());
    }
    let length = u32::from_be_bytes([header[7], header[8], header[9], header[10]]) as usize;
    if payload.len() < length {
        return Err(format!(
            "truncated: {} of {length} payload bytes are there",
            payload.len()
        ));
    }
    if payload.len() > length {
        return Err(format!("{} bytes follow its end", payload.len() - length));
    }
    if Sha256::digest(payload)[..] != header[11..HEADER_BYTES] {
        return Err("damaged: its SHA-256 does not match".to_owned());
    }
    Ok(payload)
}

#[cfg(test)]
mod tests;
