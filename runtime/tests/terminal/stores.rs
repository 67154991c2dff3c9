//! Stores in memory, as an application might write them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use bytes::Bytes;
use libfx::api::support::{BoxFuture, HostError};
use libfx::api::{
    ConfigKey, ConfigStore, PromptHistoryOutcome, PromptHistoryStore, SessionRecord,
    SessionRevision, SessionStore, SessionSummary, limits,
};

/// All stores of one application. Clones are the same ones.
#[derive(Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<Kept>>);

#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) settings: BTreeMap<String, String>,
    pub(crate) history: Vec<String>,
    /// With the number of each one's commits, which is its revision.
    pub(crate) sessions: BTreeMap<String, (Bytes, u64)>,
}

impl Memory {
    pub(crate) fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().expect("no test panics here")
    }

    /// The id of the only session.
    pub(crate) fn only_session(&self) -> String {
        let kept = self.kept();
        let ids: Vec<&String> = kept.sessions.keys().collect();
        match &ids[..] {
            [id] => (*id).clone(),
            ids => panic!("one session was expected, there are {}", ids.len()),
        }
    }
}

impl ConfigStore for Memory {
    fn get(&self, id: ConfigKey) -> Option<BoxFuture<'_, Result<Option<String>, HostError>>> {
        let value = self.kept().settings.get(id.as_str()).cloned();
        Some(Box::pin(async { Ok(value) }))
    }

    fn set(&self, id: ConfigKey, value: String) -> Option<BoxFuture<'_, Result<(), HostError>>> {
        self.kept().settings.insert(id.as_str().to_owned(), value);
        Some(Box::pin(async { Ok(()) }))
    }
}

impl PromptHistoryStore for Memory {
    fn load(&self, _root: String, _limit: u64) -> BoxFuture<'_, Result<Vec<String>, HostError>> {
        let history = self.kept().history.clone();
        Box::pin(async { Ok(history) })
    }

    fn append(
        &self,
        _root: String,
        text: String,
        _at: u64,
    ) -> BoxFuture<'_, Result<Option<PromptHistoryOutcome>, HostError>> {
        self.kept().history.push(text);
        Box::pin(async { Ok(None) })
    }

    fn clear(&self, _root: String) -> BoxFuture<'_, Result<(), HostError>> {
        self.kept().history.clear();
        Box::pin(async { Ok(()) })
    }
}

impl SessionStore for Memory {
    fn load(&self, id: String) -> BoxFuture<'_, Result<Option<SessionRecord>, HostError>> {
        let stored = self.kept().sessions.get(&id).cloned();
        let record = stored.map(|(bytes, commits)| SessionRecord {
            bytes,
            revision: commits.to_string(),
        });
        Box::pin(async { Ok(record) })
    }

    fn commit(
        &self,
        id: String,
        bytes: Bytes,
        expected: Option<String>,
    ) -> BoxFuture<'_, Result<SessionRevision, HostError>> {
        let mut kept = self.kept();
        let commits = kept.sessions.get(&id).map(|(_, commits)| *commits);
        let committed = match commits.map(|commits| commits.to_string()) == expected {
            false => {
                let conflict = HostError::new("somebody else has committed");
                Err(conflict.with_code(limits::SESSION_REVISION_CONFLICT_CODE))
            }
            true => {
                let commits = commits.unwrap_or(0) + 1;
                kept.sessions.insert(id, (bytes, commits));
                Ok(SessionRevision {
                    revision: commits.to_string(),
                })
            }
        };
        Box::pin(async { committed })
    }

    fn list(&self) -> BoxFuture<'_, Result<Vec<SessionSummary>, HostError>> {
        let kept = self.kept();
        let sessions = kept.sessions.iter();
        let listed = sessions.map(|(id, (_, commits))| SessionSummary {
            id: id.clone(),
            updated_at_ms: *commits,
        });
        let listed = listed.collect();
        Box::pin(async { Ok(listed) })
    }

    fn remove(&self, id: String) -> BoxFuture<'_, Result<(), HostError>> {
        self.kept().sessions.remove(&id);
        Box::pin(async { Ok(()) })
    }
}
