//! The npm package in the tools people build with: consumers that install the packed tarball, built and run by each. And what a
//! release of it weighs.

use std::env;
use std::ffi::OsString;

use anyhow::{Context, Result};

use super::node::test_files;
use super::{Run, browser};
use crate::bench;
use crate::gateway;
use crate::setup::{self, npm};
use crate::stage;
use crate::tally::Format;

const FOLDER: &str = "tests/packaging";

/// The tests find every version of Node by this variable, a list like `PATH`.
const NODE_PROGRAMS: &str = "LIBFX_NODE_PROGRAMS";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    let nodes = node_programs(run)?;
    npm::packages(workspace, progress, FOLDER)?;
    let staged = stage::for_tests(workspace, progress)?;
    let gateway = gateway::build(workspace, progress)?;
    progress.require(
        "packaging: install the package",
        workspace
            .command("node")
            .arg(workspace.path(FOLDER).join("install.mjs"))
            .arg(staged.package()),
    )?;
    for file in test_files(workspace, FOLDER)? {
        let name = file.file_stem().context("a test has a name")?;
        let name = name.to_string_lossy().replace(".test", "");
        run.tests(
            &format!("packaging: {name}"),
            Format::NodeTap,
            browser::driver(workspace, progress)?
                .args(["--test", "--test-reporter=tap"])
                .arg(&file)
                .env(gateway::PROGRAM, &gateway)
                .env(NODE_PROGRAMS, &nodes),
        )?;
    }
    run.tests(
        "packaging: sizes",
        Format::Plain,
        &mut bench::sizes(workspace, progress)?,
    )
}

fn node_programs(run: &Run<'_>) -> Result<OsString> {
    let versions = setup::node::every_version(run.workspace, run.progress)?;
    let programs = versions.into_iter().map(|(_, program)| program);
    env::join_paths(programs).context("a path of Node has the separator of paths in it")
}
