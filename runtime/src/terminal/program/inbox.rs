//! What reaches the program from outside: input, changes of the size, and the wish to end it.
//!
//! It is called from wherever the application calls, and never waits. What waits to be taken is one run of bytes, so
//! that a fast sender costs memory only, and that is bounded.

use std::sync::{Mutex, MutexGuard, PoisonError};

use memchr::memmem;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// More input than this is not kept while the program does not take it.
const MAX_WAITING_BYTES: usize = 32 * 1024 * 1024;

/// The place where it waits.
pub(crate) struct Inbox {
    interrupt_key: String,
    waiting: Mutex<Waiting>,
    arrived: Notify,
}

#[derive(Default)]
struct Waiting {
    news: News,
    /// Belongs to the requests and commands under way.
    work: CancellationToken,
    closed: bool,
}

/// What has arrived since the program looked last.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) input: Vec<u8>,
    pub(crate) resized: bool,
    pub(crate) aborted: bool,
}

impl Inbox {
    /// An empty interrupt key interrupts nothing.
    pub(crate) fn new(interrupt_key: String) -> Self {
        Inbox {
            interrupt_key,
            waiting: Mutex::default(),
            arrived: Notify::new(),
        }
    }

    /// Takes input. The interrupt key in it ends requests and commands before this returns.
    pub(crate) fn write(&self, input: &[u8]) {
        let interrupts = !self.interrupt_key.is_empty()
            && memmem::find(input, self.interrupt_key.as_bytes()).is_some();
        self.change(|waiting| {
            let room = MAX_WAITING_BYTES.saturating_sub(waiting.news.input.len());
            let taken = input.len().min(room);
            waiting.news.input.extend_from_slice(&input[..taken]);
            interrupts.then(|| std::mem::take(&mut waiting.work))
        });
    }

    pub(crate) fn resize(&self) {
        self.change(|waiting| {
            waiting.news.resized = true;
            None
        });
    }

    /// Ends everything under way, and then the program.
    pub(crate) fn abort(&self) {
        self.change(|waiting| {
            waiting.news.aborted = true;
            Some(std::mem::take(&mut waiting.work))
        });
    }

    /// From here on, nothing is taken.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
    }

    /// Is triggered when the work that begins now shall end.
    pub(crate) fn work(&self) -> CancellationToken {
        self.lock().work.clone()
    }

    /// Waits until something is there.
    pub(crate) async fn arrived(&self) {
        self.arrived.notified().await;
    }

    pub(crate) fn take(&self) -> News {
        std::mem::take(&mut self.lock().news)
    }

    /// Makes a change and triggers the signal it hands out, outside the lock: whoever waits for it may call back.
    fn change(&self, change: impl FnOnce(&mut Waiting) -> Option<CancellationToken>) {
        let ended = {
            let mut waiting = self.lock();
            if waiting.closed {
                return;
            }
            change(&mut waiting)
        };
        if let Some(ended) = ended {
            ended.cancel();
        }
        self.arrived.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_is_joined_and_kept_in_order() {
        let inbox = Inbox::new("\u{3}".to_owned());
        inbox.write("gr\u{fc}".as_bytes());
        inbox.write(b"n");
        inbox.resize();
        assert_eq!(
            inbox.take(),
            News {
                input: "gr\u{fc}n".into(),
                resized: true,
                aborted: false
            }
        );
        assert_eq!(inbox.take(), News::default());
    }

    #[test]
    fn the_interrupt_key_ends_the_work_under_way_and_stays_in_the_input() {
        let inbox = Inbox::new("\u{3}".to_owned());
        let before = inbox.work();
        inbox.write(b"abc");
        assert!(!before.is_cancelled());
        inbox.write(b"a\x03b");
        assert!(before.is_cancelled());
        assert!(!inbox.work().is_cancelled(), "later work is not ended");
        assert_eq!(inbox.take().input, b"abca\x03b");
    }

    #[test]
    fn without_an_interrupt_key_nothing_is_interrupted() {
        let inbox = Inbox::new(String::new());
        let work = inbox.work();
        inbox.write(b"a\x03b");
        assert!(!work.is_cancelled());
    }

    #[test]
    fn after_its_end_nothing_is_taken() {
        let inbox = Inbox::new("\u{3}".to_owned());
        inbox.close();
        inbox.write(b"abc");
        inbox.abort();
        assert_eq!(inbox.take(), News::default());
    }
}
