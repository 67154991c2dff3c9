//! `cargo xtask bench node`: the release build of the package beside other packages on the same work.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::progress::{Progress, shown};
use crate::setup::{self, npm};
use crate::stage::{self, Profile};
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
        setup::compiler::present(workspace, progress)?;
        let node = setup::node::version(workspace, progress, self.node)?;
        npm::packages(workspace, progress, FOLDER)?;
        let staged = stage::stage(workspace, progress, Profile::Release)?;
        staged.link_into(&workspace.path(FOLDER))?;

        let mut bench = workspace.command(node);
        bench
            .arg(workspace.path(FOLDER).join("run.mjs"))
            .args(["--rounds", &self.rounds.to_string()])
            .arg("--json")
            .arg(workspace.target("bench/node.json"));
        if !self.only.is_empty() {
            bench.args(["--only", &self.only.join(",")]);
        }
        let status = bench
            .status()
            .with_context(|| format!("cannot run {}", shown(&bench)))?;
        Ok(ExitCode::from(u8::from(!status.success())))
    }
}
