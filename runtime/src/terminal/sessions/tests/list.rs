use super::*;
use crate::terminal::stores::testing::block_on;

fn titles(listed: &[Listed]) -> Vec<(&str, Title)> {
    let titled = listed.iter().map(|it| (it.id.as_str(), it.title.clone()));
    titled.collect()
}

fn known(title: &str) -> Title {
    Title::Known(title.to_owned())
}

#[test]
fn the_latest_session_comes_first_and_titles_are_read_when_asked_for() {
    let (sessions, store, _) = sessions();
    for (id, at) in [("a", 10), ("c", 30), ("b", 20)] {
        store.put(id, stored(&format!("session {id}")), at);
    }
    store.put("d", &b"not a session"[..], 5);
    let listed = block_on(sessions.list()).expect("listed");
    let unread = Title::Unread;
    assert_eq!(
        titles(&listed),
        ["c", "b", "a", "d"].map(|id| (id, unread.clone()))
    );
    assert_eq!(store.loads(), 0);
    let read = block_on(sessions.read_titles(listed));
    let damaged = Title::Damaged("it is not a session of libfx".to_owned());
    let expected = [
        ("c", known("session c")),
        ("b", known("session b")),
        ("a", known("session a")),
        ("d", damaged),
    ];
    assert_eq!(titles(&read), expected);
    let again = block_on(sessions.list()).expect("listed");
    assert_eq!(titles(&again), expected, "known by now");
    store.put("a", stored("changed"), 40);
    let listed = block_on(sessions.list()).expect("listed");
    assert_eq!(titles(&listed)[0], ("a", Title::Unread));
    assert_eq!(
        block_on(sessions.read_titles(listed))[0].title,
        known("changed")
    );
    assert_eq!(store.loads(), 5, "only what has changed is read again");
}

#[test]
fn of_many_sessions_only_the_latest_are_read() {
    let (sessions, store, _) = sessions();
    let record = stored("one of many");
    for at in 0..600 {
        store.put(&format!("{at:03}"), record.clone(), at);
    }
    let listed = block_on(sessions.list()).expect("listed");
    assert_eq!((listed.len(), listed[0].id.as_str()), (500, "599"));
    let read = block_on(sessions.read_titles(listed));
    assert_eq!(store.loads(), 50);
    assert_eq!(read[49].title, known("one of many"));
    assert_eq!(read[50].title, Title::Unread);
}

#[test]
fn a_removed_session_is_gone() {
    let (sessions, store, observed) = sessions();
    store.put("x", stored("x"), 1);
    assert_eq!(block_on(sessions.remove("x")), Ok(()));
    assert!(store.ids().is_empty());
    assert_eq!(
        observed.reports(),
        [r#"session.update {"id":"x","operation":"remove"}"#]
    );
    assert!(block_on(without_store().list()).is_err());
}
