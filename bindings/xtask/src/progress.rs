//! Runs steps and says how they go: one line a step, with its time.
//!
//! What a step prints is kept in `target/logs/<step>.log`; of a failing step it is shown in full.

use std::fs::{self, File};
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;

/// On a terminal the running step's line is redrawn this often.
const REDRAW: Duration = Duration::from_secs(1);
/// Elsewhere a step that takes longer says so this often: a silent log looks like a hang.
const HEARTBEAT: Duration = Duration::from_secs(60);

/// A step that ran to its end, well or not.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) success: bool,
    /// Standard output and standard error, as they came.
    pub(crate) output: String,
}

/// Prints the progress of steps to standard error.
#[derive(Debug)]
pub(crate) struct Progress {
    logs: PathBuf,
    terminal: bool,
}

impl Progress {
    pub(crate) fn new(workspace: &Workspace) -> Self {
        Self {
            logs: workspace.target("logs"),
            terminal: stderr().is_terminal(),
        }
    }

    /// Runs a step whose failure is a result, not an end.
    pub(crate) fn run(&self, name: &str, command: &mut Command) -> Result<Finished> {
        let log = self.log_path(name);
        let started = Instant::now();
        let status = self.spawn_into(&log, name, command)?;
        let output = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        self.line(status, name, started.elapsed());
        if !status {
            eprintln!("{}", output.trim_end());
        }
        Ok(Finished {
            success: status,
            output,
        })
    }

    /// Runs a step that what follows depends on.
    pub(crate) fn require(&self, name: &str, command: &mut Command) -> Result<()> {
        if !self.run(name, command)?.success {
            bail!("{name} failed: {}", shown(command));
        }
        Ok(())
    }

    /// Tells of something that took no step.
    pub(crate) fn note(&self, text: &str) {
        eprintln!("        {text}");
    }

    fn log_path(&self, name: &str) -> PathBuf {
        let file: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .collect();
        self.logs.join(format!("{file}.log"))
    }

    fn spawn_into(&self, log: &PathBuf, name: &str, command: &mut Command) -> Result<bool> {
        fs::create_dir_all(&self.logs)?;
        let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()
            .with_context(|| format!("cannot run {}", shown(command)))?;
        let status = thread::scope(|scope| {
            let (done, finished) = mpsc::channel::<()>();
            scope.spawn(move || self.tell_time_until(&finished, name));
            let status = child.wait();
            drop(done);
            status
        })?;
        Ok(status.success())
    }

    fn tell_time_until(&self, finished: &mpsc::Receiver<()>, name: &str) {
        let started = Instant::now();
        let interval = if self.terminal { REDRAW } else { HEARTBEAT };
        while finished.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
            let seconds = started.elapsed().as_secs();
            if self.terminal {
                eprint!("\r  ...   {name:<52} {seconds:>6} s");
                // The line is a courtesy: a terminal that went away does not end the step.
                let _ = stderr().flush();
            } else {
                eprintln!("  ...   {name:<52} {seconds:>6} s");
            }
        }
    }

    fn line(&self, success: bool, name: &str, elapsed: Duration) {
        let start = if self.terminal { "\r" } else { "" };
        let verdict = if success { "ok  " } else { "FAIL" };
        eprintln!(
            "{start}  {verdict}  {name:<52} {:>6.1} s",
            elapsed.as_secs_f64()
        );
    }
}

/// A command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}
