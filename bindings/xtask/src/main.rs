//! The task runner of this repository: `cargo xtask TASK`.
//!
//! A task is a module; it asks `setup` for what it needs, `stage` for packages, and runs its steps through `progress`.
//! Nothing here is a shell script, and nothing is needed beforehand but Rust, Node and a C compiler.

mod bench;
mod demo;
mod fingerprint;
mod fuzz;
mod gateway;
mod progress;
mod setup;
mod stage;
mod suites;
mod swift_package;
mod tally;
mod wheel;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::progress::Progress;
use crate::stage::Profile;
use crate::suites::scenarios;
use crate::workspace::Workspace;

/// Builds packages, runs the demo, the tests and the benches.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Streams one turn with a tool call through the Node SDK.
    ///
    /// The bundled Gateway answers, or the real one when AI_GATEWAY_API_KEY is set.
    Demo {
        /// Pages with a chat and a terminal instead, with a scripted model: prints the addresses to open.
        #[arg(long, conflicts_with = "gateway")]
        browser: bool,
        /// Another server: a canonical Gateway URL, or http: on loopback with a port.
        #[arg(long, value_name = "URL")]
        gateway: Option<String>,
        /// Use the release build of the addon.
        #[arg(long)]
        release: bool,
    },
    /// Runs test suites: those named, or all.
    Test {
        #[arg(value_name = "SUITE")]
        suites: Vec<String>,
        /// Name the suites.
        #[arg(long)]
        list: bool,
    },
    /// Makes a package below target/stage, as a user gets it; the npm package is also linked into the tests.
    Stage {
        #[arg(value_enum, default_value = "npm")]
        package: Package,
        /// Use the release build, and leave what the tests see as it is.
        #[arg(long)]
        release: bool,
    },
    /// Runs the scenario corpus and writes tests/coverage.md.
    Scenarios(scenarios::Selection),
    /// Searches for bytes that break a reader of foreign bytes, with libFuzzer on a nightly compiler.
    Fuzz(fuzz::Fuzz),
    /// Measures a language's package beside others.
    Bench {
        #[command(subcommand)]
        language: BenchLanguage,
    },
    /// Installs what the tasks need, once and for all.
    Setup,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Package {
    Npm,
    Swift,
}

#[derive(Debug, Subcommand)]
enum BenchLanguage {
    /// The npm package beside `ai`, `openai` and bare `fetch` loops.
    Node(bench::NodeBench),
    /// The backends of the npm package beside each other: native and WebAssembly in Node, WebAssembly in Chromium.
    Backends(bench::BackendBench),
    /// The Python package beside `openai` and a bare `httpx` loop.
    Python(bench::PythonBench),
    /// What the files of the npm package weigh, beside their budgets.
    Size,
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> anyhow::Result<ExitCode> {
    let workspace = Workspace::locate();
    let progress = Progress::new(&workspace);
    match task {
        Task::Demo {
            browser: true,
            release,
            ..
        } => demo::browser(&workspace, &progress, Profile::from_flag(release)),
        Task::Demo {
            gateway, release, ..
        } => demo::run(&workspace, &progress, Profile::from_flag(release), gateway),
        Task::Test { list: true, .. } => {
            suites::list();
            Ok(ExitCode::SUCCESS)
        }
        Task::Test { suites, .. } => suites::run(&workspace, &progress, &suites),
        Task::Stage { package, release } => {
            let folder = staged(&workspace, &progress, package, Profile::from_flag(release))?;
            println!("{}", folder.display());
            Ok(ExitCode::SUCCESS)
        }
        Task::Scenarios(selection) => scenarios::run(&workspace, &progress, &selection),
        Task::Fuzz(fuzz) => fuzz.run(&workspace, &progress),
        Task::Bench { language } => match language {
            BenchLanguage::Node(bench) => bench.run(&workspace, &progress),
            BenchLanguage::Backends(bench) => bench.run(&workspace, &progress),
            BenchLanguage::Python(bench) => bench.run(&workspace, &progress),
            BenchLanguage::Size => bench::finish(bench::sizes(&workspace, &progress)?),
        },
        Task::Setup => {
            setup::everything(&workspace, &progress)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Makes a package, and gives its folder.
fn staged(
    workspace: &Workspace,
    progress: &Progress,
    package: Package,
    profile: Profile,
) -> anyhow::Result<PathBuf> {
    let npm = match (package, profile) {
        (Package::Swift, _) => return swift_package::stage(workspace, progress, profile),
        (Package::Npm, Profile::Dev) => stage::for_tests(workspace, progress)?,
        (Package::Npm, Profile::Release) => stage::stage(workspace, progress, profile)?,
    };
    Ok(npm.package().to_path_buf())
}
