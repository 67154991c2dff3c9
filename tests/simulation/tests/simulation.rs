//! Ten thousand seeds, a test for each family, so that they run side by side.

use libfx_simulation::{Family, Run, run};

const SEEDS: u64 = 10_000;

/// How much of a failing run is printed.
const LAST_STEPS: usize = 40;

fn all_seeds_of(family: Family) {
    let failures: Vec<String> = (0..SEEDS)
        .filter(|seed| Family::of(*seed) == family)
        .filter_map(|seed| Some((seed, run(seed, false).fault?)))
        .take(5)
        .map(|(seed, fault)| explain(seed, &fault))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn explain(seed: u64, fault: &str) -> String {
    let Run { trace, .. } = run(seed, true);
    let last = &trace[trace.len().saturating_sub(LAST_STEPS)..];
    format!(
        "seed {seed}: {fault}\n{}\nreplay: cargo run -p libfx-simulation -- --seed {seed} --trace",
        last.join("\n")
    )
}

#[test]
fn streams() {
    all_seeds_of(Family::Streams);
}

#[test]
fn tools() {
    all_seeds_of(Family::Tools);
}

#[test]
fn cancels() {
    all_seeds_of(Family::Cancels);
}

#[test]
fn readers() {
    all_seeds_of(Family::Readers);
}

#[test]
fn lifecycles() {
    all_seeds_of(Family::Lifecycles);
}

#[test]
fn a_seed_always_goes_the_same_way() {
    for seed in 0..50 {
        let (first, second) = (run(seed, true), run(seed, true));
        assert!(first.trace.len() > 3);
        assert_eq!(first, second, "seed {seed}");
    }
}
