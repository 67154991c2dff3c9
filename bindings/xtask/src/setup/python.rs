//! Python packages, in virtual environments below the target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Result, bail};

use super::version_of;
use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::workspace::Workspace;

const ADVICE: &str =
    "install Python 3.10 or later with its venv module (apt-get install python3-venv)";

/// A set of servers that the agent is tested against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Servers {
    /// The packages, each at one version.
    list: &'static str,
    /// Where they go, in a folder that all sets share: programs look for each other there.
    folder: &'static str,
}

/// Language models, in every run.
pub(crate) const SERVERS: Servers = Servers {
    list: "tests/servers/requirements.txt",
    folder: "python",
};

/// Language models, in acceptance runs only, because they are large.
pub(crate) const ACCEPTANCE_SERVERS: Servers = Servers {
    list: "tests/servers/acceptance/requirements.txt",
    folder: "litellm",
};

/// MCP servers.
pub(crate) const MCP_SERVERS: Servers = Servers {
    list: "tests/mcp/requirements.txt",
    folder: "mcp",
};

/// What the tests of the Python package need.
const TESTS: &str = "tests/python/requirements.txt";

/// What the bench of the Python package needs.
const BENCH: &str = "tests/bench/python/requirements.txt";

/// Versions that the package is tested on where they are installed; the one called `python3` always is.
const VERSIONS: [&str; 5] = ["3.10", "3.11", "3.12", "3.13", "3.14"];

/// A virtual environment of one version of Python.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    /// As in `3.11`.
    pub(crate) version: String,
    folder: PathBuf,
}

impl Environment {
    pub(crate) fn python(&self) -> PathBuf {
        self.folder.join("bin/python")
    }

    /// Where to note what has been installed in it.
    pub(crate) fn stamp(&self, of: &str) -> PathBuf {
        self.folder.join(format!("libfx-{of}"))
    }
}

/// The environment for tests on the Python that is called `python3`.
pub(crate) fn for_tests(workspace: &Workspace, progress: &Progress) -> Result<Environment> {
    let Some(version) = series(workspace, "python3") else {
        bail!("python3 is not on PATH: {ADVICE}");
    };
    environment(workspace, progress, "python3", version)
}

/// The environment of the bench, on the Python that is called `python3`.
pub(crate) fn for_bench(workspace: &Workspace, progress: &Progress) -> Result<Environment> {
    let Some(version) = series(workspace, "python3") else {
        bail!("python3 is not on PATH: {ADVICE}");
    };
    let folder = workspace.target("tools/python/bench");
    packages(
        workspace,
        progress,
        &workspace.path(BENCH),
        &folder,
        "python3",
    )?;
    Ok(Environment { version, folder })
}

/// Those for tests on every version that is installed, that one first.
pub(crate) fn every_version(
    workspace: &Workspace,
    progress: &Progress,
) -> Result<Vec<Environment>> {
    let first = for_tests(workspace, progress)?;
    let others = VERSIONS.iter().filter(|version| **version != first.version);
    let mut all = vec![first.clone()];
    for version in others {
        let program = format!("python{version}");
        // A name on PATH may stand for a version that is not there.
        if series(workspace, &program).is_some_and(|found| found == *version) {
            all.push(environment(
                workspace,
                progress,
                &program,
                (*version).to_owned(),
            )?);
        }
    }
    Ok(all)
}

fn environment(
    workspace: &Workspace,
    progress: &Progress,
    program: &str,
    version: String,
) -> Result<Environment> {
    let folder = workspace.target(&format!("tools/python/{version}"));
    packages(
        workspace,
        progress,
        &workspace.path(TESTS),
        &folder,
        program,
    )?;
    Ok(Environment { version, folder })
}

/// `3.11`, of an interpreter that is there and runs.
fn series(workspace: &Workspace, program: &str) -> Option<String> {
    let printed = version_of(&mut workspace.command(program))?;
    let mut numbers = printed.strip_prefix("Python ")?.split('.');
    Some(format!("{}.{}", numbers.next()?, numbers.next()?))
}

/// Installs a set. Returns the folder that all sets share.
pub(crate) fn servers(
    workspace: &Workspace,
    progress: &Progress,
    servers: Servers,
) -> Result<PathBuf> {
    let shared = workspace.target("tools/servers");
    let list = workspace.path(servers.list);
    let folder = shared.join(servers.folder);
    packages(workspace, progress, &list, &folder, "python3")?;
    Ok(shared)
}

/// Installs what a list names, unless it was done since the list last changed. Each package stands there at one version, so
/// nothing is looked for beyond it.
fn packages(
    workspace: &Workspace,
    progress: &Progress,
    list: &Path,
    folder: &Path,
    program: &str,
) -> Result<()> {
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
    create(workspace, progress, folder, program)?;
    progress.require(
        &format!("setup: packages for {program}"),
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

fn create(workspace: &Workspace, progress: &Progress, folder: &Path, program: &str) -> Result<()> {
    if version_of(&mut workspace.command(program)).is_none() {
        bail!("{program} is not on PATH: {ADVICE}");
    }
    let mut probe = workspace.command(program);
    probe.args(["-c", "import ensurepip"]).stderr(Stdio::null());
    if !probe.status()?.success() {
        bail!("{program} cannot make virtual environments: {ADVICE}");
    }
    progress.require(
        "setup: Python environment",
        workspace.command(program).args(["-m", "venv"]).arg(folder),
    )
}
