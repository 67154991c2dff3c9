//! The stored login: opaque bytes with a revision, so that two programs do not overwrite each other's.

use std::sync::Arc;

use bytes::Bytes;
use libfx_api::limits::{MAX_OAUTH_SESSION_BYTES, OAUTH_SESSION_REVISION_CONFLICT_CODE};
use libfx_api::{OAuthSessionRecord, OAuthSessionStore};
use serde_json::json;
use tokio::sync::Mutex;

use super::calls::{Call, Calls, Failure, Kind, nothing};
use super::revision::Revision;
use crate::diagnostics::Diagnostics;
use crate::platform::Platform;

/// The login in the application's store, if it has one.
pub(crate) struct LoginStore {
    store: Option<Arc<dyn OAuthSessionStore>>,
    calls: Calls,
    /// Locked for the whole of a call: one after the other.
    revision: Mutex<Revision>,
}

/// What became of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It was made, or there is no store to make it in.
    Made,
    /// Another program has changed the stored login; this is what it is now, none after a logout. Changing it again
    /// replaces that.
    Conflict(Option<Bytes>),
    /// It was not made, or nobody knows. It has been reported; the login lasts as long as the program.
    Failed,
}

/// What is stored after a conflict.
enum Found {
    /// One that we have committed, and whose answer got lost.
    Ours(Bytes),
    /// Another program's login, or its logout.
    Theirs(Option<Bytes>),
}

impl LoginStore {
    pub(crate) fn new(
        store: Option<Arc<dyn OAuthSessionStore>>,
        platform: Arc<dyn Platform>,
        diagnostics: Diagnostics,
    ) -> Self {
        LoginStore {
            store,
            calls: Calls::new(Kind::OAuth, platform, diagnostics),
            revision: Mutex::default(),
        }
    }

    /// The stored login; none if there is none, or it cannot be read.
    pub(crate) async fn load(&self) -> Option<Bytes> {
        let store = self.store.as_deref()?;
        let mut revision = self.revision.lock().await;
        let record = self.read(store).await.ok()??;
        *revision = Revision::known(record.revision);
        self.calls.restored(nothing);
        Some(record.bytes)
    }

    /// Stores a login in place of the one that was loaded or stored last.
    pub(crate) async fn commit(&self, login: Bytes) -> Change {
        let Some(store) = self.store.as_deref() else {
            return Change::Made;
        };
        let call = Call::new("commit");
        if login.len() as u64 > MAX_OAUTH_SESSION_BYTES {
            let fault = format!(
                "the login has {} bytes, more than the {MAX_OAUTH_SESSION_BYTES} that can be stored",
                login.len()
            );
            self.calls.failed(call, Failure::new(fault));
            return Change::Failed;
        }
        let mut revision = self.revision.lock().await;
        // Ends: after one of ours was found, nothing else counts as ours but this very login.
        loop {
            let expected = revision.expected();
            revision.begin(&login);
            let work = async { store.commit(login.clone(), expected).await };
            match self.calls.call(call, work).await {
                Ok(committed) => {
                    *revision = Revision::known(committed.revision);
                    break;
                }
                Err(failure) if !is_conflict(&failure) => return Change::Failed,
                Err(_) => {}
            }
            match self.look_again(store, &mut revision).await {
                Ok(Found::Ours(stored)) if stored == login => break,
                Ok(Found::Ours(_)) => {}
                Ok(Found::Theirs(stored)) => return Change::Conflict(stored),
                Err(_) => return Change::Failed,
            }
        }
        self.calls.updated(|| json!({ "operation": "commit" }));
        Change::Made
    }

    /// Removes the login that was loaded or stored last; without one, whatever is stored.
    pub(crate) async fn remove(&self) -> Change {
        let Some(store) = self.store.as_deref() else {
            return Change::Made;
        };
        let mut revision = self.revision.lock().await;
        loop {
            let expected = revision.expected();
            let work = async { store.remove(expected).await };
            match self.calls.call(Call::new("remove"), work).await {
                // Not removed means that nothing was there, which is as good.
                Ok(_) => break,
                Err(failure) if !is_conflict(&failure) => return Change::Failed,
                Err(_) => {}
            }
            match self.look_again(store, &mut revision).await {
                Ok(Found::Ours(_)) => {}
                Ok(Found::Theirs(None)) => break,
                Ok(Found::Theirs(stored)) => return Change::Conflict(stored),
                Err(_) => return Change::Failed,
            }
        }
        *revision = Revision::default();
        self.calls.updated(|| json!({ "operation": "remove" }));
        Change::Made
    }

    /// After a conflict: takes up the current revision, and says whose the stored login is.
    async fn look_again(
        &self,
        store: &dyn OAuthSessionStore,
        revision: &mut Revision,
    ) -> Result<Found, Failure> {
        let Some(record) = self.read(store).await? else {
            *revision = Revision::default();
            return Ok(Found::Theirs(None));
        };
        let ours = revision.is_ours(&record.bytes);
        *revision = Revision::known(record.revision);
        Ok(match ours {
            true => Found::Ours(record.bytes),
            false => Found::Theirs(Some(record.bytes)),
        })
    }

    async fn read(
        &self,
        store: &dyn OAuthSessionStore,
    ) -> Result<Option<OAuthSessionRecord>, Failure> {
        let work = async { store.load().await };
        self.calls.call(Call::new("load"), work).await
    }
}

fn is_conflict(failure: &Failure) -> bool {
    failure.has_code(OAUTH_SESSION_REVISION_CONFLICT_CODE)
}

#[cfg(test)]
mod tests;
