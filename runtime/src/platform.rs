//! What the runtime needs from where it runs: tasks, time, randomness and a way to the network.
//!
//! It is passed in, so that the same agent runs on the shared native runtime, in a browser, or in a simulation that
//! decides every delay and every random number.

use std::sync::Arc;
use std::time::Duration;

use libfx_api::support::{BoxFuture, Fetch, MaybeSend, MaybeSync};

/// The surroundings of an agent.
pub trait Platform: MaybeSend + MaybeSync {
    /// Runs a task to its end, or until it is dropped with the platform.
    fn spawn(&self, task: BoxFuture<'static, ()>);

    /// Completes once `duration` has passed.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;

    /// A clock that only goes forward; its zero has no meaning.
    fn now(&self) -> Duration;

    /// Time since 1970-01-01 UTC, for HTTP dates.
    fn unix_time(&self) -> Duration;

    /// An evenly distributed random number, for session ids and jitter.
    fn random(&self) -> u64;

    /// The transport of agents whose options bring none.
    fn transport(&self) -> Option<Arc<dyn Fetch>>;
}
