//! The Python SDK: the installed wheel under pytest, on each version that is installed; typings, packages and programs once.

use anyhow::Result;

use super::Run;
use crate::gateway;
use crate::setup::{self, npm, python};
use crate::stage::Profile;
use crate::tally::Format;
use crate::wheel;

const FOLDER: &str = "tests/python";

/// Where the tests find the wheel that was installed.
const WHEEL: &str = "LIBFX_WHEEL";

/// How the tests run pyright.
const PYRIGHT: &str = "LIBFX_PYRIGHT";

/// Tests whose outcome is the same on every version.
const ONCE: [&str; 2] = ["test_package.py", "test_typing.py"];

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    npm::packages(workspace, progress, FOLDER)?;
    let gateway = gateway::build(workspace, progress)?;
    let environments = python::every_version(workspace, progress)?;
    let wheel = wheel::build(workspace, progress, &environments[0], Profile::Dev)?;
    let pyright = workspace.path(FOLDER).join("node_modules/pyright/index.js");
    for (at, environment) in environments.iter().enumerate() {
        wheel::install(workspace, progress, &wheel, environment)?;
        let mut tests = workspace.command(environment.python());
        tests
            .args(["-m", "pytest", "--quiet", "-rs", "-p", "no:cacheprovider"])
            .arg(FOLDER)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env(gateway::PROGRAM, &gateway)
            .env(WHEEL, &wheel.file)
            .env(PYRIGHT, format!("node {}", pyright.display()));
        if at > 0 {
            let ignored = ONCE.map(|file| format!("--ignore={FOLDER}/{file}"));
            tests.args(ignored);
        }
        let name = format!("python: tests on Python {}", environment.version);
        run.tests(&name, Format::Pytest, &mut tests)?;
    }
    Ok(())
}
