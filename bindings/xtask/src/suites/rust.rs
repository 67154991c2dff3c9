//! The Rust crates: format, lints, tests, doc examples.

use anyhow::Result;

use super::Run;
use crate::setup;
use crate::tally::Format;

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let workspace = run.workspace;
    setup::rust::components(workspace, run.progress)?;
    setup::compiler::present(workspace, run.progress)?;
    run.check(
        "rust: format",
        &mut workspace.cargo(&["fmt", "--all", "--check"]),
    )?;
    run.check(
        "rust: lints",
        workspace
            .cargo(&["clippy", "--workspace", "--all-targets"])
            .args(["--", "--deny", "warnings"]),
    )?;
    // The generator, the search for bad bytes and the simulation have suites of their own.
    run.tests(
        "rust: tests",
        Format::CargoTest,
        &mut workspace.cargo(&[
            "test",
            "--no-fail-fast",
            "--workspace",
            "--exclude",
            "libfx-codegen",
            "--exclude",
            "libfx-fuzz",
            "--exclude",
            "libfx-simulation",
        ]),
    )
}
