//! Runs seeds of the simulation, or shows how one of them goes.

use std::process::ExitCode;

use clap::Parser;
use libfx_simulation::{Family, run};

#[derive(Parser)]
struct Arguments {
    /// How many seeds to run.
    #[arg(long, default_value_t = 10_000)]
    seeds: u64,

    /// The first of them.
    #[arg(long, default_value_t = 0)]
    from: u64,

    /// Runs this seed alone.
    #[arg(long)]
    seed: Option<u64>,

    /// Prints the steps of a run that fails, or of the one that was asked for.
    #[arg(long)]
    trace: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let seeds = match arguments.seed {
        Some(seed) => seed..seed + 1,
        None => arguments.from..arguments.from + arguments.seeds,
    };
    let mut failed = 0;
    for seed in seeds {
        let traced = arguments.trace && arguments.seed.is_some();
        let outcome = run(seed, traced);
        outcome.trace.iter().for_each(|line| println!("{line}"));
        if let Some(fault) = outcome.fault {
            failed += 1;
            println!("seed {seed} ({:?}): {fault}", Family::of(seed));
        } else if arguments.seed.is_some() {
            println!(
                "seed {seed} ({:?}): {} steps, no fault",
                Family::of(seed),
                outcome.steps
            );
        }
    }
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
