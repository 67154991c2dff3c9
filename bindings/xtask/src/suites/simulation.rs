//! Whole turns under seeded random schedules and faults, replayed exactly by their seed.

use anyhow::Result;

use super::Run;
use crate::setup;
use crate::tally::Format;

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let workspace = run.workspace;
    setup::compiler::present(workspace, run.progress)?;
    run.tests(
        "simulation: 10,000 seeds",
        Format::CargoTest,
        &mut workspace.cargo(&["test", "--no-fail-fast", "--package", "libfx-simulation"]),
    )
}
