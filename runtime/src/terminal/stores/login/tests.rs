use libfx_api::support::{BoxFuture, HostError};
use libfx_api::{OAuthRemoval, OAuthRemovalOutcome, OAuthSessionRevision};

use super::*;
use crate::terminal::stores::testing::{Observed, block_on};

/// A store that keeps the rules, and whose answers can get lost.
#[derive(Default)]
struct Store(std::sync::Mutex<Stored>);

#[derive(Default)]
struct Stored {
    login: Option<Bytes>,
    revision: u32,
    /// The next changes are made, but their answers get lost.
    lost: u32,
    /// The next calls fail.
    failing: u32,
}

impl Store {
    /// What another program does.
    fn elsewhere(&self, login: Option<&'static str>) {
        let mut stored = self.lock();
        stored.login = login.map(Bytes::from);
        stored.revision += 1;
    }

    fn login(&self) -> Option<Bytes> {
        self.lock().login.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Stored> {
        self.0.lock().expect("whole")
    }

    fn change(&self, login: Option<Bytes>, expected: Option<String>) -> Result<u32, HostError> {
        let mut stored = self.lock();
        stored.may_answer()?;
        let current = stored.login.as_ref().map(|_| stored.revision.to_string());
        // Removing without a revision removes whatever is there.
        if current != expected && !(login.is_none() && expected.is_none()) {
            return Err(HostError::new("stale").with_code(OAUTH_SESSION_REVISION_CONFLICT_CODE));
        }
        stored.login = login;
        stored.revision += 1;
        if stored.lost > 0 {
            stored.lost -= 1;
            return Err(HostError::new("the connection broke"));
        }
        Ok(stored.revision)
    }
}

impl Stored {
    fn may_answer(&mut self) -> Result<(), HostError> {
        if self.failing > 0 {
            self.failing -= 1;
            return Err(HostError::new("no disk"));
        }
        Ok(())
    }
}

impl OAuthSessionStore for Store {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthSessionRecord>, HostError>> {
        Box::pin(async {
            let mut stored = self.lock();
            stored.may_answer()?;
            let revision = stored.revision.to_string();
            let login = stored.login.clone();
            Ok(login.map(|bytes| OAuthSessionRecord { bytes, revision }))
        })
    }

    fn commit(
        &self,
        bytes: Bytes,
        expected_revision: Option<String>,
    ) -> BoxFuture<'_, Result<OAuthSessionRevision, HostError>> {
        Box::pin(async {
            let revision = self.change(Some(bytes), expected_revision)?.to_string();
            Ok(OAuthSessionRevision { revision })
        })
    }

    fn remove(
        &self,
        expected_revision: Option<String>,
    ) -> BoxFuture<'_, Result<OAuthRemoval, HostError>> {
        Box::pin(async {
            if self.login().is_none() && expected_revision.is_none() {
                return Ok(OAuthRemovalOutcome::Missing.into());
            }
            self.change(None, expected_revision)?;
            Ok(true.into())
        })
    }
}

fn logins() -> (LoginStore, Arc<Store>, Observed) {
    let observed = Observed::new();
    let store = Arc::new(Store::default());
    let (platform, diagnostics) = (observed.platform(), observed.diagnostics());
    let logins = LoginStore::new(Some(store.clone()), platform, diagnostics);
    (logins, store, observed)
}

fn commit(logins: &LoginStore, login: &'static str) -> Change {
    block_on(logins.commit(Bytes::from(login)))
}

fn conflict(login: &'static str) -> Change {
    Change::Conflict(Some(Bytes::from(login)))
}

#[test]
fn each_commit_replaces_the_one_before() {
    let (logins, store, observed) = logins();
    assert_eq!(block_on(logins.load()), None);
    assert_eq!(commit(&logins, "one"), Change::Made);
    assert_eq!(commit(&logins, "two"), Change::Made);
    assert_eq!(store.login(), Some(Bytes::from("two")));
    assert_eq!(block_on(logins.load()), Some(Bytes::from("two")));
    assert_eq!(block_on(logins.remove()), Change::Made);
    assert_eq!(store.login(), None);
    assert_eq!(
        observed.reports(),
        [
            r#"oauth.update {"operation":"commit"}"#,
            r#"oauth.update {"operation":"commit"}"#,
            "oauth.restore {}",
            r#"oauth.update {"operation":"remove"}"#,
        ]
    );
}

#[test]
fn what_another_program_has_stored_is_not_overwritten_unseen() {
    let (logins, store, observed) = logins();
    commit(&logins, "mine");
    store.elsewhere(Some("theirs"));
    assert_eq!(commit(&logins, "mine again"), conflict("theirs"));
    assert_eq!(store.login(), Some(Bytes::from("theirs")));
    assert_eq!(commit(&logins, "mine after all"), Change::Made);
    assert_eq!(store.login(), Some(Bytes::from("mine after all")));
    let error = r#""code":"FX_OAUTH_SESSION_REVISION_CONFLICT""#;
    assert!(observed.reports()[1].contains(error));
}

#[test]
fn a_logout_of_another_program_is_seen() {
    let (logins, store, _) = logins();
    commit(&logins, "mine");
    store.elsewhere(None);
    assert_eq!(commit(&logins, "mine again"), Change::Conflict(None));
    assert_eq!(store.login(), None);
}

#[test]
fn a_login_of_another_program_is_not_removed_unseen() {
    let (logins, store, _) = logins();
    commit(&logins, "mine");
    store.elsewhere(Some("theirs"));
    assert_eq!(block_on(logins.remove()), conflict("theirs"));
    assert_eq!(block_on(logins.remove()), Change::Made);
    assert_eq!(store.login(), None);
    assert_eq!(block_on(logins.remove()), Change::Made, "nothing is there");
}

#[test]
fn a_commit_whose_answer_got_lost_is_no_conflict_with_ourselves() {
    let (logins, store, _) = logins();
    commit(&logins, "one");
    store.lock().lost = 1;
    assert_eq!(commit(&logins, "two"), Change::Failed);
    assert_eq!(commit(&logins, "three"), Change::Made);
    assert_eq!(store.login(), Some(Bytes::from("three")));
    store.lock().lost = 1;
    assert_eq!(commit(&logins, "four"), Change::Failed);
    assert_eq!(commit(&logins, "four"), Change::Made, "the same again");
    store.lock().lost = 1;
    assert_eq!(commit(&logins, "five"), Change::Failed);
    assert_eq!(block_on(logins.remove()), Change::Made);
    assert_eq!(store.login(), None);
}

#[test]
fn a_store_that_fails_loses_nothing_but_the_change() {
    let (logins, store, observed) = logins();
    commit(&logins, "one");
    store.lock().failing = 1;
    assert_eq!(commit(&logins, "two"), Change::Failed);
    assert_eq!(store.login(), Some(Bytes::from("one")));
    store.lock().failing = 1;
    assert_eq!(block_on(logins.load()), None);
    assert_eq!(commit(&logins, "three"), Change::Made);
    let reports = observed.reports();
    let failures = reports.iter().filter(|it| it.starts_with("oauth.error"));
    assert_eq!(failures.count(), 2);
}

#[test]
fn a_login_beyond_the_limit_is_not_stored() {
    let (logins, store, _) = logins();
    let large = Bytes::from(vec![b'x'; 64 * 1024 + 1]);
    assert_eq!(block_on(logins.commit(large)), Change::Failed);
    assert_eq!(store.login(), None);
}

#[test]
fn a_store_that_refuses_every_commit_does_not_keep_the_program() {
    /// Stores, and calls that a conflict.
    struct Absurd(Store);

    impl OAuthSessionStore for Absurd {
        fn load(&self) -> BoxFuture<'_, Result<Option<OAuthSessionRecord>, HostError>> {
            self.0.load()
        }

        fn commit(
            &self,
            bytes: Bytes,
            _expected: Option<String>,
        ) -> BoxFuture<'_, Result<OAuthSessionRevision, HostError>> {
            self.0.lock().login = Some(bytes);
            let conflict = HostError::new("").with_code(OAUTH_SESSION_REVISION_CONFLICT_CODE);
            Box::pin(async { Err(conflict) })
        }

        fn remove(
            &self,
            expected: Option<String>,
        ) -> BoxFuture<'_, Result<OAuthRemoval, HostError>> {
            self.0.remove(expected)
        }
    }

    let observed = Observed::new();
    let store: Arc<dyn OAuthSessionStore> = Arc::new(Absurd(Store::default()));
    let logins = LoginStore::new(Some(store), observed.platform(), observed.diagnostics());
    assert_eq!(commit(&logins, "one"), Change::Made);
}

#[test]
fn without_a_store_every_change_is_made() {
    let observed = Observed::new();
    let logins = LoginStore::new(None, observed.platform(), observed.diagnostics());
    assert_eq!(commit(&logins, "one"), Change::Made);
    assert_eq!(block_on(logins.load()), None);
    assert_eq!(block_on(logins.remove()), Change::Made);
}
