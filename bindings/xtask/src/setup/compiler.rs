//! A C compiler, which some crates need (the cryptography under TLS).

use std::path::Path;

use anyhow::{Result, bail};

use super::version_of;
use crate::progress::Progress;
use crate::workspace::Workspace;

pub(crate) fn present(workspace: &Workspace, progress: &Progress) -> Result<()> {
    let found = ["cc", "clang", "gcc"]
        .iter()
        .any(|name| version_of(&mut workspace.command(name)).is_some());
    if found {
        return Ok(());
    }
    if !may_use_apt(workspace) {
        bail!(
            "no C compiler on PATH: install one (apt-get install gcc libc6-dev, or xcode-select --install)"
        );
    }
    progress.require(
        "setup: package lists",
        workspace.command("apt-get").arg("update"),
    )?;
    progress.require(
        "setup: a C compiler",
        workspace
            .command("apt-get")
            .args(["install", "--yes", "gcc", "libc6-dev"])
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

fn may_use_apt(workspace: &Workspace) -> bool {
    let user = workspace.command("id").arg("-u").output();
    let root = user.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && Path::new("/usr/bin/apt-get").exists()
}
