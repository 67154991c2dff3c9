//! Saved sessions: what can be read is written to bytes that mean the same; what was damaged is refused.

use bytes::Bytes;

use super::super::{OnRequest, cuts, history};
use super::check_told;
use crate::checkpoint;
use crate::terminal::sessions::record;

/// No refusal needs more, in bytes.
const MOST_TOLD: usize = 512;

/// The longest title, in bytes.
const MOST_TITLE: usize = 256;

pub(super) fn check(bytes: &[u8], on: OnRequest<'_>) {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let (header, payload) = bytes.split_at(end.unwrap_or(bytes.len()));
    let payload = payload.get(1..).unwrap_or_default();
    let sealed = record::seal(header, &checkpoint::seal(payload));
    for record in [Bytes::copy_from_slice(bytes), sealed] {
        match record::decode(&record) {
            Ok((header, checkpoint)) => {
                assert!(header.title.len() <= MOST_TITLE);
                let saved = record::encode(&header, &checkpoint).expect("as large as it was");
                let again = record::decode(&saved).expect("what was saved can be read");
                assert_eq!(again, (header, checkpoint.clone()), "it is what was saved");
                check_damage(&saved, cuts::hash(bytes) as usize);
                if let Ok(conversation) = checkpoint::decode(&checkpoint) {
                    history::check(&conversation, on);
                }
            }
            Err(fault) => check_told(&fault, MOST_TOLD),
        }
    }
}

/// Flips one bit, cuts, and adds a byte, at places that `random` chooses.
fn check_damage(saved: &[u8], random: usize) {
    let mut flipped = saved.to_vec();
    flipped[random % saved.len()] ^= 1 << (random >> 24 & 7);
    let cut = saved[..random % saved.len()].to_vec();
    for damaged in [flipped, cut, [saved, &[0]].concat()] {
        let fault = record::decode(&damaged.into()).expect_err("damage is found");
        check_told(&fault, MOST_TOLD);
    }
}
