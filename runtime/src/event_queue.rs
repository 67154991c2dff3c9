//! The events of one turn on their way to the reader: bounded, in order, merged while they wait.
//!
//! An event is *unread* until its reader has consumed it. Production pauses at [`MAX_UNREAD_EVENTS`] unread events or
//! [`MAX_UNREAD_BYTES`] of them; one larger event passes when nothing is unread. A delta that arrives while a delta of
//! the same kind still waits joins it, so that a fast model costs a slow reader fewer events, never more memory.
//!
//! Readers are of two kinds: a stream that consumes what it takes (Rust), and a mailbox that takes events in batches and
//! acknowledges them when the application has consumed them (every other language).

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use libfx_api::limits::{MAX_UNREAD_BYTES, MAX_UNREAD_EVENTS};
use libfx_api::support::{MaybeSend, MaybeSync};
use libfx_api::{FxError, TurnEvent};

/// What an event costs beyond its text once encoded: its tag, names and punctuation.
const ENVELOPE_BYTES: u64 = 40;

/// Called when there is something new to take.
pub(crate) trait Ready: MaybeSend + MaybeSync {
    fn ready(&self);
}

#[derive(Default)]
pub(crate) struct EventQueue {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Not yet taken, with the size of each.
    waiting: VecDeque<(TurnEvent, u64)>,
    /// Sizes of events taken but not yet acknowledged.
    taken: VecDeque<u64>,
    unread_bytes: u64,
    ended: bool,
    /// A reader has been made.
    reading: bool,
    /// Somebody waits for the result.
    awaited: bool,
    /// Nobody will read: events are dropped.
    discarding: bool,
    /// A batch reader has not been told of it yet.
    discard_untold: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
    listener: Option<Arc<dyn Ready>>,
    /// A batch reader has been told that no event follows, or is gone.
    end_told: bool,
}

/// What became of an event offered to the queue.
#[derive(Debug, PartialEq)]
pub(crate) enum Offered {
    Queued,
    /// No room: the event comes back.
    Full {
        event: TurnEvent,
        events: u64,
        bytes: u64,
    },
    /// Nobody will ever read it: it was dropped, and with it all that waited.
    DiscardBegan {
        events: u64,
    },
    /// Dropped like those before it.
    Discarded,
}

impl EventQueue {
    /// Offers one event.
    pub(crate) fn offer(&self, event: TurnEvent) -> Offered {
        let mut state = self.lock();
        if state.discarding {
            return Offered::Discarded;
        }
        let bytes = size(&event);
        if !state.has_room(bytes) {
            if state.nobody_will_read() {
                let events = state.unread_events() + 1;
                state.discard();
                wake_reader(state);
                return Offered::DiscardBegan { events };
            }
            return Offered::Full {
                event,
                events: state.unread_events(),
                bytes: state.unread_bytes,
            };
        }
        state.put(event, bytes);
        wake_reader(state);
        Offered::Queued
    }

    /// Queues an event whatever is unread: for the few that close what was already shown.
    pub(crate) fn force(&self, event: TurnEvent) {
        let mut state = self.lock();
        if state.discarding {
            return;
        }
        let bytes = size(&event);
        state.put(event, bytes);
        wake_reader(state);
    }

    /// Waits until `event` would be queued, or dropped because nobody will read it.
    pub(crate) async fn room(&self, event: &TurnEvent) {
        let bytes = size(event);
        poll_fn(|cx| {
            let mut state = self.lock();
            if state.discarding || state.has_room(bytes) || state.nobody_will_read() {
                return Poll::Ready(());
            }
            state.writer = Some(cx.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// No event follows.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        wake_reader(state);
    }

    /// Notes that a reader exists. It may be too late for that: see [`EventQueue::discarded`].
    pub(crate) fn begin_reading(&self) {
        self.lock().reading = true;
    }

    /// Notes that the result is awaited: with no reader, events that find no room are dropped from now on.
    pub(crate) fn await_result(&self) {
        let mut state = self.lock();
        state.awaited = true;
        wake_writer(state);
    }

    /// Takes and consumes the next event; `None` after the last.
    pub(crate) fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Option<TurnEvent>> {
        let mut state = self.lock();
        state.reading = true;
        match state.waiting.pop_front() {
            Some((event, bytes)) => {
                state.unread_bytes -= bytes;
                wake_writer(state);
                Poll::Ready(Some(event))
            }
            None if state.ended => Poll::Ready(None),
            None => {
                state.reader = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Takes everything that waits. It stays unread until it is acknowledged.
    pub(crate) fn take(&self) -> Taken {
        let mut state = self.lock();
        let waiting = std::mem::take(&mut state.waiting);
        let mut events = Vec::with_capacity(waiting.len());
        for (event, bytes) in waiting {
            state.taken.push_back(bytes);
            events.push(event);
        }
        state.end_told |= state.ended;
        Taken {
            events,
            discarded: std::mem::take(&mut state.discard_untold),
            ended: state.ended,
        }
    }

    /// The application has consumed the next `count` events that were taken.
    pub(crate) fn acknowledge(&self, count: usize) {
        let mut state = self.lock();
        let count = count.min(state.taken.len());
        let bytes: u64 = state.taken.drain(..count).sum();
        state.unread_bytes -= bytes;
        wake_writer(state);
    }

    /// Whether the host knows of the end: one that takes batches knows when it has taken it.
    pub(crate) fn is_end_told(&self) -> bool {
        let state = self.lock();
        state.ended && (state.listener.is_none() || state.end_told)
    }

    /// Nobody takes any more.
    pub(crate) fn abandon(&self) {
        self.lock().end_told = true;
    }

    /// What reading on fails with, once events were dropped.
    pub(crate) fn discarded(&self) -> Option<FxError> {
        self.lock().discarding.then(|| {
            FxError::limit_exceeded(format!(
                "more than {MAX_UNREAD_EVENTS} events or {MAX_UNREAD_BYTES} bytes of this turn waited while only its \
                 result was awaited, so they were discarded; read the events before you await the result"
            ))
        })
    }

    /// Calls `listener` whenever there is something to take.
    pub(crate) fn listen(&self, listener: Arc<dyn Ready>) {
        let mut state = self.lock();
        state.listener = Some(listener);
        wake_reader(state);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while the lock is held, so a poisoned state is still a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a batch reader takes at once.
pub(crate) struct Taken {
    pub(crate) events: Vec<TurnEvent>,
    /// Events were dropped since the last time; whatever was taken before counts as dropped, too.
    pub(crate) discarded: bool,
    /// No event follows.
    pub(crate) ended: bool,
}

impl State {
    fn unread_events(&self) -> u64 {
        (self.waiting.len() + self.taken.len()) as u64
    }

    fn has_room(&self, bytes: u64) -> bool {
        let events = self.unread_events();
        events == 0 || (events < MAX_UNREAD_EVENTS && self.unread_bytes + bytes <= MAX_UNREAD_BYTES)
    }

    fn nobody_will_read(&self) -> bool {
        self.awaited && !self.reading
    }

    fn discard(&mut self) {
        self.waiting.clear();
        self.taken.clear();
        self.unread_bytes = 0;
        self.discarding = true;
        self.discard_untold = true;
    }

    fn put(&mut self, event: TurnEvent, bytes: u64) {
        if let Some((last, last_bytes)) = self.waiting.back_mut()
            && join(last, &event)
        {
            let text = bytes - ENVELOPE_BYTES;
            *last_bytes += text;
            self.unread_bytes += text;
            return;
        }
        self.unread_bytes += bytes;
        self.waiting.push_back((event, bytes));
    }
}

/// Wakes after the lock is gone: a waker may run its task at once.
fn wake_reader(mut state: MutexGuard<'_, State>) {
    let reader = state.reader.take();
    let listener = state.listener.clone();
    drop(state);
    if let Some(reader) = reader {
        reader.wake();
    }
    if let Some(listener) = listener {
        listener.ready();
    }
}

fn wake_writer(mut state: MutexGuard<'_, State>) {
    let writer = state.writer.take();
    drop(state);
    if let Some(writer) = writer {
        writer.wake();
    }
}

/// Appends a delta to a delta of the same kind.
fn join(last: &mut TurnEvent, next: &TurnEvent) -> bool {
    match (last, next) {
        (TurnEvent::TextDelta { delta }, TurnEvent::TextDelta { delta: more })
        | (TurnEvent::ReasoningDelta { delta }, TurnEvent::ReasoningDelta { delta: more }) => {
            delta.push_str(more);
            true
        }
        _ => false,
    }
}

/// What the event takes once encoded.
fn size(event: &TurnEvent) -> u64 {
    let text = match event {
        TurnEvent::TextDelta { delta } | TurnEvent::ReasoningDelta { delta } => escaped(delta),
        TurnEvent::ToolStart { id, name, input } => escaped(id) + escaped(name) + json_size(input),
        TurnEvent::ToolEnd {
            id, name, content, ..
        } => escaped(id) + escaped(name) + content.as_deref().map_or(0, escaped),
    };
    text as u64 + ENVELOPE_BYTES
}

/// The bytes of a text as JSON writes it.
fn escaped(text: &str) -> usize {
    text.bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0C => 2,
            0..0x20 => 6,
            _ => 1,
        })
        .sum()
}

fn json_size(value: &serde_json::Value) -> usize {
    use serde_json::Value;
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
        Value::String(text) => escaped(text) + 2,
        Value::Array(items) => items.iter().map(|item| json_size(item) + 1).sum(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| escaped(name) + 4 + json_size(value))
            .sum(),
    }
}

#[cfg(test)]
mod tests;
