//! The host side of one agent, reached through the mailbox.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use libfx_api::FxError;
use libfx_api::support::{BoxFuture, Fetch, HostError, HostLink, HttpRequest, HttpResponse};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::Inner;
use super::body::BodyQueue;

/// Holds the engine weakly: an agent's tools must not keep the engine that holds the agent.
pub(super) struct AgentLink {
    engine: Weak<Inner>,
    agent: u32,
    /// Bytes passed beside the arguments, each handed out once.
    blobs: Mutex<Vec<Option<Bytes>>>,
}

impl AgentLink {
    pub(super) fn new(engine: &Arc<Inner>, agent: u32, blobs: Vec<Bytes>) -> Self {
        AgentLink {
            engine: Arc::downgrade(engine),
            agent,
            blobs: Mutex::new(blobs.into_iter().map(Some).collect()),
        }
    }
}

impl HostLink for AgentLink {
    fn call(
        &self,
        handle: u32,
        method: &'static str,
        args: Vec<Value>,
        _signal: CancellationToken,
    ) -> BoxFuture<'static, Result<Value, HostError>> {
        let Some(engine) = self.engine.upgrade() else {
            return Box::pin(async { Err(gone()) });
        };
        let (call, answer) = engine.calls.await_answer();
        // Dropping the future is the cancellation, so the signal needs no watching of its own.
        let waiting = Waiting::new(&engine, self.agent, call);
        let message = json!(["call", self.agent, call, handle, method, args]);
        engine.mailbox.send(&message);
        drop(engine);
        Box::pin(async move {
            let _waiting = waiting;
            answer.await.unwrap_or_else(|_| Err(gone()))
        })
    }

    fn notify(&self, handle: u32, args: Vec<Value>) {
        if let Some(engine) = self.engine.upgrade() {
            engine
                .mailbox
                .send(&json!(["notify", self.agent, handle, args]));
        }
    }

    fn fetch(&self, handle: u32) -> Arc<dyn Fetch> {
        Arc::new(HostFetch {
            engine: self.engine.clone(),
            agent: self.agent,
            handle,
        })
    }

    fn bytes(&self, index: u32) -> Option<Bytes> {
        let mut blobs = self.blobs.lock().unwrap_or_else(PoisonError::into_inner);
        blobs.get_mut(index as usize)?.take()
    }
}

/// The application's own `fetch`.
struct HostFetch {
    engine: Weak<Inner>,
    agent: u32,
    handle: u32,
}

impl Fetch for HostFetch {
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        let Some(engine) = self.engine.upgrade() else {
            return Box::pin(async { Err(FxError::closed(gone().message)) });
        };
        let (call, head) = engine.calls.await_response(self.agent);
        let waiting = Waiting::new(&engine, self.agent, call);
        let body = (!request.body.is_empty()).then(|| engine.keep_bytes(request.body));
        let described = json!({
            "method": request.method.as_str(),
            "url": request.url,
            "headers": request.headers,
            "bodyId": body,
        });
        engine
            .mailbox
            .send(&json!(["fetch", self.agent, call, self.handle, described]));
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
    agent: u32,
    call: u32,
}

impl Waiting {
    fn new(engine: &Arc<Inner>, agent: u32, call: u32) -> Self {
        Waiting {
            engine: Arc::downgrade(engine),
            agent,
            call,
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.upgrade()
            && engine.calls.abandon(self.call)
        {
            engine.mailbox.send(&("cancelled", self.agent, self.call));
        }
    }
}

fn gone() -> HostError {
    HostError::new("the engine has been shut down")
}
