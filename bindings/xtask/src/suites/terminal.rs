//! The interactive program as people see it: its screens in xterm.js, with and without a browser, and in tmux.

use anyhow::Result;

use super::node::test_files;
use super::{Run, browser};
use crate::gateway;
use crate::setup::{self, npm, tmux};
use crate::stage;
use crate::tally::Format;

const TESTS: &str = "tests/terminal";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    npm::packages(workspace, progress, TESTS)?;
    let tmux = tmux::program(workspace, progress)?;
    stage::for_tests(workspace, progress)?;
    let gateway = gateway::build(workspace, progress)?;
    let mut tests = browser::driver(workspace, progress)?;
    tests
        .args(["--test", "--test-reporter=tap", "--test-concurrency=2"])
        .args(test_files(workspace, TESTS)?)
        .env(gateway::PROGRAM, &gateway)
        .env(tmux::PROGRAM, tmux)
        .env(browser::ARTIFACTS, workspace.target("artifacts/terminal"));
    run.tests("terminal: tests", Format::NodeTap, &mut tests)
}
