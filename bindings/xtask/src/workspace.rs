//! Where things are: the repository's folders and what cargo builds into.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// The repository this task runner belongs to.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// Finds the repository from the manifest of this crate, so that tasks work from any folder.
    pub(crate) fn locate() -> Self {
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest
            .ancestors()
            .nth(2)
            .expect("the crate lies two folders below the root");
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |folder| root.join(folder));
        Self {
            root: root.to_path_buf(),
            target,
        }
    }

    /// An empty one, for tests.
    #[cfg(test)]
    pub(crate) fn at(root: PathBuf) -> Self {
        let target = root.join("target");
        Self { root, target }
    }

    /// A path below the root, as in `workspace.path("tests/node")`.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// A path below the folder of everything that is built.
    pub(crate) fn target(&self, relative: &str) -> PathBuf {
        self.target.join(relative)
    }

    /// The program a crate of the workspace was built to, in the dev profile.
    pub(crate) fn binary(&self, name: &str) -> PathBuf {
        self.target
            .join("debug")
            .join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// A command that runs at the root.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }

    /// The cargo that started this task runner, so that all steps use one toolchain.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments);
        command
    }
}
