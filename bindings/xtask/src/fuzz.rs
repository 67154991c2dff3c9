//! `cargo xtask fuzz`: searches for bytes that break a reader of foreign bytes, with libFuzzer.

use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};

use crate::progress::Progress;
use crate::setup;
use crate::workspace::Workspace;

/// The largest input, in bytes: large enough for a whole recorded reply.
const MAX_INPUT: u32 = 16 * 1024;

/// What to search, and for how long.
#[derive(Debug, clap::Args)]
pub(crate) struct Fuzz {
    /// Only this target: a name of tests/fuzz/README.md.
    target: Option<String>,
    /// How long each target is searched.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    minutes: u32,
}

impl Fuzz {
    pub(crate) fn run(&self, workspace: &Workspace, progress: &Progress) -> Result<ExitCode> {
        setup::fuzz::present(workspace)?;
        setup::compiler::present(workspace, progress)?;
        progress.require(
            "fuzz: seeds",
            workspace
                .cargo(&["run", "--package", "libfx-fuzz", "--", "write"])
                .arg(workspace.target("fuzz")),
        )?;
        let mut found = false;
        for target in self.targets(workspace)? {
            progress.require(
                &format!("fuzz: build {target}"),
                cargo_fuzz(workspace, "build").arg(&target),
            )?;
            let name = format!("fuzz: {target}, {} min", self.minutes);
            let search = progress.run(&name, &mut self.search(workspace, &target)?)?;
            if let Some(last) = search
                .output
                .lines()
                .rfind(|line| line.starts_with("Done "))
            {
                progress.note(last);
            }
            found |= !search.success;
        }
        Ok(ExitCode::from(u8::from(found)))
    }

    fn targets(&self, workspace: &Workspace) -> Result<Vec<String>> {
        let output = workspace
            .command(workspace.binary("libfx-fuzz"))
            .arg("list")
            .output()?;
        let mut targets: Vec<_> = String::from_utf8(output.stdout)?
            .lines()
            .map(str::to_owned)
            .collect();
        if let Some(wanted) = &self.target {
            targets.retain(|target| target == wanted);
            if targets.is_empty() {
                bail!("no target {wanted:?}: tests/fuzz/README.md names them");
            }
        }
        Ok(targets)
    }

    /// A finding is written to where the smoke test runs it.
    fn search(&self, workspace: &Workspace, target: &str) -> Result<Command> {
        let material = workspace.target(&format!("fuzz/{target}"));
        let findings = workspace.path(&format!("tests/fuzz/crashes/{target}/"));
        fs::create_dir_all(&findings)?;
        let mut search = cargo_fuzz(workspace, "run");
        search
            .arg(target)
            .args([material.join("corpus"), material.join("seeds")])
            .arg("--")
            .arg(format!("-max_total_time={}", u64::from(self.minutes) * 60))
            .arg(format!("-max_len={MAX_INPUT}"))
            .arg(format!("-dict={}", material.join("words.dict").display()))
            .arg(format!("-artifact_prefix={}", findings.display()))
            .args(["-timeout=20", "-report_slow_units=60"]);
        Ok(search)
    }
}

fn cargo_fuzz(workspace: &Workspace, command: &str) -> Command {
    let mut cargo = workspace.command("cargo");
    cargo
        .args(["+nightly", "fuzz", command, "--fuzz-dir"])
        .arg(workspace.path("tests/fuzz/libfuzzer"))
        .arg("--target-dir")
        .arg(workspace.target("fuzz/build"));
    cargo
}
