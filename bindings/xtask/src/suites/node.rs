//! The Node SDK: the staged package under Node's own test runner, on each version it promises to run on.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use super::Run;
use crate::gateway;
use crate::setup;
use crate::stage;
use crate::tally::Format;
use crate::workspace::Workspace;

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    on_every_version(run, "node", "tests/node")
}

/// Runs the tests of a folder on the Node on `PATH` and on every other version.
pub(super) fn on_every_version(run: &mut Run<'_>, suite: &str, folder: &str) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    setup::npm::packages(workspace, progress, folder)?;
    stage::for_tests(workspace, progress)?;
    let gateway = gateway::build(workspace, progress)?;
    for (version, node) in setup::node::every_version(workspace, progress)? {
        run.tests(
            &format!("{suite}: tests on Node {version}"),
            Format::NodeTap,
            workspace
                .command(node)
                .args(["--test", "--test-reporter=tap"])
                .args(test_files(workspace, folder)?)
                .env(gateway::PROGRAM, &gateway),
        )?;
    }
    Ok(())
}

/// The test files of a folder, named one by one: Node 20 takes no pattern.
pub(super) fn test_files(workspace: &Workspace, folder: &str) -> Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(workspace.path(folder))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort();
    Ok(files)
}
