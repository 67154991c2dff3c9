//! Python: the versions that the package is tested on, and packages in virtual environments below the target folder.

mod interpreter;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use self::interpreter::Interpreter;
use super::version_of;
use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::workspace::Workspace;

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

/// What those need that run with version 1 of the package `mcp`, beside its version 2.
const TESTS_OF_MCP_1: &str = "tests/python/requirements-mcp-1.txt";

/// What the bench of the Python package needs.
const BENCH: &str = "tests/bench/python/requirements.txt";

/// The versions between which the package runs, and is always tested on.
const ENDS: [&str; 2] = ["3.10", "3.14"];

/// Those that it is tested on where they are on `PATH`.
const BETWEEN: [&str; 3] = ["3.11", "3.12", "3.13"];

/// A virtual environment of one version of Python.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    interpreter: Interpreter,
    folder: PathBuf,
}

impl Environment {
    /// As in `3.11`.
    pub(crate) fn version(&self) -> &str {
        &self.interpreter.version
    }

    /// Its Python, which runs as it stands unless it is of another system.
    pub(crate) fn python(&self) -> PathBuf {
        self.folder.join("bin/python")
    }

    /// A command of its Python, that runs at the root.
    pub(crate) fn command(&self, workspace: &Workspace) -> Command {
        self.interpreter.run(workspace, &self.python())
    }

    /// Where to note what has been installed in it.
    pub(crate) fn stamp(&self, of: &str) -> PathBuf {
        self.folder.join(format!("libfx-{of}"))
    }

    /// Whether it is there, of the version that it is for.
    fn runs(&self, workspace: &Workspace) -> bool {
        let printed = version_of(&mut self.command(workspace));
        printed
            .is_some_and(|printed| interpreter::series(&printed).as_deref() == Some(self.version()))
    }

    fn create(&self, workspace: &Workspace, progress: &Progress) -> Result<()> {
        let version = self.version();
        let mut probe = self.interpreter.command(workspace);
        probe.args(["-c", "import ensurepip"]).stderr(Stdio::null());
        if !probe.status()?.success() {
            bail!(
                "Python {version} cannot make virtual environments: install its module venv \
                 (apt-get install python{version}-venv)"
            );
        }
        progress.require(
            &format!("setup: environment of Python {version}"),
            self.interpreter
                .command(workspace)
                .args(["-m", "venv"])
                .arg(&self.folder),
        )
    }

    fn install(&self, workspace: &Workspace, progress: &Progress, list: &Path) -> Result<()> {
        progress.require(
            &format!("setup: packages for Python {}", self.version()),
            self.command(workspace)
                .args(["-m", "pip", "install"])
                .args(["--no-deps", "--disable-pip-version-check"])
                .arg("--requirement")
                .arg(list),
        )
    }
}

/// The environment for tests on the Python that is called `python3`.
pub(crate) fn for_tests(workspace: &Workspace, progress: &Progress) -> Result<Environment> {
    version(workspace, progress, Interpreter::default(workspace)?)
}

/// The same with version 1 of the package `mcp`.
pub(crate) fn for_tests_of_mcp_1(
    workspace: &Workspace,
    progress: &Progress,
) -> Result<Environment> {
    let python = Interpreter::default(workspace)?;
    let folder = workspace.target("tools/python/mcp-1");
    environment(workspace, progress, TESTS_OF_MCP_1, folder, python)
}

/// The environment of the bench, on the Python that is called `python3`.
pub(crate) fn for_bench(workspace: &Workspace, progress: &Progress) -> Result<Environment> {
    let python = Interpreter::default(workspace)?;
    let folder = workspace.target("tools/python/bench");
    environment(workspace, progress, BENCH, folder, python)
}

/// Those for tests on the other versions: the oldest, the newest, and those between. One that cannot be made says why, so that
/// tests run on the others.
pub(crate) fn other_versions(
    workspace: &Workspace,
    progress: &Progress,
) -> Result<Vec<Result<Environment>>> {
    let default = Interpreter::default(workspace)?.version;
    let ends = ENDS.into_iter().filter(|version| *version != default);
    let ends = ends.map(|version| Interpreter::required(workspace, progress, version));
    let between = BETWEEN.into_iter().filter(|version| *version != default);
    let between = between.filter_map(|version| Interpreter::on_path(workspace, version));
    Ok(ends
        .chain(between.map(Ok))
        .map(|python| version(workspace, progress, python?))
        .collect())
}

fn version(workspace: &Workspace, progress: &Progress, python: Interpreter) -> Result<Environment> {
    let folder = workspace.target(&format!("tools/python/{}", python.version));
    environment(workspace, progress, TESTS, folder, python)
}

/// Installs a set. Returns the folder that all sets share.
pub(crate) fn servers(
    workspace: &Workspace,
    progress: &Progress,
    servers: Servers,
) -> Result<PathBuf> {
    let shared = workspace.target("tools/servers");
    let folder = shared.join(servers.folder);
    let python = Interpreter::default(workspace)?;
    environment(workspace, progress, servers.list, folder, python)?;
    Ok(shared)
}

/// The environment that has what a list names, made unless that was done since the list last changed. Each package stands there
/// at one version, so nothing is looked for beyond it.
fn environment(
    workspace: &Workspace,
    progress: &Progress,
    list: &str,
    folder: PathBuf,
    interpreter: Interpreter,
) -> Result<Environment> {
    let list = workspace.path(list);
    let made = Environment {
        interpreter,
        folder,
    };
    let mut wanted = Fingerprint::new();
    wanted.file(&list)?;
    let stamp = made.stamp("installed");
    if wanted.matches(&stamp) && made.runs(workspace) {
        return Ok(made);
    }
    if made.folder.exists() {
        fs::remove_dir_all(&made.folder)?;
    }
    made.create(workspace, progress)?;
    made.install(workspace, progress, &list)?;
    wanted.write(&stamp)?;
    Ok(made)
}
