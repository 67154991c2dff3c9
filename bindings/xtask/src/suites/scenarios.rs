//! The scenario corpus in every language that runs it, and the coverage table made from the results.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};

use super::{Run, browser};
use crate::gateway;
use crate::progress::Progress;
use crate::setup;
use crate::stage;
use crate::swift_package;
use crate::tally::{Format, Tally};
use crate::wheel;
use crate::workspace::Workspace;

const COVERAGE: &str = "tests/coverage.md";

/// A language that runs the corpus.
struct Runner {
    language: &'static str,
    /// Makes what the runner needs, and the command that runs it.
    prepare: fn(&Workspace, &Progress) -> Result<Command>,
}

/// Every runner; its place here is its column in the coverage table.
const RUNNERS: [Runner; 6] = [
    Runner {
        language: "rust",
        prepare: rust_runner,
    },
    Runner {
        language: "node",
        prepare: node_runner,
    },
    Runner {
        language: "node-wasm",
        prepare: node_wasm_runner,
    },
    Runner {
        language: "chromium",
        prepare: chromium_runner,
    },
    Runner {
        language: "python",
        prepare: python_runner,
    },
    Runner {
        language: "swift",
        prepare: swift_runner,
    },
];

/// Which scenarios to run, in which languages.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Selection {
    /// Only this language.
    #[arg(long)]
    language: Option<String>,
    /// Only this topic: a folder below tests/scenarios.
    #[arg(long)]
    topic: Option<String>,
    /// Only the cases of this name: a file of a topic, without its extension.
    #[arg(long)]
    case: Option<String>,
}

impl Selection {
    fn is_all(&self) -> bool {
        self.language.is_none() && self.topic.is_none() && self.case.is_none()
    }

    fn runners(&self) -> Result<Vec<&'static Runner>> {
        let Some(wanted) = &self.language else {
            return Ok(RUNNERS.iter().collect());
        };
        let chosen = RUNNERS.iter().find(|runner| runner.language == wanted);
        let Some(runner) = chosen else {
            let known: Vec<_> = RUNNERS.iter().map(|runner| runner.language).collect();
            bail!("no runner for {wanted:?}, there are: {}", known.join(", "));
        };
        Ok(vec![runner])
    }
}

/// The suite: all scenarios in all languages, and a coverage table that says so.
pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let selection = Selection::default();
    for runner in &RUNNERS {
        let mut program = prepare(run.workspace, run.progress, runner, &selection)?;
        let name = format!("scenarios: {}", runner.language);
        run.tests(&name, Format::Plain, &mut program)?;
    }
    let written = fs::read_to_string(run.workspace.path(COVERAGE)).unwrap_or_default();
    if written != coverage_table(run.workspace)? {
        run.fail("tests/coverage.md is not current: run cargo xtask scenarios");
    }
    Ok(())
}

/// The task: runs what is selected, and writes the coverage table when that was everything.
pub(crate) fn run(
    workspace: &Workspace,
    progress: &Progress,
    selection: &Selection,
) -> Result<ExitCode> {
    let mut total = Tally::default();
    let mut success = true;
    for runner in selection.runners()? {
        let mut program = prepare(workspace, progress, runner, selection)?;
        let name = format!("scenarios: {}", runner.language);
        let finished = progress.run(&name, &mut program)?;
        success &= finished.success;
        total.add(Tally::read(Format::Plain, &finished.output));
    }
    if selection.is_all() {
        fs::write(workspace.path(COVERAGE), coverage_table(workspace)?)?;
        progress.note(&format!("wrote {COVERAGE}"));
    }
    println!("{total}");
    Ok(ExitCode::from(u8::from(!success || total.total() == 0)))
}

fn prepare(
    workspace: &Workspace,
    progress: &Progress,
    runner: &Runner,
    selection: &Selection,
) -> Result<Command> {
    setup::compiler::present(workspace, progress)?;
    let gateway = gateway::build(workspace, progress)?;
    let results = results_file(workspace, runner);
    fs::create_dir_all(workspace.target("scenarios"))?;
    if results.exists() {
        fs::remove_file(&results)?;
    }
    let mut program = (runner.prepare)(workspace, progress)?;
    program
        .arg("--json")
        .arg(results)
        .env(gateway::PROGRAM, gateway);
    if let Some(topic) = &selection.topic {
        program.args(["--topic", topic]);
    }
    if let Some(case) = &selection.case {
        program.args(["--case", case]);
    }
    Ok(program)
}

/// The table as the results of the last full run make it.
fn coverage_table(workspace: &Workspace) -> Result<String> {
    let output = workspace
        .command(workspace.binary("libfx-scenarios"))
        .arg("coverage")
        .args(RUNNERS.iter().map(|runner| results_file(workspace, runner)))
        .output()?;
    if !output.status.success() {
        bail!(
            "no coverage: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn results_file(workspace: &Workspace, runner: &Runner) -> PathBuf {
    workspace.target(&format!("scenarios/{}.json", runner.language))
}

fn rust_runner(workspace: &Workspace, progress: &Progress) -> Result<Command> {
    progress.require(
        "build: scenario runner",
        &mut workspace.cargo(&["build", "--package", "libfx-scenarios"]),
    )?;
    let mut runner = workspace.command(workspace.binary("libfx-scenarios"));
    runner.arg("run");
    Ok(runner)
}

/// The Node package again, on its WebAssembly backend.
fn node_wasm_runner(workspace: &Workspace, progress: &Progress) -> Result<Command> {
    let mut runner = node_runner(workspace, progress)?;
    runner.env("LIBFX_BACKEND", "wasm");
    Ok(runner)
}

fn node_runner(workspace: &Workspace, progress: &Progress) -> Result<Command> {
    setup::node::on_path()?;
    let staged = stage::for_tests(workspace, progress)?;
    let mut runner = workspace.command("node");
    runner
        .arg(workspace.path("tests/runners/node/run.mjs"))
        .env("LIBFX_PACKAGE_DIR", staged.package());
    Ok(runner)
}

/// What pages get of the package, in a browser.
fn chromium_runner(workspace: &Workspace, progress: &Progress) -> Result<Command> {
    let staged = stage::for_tests(workspace, progress)?;
    let mut runner = browser::driver(workspace, progress)?;
    runner
        .arg(workspace.path("tests/runners/browser/run.mjs"))
        .env("LIBFX_PACKAGE_DIR", staged.package());
    Ok(runner)
}

fn python_runner(workspace: &Workspace, progress: &Progress) -> Result<Command> {
    let environment = setup::python::for_tests(workspace, progress)?;
    let wheel = wheel::build(workspace, progress, &environment, stage::Profile::Dev)?;
    wheel::install(workspace, progress, &wheel, &environment)?;
    let mut runner = environment.command(workspace);
    runner
        .arg(workspace.path("tests/runners/python/run.py"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(runner)
}

fn swift_runner(workspace: &Workspace, progress: &Progress) -> Result<Command> {
    let swift = setup::swift::present(workspace, progress)?;
    swift_package::stage(workspace, progress, stage::Profile::Dev)?;
    let package = workspace.path("tests/runners/swift");
    let mut build = swift_package::command(workspace, &swift, "build", &package, "scenarios");
    progress.require("build: Swift scenario runner", &mut build)?;
    let runner = workspace.target("tools/swift/scenarios/debug/scenarios");
    Ok(swift.command(workspace, runner))
}
