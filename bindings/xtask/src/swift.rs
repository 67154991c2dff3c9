//! Makes the Swift package as a user gets it: the runtime's static library, its header, and the sources, in one folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::progress::Progress;
use crate::setup::swift::Swift;
use crate::workspace::Workspace;

/// Where the package's parts come from, and where they go.
const PARTS: [(&str, &str); 3] = [
    ("bindings/swift", "."),
    ("generated/swift", "."),
    ("generated/c/libfx.h", "Sources/CLibfx/libfx.h"),
];

/// Where the package is staged. The folder has the name by which other packages know it.
const STAGED: &str = "stage/swift/libfx";

/// Test packages find the staged one by this variable.
const PACKAGE: &str = "LIBFX_SWIFT_PACKAGE";

/// Builds and stages the package. What has not changed keeps its time, so that nothing is compiled again for it.
pub(crate) fn stage(workspace: &Workspace, progress: &Progress) -> Result<PathBuf> {
    progress.require(
        "build: C library",
        &mut workspace.cargo(&["build", "--package", "libfx-ffi"]),
    )?;
    let folder = workspace.target(STAGED);
    let mut files = BTreeMap::new();
    for (from, to) in PARTS {
        collect(&workspace.path(from), &folder.join(to), &mut files)?;
    }
    let library = workspace.target("debug/liblibfx_ffi.a");
    files.insert(folder.join("lib/libfx_ffi.a"), library);
    remove_others(&folder, &files)?;
    for (to, from) in &files {
        update(from, to)?;
    }
    Ok(folder)
}

/// A command of `swift` for a package that depends on the staged one. What it builds stays below the target folder.
pub(crate) fn package(
    workspace: &Workspace,
    swift: &Swift,
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
        .arg(workspace.target("tools/swift").join(name))
        .args(["-Xswiftc", "-warnings-as-errors"])
        .env(PACKAGE, workspace.target(STAGED));
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

fn remove_others(folder: &Path, files: &BTreeMap<PathBuf, PathBuf>) -> Result<()> {
    let mut there = BTreeMap::new();
    if folder.exists() {
        collect(folder, folder, &mut there)?;
    }
    for path in there.keys().filter(|path| !files.contains_key(*path)) {
        fs::remove_file(path)?;
    }
    Ok(())
}

fn update(from: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let folder = to.parent().context("a file has a folder")?;
    fs::create_dir_all(folder)?;
    fs::write(to, bytes).with_context(|| format!("cannot write {}", to.display()))
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
        remove_others(&to, &files).unwrap();
        for (to, from) in &files {
            update(from, to).unwrap();
        }
        assert!(!to.join("old").exists());
        assert_eq!(fs::read_to_string(to.join("a/b")).unwrap(), "new");
    }
}
