//! A C compiler, which some crates need (the cryptography under TLS).

use anyhow::{Result, bail};

use super::{apt, version_of};
use crate::progress::Progress;
use crate::workspace::Workspace;

pub(crate) fn present(workspace: &Workspace, progress: &Progress) -> Result<()> {
    let found = ["cc", "clang", "gcc"]
        .iter()
        .any(|name| version_of(&mut workspace.command(name)).is_some());
    if found || apt::install(workspace, progress, "a C compiler", &["gcc", "libc6-dev"])? {
        return Ok(());
    }
    bail!(
        "no C compiler on PATH: install one (apt-get install gcc libc6-dev, or xcode-select --install)"
    );
}
