//! `cargo codegen`: writes `generated/` from `idl/`, or checks that it is up to date; and compares `idl/` with what was
//! released.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use libfx_codegen::compat::{self, Contract, Released};
use libfx_codegen::diagnostics::Code;
use libfx_codegen::model::Facts;
use libfx_codegen::{BuildError, output};

/// Generates every language of libfx from idl/*.idl.
#[derive(Parser)]
#[command(name = "cargo codegen")]
struct Args {
    /// Compare only: fail when a file under generated/ is missing, stale or orphaned.
    #[arg(long)]
    check: bool,

    /// The repository.
    #[arg(long, default_value_os_t = repository(), hide_default_value = true)]
    root: PathBuf,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Print the model, and the facts derived from it, as JSON.
    Dump,
    /// Compare the contract with the latest release: fail when the workspace's version does not allow the changes.
    Compat,
    /// Write the contract of the workspace's version to idl/released/.
    Release,
    /// Format idl/*.idl: indentation, spaces and empty lines, never the text of docs and comments.
    Fmt {
        /// Change nothing: fail when a file is not formatted.
        #[arg(long)]
        check: bool,
    },
    /// Say what the code of a diagnostic means, with an example; without a code, list all.
    Explain {
        /// `E0042`, or `42`.
        code: Option<String>,
    },
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(code) => code,
        Err(error) => {
            report(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Some(Command::Dump) => dump(&args.root),
        Some(Command::Compat) => compare(&args.root),
        Some(Command::Release) => release(&args.root),
        Some(Command::Fmt { check: true }) => check_format(&args.root),
        Some(Command::Fmt { check: false }) => format(&args.root),
        Some(Command::Explain { code: Some(code) }) => explain(code),
        Some(Command::Explain { code: None }) => Ok(list_codes()),
        None if args.check => check(&args.root),
        None => write(&args.root),
    }
}

fn write(root: &Path) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let generated = libfx_codegen::build(root)?;
    let done = output::write(root, &generated.files)?;
    println!(
        "{} written, {} deleted, {} unchanged in {:.1} s",
        done.written,
        done.deleted,
        done.unchanged,
        start.elapsed().as_secs_f64()
    );
    Ok(ExitCode::SUCCESS)
}

fn check(root: &Path) -> anyhow::Result<ExitCode> {
    let generated = libfx_codegen::build(root)?;
    let differences = output::check(root, &generated.files)?;
    if differences.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    for difference in &differences {
        eprintln!("{difference}");
    }
    let count = differences.len();
    eprintln!("error: {count} files under generated/ are not what the IDL says");
    eprintln!("run `cargo codegen` and commit the result; edits belong into idl/ or codegen/");
    Ok(ExitCode::FAILURE)
}

fn dump(root: &Path) -> anyhow::Result<ExitCode> {
    let model = libfx_codegen::read_model(root)?;
    let facts = Facts::of(&model);
    let dump = serde_json::json!({ "model": model, "facts": facts });
    let text = serde_json::to_string_pretty(&dump).context("cannot print the model")?;
    println!("{text}");
    Ok(ExitCode::SUCCESS)
}

fn compare(root: &Path) -> anyhow::Result<ExitCode> {
    let report = compat::check(root)?;
    if report.allowed {
        print!("{}", report.text);
        return Ok(ExitCode::SUCCESS);
    }
    eprint!("{}", report.text);
    Ok(ExitCode::FAILURE)
}

fn release(root: &Path) -> anyhow::Result<ExitCode> {
    let model = libfx_codegen::read_model(root)?;
    let version = compat::of_workspace(root)?;
    match compat::release(root, &version, Contract::of(&model))? {
        Released::Written(path) => println!("{path} written"),
        Released::Unchanged(path) => println!("{path} unchanged"),
    }
    Ok(ExitCode::SUCCESS)
}

fn format(root: &Path) -> anyhow::Result<ExitCode> {
    for (path, text) in libfx_codegen::unformatted(root)? {
        fs::write(root.join(&path), text).with_context(|| format!("cannot write {path}"))?;
        println!("{path} formatted");
    }
    Ok(ExitCode::SUCCESS)
}

fn check_format(root: &Path) -> anyhow::Result<ExitCode> {
    let unformatted = libfx_codegen::unformatted(root)?;
    for (path, _) in &unformatted {
        eprintln!("not formatted: {path}");
    }
    if unformatted.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("run `cargo codegen fmt`");
    Ok(ExitCode::FAILURE)
}

fn explain(code: &str) -> anyhow::Result<ExitCode> {
    let code = Code::named(code).with_context(|| {
        format!("there is no code `{code}`: `cargo codegen explain` lists them all")
    })?;
    print!("{code}: {}\n\n{}", code.summary(), code.explanation());
    Ok(ExitCode::SUCCESS)
}

fn list_codes() -> ExitCode {
    for code in Code::ALL {
        println!("{code}  {}", code.summary());
    }
    ExitCode::SUCCESS
}

fn report(error: &anyhow::Error) {
    match error.downcast_ref() {
        Some(BuildError::Idl(mistakes)) => eprint!("{mistakes}"),
        _ => eprintln!("error: {error:#}"),
    }
}

/// The repository that this crate was built in.
fn repository() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder.parent().unwrap_or(crate_folder).to_owned()
}
