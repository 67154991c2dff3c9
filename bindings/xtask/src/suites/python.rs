//! The Python SDK: the installed wheel under pytest, on each version; typings and packages once, MCP with both versions of `mcp`.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::Run;
use crate::gateway;
use crate::setup::python::{self, Environment};
use crate::setup::{self, npm};
use crate::stage::Profile;
use crate::tally::Format;
use crate::wheel::{self, Wheel};

const FOLDER: &str = "tests/python";

/// Where the tests find the wheel that was installed.
const WHEEL: &str = "LIBFX_WHEEL";

/// Where they build the source distribution to.
const SOURCE_BUILD: &str = "LIBFX_SOURCE_BUILD";

/// How the tests run pyright.
const PYRIGHT: &str = "LIBFX_PYRIGHT";

/// Tests whose outcome is the same on every version.
const ONCE: [&str; 2] = ["test_package.py", "test_typing.py"];

/// Those of the MCP adapter, which takes sessions of two versions of the package `mcp`.
const MCP: &str = "test_mcp.py";

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    npm::packages(workspace, progress, FOLDER)?;
    let gateway = gateway::build(workspace, progress)?;
    let default = python::for_tests(workspace, progress)?;
    let wheel = wheel::build(workspace, progress, &default, Profile::Dev)?;
    let given = Given { gateway, wheel };
    tests_on(run, &default, &given, &[])?;
    let not_again = ONCE.map(|file| format!("--ignore={FOLDER}/{file}"));
    for environment in python::other_versions(workspace, progress)? {
        match environment {
            Ok(environment) => tests_on(run, &environment, &given, &not_again)?,
            Err(error) => run.fail(&format!("{error:#}")),
        }
    }
    let mcp_1 = python::for_tests_of_mcp_1(workspace, progress)?;
    let mut tests = pytest(run, &mcp_1, &given)?;
    tests.arg(format!("{FOLDER}/{MCP}"));
    run.tests("python: tests with mcp 1", Format::Pytest, &mut tests)
}

/// What tests are run with.
struct Given {
    gateway: PathBuf,
    wheel: Wheel,
}

/// All tests on one version, but for those that these arguments leave out.
fn tests_on(
    run: &mut Run<'_>,
    environment: &Environment,
    given: &Given,
    arguments: &[String],
) -> Result<()> {
    let mut tests = pytest(run, environment, given)?;
    tests.arg(FOLDER).args(arguments);
    let name = format!("python: tests on Python {}", environment.version());
    run.tests(&name, Format::Pytest, &mut tests)
}

/// A command that lacks only the tests to run, on the installed wheel.
fn pytest(run: &Run<'_>, environment: &Environment, given: &Given) -> Result<Command> {
    let workspace = run.workspace;
    wheel::install(workspace, run.progress, &given.wheel, environment)?;
    let pyright = workspace.path(FOLDER).join("node_modules/pyright/index.js");
    let mut tests = environment.command(workspace);
    tests
        .args(["-m", "pytest", "--quiet", "-rs", "-p", "no:cacheprovider"])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env(gateway::PROGRAM, &given.gateway)
        .env(WHEEL, &given.wheel.file)
        .env(SOURCE_BUILD, workspace.target("tools/python/source-build"))
        .env(PYRIGHT, format!("node {}", pyright.display()));
    Ok(tests)
}
