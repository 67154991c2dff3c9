//! The test suites, and how a run of them ends.
//!
//! A suite is a list of steps. A failing step does not end its suite: the run tells all that is wrong at once. What
//! a step needs and cannot get (a build that fails) does.

mod browser;
mod codegen;
mod fuzz;
mod load;
mod mcp;
mod node;
mod packaging;
mod python;
mod rust;
pub(crate) mod scenarios;
mod servers;
mod simulation;
mod skills;
mod swift;
mod terminal;
mod typings;
mod wasm;

use std::process::{Command, ExitCode};

use anyhow::{Result, bail};

use crate::progress::Progress;
use crate::tally::{Format, Tally};
use crate::workspace::Workspace;

/// One suite of `cargo xtask test`.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    steps: fn(&mut Run<'_>) -> Result<()>,
}

/// Every suite, in the order they run: the quickest to tell of a mistake comes first.
pub(crate) const SUITES: [Suite; 17] = [
    Suite {
        name: "codegen",
        about: "the generator, and that generated/ is current",
        steps: codegen::steps,
    },
    Suite {
        name: "rust",
        about: "format, lints, and the tests of the Rust crates with their doc examples",
        steps: rust::steps,
    },
    Suite {
        name: "fuzz",
        about: "every reader of foreign bytes on seeds, earlier findings and mutations",
        steps: fuzz::steps,
    },
    Suite {
        name: "node",
        about: "the staged npm package on each Node version",
        steps: node::steps,
    },
    Suite {
        name: "wasm",
        about: "the WebAssembly backend in Node, with and without JSPI",
        steps: wasm::steps,
    },
    Suite {
        name: "typings",
        about: "TypeScript programs compiled against the staged package",
        steps: typings::steps,
    },
    Suite {
        name: "packaging",
        about: "the packed npm package in bundlers, frameworks and other runtimes",
        steps: packaging::steps,
    },
    Suite {
        name: "browser",
        about: "the staged npm package in headless Chromium, and the chat page among its examples",
        steps: browser::steps,
    },
    Suite {
        name: "terminal",
        about: "the interactive program: screens in xterm.js, keys in headless Chromium and in tmux, logins and stores",
        steps: terminal::steps,
    },
    Suite {
        name: "python",
        about: "the installed Python wheel on each Python version, its typings and its packages",
        steps: python::steps,
    },
    Suite {
        name: "swift",
        about: "the staged Swift package, compiled in the Swift 6 mode, its documentation, and the program of the README",
        steps: swift::steps,
    },
    Suite {
        name: "scenarios",
        about: "the scenario corpus in every language, and that the coverage table is current",
        steps: scenarios::steps,
    },
    Suite {
        name: "simulation",
        about: "whole turns under 10,000 seeded schedules of faults",
        steps: simulation::steps,
    },
    Suite {
        name: "servers",
        about: "the Node package against LLM servers that nobody here wrote, a real model among them",
        steps: servers::steps,
    },
    Suite {
        name: "skills",
        about: "skill files of every shape, in Node on both backends and in Rust, and beside an independent reader",
        steps: skills::steps,
    },
    Suite {
        name: "mcp",
        about: "the adapter on real MCP servers in JavaScript and Python, over stdio and HTTP, and the examples",
        steps: mcp::steps,
    },
    Suite {
        name: "load",
        about: "the Node package under load, and two minutes of turns that leave nothing behind",
        steps: load::steps,
    },
];

/// What the steps of a suite work with, and what they have counted so far.
pub(crate) struct Run<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) progress: &'a Progress,
    tally: Tally,
}

impl<'a> Run<'a> {
    fn new(workspace: &'a Workspace, progress: &'a Progress) -> Self {
        Self {
            workspace,
            progress,
            tally: Tally::default(),
        }
    }

    /// A step that is right or wrong as a whole. It counts only when it fails, so that lints do not pass for tests.
    fn check(&mut self, name: &str, command: &mut Command) -> Result<()> {
        if !self.progress.run(name, command)?.success {
            self.tally.failed += 1;
        }
        Ok(())
    }

    /// A step that runs tests.
    fn tests(&mut self, name: &str, format: Format, command: &mut Command) -> Result<()> {
        let finished = self.progress.run(name, command)?;
        let mut tally = Tally::read(format, &finished.output);
        if tally.total() == 0 && finished.success {
            self.fail(&format!("{name} ran no test"));
        }
        if tally.failed == 0 && !finished.success {
            tally.failed = 1;
        }
        self.tally.add(tally);
        Ok(())
    }

    /// Counts something as failed that no step says.
    fn fail(&mut self, why: &str) {
        eprintln!("  FAIL  {why}");
        self.tally.failed += 1;
    }
}

/// Prints what suites there are.
pub(crate) fn list() {
    for suite in &SUITES {
        println!("{:<10} {}", suite.name, suite.about);
    }
}

/// Runs the named suites, or all, and prints the line `N passed, N failed, N skipped` last.
pub(crate) fn run(
    workspace: &Workspace,
    progress: &Progress,
    names: &[String],
) -> Result<ExitCode> {
    let mut total = Tally::default();
    for suite in chosen(names)? {
        let tally = run_suite(workspace, progress, suite);
        println!("{}: {tally}", suite.name);
        total.add(tally);
    }
    for skip in &total.skipped {
        println!("skipped {}: {}", skip.test, skip.reason);
    }
    println!("{total}");
    Ok(ExitCode::from(u8::from(total.failed > 0)))
}

fn chosen(names: &[String]) -> Result<Vec<&'static Suite>> {
    if names.is_empty() {
        return Ok(SUITES.iter().collect());
    }
    let find = |name: &String| {
        let suite = SUITES.iter().find(|suite| suite.name == name);
        suite.map_or_else(
            || bail!("no suite {name:?}: cargo xtask test --list names them"),
            Ok,
        )
    };
    names.iter().map(find).collect()
}

fn run_suite(workspace: &Workspace, progress: &Progress, suite: &Suite) -> Tally {
    eprintln!("{}: {}", suite.name, suite.about);
    let mut run = Run::new(workspace, progress);
    if let Err(error) = (suite.steps)(&mut run) {
        run.fail(&format!("{error:#}"));
    }
    if run.tally.total() == 0 {
        run.fail("the suite ran no test");
    }
    let skipped = run.tally.skipped.clone();
    for skip in skipped.iter().filter(|skip| skip.reason.is_empty()) {
        run.fail(&format!("{} is skipped without a reason", skip.test));
    }
    run.tally
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a suite made of this one step counts.
    fn tally_of(steps: fn(&mut Run<'_>) -> Result<()>) -> Tally {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::at(folder.path().to_path_buf());
        let progress = Progress::new(&workspace);
        let suite = Suite {
            name: "suite",
            about: "",
            steps,
        };
        run_suite(&workspace, &progress, &suite)
    }

    fn printing(run: &Run<'_>, line: &str) -> Command {
        let mut command = run.workspace.command("echo");
        command.arg(line);
        command
    }

    #[test]
    fn the_tests_of_a_step_count() {
        let tally = tally_of(|run| {
            let mut command = printing(run, "3 passed, 0 failed");
            run.tests("step", Format::Plain, &mut command)
        });
        assert_eq!(tally.to_string(), "3 passed, 0 failed, 0 skipped");
    }

    #[test]
    fn a_suite_that_runs_no_test_fails() {
        assert_eq!(tally_of(|_| Ok(())).failed, 1);
        let tally = tally_of(|run| {
            let mut command = printing(run, "nothing to do");
            run.tests("step", Format::Plain, &mut command)
        });
        assert_eq!(tally.failed, 1);
    }

    #[test]
    fn a_check_counts_only_when_it_fails() {
        let tally = tally_of(|run| {
            let mut command = printing(run, "1 passed, 0 failed");
            run.tests("step", Format::Plain, &mut command)?;
            run.check("right", &mut run.workspace.command("true"))?;
            run.check("wrong", &mut run.workspace.command("false"))
        });
        assert_eq!(tally.to_string(), "1 passed, 1 failed, 0 skipped");
    }

    #[test]
    fn a_step_that_ends_badly_without_a_failed_test_is_a_failure() {
        let tally =
            tally_of(|run| run.tests("step", Format::Plain, &mut run.workspace.command("false")));
        assert_eq!(tally.failed, 1);
    }

    #[test]
    fn a_skip_without_a_reason_is_a_failure() {
        let tally = tally_of(|run| {
            let mut command = printing(
                run,
                "skipped a: \nskipped b: no network\n1 passed, 0 failed",
            );
            run.tests("step", Format::Plain, &mut command)
        });
        assert_eq!(tally.to_string(), "1 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn a_suite_that_cannot_go_on_is_a_failure() {
        assert_eq!(tally_of(|_| bail!("no compiler")).failed, 1);
    }

    #[test]
    fn an_unknown_suite_is_named() {
        let error = chosen(&["rusty".to_owned()]).err().unwrap();
        assert!(error.to_string().contains("\"rusty\""));
    }
}
