//! The Node SDK against servers that nobody here wrote, started for real on loopback.

use std::env;

use anyhow::Result;

use super::Run;
use super::node::test_files;
use crate::setup::python::{self, Servers};
use crate::setup::{self, npm};
use crate::stage;
use crate::tally::Format;

const TESTS: &str = "tests/servers";
const ACCEPTANCE_TESTS: &str = "tests/servers/acceptance";

/// Set to 1, servers are tested too that take long to install.
const ACCEPTANCE: &str = "LIBFX_ACCEPTANCE";

/// Where tests look for the programs of the Python packages.
pub(super) const ENVIRONMENT: &str = "LIBFX_SERVERS";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    npm::packages(workspace, progress, TESTS)?;
    stage::for_tests(workspace, progress)?;
    tests(run, "servers: tests", TESTS, python::SERVERS)?;
    if env::var_os(ACCEPTANCE).is_some_and(|value| value == "1") {
        let servers = python::ACCEPTANCE_SERVERS;
        tests(run, "servers: acceptance", ACCEPTANCE_TESTS, servers)?;
    }
    Ok(())
}

fn tests(run: &mut Run<'_>, name: &str, folder: &str, servers: Servers) -> Result<()> {
    let workspace = run.workspace;
    let programs = python::servers(workspace, run.progress, servers)?;
    run.tests(
        name,
        Format::NodeTap,
        workspace
            .command("node")
            // Most of the time the tests wait for servers.
            .args(["--test", "--test-concurrency=2", "--test-reporter=tap"])
            .args(test_files(workspace, folder)?)
            .env(ENVIRONMENT, programs),
    )
}
