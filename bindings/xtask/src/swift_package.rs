//! Makes the Swift package as a user gets it: the runtime's static library, its header, and the sources, in one folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::progress::Progress;
use crate::setup::debian::System;
use crate::stage::{self, Profile};
use crate::workspace::Workspace;

/// Where the package's parts come from, and where they go.
const PARTS: [(&str, &str); 3] = [
    ("bindings/swift", "."),
    ("generated/swift", "."),
    ("generated/c/libfx.h", "Sources/CLibfx/libfx.h"),
];

/// What it and the packages that depend on it are built to.
const SCRATCH: &str = "tools/swift";

/// Test packages find the staged one by this variable.
const PACKAGE: &str = "LIBFX_SWIFT_PACKAGE";

/// Builds and stages the package. What has not changed keeps its time, so that nothing is compiled again for it.
pub(crate) fn stage(
    workspace: &Workspace,
    progress: &Progress,
    profile: Profile,
) -> Result<PathBuf> {
    let built = stage::build_c_library(workspace, progress, profile)?.join("liblibfx_ffi.a");
    let folder = folder(workspace, profile);
    let mut files = BTreeMap::new();
    for (from, to) in PARTS {
        collect(&workspace.path(from), &folder.join(to), &mut files)?;
    }
    let library = folder.join("lib/libfx_ffi.a");
    files.insert(library.clone(), built);
    let mut others = remove_others(&folder, &files)?;
    let mut linked_anew = false;
    for (to, from) in &files {
        others |= !to.exists();
        linked_anew |= update(from, to)? && *to == library;
    }
    if others {
        forget_plans(workspace)?;
    }
    if linked_anew {
        forget_programs(workspace)?;
    }
    Ok(folder)
}

/// Where the package is staged. The folder has the name by which other packages know it.
pub(crate) fn folder(workspace: &Workspace, profile: Profile) -> PathBuf {
    workspace.target(match profile {
        Profile::Dev => "stage/swift/libfx",
        Profile::Release => "stage/swift-release/libfx",
    })
}

/// What a package of this name is built to.
pub(crate) fn scratch(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.target(SCRATCH).join(name)
}

/// A command of `swift` for a package that is, or depends on, the one staged for tests. What it builds stays below the target
/// folder.
pub(crate) fn command(
    workspace: &Workspace,
    swift: &System,
    subcommand: &str,
    package: &Path,
    name: &str,
) -> Command {
    let mut command = swift.command(workspace, "swift");
    command
        .arg(subcommand)
        .arg("--package-path")
        .arg(package)
        .arg("--scratch-path")
        .arg(scratch(workspace, name))
        .args(["-Xswiftc", "-warnings-as-errors"])
        .env(PACKAGE, folder(workspace, Profile::Dev));
    command
}

/// The files of a folder or a file, by where they go.
fn collect(from: &Path, to: &Path, files: &mut BTreeMap<PathBuf, PathBuf>) -> Result<()> {
    if from.is_file() {
        // So that paths compare, whatever they were made of.
        files.insert(to.components().collect(), from.to_path_buf());
        return Ok(());
    }
    let entries = fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        collect(&entry.path(), &to.join(entry.file_name()), files)?;
    }
    Ok(())
}

/// Removes what is no part of the package any more. `true` if there was anything.
fn remove_others(folder: &Path, files: &BTreeMap<PathBuf, PathBuf>) -> Result<bool> {
    let mut there = BTreeMap::new();
    if folder.exists() {
        collect(folder, folder, &mut there)?;
    }
    let others: Vec<_> = there
        .keys()
        .filter(|path| !files.contains_key(*path))
        .collect();
    for path in &others {
        fs::remove_file(path)?;
    }
    Ok(!others.is_empty())
}

/// SwiftPM looks for new files in a package, but not in those that it depends on, unless it has to plan anew.
fn forget_plans(workspace: &Workspace) -> Result<()> {
    let scratch = workspace.target(SCRATCH);
    let folders = fs::read_dir(scratch).into_iter().flatten();
    for folder in folders {
        let plan = folder?.path().join("debug.yaml");
        if plan.exists() {
            fs::remove_file(plan)?;
        }
    }
    Ok(())
}

/// SwiftPM does not look whether the library that programs are linked with has changed, but whether they are there.
fn forget_programs(workspace: &Workspace) -> Result<()> {
    let folders = fs::read_dir(workspace.target(SCRATCH))
        .into_iter()
        .flatten();
    for folder in folders {
        let built = fs::read_dir(folder?.path().join("debug"));
        for file in built.into_iter().flatten() {
            let path = file?.path();
            let is_program = path
                .extension()
                .is_none_or(|extension| extension == "xctest");
            if is_program && path.is_file() {
                fs::remove_file(path)?;
            }
        }
    }
    Ok(())
}

/// Copies a file that has changed. `true` if it had.
fn update(from: &Path, to: &Path) -> Result<bool> {
    let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(false);
    }
    let folder = to.parent().context("a file has a folder")?;
    fs::create_dir_all(folder)?;
    fs::write(to, bytes).with_context(|| format!("cannot write {}", to.display()))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_left_the_sources_leaves_the_package() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir_all(from.join("a")).unwrap();
        fs::create_dir_all(&to).unwrap();
        fs::write(from.join("a/b"), "new").unwrap();
        fs::write(to.join("old"), "old").unwrap();

        let mut files = BTreeMap::new();
        collect(&from, &to, &mut files).unwrap();
        assert!(remove_others(&to, &files).unwrap());
        for (to, from) in &files {
            update(from, to).unwrap();
        }
        assert!(!to.join("old").exists());
        assert_eq!(fs::read_to_string(to.join("a/b")).unwrap(), "new");
    }
}
