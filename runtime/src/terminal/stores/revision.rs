//! What is known of the revision of a stored record.
//!
//! A commit whose answer got lost may have been carried out all the same. The next one is then refused, as if somebody
//! else had written; that it was ourselves shows in the record, which is one of those we have tried to commit.

use sha2::{Digest, Sha256};

/// How many commits without an answer are remembered.
const MAX_UNANSWERED: usize = 16;

/// The revision that the next commit replaces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Revision {
    known: Option<String>,
    /// Digests of what may have been stored since.
    unanswered: Vec<[u8; 32]>,
}

impl Revision {
    /// That of a record that was read or committed.
    pub(crate) fn known(revision: String) -> Self {
        Revision {
            known: Some(revision),
            unanswered: Vec::new(),
        }
    }

    pub(crate) fn expected(&self) -> Option<String> {
        self.known.clone()
    }

    /// `record` is about to be committed. Until its answer is known, it may be what is stored.
    pub(crate) fn begin(&mut self, record: &[u8]) {
        if self.unanswered.len() == MAX_UNANSWERED {
            self.unanswered.remove(0);
        }
        self.unanswered.push(digest(record));
    }

    /// Whether what is stored is something that we have tried to commit.
    pub(crate) fn is_ours(&self, stored: &[u8]) -> bool {
        self.unanswered.contains(&digest(stored))
    }
}

fn digest(record: &[u8]) -> [u8; 32] {
    Sha256::digest(record).into()
}
