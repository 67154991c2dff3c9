//! The Python wheel, installed as a user would install it.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::setup::python::Environment;
use crate::stage::{self, Profile};
use crate::workspace::Workspace;

/// What decides what the wheel holds, beside the library.
const SOURCES: [&str; 2] = ["bindings/python", "generated/python"];

/// Where the wheel goes, below the target folder.
fn folder(profile: Profile) -> &'static str {
    match profile {
        Profile::Dev => "stage/python",
        Profile::Release => "stage/python-release",
    }
}

/// A wheel, and what it was made of.
pub(crate) struct Wheel {
    pub(crate) file: PathBuf,
    made_of: Fingerprint,
}

/// Builds the wheel with the tools of an environment, unless nothing has changed.
pub(crate) fn build(
    workspace: &Workspace,
    progress: &Progress,
    environment: &Environment,
    profile: Profile,
) -> Result<Wheel> {
    let library = stage::build_c_library(workspace, progress, profile)?
        .join(format!("{DLL_PREFIX}libfx_ffi{DLL_SUFFIX}"));
    let mut made_of = Fingerprint::new();
    made_of.file(&library)?;
    made_of.file(&workspace.path("LICENSE"))?;
    for folder in SOURCES {
        made_of.folder(&workspace.path(folder))?;
    }
    let folder = workspace.target(folder(profile));
    let stamp = folder.join("stamp");
    if !made_of.matches(&stamp) {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        pack(workspace, progress, environment, &library, &folder)?;
        made_of.write(&stamp)?;
    }
    let file = file_in(&folder)?;
    Ok(Wheel { file, made_of })
}

/// Installs the wheel in an environment, unless it is there.
pub(crate) fn install(
    workspace: &Workspace,
    progress: &Progress,
    wheel: &Wheel,
    environment: &Environment,
) -> Result<()> {
    let stamp = environment.stamp("wheel");
    if wheel.made_of.matches(&stamp) {
        return Ok(());
    }
    progress.require(
        &format!("stage: wheel for Python {}", environment.version()),
        environment
            .command(workspace)
            .args(["-m", "pip", "install", "--disable-pip-version-check"])
            .args(["--no-index", "--no-deps", "--force-reinstall"])
            .arg(&wheel.file),
    )?;
    wheel.made_of.write(&stamp)
}

fn pack(
    workspace: &Workspace,
    progress: &Progress,
    environment: &Environment,
    library: &Path,
    folder: &Path,
) -> Result<()> {
    progress.require(
        "stage: Python wheel",
        environment
            .command(workspace)
            .args(["-m", "pip", "wheel", "--disable-pip-version-check"])
            .args(["--no-deps", "--no-build-isolation", "--wheel-dir"])
            .arg(folder)
            .arg(workspace.path("bindings/python"))
            .env("LIBFX_LIBRARY", library),
    )
}

fn file_in(folder: &Path) -> Result<PathBuf> {
    fs::read_dir(folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .with_context(|| format!("no wheel in {}", folder.display()))
}
