//! A response body on its way from the host's `fetch` to the decoder: bounded, and pulled.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use libfx_api::FxError;

use super::mailbox::Mailbox;

/// The host is told to wait once this much is buffered.
const ENOUGH: usize = 64 * 1024;

pub(super) struct BodyQueue {
    mailbox: Weak<Mailbox>,
    owner: u32,
    call: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    chunks: VecDeque<Bytes>,
    buffered: usize,
    end: Option<Result<(), FxError>>,
    /// The host waits for a `pull`.
    waiting: bool,
    reader: Option<Waker>,
}

impl BodyQueue {
    pub(super) fn new(mailbox: &Arc<Mailbox>, owner: u32, call: u32) -> Self {
        BodyQueue {
            mailbox: Arc::downgrade(mailbox),
            owner,
            call,
            state: Mutex::default(),
        }
    }

    /// Adds a piece; `false` asks the host to wait.
    pub(super) fn feed(&self, bytes: Bytes) -> bool {
        let mut state = self.lock();
        state.buffered += bytes.len();
        state.chunks.push_back(bytes);
        state.waiting = state.buffered >= ENOUGH;
        let more = !state.waiting;
        wake(state);
        more
    }

    pub(super) fn end(&self, end: Result<(), FxError>) {
        let mut state = self.lock();
        state.end.get_or_insert(end);
        wake(state);
    }

    pub(super) fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, FxError>>> {
        let mut state = self.lock();
        if let Some(chunk) = state.chunks.pop_front() {
            state.buffered -= chunk.len();
            if state.waiting && state.buffered < ENOUGH {
                state.waiting = false;
                drop(state);
                self.pull();
            }
            return Poll::Ready(Some(Ok(chunk)));
        }
        match state.end.take() {
            Some(end) => {
                // Asked again after its end, a body is still at its end.
                state.end = Some(Ok(()));
                Poll::Ready(end.err().map(Err))
            }
            None => {
                state.reader = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    fn pull(&self) {
        if let Some(mailbox) = self.mailbox.upgrade() {
            mailbox.send(&("pull", self.owner, self.call));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wake(mut state: MutexGuard<'_, State>) {
    let reader = state.reader.take();
    drop(state);
    if let Some(reader) = reader {
        reader.wake();
    }
}
