//! Calls to the host that wait for their answer.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use libfx_api::FxError;
use libfx_api::support::HostError;
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::oneshot;

use super::body::BodyQueue;
use super::mailbox::Mailbox;
use crate::json;

/// The head of a response.
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Arc<BodyQueue>,
}

/// What the host answered, and the bytes that stand in it, by their places.
pub(super) struct Answered {
    pub(super) value: Value,
    pub(super) blobs: Vec<Bytes>,
}

enum Pending {
    Answer {
        answer: oneshot::Sender<Result<Answered, HostError>>,
        blobs: Vec<Bytes>,
    },
    Response {
        owner: u32,
        head: oneshot::Sender<Result<Head, FxError>>,
    },
    Body(Arc<BodyQueue>),
}

#[derive(Default)]
pub(super) struct Calls {
    next: AtomicU32,
    pending: Mutex<HashMap<u32, Pending>>,
}

impl Calls {
    /// Numbers for calls and bytes; they come again only after four billion.
    pub(super) fn next_id(&self) -> u32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn await_answer(&self) -> (u32, oneshot::Receiver<Result<Answered, HostError>>) {
        let (answer, receiver) = oneshot::channel();
        let blobs = Vec::new();
        (self.insert(Pending::Answer { answer, blobs }), receiver)
    }

    pub(super) fn await_response(
        &self,
        owner: u32,
    ) -> (u32, oneshot::Receiver<Result<Head, FxError>>) {
        let (head, receiver) = oneshot::channel();
        (self.insert(Pending::Response { owner, head }), receiver)
    }

    /// Forgets a call; says whether the host still worked on it.
    pub(super) fn abandon(&self, call: u32) -> bool {
        self.lock().remove(&call).is_some()
    }

    pub(super) fn clear(&self) {
        let abandoned = std::mem::take(&mut *self.lock());
        drop(abandoned);
    }

    pub(super) fn resolve(&self, call: u32, text: &str) {
        if let Some(Pending::Answer { answer, blobs }) = self.lock().remove(&call) {
            let value = json::parse(text.as_bytes())
                .map(|value| Answered { value, blobs })
                .map_err(|error| HostError::new(format!("the result is not JSON: {error}")));
            // An answer that nobody waits for is late, and late answers are ignored.
            let _ = answer.send(value);
        }
    }

    pub(super) fn reject(&self, call: u32, text: &str) {
        if let Some(Pending::Answer { answer, .. }) = self.lock().remove(&call) {
            let _ = answer.send(Err(failure(text)));
        }
    }

    pub(super) fn respond(&self, mailbox: &Arc<Mailbox>, call: u32, text: &str) {
        #[derive(Deserialize)]
        struct Response {
            status: u16,
            headers: Vec<(String, String)>,
        }
        let mut pending = self.lock();
        let Some(Pending::Response { owner, head }) = pending.remove(&call) else {
            return;
        };
        let answer = match json::parse::<Response>(text.as_bytes()) {
            Ok(response) => {
                let body = Arc::new(BodyQueue::new(mailbox, owner, call));
                pending.insert(call, Pending::Body(body.clone()));
                Ok(Head {
                    status: response.status,
                    headers: response.headers,
                    body,
                })
            }
            Err(error) => Err(FxError::transport(format!(
                "options.fetch: expected a Response ({error})"
            ))),
        };
        drop(pending);
        let _ = head.send(answer);
    }

    pub(super) fn feed(&self, call: u32, bytes: Bytes) -> bool {
        let body = match self.lock().get_mut(&call) {
            Some(Pending::Body(body)) => body.clone(),
            Some(Pending::Answer { blobs, .. }) => {
                blobs.push(bytes);
                return true;
            }
            // The body was abandoned: its `cancelled` message is on the way.
            Some(Pending::Response { .. }) | None => return false,
        };
        body.feed(bytes)
    }

    pub(super) fn end(&self, call: u32) {
        if let Some(Pending::Body(body)) = self.lock().remove(&call) {
            body.end(Ok(()));
        }
    }

    pub(super) fn fail(&self, call: u32, text: &str) {
        let error = FxError::transport(failure(text).message);
        let failed = self.lock().remove(&call);
        match failed {
            Some(Pending::Response { head, .. }) => {
                let _ = head.send(Err(error));
            }
            Some(Pending::Body(body)) => body.end(Err(error)),
            Some(Pending::Answer { .. }) | None => {}
        }
    }

    fn insert(&self, pending: Pending) -> u32 {
        let id = self.next_id();
        self.lock().insert(id, pending);
        id
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn failure(text: &str) -> HostError {
    #[derive(Deserialize)]
    struct Failure {
        message: String,
        code: Option<String>,
    }
    match json::parse::<Failure>(text.as_bytes()) {
        Ok(Failure { message, code }) => HostError { message, code },
        Err(_) => HostError::new(text),
    }
}
