//! The parts of the Rust tool chain that a minimal installation leaves out.

use anyhow::{Result, bail};

use super::version_of;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// rustfmt formats generated code and is checked by the tests, as clippy is.
const COMPONENTS: [(&str, &str); 2] = [("rustfmt", "fmt"), ("clippy", "clippy")];

/// What the browser's module is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The standard library for WebAssembly.
pub(crate) fn wasm_target(workspace: &Workspace, progress: &Progress) -> Result<()> {
    let installed = workspace
        .command("rustc")
        .args(["--print", "target-libdir", "--target", WASM])
        .output();
    let is_there = |output: std::process::Output| {
        let folder = String::from_utf8_lossy(&output.stdout);
        output.status.success() && std::path::Path::new(folder.trim()).is_dir()
    };
    if installed.is_ok_and(is_there) {
        return Ok(());
    }
    if version_of(&mut workspace.command("rustup")).is_none() {
        bail!("the target {WASM} is missing: install it with your Rust distribution");
    }
    progress.require(
        &format!("setup: {WASM}"),
        workspace.command("rustup").args(["target", "add", WASM]),
    )
}

pub(crate) fn components(workspace: &Workspace, progress: &Progress) -> Result<()> {
    for (component, subcommand) in COMPONENTS {
        if version_of(&mut workspace.cargo(&[subcommand])).is_some() {
            continue;
        }
        if version_of(&mut workspace.command("rustup")).is_none() {
            bail!("cargo {subcommand} is missing: install {component} of your Rust distribution");
        }
        progress.require(
            &format!("setup: {component}"),
            workspace
                .command("rustup")
                .args(["component", "add", component]),
        )?;
    }
    Ok(())
}
