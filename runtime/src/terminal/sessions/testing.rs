//! A store of sessions for tests. It keeps the rules of the interface, and fails as it is told to.

use std::collections::{BTreeMap, VecDeque};
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard};

use bytes::Bytes;
use libfx_api::limits::SESSION_REVISION_CONFLICT_CODE;
use libfx_api::support::{BoxFuture, HostError};
use libfx_api::{SessionRecord, SessionRevision, SessionStore, SessionSummary};
use tokio::sync::Notify;

/// What becomes of a commit.
#[derive(Clone)]
pub(super) enum Fate {
    /// It is made and answered once the tests say so.
    Held(Arc<Notify>),
    /// It is made, but its answer gets lost.
    Lost,
    /// It is made, and its revision is not valid.
    Nameless,
    Failed,
    /// It is not made and never answered.
    Silent,
}

#[derive(Default)]
pub(super) struct Store(Mutex<Stored>);

#[derive(Default)]
struct Stored {
    records: BTreeMap<String, Record>,
    fates: VecDeque<Fate>,
    last_revision: u64,
    commits: u32,
    in_flight: u32,
    loads: u32,
}

#[derive(Clone)]
struct Record {
    bytes: Bytes,
    revision: String,
    updated_at_ms: u64,
}

impl Store {
    /// The next commits end like this, later ones well.
    pub(super) fn will(&self, fates: impl IntoIterator<Item = Fate>) {
        self.lock().fates.extend(fates);
    }

    /// What another program does.
    pub(super) fn put(&self, id: &str, bytes: impl Into<Bytes>, updated_at_ms: u64) {
        self.lock().put(id, bytes.into(), updated_at_ms);
    }

    pub(super) fn get(&self, id: &str) -> Option<Bytes> {
        let stored = self.lock();
        stored.records.get(id).map(|record| record.bytes.clone())
    }

    pub(super) fn forget(&self, id: &str) {
        self.lock().records.remove(id);
    }

    pub(super) fn ids(&self) -> Vec<String> {
        self.lock().records.keys().cloned().collect()
    }

    /// How often it was asked to commit.
    pub(super) fn commits(&self) -> u32 {
        self.lock().commits
    }

    /// How often it was asked to load.
    pub(super) fn loads(&self) -> u32 {
        self.lock().loads
    }

    fn lock(&self) -> MutexGuard<'_, Stored> {
        self.0.lock().expect("whole")
    }

    /// One commit at a time, and none that the store has not answered yet.
    async fn commit_one(
        &self,
        id: String,
        bytes: Bytes,
        expected: Option<String>,
    ) -> Result<SessionRevision, HostError> {
        let fate = {
            let mut stored = self.lock();
            stored.commits += 1;
            stored.in_flight += 1;
            assert_eq!(stored.in_flight, 1, "one commit after the other");
            stored.fates.pop_front()
        };
        let outcome = match fate {
            Some(Fate::Failed) => Err(HostError::new("the disk is full.")),
            Some(Fate::Silent) => {
                self.lock().in_flight -= 1;
                pending().await
            }
            fate => {
                if let Some(Fate::Held(held)) = &fate {
                    held.notified().await;
                }
                self.lock()
                    .replace(&id, bytes, expected)
                    .and_then(|revision| match fate {
                        Some(Fate::Lost) => Err(HostError::new("the connection broke")),
                        Some(Fate::Nameless) => Ok(String::new()),
                        _ => Ok(revision),
                    })
            }
        };
        self.lock().in_flight -= 1;
        outcome.map(|revision| SessionRevision { revision })
    }
}

impl Stored {
    fn put(&mut self, id: &str, bytes: Bytes, updated_at_ms: u64) -> String {
        self.last_revision += 1;
        let revision = format!("r{}", self.last_revision);
        let record = Record {
            bytes,
            revision: revision.clone(),
            updated_at_ms,
        };
        self.records.insert(id.to_owned(), record);
        revision
    }

    fn replace(
        &mut self,
        id: &str,
        bytes: Bytes,
        expected: Option<String>,
    ) -> Result<String, HostError> {
        let current = self.records.get(id).map(|record| record.revision.clone());
        if current != expected {
            let message = format!("expected {expected:?}, is {current:?}");
            return Err(HostError::new(message).with_code(SESSION_REVISION_CONFLICT_CODE));
        }
        let updated_at_ms = 1_800_000_000_000 + u64::from(self.commits);
        Ok(self.put(id, bytes, updated_at_ms))
    }
}

impl SessionStore for Store {
    fn load(&self, id: String) -> BoxFuture<'_, Result<Option<SessionRecord>, HostError>> {
        Box::pin(async move {
            let mut stored = self.lock();
            stored.loads += 1;
            let record = stored.records.get(&id).cloned();
            Ok(record.map(|record| SessionRecord {
                bytes: record.bytes,
                revision: record.revision,
            }))
        })
    }

    fn commit(
        &self,
        id: String,
        bytes: Bytes,
        expected_revision: Option<String>,
    ) -> BoxFuture<'_, Result<SessionRevision, HostError>> {
        Box::pin(self.commit_one(id, bytes, expected_revision))
    }

    fn list(&self) -> BoxFuture<'_, Result<Vec<SessionSummary>, HostError>> {
        Box::pin(async {
            let stored = self.lock();
            let summaries = stored.records.iter().map(|(id, record)| SessionSummary {
                id: id.clone(),
                updated_at_ms: record.updated_at_ms,
            });
            Ok(summaries.collect())
        })
    }

    fn remove(&self, id: String) -> BoxFuture<'_, Result<(), HostError>> {
        Box::pin(async move {
            self.lock().records.remove(&id);
            Ok(())
        })
    }
}
