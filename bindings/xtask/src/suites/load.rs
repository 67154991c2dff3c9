//! The Node SDK under load: many agents at once, many turns in a row, replies larger than memory, threads that end.

use anyhow::Result;

use super::Run;
use super::node::test_files;
use crate::gateway;
use crate::setup;
use crate::stage;
use crate::tally::Format;

const TESTS: &str = "tests/load";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    stage::for_tests(workspace, progress)?;
    let gateway = gateway::build(workspace, progress)?;
    // One file after another: a load should not be the load of its neighbour.
    run.tests(
        "load: tests",
        Format::NodeTap,
        workspace
            .command("node")
            .args(["--test", "--test-reporter=tap", "--test-concurrency=1"])
            .args(test_files(workspace, TESTS)?)
            .env(gateway::PROGRAM, &gateway),
    )
}
