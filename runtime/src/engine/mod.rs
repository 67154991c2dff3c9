//! The flat engine that every binding but Rust's own exports: numbers for objects, JSON text for data, one mailbox for
//! everything that happens later.
//!
//! There are no promises and no asynchronous functions here. The host side makes plain calls and numbers its objects;
//! the engine answers through messages that the host takes in batches. The calls themselves (`agent_prompt`,
//! `turn_cancel`, …) are generated in each binding's dialect from the IDL; they decode, call, and encode with what this
//! module gives them.
//!
//! Messages are JSON arrays, told apart by their first item:
//!
//! | Message | Meaning |
//! |---|---|
//! | `["settled", call, value]` | an asynchronous call has completed |
//! | `["settledBytes", call, bytes]` | it completed with bytes, to be fetched by [`Engine::take_bytes`] |
//! | `["failed", call, error]` | it failed |
//! | `["events", turn, [event, …]]` | events of a turn, each to be acknowledged once consumed |
//! | `["discarded", turn, error]` | unread events were dropped; reading on fails |
//! | `["finished", turn, result]`, `["broke", turn, error]` | how the turn ended, after its events |
//! | `["call", agent, call, handle, method, [arg, …]]` | run this; answer with [`Engine::resolve`] or [`Engine::reject`] |
//! | `["notify", agent, handle, [arg, …]]` | call this, no answer is awaited |
//! | `["fetch", agent, call, handle, request]` | send this; answer with [`Engine::respond`], [`Engine::feed`], [`Engine::end`], [`Engine::fail`] |
//! | `["pull", agent, call]` | the body that was told to wait may go on |
//! | `["cancelled", agent, call]` | nobody waits for the answer any longer |

mod body;
mod calls;
mod handles;
mod link;
mod mailbox;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use futures_util::FutureExt;
use libfx_api::FxError;
use libfx_api::support::{Decode, HostLink, Input, MaybeSend, MaybeSync, Path, Seen};
use serde::Serialize;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::contract::Functions;
use crate::json;
use crate::platform::Platform;
use crate::turn::Turn;
use calls::Calls;
use handles::Handles;
use link::AgentLink;
use mailbox::Mailbox;

/// One engine serves one host environment (a thread of JavaScript, an interpreter). Clones are handles of the same one.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    platform: Arc<dyn Platform>,
    mailbox: Arc<Mailbox>,
    agents: Handles<Agent>,
    turns: Handles<Turn>,
    calls: Calls,
    blobs: Mutex<HashMap<u32, Bytes>>,
}

/// A handle that does not keep the engine.
#[derive(Clone)]
pub struct WeakEngine(Weak<Inner>);

impl WeakEngine {
    /// The engine, if anything still keeps it.
    pub fn upgrade(&self) -> Option<Engine> {
        self.0.upgrade().map(|inner| Engine { inner })
    }
}

/// What an asynchronous call completes with.
pub enum Settled {
    Value(Value),
    Bytes(Bytes),
}

impl Engine {
    /// An engine that calls `notify` whenever there is something to [`take`](Engine::take). It is called from any
    /// thread, once until the next `take`.
    pub fn new(
        platform: Arc<dyn Platform>,
        notify: impl Fn() + MaybeSend + MaybeSync + 'static,
    ) -> Self {
        Engine {
            inner: Arc::new(Inner {
                platform,
                mailbox: Arc::new(Mailbox::new(Box::new(notify))),
                agents: Handles::new("agent"),
                turns: Handles::new("turn"),
                calls: Calls::default(),
                blobs: Mutex::default(),
            }),
        }
    }

    /// The functions of the API, on this engine's platform.
    pub fn functions(&self) -> Functions {
        Functions(self.inner.platform.clone())
    }

    /// A handle that does not keep the engine.
    pub fn downgrade(&self) -> WeakEngine {
        WeakEngine(Arc::downgrade(&self.inner))
    }

    /// The messages that wait, as one JSON array.
    pub fn take(&self) -> String {
        self.inner.mailbox.take(&self.inner.turns)
    }

    /// The bytes that a message named, once.
    pub fn take_bytes(&self, id: u32) -> Option<Bytes> {
        self.inner.lock_blobs().remove(&id)
    }

    /// Cancels every turn and forgets every agent; calls that still wait are given up.
    pub fn shutdown(&self) {
        self.inner.mailbox.close();
        self.inner.turns.clear();
        self.inner.agents.clear();
        self.inner.calls.clear();
        self.inner.lock_blobs().clear();
    }

    /// Runs a plain call; its error comes back as JSON text.
    pub fn attempt(&self, call: impl FnOnce(&Self) -> Result<(), FxError>) -> Option<String> {
        let outcome =
            catch_unwind(AssertUnwindSafe(|| call(self))).unwrap_or_else(|_| Err(fault()));
        outcome.err().map(|error| json_text(&error))
    }

    /// Runs an asynchronous call; its outcome comes as a message for `call`.
    pub fn settle(
        &self,
        call: u32,
        work: impl Future<Output = Result<Settled, FxError>> + MaybeSend + 'static,
    ) {
        let inner = self.inner.clone();
        self.inner.platform.spawn(Box::pin(async move {
            let outcome = AssertUnwindSafe(work).catch_unwind().await;
            match outcome.unwrap_or_else(|_| Err(fault())) {
                Ok(Settled::Value(value)) => inner.mailbox.send(&json!(["settled", call, value])),
                Ok(Settled::Bytes(bytes)) => {
                    let id = inner.keep_bytes(bytes);
                    inner.mailbox.send(&json!(["settledBytes", call, id]));
                }
                Err(error) => inner.mailbox.send(&("failed", call, error)),
            }
        }));
    }

    /// The way back to the host objects of one agent. `blobs` are the bytes passed beside its arguments.
    pub fn link(&self, agent: u32, blobs: Vec<Bytes>) -> Arc<dyn HostLink> {
        Arc::new(AgentLink::new(&self.inner, agent, blobs))
    }

    /// Decodes the argument called `name`.
    pub fn argument<T: Decode>(
        &self,
        name: &str,
        text: &str,
        link: &Arc<dyn HostLink>,
    ) -> Result<T, FxError> {
        let value = json_value(name, text)?;
        T::decode(Input::new(&value, &Path::Root(name), link))
    }

    /// Decodes an argument that may be left out.
    pub fn optional_argument<T: Decode + Default>(
        &self,
        name: &str,
        text: &str,
        link: &Arc<dyn HostLink>,
    ) -> Result<T, FxError> {
        let value = json_value(name, text)?;
        let path = Path::Root(name);
        let input = Input::new(&value, &path, link);
        match input.seen() {
            Seen::Undefined => Ok(T::default()),
            _ => T::decode(input),
        }
    }

    pub fn hold_agent(&self, id: u32, agent: Agent) {
        self.inner.agents.insert(id, agent);
    }

    pub fn agent(&self, id: u32) -> Result<Arc<Agent>, FxError> {
        self.inner.agents.get(id)
    }

    pub fn release_agent(&self, id: u32) {
        self.inner.agents.remove(id);
    }

    /// Holds a turn until its outcome has been taken, and delivers its events.
    pub fn hold_turn(&self, id: u32, turn: Turn) {
        let queue = turn.shared.clone();
        self.inner.turns.insert(id, turn);
        queue.queue.listen(self.inner.mailbox.listener(id));
    }

    pub fn turn(&self, id: u32) -> Result<Arc<Turn>, FxError> {
        self.inner.turns.get(id)
    }

    /// Somebody reads the turn's events.
    pub fn read_turn(&self, id: u32) {
        if let Ok(turn) = self.turn(id) {
            turn.shared.queue.begin_reading();
        }
    }

    /// The application has consumed `events` more events of the turn.
    pub fn acknowledge_turn(&self, id: u32, events: u32) {
        if let Ok(turn) = self.turn(id) {
            turn.shared.queue.acknowledge(events as usize);
        }
    }

    /// Somebody waits for the turn's result.
    pub fn await_turn_result(&self, id: u32) {
        if let Ok(turn) = self.turn(id) {
            turn.shared.queue.await_result();
        }
    }

    /// Nobody is interested in the turn any longer: it is cancelled.
    pub fn release_turn(&self, id: u32) {
        self.inner.turns.remove(id);
    }

    /// Answers a host call with JSON text.
    pub fn resolve(&self, call: u32, text: &str) {
        self.inner.calls.resolve(call, text);
    }

    /// Fails a host call; `text` is JSON `{"message": …}`.
    pub fn reject(&self, call: u32, text: &str) {
        self.inner.calls.reject(call, text);
    }

    /// Answers a host fetch with the head of its response, JSON `{"status": …, "headers": [[name, value], …]}`.
    pub fn respond(&self, call: u32, text: &str) {
        self.inner.calls.respond(&self.inner.mailbox, call, text);
    }

    /// Passes on a piece of the response's body; `false` asks the host to wait for `pull`.
    pub fn feed(&self, call: u32, bytes: Bytes) -> bool {
        self.inner.calls.feed(call, bytes)
    }

    /// The response's body is complete.
    pub fn end(&self, call: u32) {
        self.inner.calls.end(call);
    }

    /// The fetch failed, before or after its response began; `text` is JSON `{"message": …}`.
    pub fn fail(&self, call: u32, text: &str) {
        self.inner.calls.fail(call, text);
    }
}

impl Inner {
    fn lock_blobs(&self) -> std::sync::MutexGuard<'_, HashMap<u32, Bytes>> {
        self.blobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep_bytes(&self, bytes: Bytes) -> u32 {
        let id = self.calls.next_id();
        self.lock_blobs().insert(id, bytes);
        id
    }
}

impl Settled {
    /// Nothing, or plain data.
    pub fn value(value: impl Serialize) -> Self {
        Settled::Value(serde_json::to_value(value).expect("the contract's data is JSON"))
    }
}

fn json_value(name: &str, text: &str) -> Result<Value, FxError> {
    json::parse(text.as_bytes())
        .map_err(|error| FxError::invalid_argument(format!("{name}: expected JSON text ({error})")))
}

fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the contract's data is JSON")
}

fn fault() -> FxError {
    FxError::internal("a fault of the library ended this call; please report it")
}
