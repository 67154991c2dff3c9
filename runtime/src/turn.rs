//! One turn as its reader sees it: a stream of events, a result, and the means to cancel.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use futures_core::Stream;
use libfx_api::{FxError, TurnEvent, TurnResult};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::event_queue::EventQueue;

pub(crate) type Outcome = Result<TurnResult, FxError>;

/// What the turn's reader and the task that runs it share.
#[derive(Default)]
pub(crate) struct TurnShared {
    pub(crate) queue: EventQueue,
    pub(crate) cancel: CancellationToken,
    outcome: OnceLock<Outcome>,
    settled: Notify,
}

impl TurnShared {
    /// Sets the outcome and ends the events. The first call counts.
    pub(crate) fn settle(&self, outcome: Outcome) {
        if self.outcome.set(outcome).is_ok() {
            self.queue.end();
            self.settled.notify_waiters();
        }
    }

    /// Whether the turn has ended and its reader can know it: only then does the agent take the next prompt, so that
    /// whether a call is too early never depends on how fast another thread was.
    pub(crate) fn is_over(&self) -> bool {
        self.outcome.get().is_some() && self.queue.is_end_told()
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.outcome.get()
    }

    /// Waits for the outcome; does not touch the events.
    pub(crate) async fn settled(&self) -> Outcome {
        loop {
            let mut settled = std::pin::pin!(self.settled.notified());
            settled.as_mut().enable();
            if let Some(outcome) = self.outcome.get() {
                return outcome.clone();
            }
            settled.await;
        }
    }
}

/// A turn: a [`Stream`] of events, then a result.
///
/// Read the events even when only the result matters: a reader that does not keep up pauses the model. If only
/// [`result`](Turn::result) is awaited and no event was ever read, events that find no room are dropped instead.
/// Dropping the turn cancels it.
///
/// ```no_run
/// # async fn example(agent: libfx::Agent) -> Result<(), libfx::FxError> {
/// use futures_util::StreamExt;
///
/// let mut turn = agent.prompt("Explain this schema.")?;
/// while let Some(event) = turn.next().await {
///     if let libfx::TurnEvent::TextDelta { delta } = event? {
///         print!("{delta}");
///     }
/// }
/// println!("{:?}", turn.result().await?.stop_reason);
/// # Ok(())
/// # }
/// ```
#[must_use = "dropping a turn cancels it"]
pub struct Turn {
    pub(crate) shared: Arc<TurnShared>,
    /// The stream has yielded its last item.
    done: bool,
}

impl Turn {
    pub(crate) fn new(shared: Arc<TurnShared>) -> Self {
        Turn {
            shared,
            done: false,
        }
    }

    /// Waits for the end of the turn.
    ///
    /// # Errors
    /// What ended the turn early, e.g. an HTTP status or a broken stream. Cancellation is a result, not an error.
    pub async fn result(&self) -> Result<TurnResult, FxError> {
        self.shared.queue.await_result();
        self.shared.settled().await
    }

    /// Asks the turn to stop and returns at once. The events that follow end soon, with
    /// [`StopReason::Cancelled`](libfx_api::StopReason::Cancelled) as the result's reason.
    pub fn cancel(&self) {
        self.shared.cancel.cancel();
    }
}

impl Stream for Turn {
    type Item = Result<TurnEvent, FxError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.done {
            return Poll::Ready(None);
        }
        let Poll::Ready(next) = self.shared.queue.poll_next(cx) else {
            return Poll::Pending;
        };
        if let Some(event) = next {
            return Poll::Ready(Some(Ok(event)));
        }
        self.done = true;
        let failure = match self.shared.outcome() {
            Some(Err(error)) => Some(error.clone()),
            _ => self.shared.queue.discarded(),
        };
        Poll::Ready(failure.map(Err))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.shared.cancel.cancel();
        self.shared.queue.abandon();
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turn")
            .field("outcome", &self.shared.outcome())
            .finish_non_exhaustive()
    }
}
