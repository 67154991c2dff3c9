//! Programs a TypeScript user would write, compiled against the staged package's typings.

use anyhow::Result;

use super::Run;
use crate::setup::{self, npm};
use crate::stage;
use crate::tally::Format;

const CONSUMERS: &str = "tests/consumers";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    npm::packages(workspace, progress, CONSUMERS)?;
    stage::for_tests(workspace, progress)?;
    run.tests(
        "typings: consumers",
        Format::Plain,
        workspace
            .command("node")
            .arg(workspace.path(CONSUMERS).join("run.mjs")),
    )
}
