//! Messages to the host, collected until the host takes them.
//!
//! The mailbox holds ordinary messages itself; of a turn it only knows that there is something to take, and fetches the
//! events from the turn's own bounded queue at the last moment, when all that could be merged has been.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde::Serialize;

use super::handles::Handles;
use super::json_text;
use crate::event_queue::{Ready, Taken};
use crate::turn::Turn;

/// A batch ends after this much text, so that one turn of the host's loop stays short.
const BATCH_BYTES: usize = 256 * 1024;

#[cfg(not(target_arch = "wasm32"))]
type Notify = Box<dyn Fn() + Send + Sync>;
#[cfg(target_arch = "wasm32")]
type Notify = Box<dyn Fn()>;

pub(super) struct Mailbox {
    notify: Notify,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    messages: Vec<String>,
    /// Turns with something to take, in the order they said so.
    ready: Vec<Arc<TurnListener>>,
    /// The host has been notified and has not come yet.
    notified: bool,
    closed: bool,
}

/// Puts its turn on the mailbox's list, once until it is taken from.
pub(super) struct TurnListener {
    mailbox: Weak<Mailbox>,
    this: Weak<TurnListener>,
    turn: u32,
    listed: AtomicBool,
}

impl Mailbox {
    pub(super) fn new(notify: Notify) -> Self {
        Mailbox {
            notify,
            state: Mutex::default(),
        }
    }

    pub(super) fn send(&self, message: &impl Serialize) {
        let text = json_text(message);
        let mut state = self.lock();
        if !state.closed {
            state.messages.push(text);
            self.notify_once(state);
        }
    }

    pub(super) fn listener(self: &Arc<Self>, turn: u32) -> Arc<dyn Ready> {
        Arc::new_cyclic(|this| TurnListener {
            mailbox: Arc::downgrade(self),
            this: this.clone(),
            turn,
            listed: AtomicBool::new(false),
        })
    }

    /// The messages that wait, as one JSON array: events first, so that a tool is not called before its start is told.
    pub(super) fn take(&self, turns: &Handles<Turn>) -> String {
        let (messages, ready) = {
            let mut state = self.lock();
            state.notified = false;
            (
                std::mem::take(&mut state.messages),
                std::mem::take(&mut state.ready),
            )
        };
        let mut batch = Batch::default();
        let mut ready = ready.into_iter();
        for listener in ready.by_ref() {
            listener.listed.store(false, Ordering::Release);
            batch.take_turn(listener.turn, turns);
            if batch.text.len() > BATCH_BYTES {
                break;
            }
        }
        for message in &messages {
            batch.push(message);
        }
        self.put_back(ready.collect());
        batch.close()
    }

    /// Nothing is delivered any more.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        *state = State {
            closed: true,
            ..State::default()
        };
    }

    fn put_back(&self, mut left: Vec<Arc<TurnListener>>) {
        if left.is_empty() {
            return;
        }
        let mut state = self.lock();
        left.append(&mut state.ready);
        state.ready = left;
        self.notify_once(state);
    }

    /// Notifies after the lock is gone: a host on the same thread may take at once.
    fn notify_once(&self, mut state: MutexGuard<'_, State>) {
        let first = !std::mem::replace(&mut state.notified, true);
        drop(state);
        if first {
            (self.notify)();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ready for TurnListener {
    fn ready(&self) {
        if self.listed.swap(true, Ordering::AcqRel) {
            return;
        }
        let (Some(mailbox), Some(this)) = (self.mailbox.upgrade(), self.this.upgrade()) else {
            return;
        };
        let mut state = mailbox.lock();
        if !state.closed {
            state.ready.push(this);
            mailbox.notify_once(state);
        }
    }
}

#[derive(Default)]
struct Batch {
    text: String,
}

impl Batch {
    fn push(&mut self, message: &str) {
        self.text.push(if self.text.is_empty() { '[' } else { ',' });
        self.text.push_str(message);
    }

    fn take_turn(&mut self, id: u32, turns: &Handles<Turn>) {
        let Ok(turn) = turns.get(id) else {
            return;
        };
        let Taken {
            events,
            discarded,
            ended,
        } = turn.shared.queue.take();
        if discarded {
            self.push(&json_text(&(
                "discarded",
                id,
                turn.shared.queue.discarded(),
            )));
        }
        if !events.is_empty() {
            self.push(&json_text(&("events", id, &events)));
        }
        if !ended {
            return;
        }
        match turn.shared.outcome() {
            Some(Ok(result)) => self.push(&json_text(&("finished", id, result))),
            Some(Err(error)) => self.push(&json_text(&("broke", id, error))),
            None => unreachable!("events end after the outcome is set"),
        }
        turns.remove(id);
    }

    fn close(mut self) -> String {
        if self.text.is_empty() {
            self.text.push('[');
        }
        self.text.push(']');
        self.text
    }
}
