//! The benches of release builds: packages beside others on the same work, the backends of the npm package beside each other, and
//! what it weighs.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::progress::{Progress, shown};
use crate::setup::{self, npm};
use crate::stage::{self, Profile};
use crate::wheel;
use crate::workspace::Workspace;

const FOLDER: &str = "tests/bench";

/// What to measure, and how often.
#[derive(Debug, clap::Args)]
pub(crate) struct NodeBench {
    /// How often each measurement is taken.
    #[arg(long, default_value_t = 7)]
    rounds: u32,
    /// Measure only these: burst, chunked, first-event, start, idle.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// The Node version; the rivals need 22 or later.
    #[arg(long, default_value_t = 24)]
    node: u32,
}

impl NodeBench {
    pub(crate) fn run(&self, workspace: &Workspace, progress: &Progress) -> Result<ExitCode> {
        let mut bench = program(workspace, progress, self.node, "run.mjs")?;
        bench
            .args(["--rounds", &self.rounds.to_string()])
            .arg("--json")
            .arg(workspace.target("bench/node.json"));
        if !self.only.is_empty() {
            bench.args(["--only", &self.only.join(",")]);
        }
        finish(bench)
    }
}

/// How often to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct BackendBench {
    /// How often each measurement is taken.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
}

impl BackendBench {
    pub(crate) fn run(&self, workspace: &Workspace, progress: &Progress) -> Result<ExitCode> {
        let chromium = setup::chromium::program(workspace, progress)?;
        let mut bench = program(workspace, progress, setup::node::NEWEST, "backends.mjs")?;
        bench
            .args(["--rounds", &self.rounds.to_string()])
            .arg("--chromium")
            .arg(chromium)
            .arg("--json")
            .arg(workspace.target("bench/backends.json"));
        finish(bench)
    }
}

/// How often to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct PythonBench {
    /// How often each measurement is taken.
    #[arg(long, default_value_t = 5)]
    rounds: u32,
}

impl PythonBench {
    pub(crate) fn run(&self, workspace: &Workspace, progress: &Progress) -> Result<ExitCode> {
        setup::compiler::present(workspace, progress)?;
        setup::node::on_path()?;
        let environment = setup::python::for_bench(workspace, progress)?;
        let wheel = wheel::build(workspace, progress, &environment, Profile::Release)?;
        wheel::install(workspace, progress, &wheel, &environment)?;
        let mut bench = workspace.command("node");
        bench
            .arg(workspace.path(FOLDER).join("python/run.mjs"))
            .args(["--rounds", &self.rounds.to_string()])
            .arg("--python")
            .arg(environment.python())
            .arg("--json")
            .arg(workspace.target("bench/python.json"));
        finish(bench)
    }
}

/// What a release weighs beside its budgets: run by `cargo xtask bench size`, and among the tests.
pub(crate) fn sizes(workspace: &Workspace, progress: &Progress) -> Result<Command> {
    setup::compiler::present(workspace, progress)?;
    let staged = stage::stage(workspace, progress, Profile::Release)?;
    let mut sizes = workspace.command("node");
    sizes
        .arg(workspace.path("tests/packaging/sizes.mjs"))
        .arg(staged.package());
    Ok(sizes)
}

/// A program of the benches on one version of Node, with the package and all it needs at hand.
fn program(workspace: &Workspace, progress: &Progress, node: u32, file: &str) -> Result<Command> {
    setup::compiler::present(workspace, progress)?;
    let node = setup::node::version(workspace, progress, node)?;
    npm::packages(workspace, progress, FOLDER)?;
    let staged = stage::stage(workspace, progress, Profile::Release)?;
    staged.link_into(&workspace.path(FOLDER))?;
    let mut bench = workspace.command(node);
    bench.arg(workspace.path(FOLDER).join(file));
    Ok(bench)
}

/// Runs a bench and passes its tables on.
pub(crate) fn finish(mut bench: Command) -> Result<ExitCode> {
    let status = bench
        .status()
        .with_context(|| format!("cannot run {}", shown(&bench)))?;
    Ok(ExitCode::from(u8::from(!status.success())))
}
