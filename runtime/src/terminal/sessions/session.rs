//! The session under way: committed at the ends of its turns, one commit after the other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use libfx_api::{SessionStore, Usage};
use tokio::sync::Mutex as AsyncMutex;

use super::record::{self, Header};
use super::{Sessions, is_conflict};
use crate::terminal::stores::{Call, Failure, Revision};

/// A session that grows. Clones are handles of the same.
#[derive(Clone)]
pub(crate) struct Session {
    shared: Arc<Shared>,
}

struct Shared {
    sessions: Sessions,
    created_at_ms: u64,
    id: Mutex<String>,
    /// The latest state that is not committed yet.
    waiting: Mutex<Option<Bytes>>,
    /// Locked for the whole of a commit.
    stored: AsyncMutex<Stored>,
}

/// What is known of the store's record.
#[derive(Default)]
struct Stored {
    revision: Revision,
    /// The user knows that the session is not being saved.
    failing: bool,
}

/// What is to be remembered of a session at the end of a turn.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) title: String,
    pub(crate) model: String,
    /// What the last turn used.
    pub(crate) usage: Option<Usage>,
    pub(crate) checkpoint: Bytes,
}

impl Session {
    pub(super) fn new(sessions: Sessions) -> Self {
        let created_at_ms = sessions.now_ms();
        let id = new_id(&sessions);
        Session::at(sessions, id, created_at_ms, Revision::default())
    }

    /// One that is stored.
    pub(super) fn at(
        sessions: Sessions,
        id: String,
        created_at_ms: u64,
        revision: Revision,
    ) -> Self {
        Session {
            shared: Arc::new(Shared {
                sessions,
                created_at_ms,
                id: Mutex::new(id),
                waiting: Mutex::default(),
                stored: AsyncMutex::new(Stored {
                    revision,
                    failing: false,
                }),
            }),
        }
    }

    /// By which it can be resumed. Changes when another program has changed the stored session.
    pub(crate) fn id(&self) -> String {
        lock(&self.shared.id).clone()
    }

    /// Stores the state, unless a later one is there by the time the commit before has ended. Answers what the user
    /// should know, if anything.
    pub(crate) fn commit(&self, state: State) -> impl Future<Output = Option<String>> + use<> {
        // Now, not when the future is first polled: the later call has the later state.
        let accepted = self.accept(state);
        let session = self.clone();
        async move {
            let shared = &*session.shared;
            let store = shared.sessions.store.as_deref()?;
            if let Err(fault) = accepted {
                return session.too_large(fault).await;
            }
            let mut stored = shared.stored.lock().await;
            let record = lock(&shared.waiting).take()?;
            session.store(store, &mut stored, record).await
        }
    }

    /// Puts the record of a state where the next commit takes it from.
    ///
    /// # Errors
    /// It is too large.
    fn accept(&self, state: State) -> Result<(), String> {
        let Shared {
            sessions,
            created_at_ms,
            waiting,
            ..
        } = &*self.shared;
        if !sessions.are_kept() {
            return Ok(());
        }
        let header = Header {
            title: state.title,
            model: state.model,
            created_at_ms: *created_at_ms,
            updated_at_ms: sessions.now_ms(),
            usage: state.usage,
        };
        *lock(waiting) = Some(record::encode(&header, &state.checkpoint)?);
        Ok(())
    }

    async fn store(
        &self,
        store: &dyn SessionStore,
        stored: &mut Stored,
        record: Bytes,
    ) -> Option<String> {
        match self.commit_here(store, stored, &record).await {
            Ok(()) => {
                stored.failing = false;
                None
            }
            Err(failure) if is_conflict(&failure) => self.move_on(store, stored, record).await,
            Err(failure) => stored.fail(failure.reason()),
        }
    }

    /// Commits under the present id. A conflict with a commit of our own, whose answer got lost, is none.
    async fn commit_here(
        &self,
        store: &dyn SessionStore,
        stored: &mut Stored,
        record: &Bytes,
    ) -> Result<(), Failure> {
        let sessions = &self.shared.sessions;
        let id = self.id();
        // Ends: after one of ours was found, nothing else counts as ours but this very record.
        loop {
            let expected = stored.revision.expected();
            stored.revision.begin(record);
            let committed = sessions.commit(store, &id, record.clone(), expected).await;
            let conflict = match committed {
                Ok(revision) => {
                    stored.revision = Revision::known(revision);
                    return Ok(());
                }
                Err(failure) if is_conflict(&failure) => failure,
                Err(failure) => return Err(failure),
            };
            let current = sessions.load(store, &id).await.ok().flatten();
            let ours = current.filter(|current| stored.revision.is_ours(&current.bytes));
            let Some(current) = ours else {
                return Err(conflict);
            };
            stored.revision = Revision::known(current.revision);
            if current.bytes == *record {
                return Ok(());
            }
        }
    }

    /// Another program has changed the stored session: this conversation goes on as a new one, and both are kept.
    async fn move_on(
        &self,
        store: &dyn SessionStore,
        stored: &mut Stored,
        record: Bytes,
    ) -> Option<String> {
        let id = new_id(&self.shared.sessions);
        *lock(&self.shared.id) = id.clone();
        stored.revision = Revision::default();
        let moved = format!(
            "Another program has changed the saved session. Both are kept: this conversation goes on as session {id}."
        );
        match self.commit_here(store, stored, &record).await {
            Ok(()) => {
                stored.failing = false;
                Some(moved)
            }
            Err(failure) => {
                let failed = not_saved(failure.reason());
                stored.failing = true;
                Some(format!("{moved} {failed}"))
            }
        }
    }

    async fn too_large(&self, fault: String) -> Option<String> {
        let sessions = &self.shared.sessions;
        let id = self.id();
        let failure = Failure::new(fault);
        let failure = sessions.calls.failed(Call::new("commit").of(&id), failure);
        self.shared.stored.lock().await.fail(failure.reason())
    }
}

impl Stored {
    /// Says so once, until a commit succeeds.
    fn fail(&mut self, why: &str) -> Option<String> {
        let known = std::mem::replace(&mut self.failing, true);
        (!known).then(|| not_saved(why))
    }
}

fn not_saved(why: &str) -> String {
    format!("The session could not be saved: {why}. The end of the next turn tries again.")
}

/// Random, 128 bits.
fn new_id(sessions: &Sessions) -> String {
    let platform = sessions.calls.platform();
    format!("{:016x}{:016x}", platform.random(), platform.random())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
