use super::*;
use crate::terminal::stores::testing::block_on;

fn refused(sessions: &Sessions, which: Which) -> String {
    let resumed = block_on(sessions.resume(which));
    resumed.map(|_| ()).expect_err("it cannot be resumed")
}

fn by_id(id: &str) -> Which {
    Which::Id(id.to_owned())
}

#[test]
fn a_resumed_session_is_the_one_that_was_saved_and_goes_on() {
    let (sessions, store, _) = sessions();
    let first = sessions.begin();
    block_on(first.commit(state("Why?")));
    let resumed = block_on(sessions.resume(Which::Id(first.id()))).expect("resumed");
    assert_eq!(resumed.header.title, "Why?");
    assert_eq!(resumed.header.model, "openai/gpt-5.2");
    assert_eq!(resumed.header.created_at_ms, 1_800_000_000_000);
    assert_eq!(
        resumed.header.usage,
        Some(Usage::default().with_input_tokens(12))
    );
    assert_eq!(resumed.conversation, conversation("Why?"));
    assert_eq!(resumed.checkpoint, state("Why?").checkpoint);
    assert_eq!(resumed.session.id(), first.id());
    assert_eq!(block_on(resumed.session.commit(state("And then?"))), None);
    assert_eq!(store.ids(), [first.id()]);
    let notice = block_on(first.commit(state("I am late")));
    assert!(notice.is_some(), "the first handle has been overtaken");
}

#[test]
fn last_is_the_one_that_was_saved_last() {
    let (sessions, store, _) = sessions();
    for (id, at) in [("b", 30), ("a", 10), ("c", 20)] {
        store.put(id, stored(id), at);
    }
    let resumed = block_on(sessions.resume(Which::Last)).expect("resumed");
    assert_eq!(resumed.session.id(), "b");
}

#[test]
fn what_cannot_be_read_is_refused_with_the_reason_and_stays_as_it_is() {
    let whole = stored("mine");
    let mut flipped = whole.to_vec();
    flipped[50] ^= 1;
    let header = Header {
        title: String::new(),
        model: String::new(),
        created_at_ms: 0,
        updated_at_ms: 0,
        usage: None,
    };
    let bad_checkpoint = super::super::record::encode(&header, b"libfx").expect("small");
    for (record, reason) in [
        (Bytes::from_static(b"hello"), "it is not a session of libfx"),
        (
            Bytes::from(flipped),
            "it is damaged: its SHA-256 does not match",
        ),
        (whole.slice(..20), "it is cut short"),
        (
            bad_checkpoint,
            "its conversation cannot be read (too short: a checkpoint has at least 43 bytes, this one 5)",
        ),
    ] {
        let (sessions, store, observed) = sessions();
        store.put("x", record.clone(), 1);
        assert_eq!(
            refused(&sessions, by_id("x")),
            format!("The session x was not resumed: {reason}. Its record is kept as it is.")
        );
        assert_eq!(store.get("x"), Some(record));
        assert_eq!(store.commits(), 0);
        let reports = observed.reports();
        assert!(reports[1].starts_with("session.error"), "{reports:?}");
    }
}

#[test]
fn a_session_that_is_not_there_is_said_so() {
    let (sessions, ..) = sessions();
    assert_eq!(
        refused(&sessions, by_id("x")),
        "There is no saved session x."
    );
    assert_eq!(
        refused(&sessions, Which::Last),
        "There is no saved session to resume."
    );
    assert_eq!(
        refused(&without_store(), Which::Last),
        "Sessions are not kept here: the application gave no store for them."
    );
}
