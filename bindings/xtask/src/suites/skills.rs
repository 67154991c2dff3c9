//! Skill files: one corpus, read in Node and in Rust, and beside a reader that nobody here wrote.

use anyhow::Result;

use super::{Run, node};
use crate::tally::Format;

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    node::on_every_version(run, "skills", "tests/skills")?;
    run.tests(
        "skills: tests in Rust",
        Format::CargoTest,
        &mut run
            .workspace
            .cargo(&["test", "--package", "libfx", "--test", "skills"]),
    )
}
