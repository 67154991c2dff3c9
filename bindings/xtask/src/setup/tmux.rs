//! tmux, in which the program is tested as in any local terminal.

use std::env;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::apt;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// Tests find the program by this variable; set by the user, it names the one to test in.
pub(crate) const PROGRAM: &str = "LIBFX_TMUX";

/// The program, installed if there is none.
pub(crate) fn program(workspace: &Workspace, progress: &Progress) -> Result<PathBuf> {
    if let Some(given) = env::var_os(PROGRAM) {
        return Ok(given.into());
    }
    // Asked with a flag of its own: it has no `--version`.
    let there = || {
        let version = workspace.command("tmux").arg("-V").output();
        version.is_ok_and(|output| output.status.success())
    };
    if !there() {
        apt::install(workspace, progress, "tmux", &["tmux"])?;
    }
    if !there() {
        bail!(
            "no tmux on PATH: install it (apt-get install tmux), or set {PROGRAM} to its program"
        );
    }
    Ok("tmux".into())
}
