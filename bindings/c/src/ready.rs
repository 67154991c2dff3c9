//! Engines with something to take, for callers that wait instead of being called.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The numbers of the engines, in the order in which they got ready.
#[derive(Debug)]
pub(crate) struct Ready {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    engines: VecDeque<u64>,
    ended: bool,
}

impl Ready {
    pub(crate) const fn new() -> Self {
        Ready {
            state: Mutex::new(State {
                engines: VecDeque::new(),
                ended: false,
            }),
            changed: Condvar::new(),
        }
    }

    /// An engine has something to take.
    pub(crate) fn push(&self, engine: u64) {
        self.lock().engines.push_back(engine);
        self.changed.notify_one();
    }

    /// An engine is gone.
    pub(crate) fn forget(&self, engine: u64) {
        self.lock().engines.retain(|it| *it != engine);
    }

    /// Nothing is waited for any longer.
    pub(crate) fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_all();
    }

    /// The next engine with something to take, if there is one within `timeout`.
    pub(crate) fn wait(&self, timeout: Option<Duration>) -> Option<u64> {
        // A time that no clock reaches is as good as none.
        let until = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut state = self.lock();
        loop {
            if state.ended {
                return None;
            }
            if let Some(engine) = state.engines.pop_front() {
                return Some(engine);
            }
            state = match until {
                None => self.changed.wait(state),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return None;
                    }
                    let waited = self.changed.wait_timeout(state, left);
                    Ok(waited.unwrap_or_else(PoisonError::into_inner).0)
                }
            }
            .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn engines_come_in_the_order_in_which_they_got_ready() {
        let ready = Ready::new();
        ready.push(2);
        ready.push(1);
        assert_eq!([ready.wait(None), ready.wait(None)], [Some(2), Some(1)]);
        assert_eq!(ready.wait(Some(Duration::ZERO)), None);
    }

    #[test]
    fn an_engine_that_is_gone_is_not_told() {
        let ready = Ready::new();
        ready.push(1);
        ready.push(2);
        ready.forget(1);
        assert_eq!(ready.wait(None), Some(2));
    }

    #[test]
    fn the_end_wakes_everyone_who_waits() {
        let ready = Ready::new();
        thread::scope(|scope| {
            let waiting = [(); 3].map(|()| scope.spawn(|| ready.wait(None)));
            ready.end();
            assert_eq!(waiting.map(|it| it.join().unwrap()), [None; 3]);
        });
    }
}
