//! A deterministic simulation of whole turns.
//!
//! One number, the seed, decides everything: what the Gateway answers and in which pieces, when connections fail, what
//! tools do, how the application reads, cancels, saves and closes, and in which order tasks run. Time is virtual, so two
//! minutes of silence take no time at all. The runtime is the real one, driven through its public API on a
//! [`Platform`](libfx::Platform) and a [`Fetch`](libfx::api::Fetch) of the simulation's own.
//!
//! While a run goes on, everything the runtime does is compared with what the books (the module `ledger`) say must follow
//! from what happened: every request holds exactly the conversation so far, every event read is what the Gateway sent,
//! results and errors are the ones due, nothing is retried, run or shown twice, limits on time and memory hold, and in the
//! end nothing and nobody waits any more.
//!
//! | Module | What it plays |
//! |---|---|
//! | `executor` | one thread, virtual time, seeded order |
//! | `gateway` | the server and the network |
//! | `tools` | the application's tools |
//! | `application` | the application: prompts, readers, cancels, checkpoints |
//! | `ledger` | the books, and what they allow |
//! | `mix` | how often what happens, by family of seeds |
//!
//! A failing seed fails always: `cargo run -p libfx-simulation -- --seed 42 --trace` shows the steps that led there.

mod application;
mod executor;
mod gateway;
mod ledger;
mod mix;
mod random;
#[cfg(test)]
mod regressions;
mod tools;
mod world;

use executor::Executor;
pub use mix::Family;
use random::Random;
use world::World;

/// What one run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How often a task was polled.
    pub steps: usize,
    /// What was wrong first, if anything.
    pub fault: Option<String>,
    /// What happened, if it was asked for.
    pub trace: Vec<String>,
}

/// Runs one seed; with `traced`, the steps are written down.
pub fn run(seed: u64, traced: bool) -> Run {
    let mut random = Random::new(seed);
    let mix = Family::of(seed).mix(&mut random);
    let applications = random.weighted(&[(6, 1), (3, 2), (1, 4)]);
    let mut executor_random = random.fork();
    let world = World::new(mix, random, traced);
    let mut executor = Executor::new(world.scheduler.clone(), executor_random.fork());
    for _ in 0..applications {
        world.spawn(application::run(world.clone()));
    }
    executor.run(&world);
    check_rest(&world);
    world.give_up.cancel();
    executor.run(&world);
    check_end(&world);
    Run {
        steps: world.steps(),
        fault: world.fault(),
        trace: world.take_trace(),
    }
}

/// Nobody can run and no time is waited for: whoever still waits must have a reason.
fn check_rest(world: &World) {
    if world.fault().is_some() {
        return;
    }
    let mut ledger = world.ledger();
    let active = ledger.all_active();
    for turn in &active {
        let excused = ledger.turn(*turn).hangs;
        world.expect(excused, || {
            format!("{turn:?} waits for nothing: a wake-up was lost")
        });
    }
    let live = world.scheduler.live();
    world.expect(live.is_empty() || !active.is_empty(), || {
        format!("the tasks {live:?} wait though no turn is active: a wake-up was lost")
    });
}

/// Everything was cancelled: nothing may be left.
fn check_end(world: &World) {
    if world.fault().is_some() {
        return;
    }
    let live = world.scheduler.live();
    world.expect(live.is_empty(), || format!("the tasks {live:?} never end"));
    world.check(world.ledger().is_settled());
}
