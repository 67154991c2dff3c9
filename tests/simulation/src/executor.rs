//! One thread, virtual time: tasks are polled in a seeded order, and time passes only when nobody can run.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use libfx::api::BoxFuture;

use crate::random::Random;

pub(crate) type TaskId = usize;

/// What tasks see of the executor: a clock, timers, and a way to start more tasks.
#[derive(Default)]
pub(crate) struct Scheduler {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    now: Duration,
    next_id: usize,
    started: Vec<(TaskId, BoxFuture<'static, ()>)>,
    ready: BTreeSet<TaskId>,
    live: BTreeSet<TaskId>,
    timers: BTreeMap<(Duration, usize), Waker>,
}

impl Scheduler {
    pub(crate) fn now(&self) -> Duration {
        self.lock().now
    }

    pub(crate) fn spawn(&self, task: BoxFuture<'static, ()>) -> TaskId {
        let mut state = self.lock();
        let id = state.new_id();
        state.live.insert(id);
        state.ready.insert(id);
        state.started.push((id, task));
        id
    }

    pub(crate) fn is_live(&self, task: TaskId) -> bool {
        self.lock().live.contains(&task)
    }

    pub(crate) fn live(&self) -> Vec<TaskId> {
        self.lock().live.iter().copied().collect()
    }

    pub(crate) fn sleep(self: &Arc<Self>, duration: Duration) -> Sleep {
        let until = self.now() + duration;
        Sleep {
            scheduler: self.clone(),
            until,
            timer: None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn new_id(&mut self) -> usize {
        self.next_id += 1;
        self.next_id
    }
}

/// Completes at a moment of virtual time.
pub(crate) struct Sleep {
    scheduler: Arc<Scheduler>,
    until: Duration,
    timer: Option<usize>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let scheduler = self.scheduler.clone();
        let mut state = scheduler.lock();
        if state.now >= self.until {
            return Poll::Ready(());
        }
        let id = match self.timer {
            Some(id) => id,
            None => state.new_id(),
        };
        state
            .timers
            .insert((self.until, id), context.waker().clone());
        self.timer = Some(id);
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(id) = self.timer {
            self.scheduler.lock().timers.remove(&(self.until, id));
        }
    }
}

/// Lets the others run that many times before it goes on.
pub(crate) struct Yield(pub(crate) usize);

impl Future for Yield {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.0 == 0 {
            return Poll::Ready(());
        }
        self.0 -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

struct TaskWaker {
    id: TaskId,
    scheduler: Arc<Scheduler>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        let mut state = self.scheduler.lock();
        if state.live.contains(&self.id) {
            state.ready.insert(self.id);
        }
    }
}

/// What the executor asks and tells while it runs.
pub(crate) trait Watch {
    /// A task has been polled; `false` stops the run.
    fn after_step(&self) -> bool;

    /// Nobody can run, and time is about to pass.
    fn before_time_passes(&self, until: Duration);
}

pub(crate) struct Executor {
    scheduler: Arc<Scheduler>,
    tasks: BTreeMap<TaskId, BoxFuture<'static, ()>>,
    random: Random,
    /// Whether tasks are sometimes polled though nothing woke them.
    spurious: bool,
}

impl Executor {
    pub(crate) fn new(scheduler: Arc<Scheduler>, mut random: Random) -> Self {
        Executor {
            scheduler,
            tasks: BTreeMap::new(),
            spurious: random.percent(10),
            random,
        }
    }

    /// Runs until nobody can run and no time is waited for.
    pub(crate) fn run(&mut self, watch: &impl Watch) {
        loop {
            while let Some(id) = self.next() {
                self.poll(id);
                if !watch.after_step() {
                    return;
                }
            }
            let Some(until) = self.next_moment() else {
                return;
            };
            watch.before_time_passes(until);
            self.advance(until);
        }
    }

    fn next(&mut self) -> Option<TaskId> {
        let mut state = self.scheduler.lock();
        self.tasks.extend(std::mem::take(&mut state.started));
        if state.ready.is_empty() {
            return None;
        }
        let from = if self.spurious && self.random.percent(5) {
            &state.live
        } else {
            &state.ready
        };
        let at = self.random.below(from.len());
        let id = *from.iter().nth(at).expect("within the set");
        state.ready.remove(&id);
        Some(id)
    }

    fn poll(&mut self, id: TaskId) {
        let waker = Waker::from(Arc::new(TaskWaker {
            id,
            scheduler: self.scheduler.clone(),
        }));
        let task = self.tasks.get_mut(&id).expect("a live task");
        if task
            .as_mut()
            .poll(&mut Context::from_waker(&waker))
            .is_ready()
        {
            self.tasks.remove(&id);
            let mut state = self.scheduler.lock();
            state.live.remove(&id);
            state.ready.remove(&id);
        }
    }

    fn next_moment(&self) -> Option<Duration> {
        let state = self.scheduler.lock();
        state.timers.keys().next().map(|(until, _)| *until)
    }

    fn advance(&self, until: Duration) {
        let mut state = self.scheduler.lock();
        state.now = state.now.max(until);
        let now = state.now;
        let later = state.timers.split_off(&(now, usize::MAX));
        let due = std::mem::replace(&mut state.timers, later);
        drop(state);
        for waker in due.into_values() {
            waker.wake();
        }
    }
}
