//! The parts of the Rust tool chain that a minimal installation leaves out.

use anyhow::{Result, bail};

use super::version_of;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// rustfmt formats generated code and is checked by the tests, as clippy is.
const COMPONENTS: [(&str, &str); 2] = [("rustfmt", "fmt"), ("clippy", "clippy")];

pub(crate) fn components(workspace: &Workspace, progress: &Progress) -> Result<()> {
    for (component, subcommand) in COMPONENTS {
        if version_of(&mut workspace.cargo(&[subcommand])).is_some() {
            continue;
        }
        if version_of(&mut workspace.command("rustup")).is_none() {
            bail!("cargo {subcommand} is missing: install {component} of your Rust distribution");
        }
        progress.require(
            &format!("setup: {component}"),
            workspace
                .command("rustup")
                .args(["component", "add", component]),
        )?;
    }
    Ok(())
}
