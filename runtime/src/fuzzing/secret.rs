//! Errors, as an agent hands them on: short, and without the key.

use libfx_api::FxError;
use secrecy::SecretString;

use super::API_KEY;
use crate::gateway::without_secret;

/// No message needs more.
const MAX_MESSAGE_BYTES: usize = 4096;

/// How much of the key is too much.
const TELLING: usize = 8;

/// Checks an error that came of `source`, bytes that a server sent.
pub(super) fn check(error: FxError, source: &[u8]) {
    assert!(
        error.message.len() <= MAX_MESSAGE_BYTES,
        "a message of {} bytes",
        error.message.len()
    );
    let error = without_secret(error, &SecretString::from(API_KEY));
    let texts = [Some(error.message), error.request_id, error.cause_code];
    for text in texts.into_iter().flatten() {
        assert!(!text.contains(API_KEY), "the key is in {text:?}");
        let part = &API_KEY[..TELLING];
        assert!(
            !text.contains(part) || sends_part_only(source, part),
            "a part of the key is in {text:?}"
        );
    }
}

/// Whether the server itself cut the key: then that is all it was told, and nobody can know it for one.
fn sends_part_only(source: &[u8], part: &str) -> bool {
    memchr::memmem::find_iter(source, part).any(|at| !source[at..].starts_with(API_KEY.as_bytes()))
}
