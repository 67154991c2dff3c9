//! The Rust crates: format, lints, tests, doc examples.

use anyhow::Result;

use super::Run;
use crate::setup;
use crate::tally::Format;

/// The crates with tests; the generator has a suite of its own.
const PACKAGES: [&str; 5] = ["libfx-api", "libfx-wire", "libfx", "libfx-gateway", "xtask"];

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
    let mut tests = workspace.cargo(&["test", "--no-fail-fast"]);
    for package in PACKAGES {
        tests.args(["--package", package]);
    }
    run.tests("rust: tests", Format::CargoTest, &mut tests)
}
