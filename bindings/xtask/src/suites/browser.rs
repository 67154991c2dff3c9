//! The package in a real browser: what pages meet that Node never does.

use std::process::Command;

use anyhow::Result;

use super::Run;
use super::node::test_files;
use crate::gateway;
use crate::progress::Progress;
use crate::setup::{self, chromium, npm};
use crate::stage;
use crate::tally::Format;
use crate::workspace::Workspace;

/// The tests; their support modules start the browser of the scenario runner, too.
const TESTS: &str = "tests/browser";

/// Where the tests leave screenshots.
pub(super) const ARTIFACTS: &str = "LIBFX_ARTIFACTS";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    stage::for_tests(workspace, progress)?;
    let gateway = gateway::build(workspace, progress)?;
    let mut tests = driver(workspace, progress)?;
    tests
        // A browser takes both cores.
        .args(["--test", "--test-reporter=tap", "--test-concurrency=1"])
        .args(test_files(workspace, TESTS)?)
        .env(gateway::PROGRAM, &gateway)
        .env(ARTIFACTS, workspace.target("artifacts/browser"));
    run.tests("browser: tests in Chromium", Format::NodeTap, &mut tests)
}

/// Node, for a program that drives the browser.
pub(super) fn driver(workspace: &Workspace, progress: &Progress) -> Result<Command> {
    setup::node::on_path()?;
    npm::packages(workspace, progress, TESTS)?;
    let browser = chromium::program(workspace, progress)?;
    let mut node = workspace.command("node");
    node.env(chromium::PROGRAM, browser);
    Ok(node)
}
