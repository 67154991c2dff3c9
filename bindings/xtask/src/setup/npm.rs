//! npm packages of the folders that have a `package.json` of their own.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::fingerprint::Fingerprint;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// Installs the packages of every folder that has a manifest.
pub(crate) fn all_packages(workspace: &Workspace, progress: &Progress) -> Result<()> {
    let mut folders = Vec::new();
    for top in ["bindings", "tests"] {
        find_manifests(workspace, top, &mut folders)?;
    }
    folders
        .iter()
        .try_for_each(|folder| packages(workspace, progress, folder))
}

/// Manifests inside a folder that has one are data (fixtures), not ours to install.
fn find_manifests(workspace: &Workspace, folder: &str, found: &mut Vec<String>) -> Result<()> {
    let path = workspace.path(folder);
    if path.join("package.json").exists() {
        found.push(folder.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() && entry.file_name() != "node_modules" {
            let name = entry.file_name().to_string_lossy().into_owned();
            find_manifests(workspace, &format!("{folder}/{name}"), found)?;
        }
    }
    Ok(())
}

/// Installs the packages of one folder, unless it was done since its manifest last changed.
pub(crate) fn packages(workspace: &Workspace, progress: &Progress, folder: &str) -> Result<()> {
    let path = workspace.path(folder);
    if !needs_packages(&path)? {
        return Ok(());
    }
    let lock = path.join("package-lock.json");
    let mut wanted = Fingerprint::new();
    wanted.file(&path.join("package.json"))?;
    if lock.exists() {
        wanted.file(&lock)?;
    }
    let stamp = path.join("node_modules/.libfx-installed");
    if wanted.matches(&stamp) {
        return Ok(());
    }
    let install = if lock.exists() { "ci" } else { "install" };
    progress.require(
        &format!("setup: npm packages of {folder}"),
        workspace
            .command("npm")
            .args([install, "--no-audit", "--no-fund"])
            .current_dir(&path),
    )?;
    wanted.write(&stamp)
}

fn needs_packages(folder: &Path) -> Result<bool> {
    let manifest = folder.join("package.json");
    if !manifest.exists() {
        return Ok(false);
    }
    let text = fs::read_to_string(&manifest)?;
    let json: serde_json::Value = serde_json::from_str(&text)
        .with_context(|| format!("{} is not JSON", manifest.display()))?;
    Ok(["dependencies", "devDependencies"]
        .iter()
        .any(|kind| json.get(kind).is_some()))
}
