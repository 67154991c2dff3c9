//! The flat engine that every binding but Rust's own exports: numbers for objects, JSON text for data, one mailbox for
//! everything that happens later.
//!
//! There are no promises and no asynchronous functions here. The host side makes plain calls and numbers its objects;
//! the engine answers through messages that the host takes in batches. The calls themselves (`agent_prompt`,
//! `turn_cancel`, …) are generated in each binding's dialect from the IDL; they decode, call, and encode with what this
//! module gives them.
//!
//! Values of the application (functions, objects) belong to the object or the call that they were handed over with, their
//! *owner*: the host side finds them by its number and theirs. Objects that the runtime gives to the application are *lent*:
//! the engine numbers them, and the host side says when it has no use for one any longer.
//!
//! Messages are JSON arrays, told apart by their first item:
//!
//! | Message | Meaning |
//! |---|---|
//! | `["settled", call, value]` | an asynchronous call has completed |
//! | `["settledBytes", call, bytes]` | it completed with bytes, to be fetched by [`Engine::take_bytes`] |
//! | `["failed", call, error]` | it failed |
//! | `["threw", call, message]` | it was a call of a lent object, which failed with this |
//! | `["events", turn, [event, …]]` | events of a turn, each to be acknowledged once consumed |
//! | `["discarded", turn, error]` | unread events were dropped; reading on fails |
//! | `["finished", turn, result]`, `["broke", turn, error]` | how the turn ended, after its events |
//! | `["call", owner, call, handle, method, [arg, …]]` | run this; answer with [`Engine::resolve`] or [`Engine::reject`]. An argument that may be absent is a list of it or of nothing; bytes are a number, to be fetched by [`Engine::take_bytes`] |
//! | `["notify", owner, handle, [arg, …]]`, `["tell", owner, handle, method, [arg, …]]` | call this function or method, no answer is awaited |
//! | `["subscribe", owner, subscription, handle, method]` | call this with a function that calls [`Engine::call_back`]; it returns what ends the subscription |
//! | `["unsubscribe", owner, subscription]` | the subscription ends |
//! | `["fetch", owner, call, handle, request]` | send this; answer with [`Engine::respond`], [`Engine::feed`], [`Engine::end`], [`Engine::fail`] |
//! | `["pull", owner, call]` | the body that was told to wait may go on |
//! | `["cancelled", owner, call]` | nobody waits for the answer any longer |

mod body;
mod calls;
mod handles;
mod link;
mod listening;
mod mailbox;
mod objects;
mod settle;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use libfx_api::FxError;
use libfx_api::support::{Decode, HostLink, Input, MaybeSend, MaybeSync, Path, Recipient, Seen};
use serde::Serialize;
use serde_json::Value;

use crate::contract::Functions;
use crate::json;
use crate::platform::Platform;
use calls::Calls;
use link::OwnerLink;
use listening::Listening;
use mailbox::Mailbox;
use objects::Objects;
use settle::Running;
pub use settle::{Failure, Settled};

/// One engine serves one host environment (a thread of JavaScript, an interpreter). Clones are handles of the same one.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    platform: Arc<dyn Platform>,
    mailbox: Arc<Mailbox>,
    objects: Objects,
    calls: Calls,
    running: Running,
    listening: Listening,
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
                objects: Objects::default(),
                calls: Calls::default(),
                running: Running::default(),
                listening: Listening::default(),
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
        self.inner.mailbox.take(&self.inner.objects.turns)
    }

    /// The bytes that a message named, once.
    pub fn take_bytes(&self, id: u32) -> Option<Bytes> {
        self.inner.lock_blobs().remove(&id)
    }

    /// Cancels every turn and forgets every object; calls that still wait are given up.
    pub fn shutdown(&self) {
        self.inner.mailbox.close();
        self.inner.objects.clear();
        self.inner.calls.clear();
        self.inner.listening.clear();
        self.inner.lock_blobs().clear();
    }

    /// Runs a plain call; its error comes back as JSON text.
    pub fn attempt(&self, call: impl FnOnce(&Self) -> Result<(), FxError>) -> Option<String> {
        let outcome =
            catch_unwind(AssertUnwindSafe(|| call(self))).unwrap_or_else(|_| Err(fault()));
        outcome.err().map(|error| json_text(&error))
    }

    /// The way back to the values that the application hands over with one object or call. `blobs` are the bytes passed
    /// beside the arguments.
    pub fn link(&self, owner: u32, blobs: Vec<Bytes>) -> Arc<dyn HostLink> {
        OwnerLink::new(Arc::downgrade(&self.inner), owner, blobs)
    }

    /// The host, as what objects are described to; `link` is that of the call which gives them.
    pub fn recipient<'a>(&'a self, link: &'a Arc<dyn HostLink>) -> Recipient<'a> {
        Recipient { link, lender: self }
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

    /// Answers a host call with JSON text.
    pub fn resolve(&self, call: u32, text: &str) {
        self.inner.calls.resolve(call, text);
    }

    /// Fails a host call; `text` is JSON `{"message": …}`, perhaps with a text `code`.
    pub fn reject(&self, call: u32, text: &str) {
        self.inner.calls.reject(call, text);
    }

    /// Answers a host fetch with the head of its response, JSON `{"status": …, "headers": [[name, value], …]}`.
    pub fn respond(&self, call: u32, text: &str) {
        self.inner.calls.respond(&self.inner.mailbox, call, text);
    }

    /// Passes on a piece of the response's body, or the next bytes that stand in an answer; `false` asks the host to wait
    /// for `pull`.
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
