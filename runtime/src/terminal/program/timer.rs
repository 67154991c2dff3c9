//! The one timer of the program: it rings at the earliest time that anything waits for.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use libfx_api::support::BoxFuture;

use crate::platform::Platform;

pub(crate) struct Timer {
    platform: Arc<dyn Platform>,
    set: Option<(Duration, BoxFuture<'static, ()>)>,
}

impl Timer {
    pub(crate) fn new(platform: Arc<dyn Platform>) -> Self {
        Timer {
            platform,
            set: None,
        }
    }

    pub(crate) fn now(&self) -> Duration {
        self.platform.now()
    }

    /// Rings at that time, or never; what it was set to before does not count.
    pub(crate) fn set(&mut self, at: Option<Duration>) {
        if self.set.as_ref().map(|(set, _)| *set) == at {
            return;
        }
        let now = self.now();
        self.set = at.map(|at| (at, self.platform.sleep(at.saturating_sub(now))));
    }

    /// Waits for the time that was set.
    pub(crate) async fn rings(&mut self) {
        match &mut self.set {
            Some((_, sleep)) => sleep.await,
            None => pending().await,
        }
        self.set = None;
    }
}

/// The earliest of the times that are there.
pub(crate) fn earliest(times: impl IntoIterator<Item = Option<Duration>>) -> Option<Duration> {
    times.into_iter().flatten().min()
}
