//! The bundled Gateway as a child process: the demo talks to one, and tests start theirs from the same program.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Stdio};

use anyhow::{Context, Result};

use crate::progress::Progress;
use crate::workspace::Workspace;

/// Tests in other languages find the program by this variable.
pub(crate) const PROGRAM: &str = "LIBFX_GATEWAY";

/// Builds the program and returns its path.
pub(crate) fn build(workspace: &Workspace, progress: &Progress) -> Result<PathBuf> {
    progress.require(
        "build: scripted Gateway",
        &mut workspace.cargo(&["build", "--package", "libfx-gateway"]),
    )?;
    Ok(workspace.binary("libfx-gateway"))
}

/// A running Gateway; ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Gateway {
    process: Child,
    url: String,
}

impl Gateway {
    /// Starts the Gateway that plays the demo's conversation.
    pub(crate) fn demo(workspace: &Workspace, progress: &Progress) -> Result<Self> {
        let program = build(workspace, progress)?;
        let mut process = workspace
            .command(&program)
            .arg("--demo")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", program.display()))?;
        let stdout = process.stdout.take().context("the Gateway has no output")?;
        let mut gateway = Self {
            process,
            url: String::new(),
        };
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        gateway.url = announced_url(&line)
            .with_context(|| format!("the Gateway printed no address: {line:?}"))?;
        Ok(gateway)
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to do about either failure.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The address of the demo's session, from the line of JSON the program prints first.
fn announced_url(line: &str) -> Option<String> {
    let announcement: serde_json::Value = serde_json::from_str(line).ok()?;
    Some(announcement["url"].as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::announced_url;

    #[test]
    fn the_address_is_the_url_of_the_announcement() {
        let line =
            "{\"address\":\"http://127.0.0.1:8123\",\"url\":\"http://127.0.0.1:8123/demo\"}\n";
        assert_eq!(
            announced_url(line).as_deref(),
            Some("http://127.0.0.1:8123/demo")
        );
        assert_eq!(announced_url("panicked\n"), None);
    }
}
