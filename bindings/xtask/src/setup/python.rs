//! Python packages of a folder, in a virtual environment of their own below the target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Result, bail};

use super::version_of;
use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// A set of servers of language models, which the agent is tested against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Servers {
    /// The packages, each at one version.
    list: &'static str,
    /// Where they go, in a folder that all sets share: programs look for each other there.
    folder: &'static str,
}

/// Those of every run.
pub(crate) const SERVERS: Servers = Servers {
    list: "tests/servers/requirements.txt",
    folder: "python",
};

/// Those of acceptance runs only, because they are large.
pub(crate) const ACCEPTANCE_SERVERS: Servers = Servers {
    list: "tests/servers/acceptance/requirements.txt",
    folder: "litellm",
};

/// Installs a set. Returns the folder that all sets share.
pub(crate) fn servers(
    workspace: &Workspace,
    progress: &Progress,
    servers: Servers,
) -> Result<PathBuf> {
    let shared = workspace.target("tools/servers");
    let list = workspace.path(servers.list);
    packages(workspace, progress, &list, &shared.join(servers.folder))?;
    Ok(shared)
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
