//! The idle limit: how long a model may be silent.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use libfx_api::FxError;
use libfx_api::limits::{IDLE_TIMEOUT_MS, STOPPED_TIMEOUT_MS};
use libfx_api::support::BoxFuture;

use crate::platform::Platform;

const LIMIT: Duration = Duration::from_millis(IDLE_TIMEOUT_MS);
const LIMIT_ONCE_STOPPED: Duration = Duration::from_millis(STOPPED_TIMEOUT_MS);

/// Expires when nothing was noted for the idle limit. Noting only moves the deadline: the one sleep that is under way
/// is renewed when it ends, not at every event.
pub(super) struct IdleLimit {
    platform: Arc<dyn Platform>,
    limit: Duration,
    deadline: Duration,
    sleep: BoxFuture<'static, ()>,
}

impl IdleLimit {
    pub(super) fn new(platform: Arc<dyn Platform>) -> Self {
        IdleLimit {
            deadline: platform.now() + LIMIT,
            sleep: platform.sleep(LIMIT),
            limit: LIMIT,
            platform,
        }
    }

    /// The model has said something.
    pub(super) fn note(&mut self) {
        self.deadline = self.platform.now() + self.limit;
    }

    /// The model has said that it stopped: little can follow, and soon.
    pub(super) fn note_stopped(&mut self) {
        if self.limit != LIMIT_ONCE_STOPPED {
            self.limit = LIMIT_ONCE_STOPPED;
            self.sleep = self.platform.sleep(self.limit);
        }
        self.note();
    }

    /// Waits for `work`, at most until the limit expires.
    pub(super) async fn guard<T>(&mut self, work: impl Future<Output = T>) -> Result<T, FxError> {
        let mut work = std::pin::pin!(work);
        poll_fn(|cx| match work.as_mut().poll(cx) {
            Poll::Ready(done) => Poll::Ready(Ok(done)),
            Poll::Pending => self.poll_expired(cx).map(Err),
        })
        .await
    }

    fn poll_expired(&mut self, cx: &mut Context<'_>) -> Poll<FxError> {
        while self.sleep.as_mut().poll(cx).is_ready() {
            let now = self.platform.now();
            if now >= self.deadline {
                return Poll::Ready(FxError::timeout(format!(
                    "the model was silent for {} seconds; prompt again",
                    self.limit.as_secs()
                )));
            }
            self.sleep = self.platform.sleep(self.deadline - now);
        }
        Poll::Pending
    }
}
