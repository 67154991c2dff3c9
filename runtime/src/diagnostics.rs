//! Diagnostics: what the runtime tells a host about its work. Never headers, never credentials.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use libfx_api::DiagnosticEvent;
use libfx_api::support::Callback;
use serde_json::{Map, Value};

use crate::platform::Platform;

/// Where an agent reports to. Without a listener nothing is built.
#[derive(Clone)]
pub(crate) struct Diagnostics {
    listener: Option<Callback<DiagnosticEvent>>,
    platform: Arc<dyn Platform>,
}

impl Diagnostics {
    pub(crate) fn new(
        listener: Option<Callback<DiagnosticEvent>>,
        platform: Arc<dyn Platform>,
    ) -> Self {
        Diagnostics { listener, platform }
    }

    /// Reports an event; `detail` is a JSON object and built only if somebody listens.
    pub(crate) fn report(&self, kind: &str, detail: impl FnOnce() -> Value) {
        let Some(listener) = &self.listener else {
            return;
        };
        // Put in one by one: collecting sorts first, which is 2 KB of a download.
        let mut known = BTreeMap::new();
        if let Value::Object(detail) = detail() {
            known.extend(present(detail));
        }
        let event = DiagnosticEvent {
            r#type: kind.to_owned(),
            timestamp: self.platform.now().as_secs_f64() * 1000.0,
            detail: known,
        };
        // A listener watches: that it panics is no reason to stop what it watches. The panic hook has told of it.
        let _ = catch_unwind(AssertUnwindSafe(|| listener(event)));
    }
}

/// Facts that are not known are left out, not `null`.
fn present(mut detail: Map<String, Value>) -> Map<String, Value> {
    detail.retain(|_, value| !value.is_null());
    detail
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use serde_json::json;

    use super::*;
    use crate::native::NativePlatform;

    #[test]
    fn a_listener_that_panics_is_called_again_and_harms_nobody() {
        let calls = Arc::new(AtomicU32::new(0));
        let counter = calls.clone();
        let listener: Callback<DiagnosticEvent> = Arc::new(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
            panic!("a listener of the tests that panics");
        });
        let diagnostics = Diagnostics::new(Some(listener), Arc::new(NativePlatform));
        diagnostics.report("one", || json!({}));
        diagnostics.report("two", || json!({}));
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }
}
