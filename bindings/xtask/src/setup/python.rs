//! Python packages of a folder, in a virtual environment of their own below the target folder.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::version_of;
use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// Installs what a file of requirements lists, unless it was done since the file last changed. Returns the environment.
///
/// The file names every package at one version, so nothing is looked for beyond it.
pub(crate) fn packages(
    workspace: &Workspace,
    progress: &Progress,
    requirements: &str,
    environment: &str,
) -> Result<PathBuf> {
    let list = workspace.path(requirements);
    let folder = workspace.target(environment);
    let mut wanted = Fingerprint::new();
    wanted.file(&list)?;
    let stamp = folder.join("libfx-installed");
    let python = folder.join("bin/python");
    if wanted.matches(&stamp) && version_of(&mut workspace.command(&python)).is_some() {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    create(workspace, progress, &folder)?;
    progress.require(
        &format!("setup: Python packages of {requirements}"),
        workspace
            .command(&python)
            .args([
                "-m",
                "pip",
                "install",
                "--no-deps",
                "--disable-pip-version-check",
            ])
            .arg("--requirement")
            .arg(&list),
    )?;
    wanted.write(&stamp)?;
    Ok(folder)
}

fn create(workspace: &Workspace, progress: &Progress, folder: &PathBuf) -> Result<()> {
    const ADVICE: &str =
        "install Python 3.10 or later with its venv module (apt-get install python3-venv)";
    if version_of(&mut workspace.command("python3")).is_none() {
        bail!("python3 is not on PATH: {ADVICE}");
    }
    let mut probe = workspace.command("python3");
    if !probe.args(["-c", "import ensurepip"]).status()?.success() {
        bail!("python3 cannot make virtual environments: {ADVICE}");
    }
    progress.require(
        "setup: Python environment",
        workspace
            .command("python3")
            .args(["-m", "venv"])
            .arg(folder),
    )
}
