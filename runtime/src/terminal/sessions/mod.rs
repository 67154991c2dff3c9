//! Sessions: conversations that can be resumed, kept in the application's store.
//!
//! - `record`: a session as bytes. `session`: the one under way, committed at the ends of its turns.
//! - `resume`: taking up a stored one. `listing`: which there are, under what titles.

mod listing;
pub(crate) mod record;
mod resume;
mod session;
#[cfg(test)]
mod testing;

use std::sync::{Arc, Mutex};

use libfx_api::limits::SESSION_REVISION_CONFLICT_CODE;
use libfx_api::{SessionRecord, SessionStore};
use serde_json::json;

use crate::diagnostics::Diagnostics;
use crate::platform::Platform;
use crate::terminal::stores::{Call, Calls, Failure, Kind};
use listing::Titles;

pub(crate) use listing::{Listed, Title};
pub(crate) use record::title_of;
pub(crate) use resume::{Resumed, Which};
pub(crate) use session::{Session, State};

/// The sessions in the application's store, if it has one. Clones are handles of the same.
#[derive(Clone)]
pub(crate) struct Sessions {
    store: Option<Arc<dyn SessionStore>>,
    calls: Calls,
    titles: Arc<Mutex<Titles>>,
}

impl Sessions {
    pub(crate) fn new(
        store: Option<Arc<dyn SessionStore>>,
        platform: Arc<dyn Platform>,
        diagnostics: Diagnostics,
    ) -> Self {
        Sessions {
            store,
            calls: Calls::new(Kind::Session, platform, diagnostics),
            titles: Arc::default(),
        }
    }

    /// Whether there is a store.
    pub(crate) fn are_kept(&self) -> bool {
        self.store.is_some()
    }

    /// A session of which nothing is stored yet.
    pub(crate) fn begin(&self) -> Session {
        Session::new(self.clone())
    }

    /// Removes a stored session.
    ///
    /// # Errors
    /// Why it could not be removed, for the user.
    pub(crate) async fn remove(&self, id: &str) -> Result<(), String> {
        let store = self.store()?;
        let work = async { store.remove(id.to_owned()).await };
        let removed = self.calls.call(Call::new("remove").of(id), work).await;
        removed.map_err(|failure| format!("The session was not removed: {}.", failure.reason()))?;
        self.calls
            .updated(|| json!({ "operation": "remove", "id": id }));
        Ok(())
    }

    fn store(&self) -> Result<&Arc<dyn SessionStore>, String> {
        let none = "Sessions are not kept here: the application gave no store for them.";
        self.store.as_ref().ok_or_else(|| none.to_owned())
    }

    async fn load(
        &self,
        store: &dyn SessionStore,
        id: &str,
    ) -> Result<Option<SessionRecord>, Failure> {
        let work = async { store.load(id.to_owned()).await };
        let record = self.calls.call(Call::new("load").of(id), work).await?;
        if let Some(record) = &record {
            let bytes = record.bytes.len();
            self.calls.restored(|| json!({ "id": id, "bytes": bytes }));
        }
        Ok(record)
    }

    /// Stores a record and answers its revision.
    async fn commit(
        &self,
        store: &dyn SessionStore,
        id: &str,
        record: bytes::Bytes,
        expected: Option<String>,
    ) -> Result<String, Failure> {
        let size = record.len();
        let work = async { store.commit(id.to_owned(), record, expected).await };
        let committed = self.calls.call(Call::new("commit").of(id), work).await?;
        self.calls
            .updated(|| json!({ "operation": "commit", "id": id, "bytes": size }));
        Ok(committed.revision)
    }

    fn now_ms(&self) -> u64 {
        self.calls.platform().unix_time().as_millis() as u64
    }
}

fn is_conflict(failure: &Failure) -> bool {
    failure.has_code(SESSION_REVISION_CONFLICT_CODE)
}

#[cfg(test)]
mod tests;
