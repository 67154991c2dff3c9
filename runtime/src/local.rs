//! The platform of hosts with one thread and an event loop of their own: a browser, or any other host of WebAssembly.
//!
//! Tasks run when the host calls [`LocalPlatform::run`], which it does soon after it was asked to by
//! [`LocalHost::wake`]; timers are the host's. So nothing runs behind the host's back, and whatever goes wrong in a task
//! goes wrong inside a call that the host made.

use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use libfx_api::support::{BoxFuture, Fetch};

use crate::platform::Platform;

/// What the host lends.
pub trait LocalHost: Send + Sync {
    /// Asks for a call of [`LocalPlatform::run`], soon and not from inside this one.
    fn wake(&self);

    /// Asks for a call of [`LocalPlatform::fire`] with `timer` once `after` has passed.
    fn set_timer(&self, timer: u32, after: Duration);

    /// The timer is not needed any more.
    fn clear_timer(&self, timer: u32);

    /// A clock that only goes forward.
    fn now(&self) -> Duration;

    /// Time since 1970-01-01 UTC.
    fn unix_time(&self) -> Duration;

    /// An evenly distributed random number.
    fn random(&self) -> u64;
}

/// Runs tasks on the thread of the host. Clones are handles of the same platform.
#[derive(Clone)]
pub struct LocalPlatform {
    queue: Arc<Queue>,
    tasks: Arc<Mutex<BTreeMap<u32, BoxFuture<'static, ()>>>>,
}

/// What wakers and timers reach. Tasks stay outside: they need not be `Send`, and wakers must be.
struct Queue {
    host: Box<dyn LocalHost>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    last_id: u32,
    ready: VecDeque<u32>,
    /// The host has been asked to run and has not come yet.
    woken: bool,
    /// Wakers of the sleeps that wait.
    timers: BTreeMap<u32, Waker>,
}

impl LocalPlatform {
    pub fn new(host: impl LocalHost + 'static) -> Self {
        LocalPlatform {
            queue: Arc::new(Queue {
                host: Box::new(host),
                state: Mutex::default(),
            }),
            tasks: Arc::default(),
        }
    }

    /// Runs every task that can go on.
    pub fn run(&self) {
        self.queue.lock().woken = false;
        while let Some(id) = self.queue.next_ready() {
            // The task is out of the list while it runs: it may spawn others.
            let Some(mut task) = lock(&self.tasks).remove(&id) else {
                continue;
            };
            let waker = Waker::from(Arc::new(TaskWaker {
                queue: self.queue.clone(),
                task: id,
            }));
            if task
                .as_mut()
                .poll(&mut Context::from_waker(&waker))
                .is_pending()
            {
                lock(&self.tasks).insert(id, task);
            }
        }
    }

    /// A timer has elapsed.
    pub fn fire(&self, timer: u32) {
        let waker = self.queue.lock().timers.remove(&timer);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Platform for LocalPlatform {
    fn spawn(&self, task: BoxFuture<'static, ()>) {
        let id = self.queue.new_id();
        lock(&self.tasks).insert(id, task);
        self.queue.make_ready(id);
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(Sleep {
            queue: self.queue.clone(),
            timer: self.queue.new_id(),
            duration,
            started: false,
        })
    }

    fn now(&self) -> Duration {
        self.queue.host.now()
    }

    fn unix_time(&self) -> Duration {
        self.queue.host.unix_time()
    }

    fn random(&self) -> u64 {
        self.queue.host.random()
    }

    /// None: requests go through the application's `fetch`.
    fn transport(&self) -> Option<Arc<dyn Fetch>> {
        None
    }
}

impl Queue {
    fn new_id(&self) -> u32 {
        let mut state = self.lock();
        state.last_id = state.last_id.wrapping_add(1);
        state.last_id
    }

    fn next_ready(&self) -> Option<u32> {
        self.lock().ready.pop_front()
    }

    fn make_ready(&self, task: u32) {
        let first = {
            let mut state = self.lock();
            state.ready.push_back(task);
            !std::mem::replace(&mut state.woken, true)
        };
        if first {
            self.host.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

/// Nothing panics while a lock is held, so a poisoned state is still a whole one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct TaskWaker {
    queue: Arc<Queue>,
    task: u32,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.queue.make_ready(self.task);
    }
}

/// Starts when it is first polled, and takes its timer with it when it is dropped.
struct Sleep {
    queue: Arc<Queue>,
    timer: u32,
    duration: Duration,
    started: bool,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if !self.started {
            self.started = true;
            let waker = cx.waker().clone();
            self.queue.lock().timers.insert(self.timer, waker);
            self.queue.host.set_timer(self.timer, self.duration);
            return Poll::Pending;
        }
        match self.queue.lock().timers.get_mut(&self.timer) {
            Some(waker) => {
                waker.clone_from(cx.waker());
                Poll::Pending
            }
            // Fired: its entry is gone.
            None => Poll::Ready(()),
        }
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        let waited = self.queue.lock().timers.remove(&self.timer).is_some();
        if waited {
            self.queue.host.clear_timer(self.timer);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Counts what it is asked for.
    #[derive(Default)]
    struct Host {
        wakes: AtomicU32,
        timers: Mutex<Vec<u32>>,
    }

    impl LocalHost for Arc<Host> {
        fn wake(&self) {
            self.wakes.fetch_add(1, Ordering::Relaxed);
        }

        fn set_timer(&self, timer: u32, _after: Duration) {
            lock(&self.timers).push(timer);
        }

        fn clear_timer(&self, timer: u32) {
            lock(&self.timers).retain(|set| *set != timer);
        }

        fn now(&self) -> Duration {
            Duration::ZERO
        }

        fn unix_time(&self) -> Duration {
            Duration::ZERO
        }

        fn random(&self) -> u64 {
            0
        }
    }

    #[test]
    fn a_task_runs_only_when_the_host_comes_and_the_host_is_asked_once() {
        let host = Arc::new(Host::default());
        let platform = LocalPlatform::new(host.clone());
        let ran = Arc::new(AtomicU32::new(0));
        for _ in 0..3 {
            let ran = ran.clone();
            platform.spawn(Box::pin(async move {
                ran.fetch_add(1, Ordering::Relaxed);
            }));
        }
        assert_eq!(ran.load(Ordering::Relaxed), 0);
        assert_eq!(host.wakes.load(Ordering::Relaxed), 1);
        platform.run();
        assert_eq!(ran.load(Ordering::Relaxed), 3);
        assert!(lock(&platform.tasks).is_empty());
    }

    #[test]
    fn a_sleep_ends_when_its_timer_fires_and_takes_its_timer_along_when_dropped() {
        let host = Arc::new(Host::default());
        let platform = LocalPlatform::new(host.clone());
        let slept = platform.sleep(Duration::from_secs(1));
        platform.spawn(slept);
        platform.run();
        let timer = lock(&host.timers)[0];
        platform.fire(timer);
        platform.run();
        assert!(lock(&platform.tasks).is_empty(), "the sleep has ended");

        let mut dropped = platform.sleep(Duration::from_secs(1));
        let waiting = dropped
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        assert!(waiting.is_pending());
        drop(dropped);
        assert_eq!(*lock(&host.timers), [timer], "the dropped one was cleared");
    }
}
