//! Python packages of a folder, in a virtual environment of their own below the target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Result, bail};

use super::version_of;
use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// Servers of language models, which the agent is tested against. Returns the environment's folder.
pub(crate) fn servers(workspace: &Workspace, progress: &Progress) -> Result<PathBuf> {
    let list = workspace.path("tests/servers/requirements.txt");
    let folder = workspace.target("tools/servers/python");
    packages(workspace, progress, &list, &folder)?;
    Ok(folder)
}

/// Installs what a list names, unless it was done since the list last changed. Each package stands there at one version, so
/// nothing is looked for beyond it.
fn packages(workspace: &Workspace, progress: &Progress, list: &Path, folder: &Path) -> Result<()> {
    let mut wanted = Fingerprint::new();
    wanted.file(list)?;
    let stamp = folder.join("libfx-installed");
    let python = folder.join("bin/python");
    if wanted.matches(&stamp) && version_of(&mut workspace.command(&python)).is_some() {
        return Ok(());
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    create(workspace, progress, folder)?;
    progress.require(
        "setup: Python packages of the servers",
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
            .arg(list),
    )?;
    wanted.write(&stamp)
}

fn create(workspace: &Workspace, progress: &Progress, folder: &Path) -> Result<()> {
    const ADVICE: &str =
        "install Python 3.10 or later with its venv module (apt-get install python3-venv)";
    if version_of(&mut workspace.command("python3")).is_none() {
        bail!("python3 is not on PATH: {ADVICE}");
    }
    let mut probe = workspace.command("python3");
    probe.args(["-c", "import ensurepip"]).stderr(Stdio::null());
    if !probe.status()?.success() {
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
