//! The way back to the application: how values it handed over (objects, functions, bytes) are reached again.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::live::listener;
use super::{BoxFuture, Callback, Decode, Fetch, Input, Listener, MaybeSend, MaybeSync, Path};

/// The host side of one object or call, as a binding implements it. Host values are numbered by the host; the numbers stay
/// valid for as long as the link lives.
pub trait HostLink: MaybeSend + MaybeSync {
    /// Calls `method` of the object `handle`, or the function `handle` itself when `method` is empty. Arguments are
    /// plain JSON; one that may be absent is a list of it or of nothing, and a member that is a signal is left out,
    /// because `signal` is that signal. The answer is described as what a host hands over is. Dropping the future means
    /// that nobody waits for the answer any longer.
    fn call(
        &self,
        handle: u32,
        method: &'static str,
        args: Vec<Value>,
        signal: CancellationToken,
    ) -> BoxFuture<'static, Result<Answer, HostError>>;

    /// Calls the function `handle` and waits for nothing; what it throws is ignored.
    fn notify(&self, handle: u32, args: Vec<Value>);

    /// Calls `method` of the object `handle` and waits for nothing; what it throws is ignored.
    fn tell(&self, handle: u32, method: &'static str, args: Vec<Value>) {
        let _ = (handle, method, args);
    }

    /// Keeps bytes for the host, which fetches them by the number that stands for them among the arguments of a call.
    fn give_bytes(&self, bytes: Bytes) -> Value {
        let _ = bytes;
        Value::Null
    }

    /// Calls `method` of the object `handle` with a function that calls `listener`. The method returns what ends the
    /// subscription, which happens once: when what this returns is called, or at the latest when it is dropped.
    fn subscribe(&self, handle: u32, method: &'static str, listener: Listener) -> Callback<()> {
        let _ = (handle, method, listener);
        Arc::new(|()| {})
    }

    /// Has `listener` told the value of `property` of the object `handle` when it has changed.
    fn watch(&self, handle: u32, property: &'static str, listener: Listener) {
        let _ = (handle, property, listener);
    }

    /// The application's own `fetch`, which it handed over as the function `handle`.
    fn fetch(&self, handle: u32) -> Arc<dyn Fetch>;

    /// The bytes passed beside the text that is being decoded.
    fn bytes(&self, index: u32) -> Option<Bytes>;

    /// The signal that stands in the text that is being decoded; `aborted` if it was triggered before that. A host that
    /// can trigger it later gives a token that it keeps.
    fn signal(&self, aborted: bool) -> CancellationToken {
        let signal = CancellationToken::new();
        if aborted {
            signal.cancel();
        }
        signal
    }
}

/// What a method or function of the host answered.
#[derive(Clone)]
pub struct Answer {
    /// The answer, described as what a host hands over is.
    pub value: Value,
    /// The link by which what stands in it is reached, where that is not the one of the call.
    pub link: Option<Arc<dyn HostLink>>,
}

impl From<Value> for Answer {
    fn from(value: Value) -> Self {
        Answer { value, link: None }
    }
}

/// What an implementation by the application failed with. Any error becomes one by `?`, and so does a text; for that, it
/// is no [`Error`] itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError {
    pub message: String,
    /// Says which failure it is, where an interface gives codes a meaning.
    pub code: Option<String>,
}

impl HostError {
    pub fn new(message: impl Into<String>) -> Self {
        HostError {
            message: message.into(),
            code: None,
        }
    }

    /// The same failure with a code.
    #[must_use]
    pub fn with_code(self, code: impl Into<String>) -> Self {
        HostError {
            code: Some(code.into()),
            ..self
        }
    }
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for HostError {
    fn from(error: E) -> Self {
        HostError::new(error.into().to_string())
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A host value and the link it is reached by: what every proxy is made of.
#[derive(Clone)]
pub struct HostRef {
    link: Arc<dyn HostLink>,
    handle: u32,
}

impl HostRef {
    pub fn new(link: Arc<dyn HostLink>, handle: u32) -> Self {
        HostRef { link, handle }
    }

    /// Calls `method` (empty: the function itself) and decodes its answer, whose path in messages is `result`.
    pub fn call<R: Decode>(
        &self,
        method: &'static str,
        args: Vec<Value>,
        signal: CancellationToken,
    ) -> BoxFuture<'static, Result<R, HostError>> {
        let answer = self.link.call(self.handle, method, args, signal);
        let link = Arc::clone(&self.link);
        Box::pin(async move {
            let answer = answer.await?;
            let link = answer.link.as_ref().unwrap_or(&link);
            let path = Path::Root("result");
            R::decode(Input::new(&answer.value, &path, link).answer())
                .map_err(|error| HostError::new(error.message))
        })
    }

    /// Calls the function and waits for nothing.
    pub fn notify(&self, args: Vec<Value>) {
        self.link.notify(self.handle, args);
    }

    /// Calls `method` and waits for nothing.
    pub fn tell(&self, method: &'static str, args: Vec<Value>) {
        self.link.tell(self.handle, method, args);
    }

    /// What stands for bytes among the arguments of a call.
    pub fn give_bytes(&self, bytes: Bytes) -> Value {
        self.link.give_bytes(bytes)
    }

    /// Calls `method` with `callback`, whose parameter is called `name`; what this returns ends the subscription.
    pub fn subscribe<A: Decode + 'static>(
        &self,
        method: &'static str,
        name: &'static str,
        callback: Callback<A>,
    ) -> Callback<()> {
        let listener = listener(name, move |value| callback(value));
        self.link.subscribe(self.handle, method, listener)
    }

    /// Has `listener` told when `property` has changed.
    pub(crate) fn watch(&self, property: &'static str, listener: Listener) {
        self.link.watch(self.handle, property, listener);
    }

    /// The number of the value, if it came over this very link.
    pub(crate) fn handle_at(&self, link: &Arc<dyn HostLink>) -> Option<u32> {
        Arc::ptr_eq(&self.link, link).then_some(self.handle)
    }
}
