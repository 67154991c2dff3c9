//! A terminal view that is looked at as text.

use std::num::NonZeroU16;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bytes::Bytes;
use libfx::api::TerminalAdapter;
use libfx::api::support::{BoxFuture, Callback, HostError};
use tokio::sync::Notify;

/// How long a test waits for what it expects.
const PATIENCE: Duration = Duration::from_secs(20);

/// A terminal of the tests. Clones are the same one.
#[derive(Clone)]
pub(crate) struct View(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changed: Notify,
}

struct State {
    terminal: vt100::Parser,
    /// Everything written, as text.
    written: String,
    cols: u32,
    rows: u32,
    on_data: Option<Callback<String>>,
    on_keys: Option<Callback<String>>,
    on_resize: Option<Callback<()>>,
    /// How often each subscription was ended.
    released: [u32; 3],
    /// Draining waits while this is set.
    blocked: bool,
    panics: bool,
}

impl View {
    pub(crate) fn new(cols: u16, rows: u16) -> Self {
        View(Arc::new(Shared {
            state: Mutex::new(State {
                terminal: vt100::Parser::new(side(rows, 24), side(cols, 80), 0),
                written: String::new(),
                cols: cols.into(),
                rows: rows.into(),
                on_data: None,
                on_keys: None,
                on_resize: None,
                released: [0; 3],
                blocked: false,
                panics: false,
            }),
            changed: Notify::new(),
        }))
    }

    /// Makes every call of the program fail from now on.
    pub(crate) fn break_down(&self) {
        self.state().panics = true;
    }

    /// Draining waits from now on, or goes on.
    pub(crate) fn block(&self, blocked: bool) {
        self.state().blocked = blocked;
        self.0.changed.notify_waiters();
    }

    /// What the user types, as a terminal sends it.
    pub(crate) fn type_in(&self, keys: &str) {
        let on_data = self.state().on_data.clone();
        on_data.expect("the program listens")(keys.to_owned());
    }

    /// A key that terminals have no encoding for.
    pub(crate) fn type_key(&self, key: &str) {
        let on_keys = self.state().on_keys.clone();
        on_keys.expect("the program listens")(key.to_owned());
    }

    pub(crate) fn resize(&self, cols: u16, rows: u16) {
        let on_resize = {
            let mut state = self.state();
            (state.cols, state.rows) = (cols.into(), rows.into());
            let screen = state.terminal.screen_mut();
            screen.set_size(side(rows, 24), side(cols, 80));
            state.on_resize.clone()
        };
        on_resize.expect("the program listens")(());
    }

    /// What is on screen, without blanks at the ends.
    pub(crate) fn text(&self) -> String {
        let state = self.state();
        let (_, cols) = state.terminal.screen().size();
        let rows = state.terminal.screen().rows(0, cols.get());
        let rows: Vec<String> = rows.map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n").trim_end().to_owned()
    }

    /// Whether the program has the whole screen for itself.
    pub(crate) fn is_taken(&self) -> bool {
        self.state().terminal.screen().alternate_screen()
    }

    /// Everything written so far.
    pub(crate) fn written(&self) -> String {
        self.state().written.clone()
    }

    /// How often the subscriptions to data, keys and sizes were ended.
    pub(crate) fn released(&self) -> [u32; 3] {
        self.state().released
    }

    /// Waits until the screen holds a text.
    pub(crate) async fn until(&self, wanted: &str) {
        self.until_that(&format!("{wanted:?}"), |screen| screen.contains(wanted))
            .await;
    }

    /// Waits until the screen holds a text no longer.
    pub(crate) async fn until_gone(&self, unwanted: &str) {
        self.until_that(&format!("no {unwanted:?}"), |screen| {
            !screen.contains(unwanted)
        })
        .await;
    }

    pub(crate) async fn until_that(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        let shown = async {
            loop {
                let changed = self.0.changed.notified();
                if wanted(&self.text()) {
                    return;
                }
                changed.await;
            }
        };
        if tokio::time::timeout(PATIENCE, shown).await.is_err() {
            panic!("the screen never showed {what}:\n{}", self.text());
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().expect("no test panics here")
    }

    /// What ends the `at`th subscription.
    fn subscription(&self, at: usize) -> Callback<()> {
        let view = self.clone();
        Arc::new(move |()| view.state().released[at] += 1)
    }

    fn fail_if_broken(&self) {
        let panics = self.state().panics;
        assert!(!panics, "a view of the tests that is broken");
    }
}

/// A side of the terminal: as it is taken to be while it is not known.
fn side(told: u16, otherwise: u16) -> NonZeroU16 {
    let side = NonZeroU16::new(told).or(NonZeroU16::new(otherwise));
    side.expect("no terminal is taken to have no cells")
}

impl TerminalAdapter for View {
    fn cols(&self) -> u32 {
        self.fail_if_broken();
        self.state().cols
    }

    fn rows(&self) -> u32 {
        self.fail_if_broken();
        self.state().rows
    }

    fn write(&self, bytes: Bytes) {
        self.fail_if_broken();
        let mut state = self.state();
        state.terminal.process(&bytes);
        state.written.push_str(&String::from_utf8_lossy(&bytes));
        drop(state);
        self.0.changed.notify_waiters();
    }

    fn on_data(&self, callback: Callback<String>) -> Callback<()> {
        self.state().on_data = Some(callback);
        self.subscription(0)
    }

    fn on_key_data(&self, callback: Callback<String>) -> Option<Callback<()>> {
        self.state().on_keys = Some(callback);
        Some(self.subscription(1))
    }

    fn on_resize(&self, callback: Callback<()>) -> Callback<()> {
        self.state().on_resize = Some(callback);
        self.subscription(2)
    }

    fn drain(&self) -> Option<BoxFuture<'_, Result<(), HostError>>> {
        self.fail_if_broken();
        Some(Box::pin(async {
            loop {
                let changed = self.0.changed.notified();
                if !self.state().blocked {
                    return Ok(());
                }
                changed.await;
            }
        }))
    }
}
