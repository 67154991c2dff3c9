//! Sessions against a store that keeps the rules, and against one that does not.

mod commit;
mod list;
mod record;
mod resume;

use bytes::Bytes;
use libfx_api::Usage;

use super::record::Header;
use super::testing::Store;
use super::*;
use crate::conversation::{Conversation, UserPart};
use crate::terminal::stores::testing::Observed;

/// Sessions, their store, and the diagnostics.
fn sessions() -> (Sessions, Arc<Store>, Observed) {
    let store = Arc::new(Store::default());
    let observed = Observed::new();
    let (platform, diagnostics) = (observed.platform(), observed.diagnostics());
    let sessions = Sessions::new(Some(store.clone()), platform, diagnostics);
    (sessions, store, observed)
}

fn without_store() -> Sessions {
    let observed = Observed::new();
    Sessions::new(None, observed.platform(), observed.diagnostics())
}

fn conversation(prompt: &str) -> Conversation {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![UserPart::Text(prompt.to_owned())]);
    conversation
}

/// The state after a turn with this prompt, which is its title as well.
fn state(prompt: &str) -> State {
    let checkpoint = crate::checkpoint::encode(&conversation(prompt)).expect("small");
    State {
        title: prompt.to_owned(),
        model: "openai/gpt-5.2".to_owned(),
        usage: Some(Usage::default().with_input_tokens(12)),
        checkpoint: Bytes::from(checkpoint),
    }
}

/// A record with this title.
fn stored(title: &str) -> Bytes {
    let State {
        title,
        model,
        usage,
        checkpoint,
    } = state(title);
    let header = Header {
        title,
        model,
        created_at_ms: 1,
        updated_at_ms: 2,
        usage,
    };
    super::record::encode(&header, &checkpoint).expect("small")
}

fn title_in(record: Option<Bytes>) -> String {
    let record = record.expect("stored");
    let (header, _) = super::record::decode(&record).expect("whole");
    header.title
}
