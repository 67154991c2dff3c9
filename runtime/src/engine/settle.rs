//! Asynchronous calls of the host side, from their beginning to the message that settles them.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures_util::FutureExt;
use libfx_api::support::MaybeSend;
use libfx_api::{FxError, HostError};
use serde::Serialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{Engine, Inner, fault};

/// What an asynchronous call completes with.
pub enum Settled {
    Value(Value),
    Bytes(Bytes),
}

impl Settled {
    /// Nothing, or plain data.
    pub fn value(value: impl Serialize) -> Self {
        Settled::Value(serde_json::to_value(value).expect("the contract's data is JSON"))
    }
}

/// What an asynchronous call fails with.
pub enum Failure {
    Api(FxError),
    /// A method of a host interface failed, which has no errors but messages.
    Host(HostError),
}

impl From<FxError> for Failure {
    fn from(error: FxError) -> Self {
        Failure::Api(error)
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        Failure::Host(error)
    }
}

/// The calls that the host side may abandon.
#[derive(Default)]
pub(super) struct Running(Mutex<HashMap<u32, CancellationToken>>);

impl Running {
    fn lock(&self) -> MutexGuard<'_, HashMap<u32, CancellationToken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Runs an asynchronous call; its outcome comes as a message for `call`.
    pub fn settle(
        &self,
        call: u32,
        work: impl Future<Output = Result<Settled, Failure>> + MaybeSend + 'static,
    ) {
        let inner = self.inner.clone();
        self.inner.platform.spawn(Box::pin(async move {
            let outcome = AssertUnwindSafe(work).catch_unwind().await;
            inner.send_outcome(call, outcome.unwrap_or_else(|_| Err(fault().into())));
        }));
    }

    /// Runs an asynchronous call that is given up, without a message, when it is abandoned. `abandoned` is triggered then.
    pub fn settle_until(
        &self,
        call: u32,
        abandoned: CancellationToken,
        work: impl Future<Output = Result<Settled, Failure>> + MaybeSend + 'static,
    ) {
        let inner = self.inner.clone();
        inner.running.lock().insert(call, abandoned.clone());
        self.inner.platform.spawn(Box::pin(async move {
            let work = AssertUnwindSafe(work).catch_unwind();
            let outcome = abandoned.run_until_cancelled(work).await;
            inner.running.lock().remove(&call);
            if let Some(outcome) = outcome {
                inner.send_outcome(call, outcome.unwrap_or_else(|_| Err(fault().into())));
            }
        }));
    }

    /// Nobody waits for an asynchronous call any longer.
    pub fn abandon(&self, call: u32) {
        let abandoned = self.inner.running.lock().remove(&call);
        if let Some(abandoned) = abandoned {
            abandoned.cancel();
        }
    }
}

impl Inner {
    fn send_outcome(&self, call: u32, outcome: Result<Settled, Failure>) {
        match outcome {
            Ok(Settled::Value(value)) => self.mailbox.send(&json!(["settled", call, value])),
            Ok(Settled::Bytes(bytes)) => {
                let id = self.keep_bytes(bytes);
                self.mailbox.send(&json!(["settledBytes", call, id]));
            }
            Err(Failure::Api(error)) => self.mailbox.send(&("failed", call, error)),
            Err(Failure::Host(error)) => self.mailbox.send(&("threw", call, error.message)),
        }
    }
}
