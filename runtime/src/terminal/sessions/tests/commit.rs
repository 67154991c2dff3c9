use futures_util::future::join3;
use tokio::sync::Notify;

use super::*;
use crate::terminal::sessions::testing::Fate;
use crate::terminal::stores::testing::block_on;

#[test]
fn each_turn_is_committed_over_the_one_before() {
    let (sessions, store, observed) = sessions();
    let session = sessions.begin();
    assert_eq!(block_on(session.commit(state("one"))), None);
    assert_eq!(block_on(session.commit(state("two"))), None);
    assert_eq!(store.ids(), [session.id()]);
    assert_eq!(title_in(store.get(&session.id())), "two");
    let reports = observed.reports();
    assert_eq!(reports.len(), 2);
    assert!(
        reports.iter().all(|it| it.starts_with("session.update")),
        "{reports:?}"
    );
}

#[test]
fn ids_are_128_random_bits() {
    let (sessions, ..) = sessions();
    let (one, other) = (sessions.begin().id(), sessions.begin().id());
    assert_ne!(one, other);
    assert_eq!(one.len(), 32);
    assert!(one.chars().all(|digit| digit.is_ascii_hexdigit()));
}

#[test]
fn commits_never_overlap_and_of_those_that_wait_the_latest_wins() {
    let (sessions, store, _) = sessions();
    let session = sessions.begin();
    let held = Arc::new(Notify::new());
    store.will([Fate::Held(held.clone())]);
    let later = async {
        let two = session.commit(state("two"));
        let three = session.commit(state("three"));
        held.notify_one();
        tokio::join!(two, three)
    };
    let notices = block_on(async { tokio::join!(session.commit(state("one")), later) });
    assert_eq!(notices, (None, (None, None)));
    assert_eq!(store.commits(), 2);
    assert_eq!(title_in(store.get(&session.id())), "three");
}

#[test]
fn the_later_call_has_the_later_state_whichever_is_waited_for_first() {
    let (sessions, store, _) = sessions();
    let session = sessions.begin();
    let earlier = session.commit(state("earlier"));
    let later = session.commit(state("later"));
    assert_eq!(block_on(later), None);
    assert_eq!(block_on(earlier), None);
    assert_eq!(store.commits(), 1);
    assert_eq!(title_in(store.get(&session.id())), "later");
}

#[test]
fn a_conflict_overwrites_nothing_and_loses_nothing() {
    let (sessions, store, _) = sessions();
    let session = sessions.begin();
    block_on(session.commit(state("mine")));
    let before = session.id();
    store.put(&before, stored("theirs"), 5);
    let notice = block_on(session.commit(state("mine again"))).expect("the user is told");
    let after = session.id();
    assert_ne!(before, after);
    assert_eq!(
        notice,
        format!(
            "Another program has changed the saved session. Both are kept: this conversation goes on as session {after}."
        )
    );
    assert_eq!(title_in(store.get(&before)), "theirs");
    assert_eq!(title_in(store.get(&after)), "mine again");
    assert_eq!(block_on(session.commit(state("and on"))), None);
    assert_eq!(title_in(store.get(&after)), "and on");
    assert_eq!(store.ids().len(), 2);
}

#[test]
fn a_session_that_was_removed_elsewhere_goes_on_as_a_new_one() {
    let (sessions, store, _) = sessions();
    let session = sessions.begin();
    block_on(session.commit(state("mine")));
    let before = session.id();
    store.forget(&before);
    assert!(block_on(session.commit(state("mine again"))).is_some());
    assert_eq!(store.ids(), [session.id()]);
    assert_ne!(session.id(), before);
}

#[test]
fn a_conflict_whose_new_session_cannot_be_saved_is_made_up_for_later() {
    let (sessions, store, _) = sessions();
    let session = sessions.begin();
    block_on(session.commit(state("mine")));
    store.put(&session.id(), stored("theirs"), 5);
    let held = Arc::new(Notify::new());
    held.notify_one();
    store.will([Fate::Held(held), Fate::Failed]);
    let notice = block_on(session.commit(state("two"))).expect("the user is told");
    assert!(
        notice.contains("could not be saved: the disk is full"),
        "{notice}"
    );
    assert_eq!(block_on(session.commit(state("three"))), None);
    assert_eq!(title_in(store.get(&session.id())), "three");
    assert_eq!(store.ids().len(), 2);
}

#[test]
fn a_commit_whose_answer_got_lost_is_no_conflict_with_ourselves() {
    for fate in [Fate::Lost, Fate::Nameless] {
        let (sessions, store, _) = sessions();
        let session = sessions.begin();
        let id = session.id();
        store.will([fate.clone(), fate]);
        assert!(block_on(session.commit(state("one"))).is_some());
        assert_eq!(block_on(session.commit(state("two"))), None, "known by now");
        assert_eq!(block_on(session.commit(state("three"))), None);
        assert_eq!(session.id(), id);
        assert_eq!(store.ids(), std::slice::from_ref(&id));
        assert_eq!(title_in(store.get(&id)), "three");
    }
}

#[test]
fn a_store_that_fails_is_told_once_until_it_works_again() {
    let (sessions, store, _) = sessions();
    let session = sessions.begin();
    let commit = |fate: Option<Fate>| {
        store.will(fate);
        block_on(session.commit(state("turn")))
    };
    let notice = commit(Some(Fate::Failed)).expect("the user is told");
    assert_eq!(
        notice,
        "The session could not be saved: the disk is full. The end of the next turn tries again."
    );
    assert_eq!(commit(Some(Fate::Failed)), None);
    assert_eq!(commit(None), None);
    assert!(commit(Some(Fate::Failed)).is_some());
}

#[test]
fn a_store_that_never_answers_does_not_hold_up_what_follows() {
    let (sessions, store, observed) = sessions();
    let session = sessions.begin();
    store.will([Fate::Silent]);
    let notice = block_on(session.commit(state("one"))).expect("the user is told");
    assert!(
        notice.contains("did not answer within 10 seconds"),
        "{notice}"
    );
    assert!(observed.reports()[0].starts_with("session.error"));
    assert_eq!(block_on(session.commit(state("two"))), None);
    assert_eq!(title_in(store.get(&session.id())), "two");
}

#[test]
fn a_session_that_has_outgrown_the_limit_keeps_its_last_record() {
    let (sessions, store, observed) = sessions();
    let session = sessions.begin();
    block_on(session.commit(state("small")));
    let large = State {
        checkpoint: Bytes::from(vec![0; 16 << 20]),
        ..state("large")
    };
    let notice = block_on(session.commit(large)).expect("the user is told");
    assert!(notice.contains("more than the 16777216"), "{notice}");
    assert_eq!(title_in(store.get(&session.id())), "small");
    assert!(observed.reports()[1].starts_with("session.error"));
}

#[test]
fn commits_of_several_handles_are_of_the_same_session() {
    let (sessions, store, _) = sessions();
    let session = sessions.begin();
    let other = session.clone();
    let third = session.clone();
    let all = join3(
        session.commit(state("one")),
        other.commit(state("two")),
        third.commit(state("three")),
    );
    assert_eq!(block_on(all), (None, None, None));
    assert_eq!(store.ids().len(), 1);
    assert_eq!(title_in(store.get(&session.id())), "three");
}

#[test]
fn without_a_store_there_is_nothing_to_tell() {
    let session = without_store().begin();
    assert_eq!(block_on(session.commit(state("one"))), None);
}
