//! A session as bytes.
//!
//! | Bytes | Content |
//! |---|---|
//! | 0–12 | `libfx-session` |
//! | 13–14 | version of the format, big-endian |
//! | 15–18 | length of the header, big-endian |
//! | 19– | the header: JSON of [`Header`] |
//! | then | the checkpoint of the conversation, up to the last 32 bytes |
//! | last 32 | SHA-256 of everything before |
//!
//! A record is read for ever. What a later version adds to the header is ignored; what it changes needs a new version.

use bytes::Bytes;
use libfx_api::Usage;
use libfx_api::limits::MAX_SESSION_BYTES;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::json;

const MAGIC: &[u8; 13] = b"libfx-session";
const VERSION: u16 = 1;
const HEADER_AT: usize = MAGIC.len() + 2 + 4;
const DIGEST_BYTES: usize = 32;

/// The longest title, in bytes; a longer one is cut.
const MAX_TITLE_BYTES: usize = 256;

/// How many characters of a prompt make a title.
const TITLE_CHARS: usize = 60;

/// What is known of a session without reading its conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Header {
    pub(crate) title: String,
    /// The id of the model that answered last.
    pub(crate) model: String,
    /// In milliseconds since 1970 UTC.
    pub(crate) created_at_ms: u64,
    pub(crate) updated_at_ms: u64,
    /// What the last turn used, which tells how full the model's context is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) usage: Option<Usage>,
}

/// # Errors
/// The record is too large to be stored.
pub(crate) fn encode(header: &Header, checkpoint: &[u8]) -> Result<Bytes, String> {
    let mut header = header.clone();
    cut(&mut header.title);
    let header = serde_json::to_vec(&header).expect("a record is JSON");
    let size = size(&header, checkpoint);
    if size as u64 > MAX_SESSION_BYTES {
        return Err(format!(
            "it takes {size} bytes, more than the {MAX_SESSION_BYTES} that can be stored"
        ));
    }
    Ok(seal(&header, checkpoint))
}

/// The record of a header that is JSON already. Together they are below the limit.
pub(crate) fn seal(header: &[u8], checkpoint: &[u8]) -> Bytes {
    let length = u32::try_from(header.len()).expect("below the limit");
    let mut record = Vec::with_capacity(size(header, checkpoint));
    record.extend_from_slice(MAGIC);
    record.extend_from_slice(&VERSION.to_be_bytes());
    record.extend_from_slice(&length.to_be_bytes());
    record.extend_from_slice(header);
    record.extend_from_slice(checkpoint);
    record.extend_from_slice(&Sha256::digest(&record));
    Bytes::from(record)
}

fn size(header: &[u8], checkpoint: &[u8]) -> usize {
    HEADER_AT + header.len() + checkpoint.len() + DIGEST_BYTES
}

/// The header and the checkpoint.
///
/// # Errors
/// What is wrong with the record.
pub(crate) fn decode(record: &Bytes) -> Result<(Header, Bytes), String> {
    let start = &record[..MAGIC.len().min(record.len())];
    if start != MAGIC {
        return Err("it is not a session of libfx".to_owned());
    }
    if record.len() < HEADER_AT + DIGEST_BYTES {
        return Err("it is cut short".to_owned());
    }
    let (content, digest) = record.split_at(record.len() - DIGEST_BYTES);
    let version = u16::from_be_bytes([record[13], record[14]]);
    if version > VERSION {
        return Err(format!(
            "it was written by a newer version of libfx (format {version}; this one reads up to {VERSION})"
        ));
    }
    if version == 0 {
        return Err("its format version is 0, which does not exist".to_owned());
    }
    if Sha256::digest(content)[..] != *digest {
        return Err("it is damaged: its SHA-256 does not match".to_owned());
    }
    let length = u32::from_be_bytes([record[15], record[16], record[17], record[18]]) as usize;
    let header = content[HEADER_AT..].get(..length);
    let header = header.ok_or("its header is longer than itself")?;
    let mut header: Header = serde_json::from_slice(header)
        .map_err(|error| format!("its header is malformed: {}", json::fault(&error)))?;
    cut(&mut header.title);
    Ok((header, record.slice(HEADER_AT + length..content.len())))
}

/// A title for a session that began with `prompt`.
pub(crate) fn title_of(prompt: &str) -> String {
    let words: Vec<&str> = prompt.split_whitespace().take(TITLE_CHARS).collect();
    let text = words.join(" ");
    match text.char_indices().nth(TITLE_CHARS) {
        None => text,
        Some((end, _)) => {
            let start = &text[..end];
            // At a word, if there is one near.
            let end = start.rfind(' ').filter(|at| *at > end / 2).unwrap_or(end);
            format!("{}…", &text[..end])
        }
    }
}

fn cut(title: &mut String) {
    if title.len() > MAX_TITLE_BYTES {
        title.truncate(title.floor_char_boundary(MAX_TITLE_BYTES));
    }
}
