//! Checkpoints: what can be restored is valid and saved to bytes that mean the same; what was damaged is refused.

use libfx_api::{ErrorCode, FxError};

use super::{OnRequest, cuts, history, secret};
use crate::checkpoint::{self, HEADER_BYTES};
use crate::conversation::Conversation;

pub(super) fn check(bytes: &[u8], on: OnRequest<'_>) {
    for checkpoint in [bytes.to_vec(), checkpoint::seal(bytes)] {
        match checkpoint::decode(&checkpoint) {
            Ok(conversation) => {
                history::check(&conversation, on);
                let saved = checkpoint::encode(&conversation).expect("as large as it was");
                check_damage(&saved, cuts::hash(bytes) as usize);
            }
            Err(error) => check_refusal(error, &checkpoint),
        }
    }
}

/// The payload of the conversation's checkpoint.
pub(super) fn payload(conversation: &Conversation) -> Option<Vec<u8>> {
    let checkpoint = checkpoint::encode(conversation).ok()?;
    Some(checkpoint[HEADER_BYTES..].to_vec())
}

fn check_refusal(error: FxError, source: &[u8]) {
    assert_eq!(error.code, ErrorCode::CheckpointInvalid);
    assert!(error.message.starts_with("options.checkpoint: "));
    secret::check(error, source);
}

/// Flips one bit, cuts, and adds a byte, at places that `random` chooses.
fn check_damage(saved: &[u8], random: usize) {
    let mut flipped = saved.to_vec();
    flipped[random % saved.len()] ^= 1 << (random >> 24 & 7);
    let longer = [saved, &[0]].concat();
    for damaged in [&flipped, &saved[..random % saved.len()], &longer] {
        let error = checkpoint::decode(damaged).expect_err("damage is found");
        check_refusal(error, damaged);
    }
}
