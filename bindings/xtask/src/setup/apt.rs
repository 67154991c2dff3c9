//! Debian's packages, for what no other registry has.

use std::path::Path;

use anyhow::Result;

use crate::progress::Progress;
use crate::workspace::Workspace;

/// Installs `what`, which these packages are. `false` where that is for the user to do.
pub(crate) fn install(
    workspace: &Workspace,
    progress: &Progress,
    what: &str,
    packages: &[&str],
) -> Result<bool> {
    if !may_install(workspace) {
        return Ok(false);
    }
    progress.require(
        "setup: package lists",
        workspace.command("apt-get").arg("update"),
    )?;
    progress.require(
        &format!("setup: {what}"),
        workspace
            .command("apt-get")
            .args(["install", "--yes", "--no-install-recommends"])
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )?;
    Ok(true)
}

fn may_install(workspace: &Workspace) -> bool {
    let user = workspace.command("id").arg("-u").output();
    let root = user.is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && Path::new("/usr/bin/apt-get").exists()
}
