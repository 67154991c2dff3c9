//! cargo-fuzz and the nightly compiler it takes: not installed unasked, since only the search needs them.

use anyhow::{Result, bail};

use super::version_of;
use crate::workspace::Workspace;

pub(crate) fn present(workspace: &Workspace) -> Result<()> {
    let version = |arguments: &[&str]| version_of(workspace.command("cargo").args(arguments));
    if version(&["+nightly"]).is_none() {
        bail!("no nightly compiler, which libFuzzer takes: rustup toolchain install nightly");
    }
    if version(&["+nightly", "fuzz"]).is_none() {
        bail!("cargo-fuzz is missing: cargo install cargo-fuzz");
    }
    Ok(())
}
