//! The generator's own tests, the comparison of `generated/` with what it would write, and that of the contract with the last
//! release.

use anyhow::Result;

use super::Run;
use crate::setup;
use crate::tally::Format;

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let workspace = run.workspace;
    setup::rust::components(workspace, run.progress)?;
    run.tests(
        "codegen: tests",
        Format::CargoTest,
        &mut workspace.cargo(&["test", "--no-fail-fast", "--package", "libfx-codegen"]),
    )?;
    run.check(
        "codegen: generated files are current",
        &mut workspace.cargo(&["codegen", "--check"]),
    )?;
    run.check(
        "codegen: the version allows what has changed since the last release",
        &mut workspace.cargo(&["codegen", "compat"]),
    )
}
