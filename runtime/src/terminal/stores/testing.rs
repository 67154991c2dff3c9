//! What the tests of stores and sessions share: a platform on which nobody waits long, and the diagnostics it saw.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use libfx_api::DiagnosticEvent;
use libfx_api::support::{BoxFuture, Callback, Fetch};
use serde_json::Value;

use super::{Calls, Kind};
use crate::diagnostics::Diagnostics;
use crate::native::NativePlatform;
pub(crate) use crate::native::block_on;
use crate::platform::Platform;

/// The native platform with a clock on which a second passes in a millisecond.
#[derive(Clone, Copy)]
pub(crate) struct Hasty;

impl Platform for Hasty {
    fn spawn(&self, task: BoxFuture<'static, ()>) {
        NativePlatform.spawn(task);
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        NativePlatform.sleep(duration / 1000)
    }

    fn now(&self) -> Duration {
        NativePlatform.now()
    }

    fn unix_time(&self) -> Duration {
        Duration::from_secs(1_800_000_000)
    }

    fn random(&self) -> u64 {
        NativePlatform.random()
    }

    fn transport(&self) -> Option<Arc<dyn Fetch>> {
        None
    }
}

/// Keeps the diagnostics of whatever is made with it.
#[derive(Clone, Default)]
pub(crate) struct Observed(Arc<Mutex<Vec<String>>>);

impl Observed {
    pub(crate) fn new() -> Self {
        Observed::default()
    }

    pub(crate) fn platform(&self) -> Arc<dyn Platform> {
        Arc::new(Hasty)
    }

    pub(crate) fn diagnostics(&self) -> Diagnostics {
        let seen = self.0.clone();
        let listener: Callback<DiagnosticEvent> = Arc::new(move |event: DiagnosticEvent| {
            let detail = Value::from_iter(event.detail);
            let mut seen = seen.lock().expect("no test panics here");
            seen.push(format!("{} {detail}", event.r#type));
        });
        Diagnostics::new(Some(listener), Arc::new(Hasty))
    }

    pub(crate) fn calls(&self, kind: Kind) -> Calls {
        Calls::new(kind, self.platform(), self.diagnostics())
    }

    /// Each diagnostic as its type and the JSON of its details.
    pub(crate) fn reports(&self) -> Vec<String> {
        self.0.lock().expect("no test panics here").clone()
    }
}
