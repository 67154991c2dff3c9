//! The Node SDK against servers that nobody here wrote, started for real on loopback.

use anyhow::Result;

use super::Run;
use super::node::test_files;
use crate::setup::{self, npm, python};
use crate::stage;
use crate::tally::Format;

const TESTS: &str = "tests/servers";

/// Where the tests look for the programs of the Python packages.
const ENVIRONMENT: &str = "LIBFX_SERVERS";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    npm::packages(workspace, progress, TESTS)?;
    let servers = python::servers(workspace, progress)?;
    stage::for_tests(workspace, progress)?;
    run.tests(
        "servers: tests",
        Format::NodeTap,
        workspace
            .command("node")
            .args(["--test", "--test-reporter=tap"])
            .args(test_files(workspace, TESTS)?)
            .env(ENVIRONMENT, servers),
    )
}
