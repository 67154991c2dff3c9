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

/// What a Gateway serves beside its model: folders of files by their names, and their Content-Security-Policy, if it is not the
/// Gateway's own strict one.
#[derive(Debug, Default)]
pub(crate) struct Site<'a> {
    pub(crate) folders: Vec<(&'a str, PathBuf)>,
    pub(crate) policy: Option<&'a str>,
}

/// A running Gateway; ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Gateway {
    process: Child,
    origin: String,
    url: String,
}

impl Gateway {
    /// Starts the Gateway that plays the demo's conversation.
    pub(crate) fn demo(
        workspace: &Workspace,
        progress: &Progress,
        site: &Site<'_>,
    ) -> Result<Self> {
        let program = build(workspace, progress)?;
        let mut command = workspace.command(&program);
        command.arg("--demo");
        for (name, folder) in &site.folders {
            command
                .arg("--files")
                .arg(format!("{name}={}", folder.display()));
        }
        if let Some(policy) = site.policy {
            command.args(["--files-csp", policy]);
        }
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run {}", program.display()))?;
        let stdout = process.stdout.take().context("the Gateway has no output")?;
        let mut gateway = Self {
            process,
            origin: String::new(),
            url: String::new(),
        };
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        (gateway.origin, gateway.url) = announced(&line)
            .with_context(|| format!("the Gateway printed no address: {line:?}"))?;
        Ok(gateway)
    }

    /// The address of the model.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The address of a file of a folder that is served.
    pub(crate) fn file_url(&self, name: &str, file: &str) -> String {
        format!("{}/__gateway/files/{name}/{file}", self.origin)
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing to do about either failure.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The origin and the address of the demo's session, from the line of JSON the program prints first.
fn announced(line: &str) -> Option<(String, String)> {
    let announcement: serde_json::Value = serde_json::from_str(line).ok()?;
    let member = |name: &str| announcement[name].as_str().map(str::to_owned);
    Some((member("address")?, member("url")?))
}

#[cfg(test)]
mod tests {
    use super::announced;

    #[test]
    fn the_addresses_are_those_of_the_announcement() {
        let line =
            "{\"address\":\"http://127.0.0.1:8123\",\"url\":\"http://127.0.0.1:8123/demo\"}\n";
        let (origin, url) = announced(line).unwrap();
        assert_eq!(origin, "http://127.0.0.1:8123");
        assert_eq!(url, "http://127.0.0.1:8123/demo");
        assert_eq!(announced("panicked\n"), None);
    }
}
