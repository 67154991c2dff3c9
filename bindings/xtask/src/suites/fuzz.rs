//! Every reader of foreign bytes on seeds, earlier findings and a fixed number of mutations.

use anyhow::Result;

use super::Run;
use crate::setup;
use crate::tally::Format;

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let workspace = run.workspace;
    setup::compiler::present(workspace, run.progress)?;
    run.tests(
        "fuzz: smoke",
        Format::CargoTest,
        &mut workspace.cargo(&["test", "--no-fail-fast", "--package", "libfx-fuzz"]),
    )
}
