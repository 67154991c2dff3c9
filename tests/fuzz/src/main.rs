//! `libfx-fuzz`: inputs for libFuzzer, and one input looked at without it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use libfx_fuzz::{TARGETS, corpus, target, words};

/// The search for bytes that break libfx.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Names the targets.
    List,
    /// Writes the seeds and the dictionary of every target below a folder.
    Write { folder: PathBuf },
    /// Checks inputs.
    Check {
        target: String,
        inputs: Vec<PathBuf>,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::List => {
            for target in &TARGETS {
                println!("{}", target.name);
            }
            Ok(())
        }
        Command::Write { folder } => TARGETS
            .iter()
            .try_for_each(|target| write(target.name, &folder.join(target.name))),
        Command::Check { target, inputs } => check(&target, &inputs),
    }
}

fn write(target: &str, folder: &Path) -> Result<()> {
    let seeds = folder.join("seeds");
    fs::create_dir_all(&seeds)?;
    fs::create_dir_all(folder.join("corpus"))?;
    fs::copy(words::path(target), folder.join("words.dict"))?;
    for input in corpus::seeds(target)? {
        fs::write(seeds.join(input.name), input.bytes)?;
    }
    Ok(())
}

fn check(name: &str, inputs: &[PathBuf]) -> Result<()> {
    let Some(target) = target(name) else {
        bail!("no target {name:?}: libfx-fuzz list names them");
    };
    for input in inputs {
        let bytes = fs::read(input).with_context(|| input.display().to_string())?;
        (target.check)(&bytes);
        println!("{}: as it should be", input.display());
    }
    Ok(())
}
