//! The application's view, at arm's length: whatever goes wrong in it stays in it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use libfx_api::TerminalAdapter;
use libfx_api::limits::{DEFAULT_TERMINAL_COLS, DEFAULT_TERMINAL_ROWS};
use libfx_api::support::{BoxFuture, Callback};

use super::inbox::Inbox;

/// No view is drawn larger than this, whatever it says.
const MAX_SIDE: u32 = 1000;

/// The view, and what ends its subscriptions.
pub(crate) struct View {
    adapter: Arc<dyn TerminalAdapter>,
    subscriptions: Vec<Callback<()>>,
}

impl View {
    /// Subscribes to everything that the view tells.
    pub(crate) fn open(adapter: Arc<dyn TerminalAdapter>, inbox: &Arc<Inbox>) -> Self {
        let data = inbox.clone();
        let keys = inbox.clone();
        let sizes = inbox.clone();
        let on_data: Callback<String> = Arc::new(move |text: String| data.write(text.as_bytes()));
        let on_keys: Callback<String> = Arc::new(move |text: String| keys.write(text.as_bytes()));
        let on_resize: Callback<()> = Arc::new(move |()| sizes.resize());
        let subscriptions = [
            contained(|| Some(adapter.on_data(on_data))),
            contained(|| Some(adapter.on_resize(on_resize))),
            contained(|| adapter.on_key_data(on_keys)),
        ];
        View {
            subscriptions: subscriptions.into_iter().flatten().collect(),
            adapter,
        }
    }

    /// Columns and rows.
    pub(crate) fn size(&self) -> (u16, u16) {
        let side = |told: u32, otherwise: u32| match told {
            0 => otherwise,
            told => told.min(MAX_SIDE),
        } as u16;
        (
            side(contained(|| self.adapter.cols()), DEFAULT_TERMINAL_COLS),
            side(contained(|| self.adapter.rows()), DEFAULT_TERMINAL_ROWS),
        )
    }

    pub(crate) fn write(&self, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            contained(|| self.adapter.write(Bytes::from(bytes)));
        }
    }

    /// Completes once everything written is on screen, as far as the view can tell.
    pub(crate) fn drain(&self) -> BoxFuture<'static, ()> {
        let adapter = self.adapter.clone();
        Box::pin(async move {
            if let Some(drained) = contained(|| adapter.drain()) {
                // A view that fails to say when it is done is drawn into all the same.
                let _ = drained.await;
            }
        })
    }

    /// Ends the subscriptions, each once.
    pub(crate) fn release(&mut self) {
        for release in self.subscriptions.drain(..) {
            contained(|| release(()));
        }
    }
}

/// Runs a call of the view. What it returns when it panics is nothing.
fn contained<R: Default>(call: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_default()
}
