//! Everything that the actors of one run share.

use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use libfx::Platform;
use libfx::api::{BoxFuture, Fetch};
use tokio_util::sync::CancellationToken;

use crate::executor::{Scheduler, Sleep, TaskId, Watch};
use crate::ledger::Ledger;
use crate::mix::Mix;
use crate::random::Random;

/// A run that takes longer than this will not come to rest any more.
const MAX_STEPS: usize = 1_000_000;

/// How often one step may ask for the same thing before it counts as a loop without end.
const MAX_REPEATS: usize = 20_000;

pub(crate) struct World {
    pub(crate) mix: Mix,
    pub(crate) scheduler: Arc<Scheduler>,
    /// The application has lost its patience: whatever still waits is cancelled.
    pub(crate) give_up: CancellationToken,
    ledger: Mutex<Ledger>,
    random: Mutex<Random>,
    fault: Mutex<Option<String>>,
    trace: Option<Mutex<Vec<String>>>,
    steps: AtomicUsize,
    repeats: AtomicUsize,
    last_number: AtomicUsize,
    last_spawned: Mutex<Option<TaskId>>,
}

impl World {
    pub(crate) fn new(mix: Mix, random: Random, traced: bool) -> Arc<Self> {
        Arc::new(World {
            mix,
            scheduler: Arc::default(),
            give_up: CancellationToken::new(),
            ledger: Mutex::default(),
            random: Mutex::new(random),
            fault: Mutex::default(),
            trace: traced.then(Mutex::default),
            steps: AtomicUsize::new(0),
            repeats: AtomicUsize::new(0),
            last_number: AtomicUsize::new(0),
            last_spawned: Mutex::default(),
        })
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        lock(&self.ledger)
    }

    /// Randomness for one actor.
    pub(crate) fn random(&self) -> Random {
        lock(&self.random).fork()
    }

    pub(crate) fn now(&self) -> Duration {
        self.scheduler.now()
    }

    pub(crate) fn sleep(&self, duration: Duration) -> Sleep {
        self.scheduler.sleep(duration)
    }

    /// Starts an actor of the application's side.
    pub(crate) fn spawn(&self, actor: impl Future<Output = ()> + Send + 'static) -> TaskId {
        self.scheduler.spawn(Box::pin(actor))
    }

    /// A number that no other text of the run has.
    pub(crate) fn number(&self) -> usize {
        self.last_number.fetch_add(1, Ordering::Relaxed)
    }

    /// Runs `work`, and tells the first task that the runtime has started meanwhile.
    pub(crate) fn watch_spawn<R>(&self, work: impl FnOnce() -> R) -> (R, Option<TaskId>) {
        *lock(&self.last_spawned) = None;
        let result = work();
        (result, lock(&self.last_spawned).take())
    }

    /// Notes the first thing that is wrong; the run stops after the step.
    pub(crate) fn check(&self, result: Result<(), impl Display>) {
        if let Err(fault) = result {
            self.log(|| format!("FAULT: {fault}"));
            lock(&self.fault).get_or_insert(fault.to_string());
        }
    }

    pub(crate) fn expect(&self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.check(Err(fault()));
        }
    }

    pub(crate) fn fault(&self) -> Option<String> {
        lock(&self.fault).clone()
    }

    /// Counts what happens within one step. `false` once it has happened too often: something goes round in circles.
    pub(crate) fn is_still_sane(&self, what: &str) -> bool {
        let sane = self.repeats.fetch_add(1, Ordering::Relaxed) < MAX_REPEATS;
        self.expect(sane, || format!("a loop without end: {what}"));
        sane
    }

    pub(crate) fn log(&self, line: impl FnOnce() -> String) {
        if let Some(trace) = &self.trace {
            let step = self.steps.load(Ordering::Relaxed);
            let line: String = line().chars().take(300).collect();
            let now = self.now().as_secs_f64();
            lock(trace).push(format!("{now:>9.3} s  step {step:>5}  {line}"));
        }
    }

    pub(crate) fn take_trace(&self) -> Vec<String> {
        let trace = self.trace.as_ref();
        trace.map_or_else(Vec::new, |trace| std::mem::take(&mut lock(trace)))
    }

    pub(crate) fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }
}

impl Watch for Arc<World> {
    fn after_step(&self) -> bool {
        self.repeats.store(0, Ordering::Relaxed);
        let steps = self.steps.fetch_add(1, Ordering::Relaxed);
        self.expect(steps < MAX_STEPS, || {
            "the run does not come to rest".to_owned()
        });
        let ended = self.ledger().end_turns(|task| self.scheduler.is_live(task));
        self.check(ended);
        self.fault().is_none()
    }

    fn before_time_passes(&self, until: Duration) {
        let waits = self.ledger().time_passes(until);
        self.check(waits);
    }
}

/// The surroundings of the agents of a run.
pub(crate) struct SimulatedPlatform(pub(crate) Arc<World>);

/// When the simulation's clock is at zero: 2026-01-01.
pub(crate) const EPOCH: Duration = Duration::from_secs(1_767_225_600);

impl Platform for SimulatedPlatform {
    fn spawn(&self, task: BoxFuture<'static, ()>) {
        let id = self.0.scheduler.spawn(task);
        lock(&self.0.last_spawned).get_or_insert(id);
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(self.0.sleep(duration))
    }

    fn now(&self) -> Duration {
        self.0.now()
    }

    fn unix_time(&self) -> Duration {
        EPOCH + self.0.now()
    }

    fn random(&self) -> u64 {
        lock(&self.0.random).next()
    }

    fn transport(&self) -> Option<Arc<dyn Fetch>> {
        None
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
