//! Sees to it that what a task needs is there: installs what it can, and names the rest with the command that helps.
//!
//! One module a tool chain. Each check is quick when nothing is missing, so that every task may ask first.

pub(crate) mod apt;
pub(crate) mod chromium;
pub(crate) mod compiler;
pub(crate) mod debian;
pub(crate) mod fuzz;
pub(crate) mod node;
pub(crate) mod npm;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod swift;
pub(crate) mod tmux;
pub(crate) mod wasm;

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::progress::Progress;
use crate::workspace::Workspace;

/// Everything the tests and benches need, installed at once.
pub(crate) fn everything(workspace: &Workspace, progress: &Progress) -> Result<()> {
    rust::components(workspace, progress)?;
    wasm::Toolchain::present(workspace, progress)?;
    compiler::present(workspace, progress)?;
    node::every_version(workspace, progress)?;
    npm::all_packages(workspace, progress)?;
    chromium::program(workspace, progress)?;
    tmux::program(workspace, progress)?;
    python::for_tests(workspace, progress)?;
    for environment in python::other_versions(workspace, progress)? {
        environment?;
    }
    python::for_tests_of_mcp_1(workspace, progress)?;
    python::servers(workspace, progress, python::SERVERS)?;
    python::servers(workspace, progress, python::MCP_SERVERS)?;
    swift::present(workspace, progress).map(drop)
}

/// What a program prints of its version, if it is there and runs.
fn version_of(command: &mut Command) -> Option<String> {
    let output = command
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}
