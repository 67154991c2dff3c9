//! Node.js: the one on `PATH`, and the other versions the package promises to run on.

use std::env::consts;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::version_of;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// The oldest version the package runs on.
const OLDEST: u32 = 20;

/// The newest version the package is tested on. Its WebAssembly has JSPI, unlike the oldest one's.
pub(crate) const NEWEST: u32 = 26;

/// Versions tested beside the one on `PATH`; each comes from npm, into the target folder.
const OTHER_VERSIONS: [u32; 3] = [22, 24, NEWEST];

/// The major version of the Node on `PATH`, if it is new enough.
pub(crate) fn on_path() -> Result<u32> {
    const ADVICE: &str = "install Node 20 or later with npm (https://nodejs.org, or your system's packages nodejs and npm)";
    let Some(version) = version_of(&mut std::process::Command::new("node")) else {
        bail!("node is not on PATH: {ADVICE}");
    };
    let major = major(&version)
        .with_context(|| format!("node --version prints {version:?}, which is no version"))?;
    if major < OLDEST {
        bail!("node on PATH is {version}: {ADVICE}");
    }
    if version_of(&mut std::process::Command::new("npm")).is_none() {
        bail!("npm is not on PATH: {ADVICE}");
    }
    Ok(major)
}

/// Every version the package is tested on, and its program; the one on `PATH` comes first.
pub(crate) fn every_version(
    workspace: &Workspace,
    progress: &Progress,
) -> Result<Vec<(u32, PathBuf)>> {
    let on_path = on_path()?;
    let others = OTHER_VERSIONS
        .into_iter()
        .filter(|version| *version != on_path);
    std::iter::once(on_path)
        .chain(others)
        .map(|wanted| Ok((wanted, version(workspace, progress, wanted)?)))
        .collect()
}

/// The program of one major version: the one on `PATH` if it is that, or else npm's.
pub(crate) fn version(workspace: &Workspace, progress: &Progress, wanted: u32) -> Result<PathBuf> {
    if on_path()? == wanted {
        return Ok(PathBuf::from("node"));
    }
    let folder = workspace.target(&format!("tools/node-{wanted}"));
    let package = format!("node-{}-{}", platform(), architecture());
    let program = folder.join("node_modules").join(&package).join("bin/node");
    if version_of(&mut workspace.command(&program)).is_none() {
        fs::create_dir_all(&folder)?;
        progress.require(
            &format!("setup: Node {wanted}"),
            workspace
                .command("npm")
                .args(["install", "--no-save", "--no-package-lock", "--prefix"])
                .arg(&folder)
                .arg(format!("{package}@{wanted}")),
        )?;
    }
    Ok(program)
}

/// The newest version the package is tested on.
pub(crate) fn newest(workspace: &Workspace, progress: &Progress) -> Result<PathBuf> {
    version(workspace, progress, NEWEST)
}

fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// The system's name in Node's words.
fn platform() -> &'static str {
    match consts::OS {
        "macos" => "darwin",
        "windows" => "win",
        other => other,
    }
}

/// The processor's name in Node's words.
fn architecture() -> &'static str {
    match consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_what_stands_before_the_first_dot() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("20.20.2"), None);
        assert_eq!(major("v"), None);
    }
}
