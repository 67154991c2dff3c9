//! The application's values that belong to one object or call, reached through the mailbox.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use libfx_api::FxError;
use libfx_api::support::{
    Answer, BoxFuture, Callback, Fetch, HostError, HostLink, HttpRequest, HttpResponse, Listener,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::Inner;
use super::body::BodyQueue;
use super::calls::Answered;
use super::listening::Watched;

/// Holds the engine weakly: an agent's tools must not keep the engine that holds the agent.
pub(super) struct OwnerLink {
    engine: Weak<Inner>,
    owner: u32,
    /// Bytes passed beside the arguments, each handed out once.
    blobs: Mutex<Vec<Option<Bytes>>>,
    /// Stands for every signal among the arguments of a call: whichever is triggered, the call is abandoned.
    abandoned: CancellationToken,
    /// Properties of host objects that may change.
    pub(super) watched: Watched,
    this: Weak<OwnerLink>,
}

impl OwnerLink {
    pub(super) fn new(engine: Weak<Inner>, owner: u32, blobs: Vec<Bytes>) -> Arc<Self> {
        Arc::new_cyclic(|this| OwnerLink {
            engine,
            owner,
            blobs: Mutex::new(blobs.into_iter().map(Some).collect()),
            abandoned: CancellationToken::new(),
            watched: Watched::default(),
            this: this.clone(),
        })
    }
}

impl HostLink for OwnerLink {
    fn call(
        &self,
        handle: u32,
        method: &'static str,
        args: Vec<Value>,
        _signal: CancellationToken,
    ) -> BoxFuture<'static, Result<Answer, HostError>> {
        let Some(engine) = self.engine.upgrade() else {
            return Box::pin(async { Err(gone()) });
        };
        let (call, answer) = engine.calls.await_answer();
        // Dropping the future is the cancellation, so the signal needs no watching of its own.
        let waiting = Waiting::new(&engine, self.owner, call);
        let message = json!(["call", self.owner, call, handle, method, args]);
        engine.mailbox.send(&message);
        drop(engine);
        let (engine, owner) = (self.engine.clone(), self.owner);
        Box::pin(async move {
            let _waiting = waiting;
            let Answered { value, blobs } = answer.await.unwrap_or_else(|_| Err(gone()))?;
            let mut link: Option<Arc<dyn HostLink>> = None;
            if !blobs.is_empty() {
                link = Some(OwnerLink::new(engine, owner, blobs));
            }
            Ok(Answer { value, link })
        })
    }

    fn notify(&self, handle: u32, args: Vec<Value>) {
        if let Some(engine) = self.engine.upgrade() {
            engine
                .mailbox
                .send(&json!(["notify", self.owner, handle, args]));
        }
    }

    fn tell(&self, handle: u32, method: &'static str, args: Vec<Value>) {
        if let Some(engine) = self.engine.upgrade() {
            engine
                .mailbox
                .send(&json!(["tell", self.owner, handle, method, args]));
        }
    }

    fn give_bytes(&self, bytes: Bytes) -> Value {
        let engine = self.engine.upgrade();
        engine.map_or(Value::Null, |engine| engine.keep_bytes(bytes).into())
    }

    fn subscribe(&self, handle: u32, method: &'static str, listener: Listener) -> Callback<()> {
        match (self.engine.upgrade(), self.this.upgrade()) {
            (Some(engine), Some(link)) => {
                engine.subscribe(link, self.owner, handle, method, listener)
            }
            _ => Arc::new(|()| {}),
        }
    }

    fn watch(&self, handle: u32, property: &'static str, listener: Listener) {
        if let Some(engine) = self.engine.upgrade() {
            self.watched.add(handle, property, listener);
            engine.listening.know(self.owner, &self.this);
        }
    }

    fn fetch(&self, handle: u32) -> Arc<dyn Fetch> {
        Arc::new(HostFetch {
            engine: self.engine.clone(),
            owner: self.owner,
            handle,
        })
    }

    fn bytes(&self, index: u32) -> Option<Bytes> {
        let mut blobs = self.blobs.lock().unwrap_or_else(PoisonError::into_inner);
        blobs.get_mut(index as usize)?.take()
    }

    fn signal(&self, aborted: bool) -> CancellationToken {
        if !aborted {
            return self.abandoned.clone();
        }
        let signal = CancellationToken::new();
        signal.cancel();
        signal
    }
}

impl Drop for OwnerLink {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.upgrade()
            && !self.watched.is_empty()
        {
            engine.listening.forget(self.owner);
        }
    }
}

/// The application's own `fetch`.
struct HostFetch {
    engine: Weak<Inner>,
    owner: u32,
    handle: u32,
}

impl Fetch for HostFetch {
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        let Some(engine) = self.engine.upgrade() else {
            return Box::pin(async { Err(FxError::closed(gone().message)) });
        };
        let (call, head) = engine.calls.await_response(self.owner);
        let waiting = Waiting::new(&engine, self.owner, call);
        let body = (!request.body.is_empty()).then(|| engine.keep_bytes(request.body));
        let described = json!({
            "method": request.method.as_str(),
            "url": request.url,
            "headers": request.headers,
            "bodyId": body,
        });
        engine
            .mailbox
            .send(&json!(["fetch", self.owner, call, self.handle, described]));
        drop(engine);
        Box::pin(async move {
            let head = head
                .await
                .unwrap_or_else(|_| Err(FxError::closed(gone().message)))?;
            Ok(HttpResponse {
                status: head.status,
                headers: head.headers,
                body: Box::pin(HostBody {
                    queue: head.body,
                    _waiting: waiting,
                }),
            })
        })
    }
}

struct HostBody {
    queue: Arc<BodyQueue>,
    _waiting: Waiting,
}

impl Stream for HostBody {
    type Item = Result<Bytes, FxError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.queue.poll_next(cx)
    }
}

/// A call under way: dropped before its answer is complete, it tells the host that nobody waits any longer.
struct Waiting {
    engine: Weak<Inner>,
    owner: u32,
    call: u32,
}

impl Waiting {
    fn new(engine: &Arc<Inner>, owner: u32, call: u32) -> Self {
        Waiting {
            engine: Arc::downgrade(engine),
            owner,
            call,
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.upgrade()
            && engine.calls.abandon(self.call)
        {
            engine.mailbox.send(&("cancelled", self.owner, self.call));
        }
    }
}

fn gone() -> HostError {
    HostError::new("the engine has been shut down")
}
