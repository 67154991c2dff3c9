//! The Rust runner of the scenarios, and the writer of the coverage matrix.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand};
use futures_util::{StreamExt as _, stream};
use libfx_gateway::Gateway;
use libfx_scenarios::{
    LANGUAGE, coverage,
    report::{CaseResult, Report, Status},
    run,
    scenario::{self, Filter, Scenario},
};

#[derive(Parser)]
#[command(about = "Runs the scenario corpus against the Rust crate")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs scenarios.
    Run(Run),
    /// Prints the coverage matrix of the given results.
    Coverage {
        /// Files that runners wrote with --json.
        reports: Vec<PathBuf>,
    },
}

#[derive(Args)]
struct Run {
    /// Only the cases of this topic.
    #[arg(long)]
    topic: Option<String>,
    /// Only the cases of this name.
    #[arg(long)]
    case: Option<String>,
    /// Writes the results to a file.
    #[arg(long)]
    json: Option<PathBuf>,
    /// How many cases run at a time.
    #[arg(long, default_value_t = 8)]
    jobs: usize,
    /// The corpus.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios"))]
    root: PathBuf,
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Run(arguments) => run_all(arguments).await,
        Command::Coverage { reports } => {
            let reports = reports.iter().map(|path| read_report(path));
            print!(
                "{}",
                coverage::render(&reports.collect::<anyhow::Result<Vec<_>>>()?)
            );
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn read_report(path: &Path) -> anyhow::Result<Report> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

async fn run_all(arguments: Run) -> anyhow::Result<ExitCode> {
    let filter = Filter {
        topic: arguments.topic,
        case: arguments.case,
    };
    let scenarios = scenario::load(&arguments.root, &filter)?;
    anyhow::ensure!(!scenarios.is_empty(), "no scenario passes the filter");
    let gateway = Gateway::start().await?;
    let (alone, together): (Vec<_>, Vec<_>) = scenarios.iter().partition(|it| it.is_alone());
    let mut results = run_some(&together, &gateway, arguments.jobs).await;
    results.extend(run_some(&alone, &gateway, 1).await);
    results.sort_by(|a, b| a.case.cmp(&b.case));
    let report = Report {
        language: LANGUAGE.to_owned(),
        results,
    };
    if let Some(path) = arguments.json {
        fs::write(&path, serde_json::to_string_pretty(&report)?)
            .with_context(|| path.display().to_string())?;
    }
    println!("{}", report.closing_line());
    Ok(ExitCode::from(u8::from(report.count(Status::Failed) > 0)))
}

async fn run_some(scenarios: &[&Scenario], gateway: &Gateway, jobs: usize) -> Vec<CaseResult> {
    stream::iter(scenarios)
        .map(|scenario| run(scenario, gateway))
        .buffer_unordered(jobs)
        .inspect(print_result)
        .collect()
        .await
}

fn print_result(result: &CaseResult) {
    match result.status {
        Status::Passed => println!("ok   {} ({} ms)", result.case, result.ms),
        Status::Gap => println!("gap  {}: {}", result.case, result.message),
        Status::Absent => println!("absent {}: {}", result.case, result.message),
        Status::Failed => println!(
            "FAIL {}\n  {}",
            result.case,
            result.message.replace('\n', "\n  ")
        ),
    }
}
