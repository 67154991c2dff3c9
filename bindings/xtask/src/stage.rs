//! Makes the npm package as a user gets it: built, staged, packed, and installed where tests and examples find it.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::setup::{npm, wasm};
use crate::workspace::Workspace;

/// How the addon is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build; for tests and the demo.
    Dev,
    /// What is shipped; for benches and packages.
    Release,
}

impl Profile {
    pub(crate) fn from_flag(release: bool) -> Self {
        if release { Self::Release } else { Self::Dev }
    }

    /// Cargo's folder of this profile below the target folder.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }

    /// The profile of the WebAssembly module, and cargo's folder of it.
    fn wasm(self) -> &'static str {
        match self {
            Self::Dev => "wasm-dev",
            Self::Release => "wasm",
        }
    }

    /// Both can be staged at once, so that a bench does not change what the tests see.
    fn stage(self) -> &'static str {
        match self {
            Self::Dev => "stage/npm",
            Self::Release => "stage/npm-release",
        }
    }
}

/// What decides what the package holds, beside the addon.
const SOURCES: [&str; 3] = [
    "bindings/js",
    "generated/javascript",
    "generated/typescript",
];

/// Folders whose programs import the package.
const CONSUMERS: [&str; 2] = ["tests", "bindings/js/examples"];

/// A package that was packed and installed as a user would.
#[derive(Debug)]
pub(crate) struct Staged {
    /// The folder `npm install` made of the tarball.
    package: PathBuf,
}

impl Staged {
    pub(crate) fn package(&self) -> &Path {
        &self.package
    }

    /// Makes `import 'libfx'` in and below a folder find this package.
    pub(crate) fn link_into(&self, folder: &Path) -> Result<()> {
        let link = folder.join("node_modules/libfx");
        if fs::read_link(&link).is_ok_and(|target| target == self.package) {
            return Ok(());
        }
        fs::create_dir_all(folder.join("node_modules"))?;
        if link.is_symlink() {
            fs::remove_file(&link)?;
        }
        symlink(&self.package, &link).with_context(|| format!("cannot link {}", link.display()))
    }
}

/// Stages the dev build where tests and examples import it from.
pub(crate) fn for_tests(workspace: &Workspace, progress: &Progress) -> Result<Staged> {
    let staged = stage(workspace, progress, Profile::Dev)?;
    for folder in CONSUMERS {
        staged.link_into(&workspace.path(folder))?;
    }
    Ok(staged)
}

/// Builds and stages the package; what is up to date is not made again.
pub(crate) fn stage(
    workspace: &Workspace,
    progress: &Progress,
    profile: Profile,
) -> Result<Staged> {
    let binaries = Binaries {
        addon: build_addon(workspace, progress, profile)?,
        wasm: build_wasm(workspace, progress, profile, "libfx-wasm")?,
        terminal_wasm: build_wasm(workspace, progress, profile, "libfx-wasm-terminal")?,
    };
    let folder = workspace.target(profile.stage());
    let _alone = lock(&folder)?;
    npm::packages(workspace, progress, "bindings/js")?;
    let staged = Staged {
        package: folder.join("installed/node_modules/libfx"),
    };
    let inputs = inputs(workspace, &binaries)?;
    let stamp = folder.join("stamp");
    if inputs.matches(&stamp) && staged.package.exists() {
        return Ok(staged);
    }
    let _ = fs::remove_file(&stamp);
    assemble(workspace, progress, &folder, &binaries)?;
    install(workspace, progress, &folder)?;
    inputs.write(&stamp)?;
    Ok(staged)
}

/// Held while a package is staged: tasks that run at the same time take turns, as cargo's do.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.with_extension("lock");
    fs::create_dir_all(folder)?;
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    file.lock()?;
    Ok(file)
}

/// The library that Python loads and Swift links: the folder that holds it in both forms.
pub(crate) fn build_c_library(
    workspace: &Workspace,
    progress: &Progress,
    profile: Profile,
) -> Result<PathBuf> {
    build(workspace, progress, profile, "libfx-ffi", "C library")
}

fn build_addon(workspace: &Workspace, progress: &Progress, profile: Profile) -> Result<PathBuf> {
    let folder = build(workspace, progress, profile, "libfx-node", "addon")?;
    Ok(folder.join(format!("{DLL_PREFIX}libfx_node{DLL_SUFFIX}")))
}

/// Builds a crate; gives the folder of what it became.
fn build(
    workspace: &Workspace,
    progress: &Progress,
    profile: Profile,
    package: &str,
    what: &str,
) -> Result<PathBuf> {
    let mut build = workspace.cargo(&["build", "--package", package]);
    if profile == Profile::Release {
        build.arg("--release");
    }
    let folder = profile.folder();
    progress.require(&format!("build: {what} ({folder})"), &mut build)?;
    Ok(workspace.target(folder))
}

/// A WebAssembly module. One cargo builds one at a time: crates that it builds together get the features of both.
fn build_wasm(
    workspace: &Workspace,
    progress: &Progress,
    profile: Profile,
    package: &str,
) -> Result<PathBuf> {
    let mut build = wasm::Toolchain::present(workspace, progress)?.build(workspace);
    build.args(["--package", package, "--profile", profile.wasm()]);
    progress.require(
        &format!("build: {package} ({})", profile.wasm()),
        &mut build,
    )?;
    let folder = workspace.target(wasm::TARGET).join(profile.wasm());
    Ok(folder.join(format!("{}.wasm", package.replace('-', "_"))))
}

/// What Rust was compiled to.
struct Binaries {
    addon: PathBuf,
    wasm: PathBuf,
    terminal_wasm: PathBuf,
}

fn inputs(workspace: &Workspace, binaries: &Binaries) -> Result<Fingerprint> {
    let mut inputs = Fingerprint::new();
    inputs.file(&binaries.addon)?;
    inputs.file(&binaries.wasm)?;
    inputs.file(&binaries.terminal_wasm)?;
    inputs.file(&workspace.path("LICENSE"))?;
    for folder in SOURCES {
        inputs.folder(&workspace.path(folder))?;
    }
    Ok(inputs)
}

/// Runs the package's own stage program: the package folder, and the tarball beside it.
fn assemble(
    workspace: &Workspace,
    progress: &Progress,
    folder: &Path,
    binaries: &Binaries,
) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    progress.require(
        "stage: npm package",
        workspace
            .command("node")
            .arg(workspace.path("bindings/js/stage.mjs"))
            .arg("--out")
            .arg(folder.join("libfx"))
            .arg("--addon")
            .arg(&binaries.addon)
            .arg("--wasm")
            .arg(&binaries.wasm)
            .arg("--terminal-wasm")
            .arg(&binaries.terminal_wasm),
    )
}

/// Installs the tarball, because only what was packed is what a user gets.
fn install(workspace: &Workspace, progress: &Progress, folder: &Path) -> Result<()> {
    let tarball = fs::read_dir(folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "tgz"))
        .with_context(|| format!("no tarball in {}", folder.display()))?;
    let place = folder.join("installed");
    fs::create_dir_all(&place)?;
    progress.require(
        "stage: install the tarball",
        workspace
            .command("npm")
            .args([
                "install",
                "--no-save",
                "--no-package-lock",
                "--no-audit",
                "--no-fund",
            ])
            .arg("--prefix")
            .arg(&place)
            .arg(tarball),
    )
}
