//! MCP servers that nobody here wrote, and the examples that give agents their tools.

use std::path::PathBuf;

use anyhow::Result;

use super::Run;
use super::node::test_files;
use super::servers::ENVIRONMENT;
use crate::gateway;
use crate::progress::Progress;
use crate::setup::{self, npm, python};
use crate::stage;
use crate::tally::Format;
use crate::workspace::Workspace;

const TESTS: &str = "tests/mcp";

/// The JavaScript examples, which have the SDK and a server among their packages.
const EXAMPLES: &str = "bindings/js/examples";

/// The example in Rust.
const EXAMPLE: &str = "mcp_and_skills";

/// Where the tests find it.
const EXAMPLE_PROGRAM: &str = "LIBFX_MCP_EXAMPLE";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    npm::packages(workspace, progress, TESTS)?;
    npm::packages(workspace, progress, EXAMPLES)?;
    let servers = python::servers(workspace, progress, python::MCP_SERVERS)?;
    // Last, because installing packages takes the link to the staged one away.
    stage::for_tests(workspace, progress)?;
    let gateway = gateway::build(workspace, progress)?;
    let example = example(workspace, progress)?;
    run.tests(
        "mcp: tests",
        Format::NodeTap,
        workspace
            .command("node")
            .args(["--test", "--test-concurrency=2", "--test-reporter=tap"])
            .args(test_files(workspace, TESTS)?)
            .env(ENVIRONMENT, servers)
            .env(gateway::PROGRAM, gateway)
            .env(EXAMPLE_PROGRAM, example),
    )
}

/// Builds the example in Rust and returns its path.
fn example(workspace: &Workspace, progress: &Progress) -> Result<PathBuf> {
    progress.require(
        "build: example in Rust",
        &mut workspace.cargo(&[
            "build",
            "--package",
            "libfx",
            "--features",
            "rmcp",
            "--example",
            EXAMPLE,
        ]),
    )?;
    Ok(workspace.binary(&format!("examples/{EXAMPLE}")))
}
