//! The Swift SDK: the staged package under Swift Testing, its documentation, and the program of the README.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::Run;
use crate::gateway::{self, Gateway, Site};
use crate::setup::{self, debian::System};
use crate::stage::Profile;
use crate::swift_package;
use crate::tally::Format;
use crate::workspace::Workspace;

const TESTS: &str = "tests/swift";

/// What the package is built to for its documentation.
const DOCUMENTATION: &str = "documentation";

/// What the README's program becomes part of. Its path is that of the staged package.
const MANIFEST: &str = r#"// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "readme",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "PATH")],
    targets: [.executableTarget(name: "readme", dependencies: [.product(name: "Libfx", package: "libfx")])],
    swiftLanguageModes: [.v6]
)
"#;

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    setup::compiler::present(workspace, progress)?;
    let swift = setup::swift::present(workspace, progress)?;
    swift_package::stage(workspace, progress, Profile::Dev)?;
    let gateway = gateway::build(workspace, progress)?;
    run.tests(
        "swift: tests",
        Format::SwiftTesting,
        swift_package::command(workspace, &swift, "test", &workspace.path(TESTS), "tests")
            .env(gateway::PROGRAM, &gateway),
    )?;
    documentation(run, &swift)?;
    readme(run, &swift)
}

/// The package's symbols become pages without a warning: every link leads somewhere.
fn documentation(run: &mut Run<'_>, swift: &System) -> Result<()> {
    let workspace = run.workspace;
    let package = swift_package::folder(workspace, Profile::Dev);
    let mut dump = swift_package::command(workspace, swift, "package", &package, DOCUMENTATION);
    dump.args(["dump-symbol-graph", "--minimum-access-level", "public"])
        .arg("--skip-synthesized-members");
    run.progress.require("swift: symbols", &mut dump)?;
    let scratch = swift_package::scratch(workspace, DOCUMENTATION);
    // A link to the folder of the platform, beside which the symbols lie.
    let symbols = fs::canonicalize(scratch.join("debug"))?.with_file_name("symbolgraph");
    run.check(
        "swift: documentation",
        setup::swift::docc(workspace, swift)
            .args(["convert", "--warnings-as-errors"])
            .args(["--fallback-display-name", "Libfx"])
            .args(["--fallback-bundle-identifier", "libfx"])
            .arg("--additional-symbol-graph-dir")
            .arg(symbols)
            .arg("--output-path")
            .arg(scratch.join("Libfx.doccarchive")),
    )
}

/// The program runs as it stands, but for the address of a Gateway that answers with what its tool returned.
fn readme(run: &mut Run<'_>, swift: &System) -> Result<()> {
    let (workspace, progress) = (run.workspace, run.progress);
    let gateway = Gateway::demo(workspace, progress, &Site::default())?;
    let text = fs::read_to_string(workspace.path("README.md"))?;
    let program = program(&text).context("the README has no program in Swift")?;
    let package = write_package(workspace, &sent_to(gateway.url(), &program)?)?;
    let mut command = swift_package::command(workspace, swift, "run", &package, "readme");
    command.env("AI_GATEWAY_API_KEY", "sk-of-nobody");
    let finished = progress.run("swift: the program of the README", &mut command)?;
    let words = format!("> {}", text.split_whitespace().count());
    if !finished.output.contains(&words) || !finished.output.contains("endTurn") {
        run.fail("the README's program in Swift does not answer with what its tool returned");
    }
    Ok(())
}

/// The first program in Swift.
fn program(readme: &str) -> Option<String> {
    let (_, behind) = readme.split_once("\n```swift\n")?;
    let (program, _) = behind.split_once("\n```\n")?;
    Some(format!("{program}\n"))
}

/// The program with one argument more behind those of the agent.
fn sent_to(url: &str, program: &str) -> Result<String> {
    let (before, agent) = program
        .split_once("Agent(")
        .context("the program makes no agent")?;
    let (arguments, behind) = agent
        .split_once("\n)\n")
        .context("the agent's arguments do not end")?;
    Ok(format!(
        "{before}Agent({arguments},\n    gatewayChatURL: \"{url}\"\n)\n{behind}"
    ))
}

fn write_package(workspace: &Workspace, program: &str) -> Result<PathBuf> {
    let folder = workspace.target("tools/swift/readme-package");
    let sources = folder.join("Sources/readme");
    fs::create_dir_all(&sources)?;
    let staged = swift_package::folder(workspace, Profile::Dev);
    let manifest = MANIFEST.replace("PATH", &staged.to_string_lossy());
    fs::write(folder.join("Package.swift"), manifest)?;
    fs::write(sources.join("main.swift"), program)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::{program, sent_to};

    #[test]
    fn a_program_ends_with_its_fence() {
        let readme = "a\n```js\n1\n```\n```swift\nlet a = 1\nlet b = 2\n```\nb\n";
        assert_eq!(program(readme).unwrap(), "let a = 1\nlet b = 2\n");
        assert_eq!(program("```js\n1\n```\n"), None);
    }

    #[test]
    fn the_address_is_the_last_argument() {
        let sent = sent_to("http://x", "let a = Agent(\n    apiKey: k\n)\nrun(a)\n").unwrap();
        assert_eq!(
            sent,
            "let a = Agent(\n    apiKey: k,\n    gatewayChatURL: \"http://x\"\n)\nrun(a)\n"
        );
    }
}
