//! Interpreters: those of this system, and one of Debian's for a version that this system lacks.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::progress::Progress;
use crate::setup::debian::{self, Contents, System};
use crate::setup::version_of;
use crate::workspace::Workspace;

/// What the newest version takes. It is not in a stable release yet.
const CONTENTS: Contents = Contents {
    folder: "python-3.14",
    release: "forky",
    packages: "bash,coreutils,python3.14-venv",
    links: &[("bash", "usr/bin/sh")],
};

/// The version that it has.
const OF_DEBIAN: &str = "3.14";

/// A program that environments are made of.
#[derive(Debug, Clone)]
pub(crate) struct Interpreter {
    /// As in `3.11`.
    pub(crate) version: String,
    system: System,
    program: PathBuf,
}

impl Interpreter {
    /// The one that is called `python3`.
    pub(crate) fn default(workspace: &Workspace) -> Result<Self> {
        let program = Path::new("python3");
        Self::of(workspace, System::This, program)
            .context("python3 is not on PATH: install Python 3.10 or later with its module venv")
    }

    /// The one of a version whose name on `PATH` says so.
    pub(crate) fn on_path(workspace: &Workspace, version: &str) -> Option<Self> {
        let program = PathBuf::from(format!("python{version}"));
        // A name on PATH may stand for a version that is not there.
        Self::of(workspace, System::This, &program).filter(|found| found.version == version)
    }

    /// One of a version, from wherever it can be had.
    pub(crate) fn required(
        workspace: &Workspace,
        progress: &Progress,
        version: &str,
    ) -> Result<Self> {
        let here = Self::on_path(workspace, version).or_else(|| Self::of_pyenv(workspace, version));
        if let Some(found) = here {
            return Ok(found);
        }
        if version != OF_DEBIAN {
            bail!("there is no Python {version}: {}", advice(version));
        }
        let program = format!("python{version}");
        let system = debian::with(workspace, progress, CONTENTS, &program).with_context(|| {
            format!(
                "there is no Python {version}: {}; Debian's cannot be used",
                advice(version)
            )
        })?;
        Self::of(workspace, system, Path::new(&program))
            .with_context(|| format!("Debian's {program} does not run"))
    }

    /// One that pyenv has, whichever it puts on `PATH`.
    fn of_pyenv(workspace: &Workspace, version: &str) -> Option<Self> {
        let mut asked = workspace.command("pyenv");
        asked.args(["prefix", version]).stderr(Stdio::null());
        let output = asked.output().ok()?;
        let prefix = String::from_utf8(output.stdout).ok()?;
        let program = Path::new(prefix.trim()).join("bin/python3");
        Self::of(workspace, System::This, &program).filter(|found| found.version == version)
    }

    /// `None` if the program is not there or does not run.
    fn of(workspace: &Workspace, system: System, program: &Path) -> Option<Self> {
        let printed = version_of(&mut system.command(workspace, program))?;
        Some(Self {
            version: series(&printed)?,
            system,
            program: program.to_owned(),
        })
    }

    /// A command of the interpreter itself.
    pub(crate) fn command(&self, workspace: &Workspace) -> Command {
        self.system.command(workspace, &self.program)
    }

    /// A command of a program that was installed for it.
    pub(crate) fn run(&self, workspace: &Workspace, program: &Path) -> Command {
        self.system.command(workspace, program)
    }
}

fn advice(version: &str) -> String {
    format!("install Python {version} (uv python install {version}, or pyenv install {version})")
}

/// `3.11` of `Python 3.11.7`.
pub(super) fn series(printed: &str) -> Option<String> {
    let mut numbers = printed.strip_prefix("Python ")?.split('.');
    Some(format!("{}.{}", numbers.next()?, numbers.next()?))
}

#[cfg(test)]
mod tests {
    use super::series;

    #[test]
    fn a_series_is_what_stands_before_the_second_dot() {
        assert_eq!(series("Python 3.14.8"), Some("3.14".to_owned()));
        assert_eq!(series("Python 3.15.0rc1"), Some("3.15".to_owned()));
        assert_eq!(series("pyenv: python3.10: command not found"), None);
    }
}
