//! `cargo xtask demo`: one streamed turn through the Node SDK, or pages with a chat and a terminal, from a bare machine.

use std::env;
use std::io;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::gateway::{Gateway, Site};
use crate::progress::{Progress, shown};
use crate::setup::{self, npm};
use crate::stage::{self, Profile};
use crate::workspace::Workspace;

const PROGRAM: &str = "bindings/js/examples/demo.mjs";
const PAGES: [&str; 2] = ["index.html", "terminal.html"];
const FOLDER_OF_PAGES: &str = "bindings/js/examples/browser";

/// Whose packages have xterm.js, which the terminal's page finds beside itself.
const HAS_XTERM: &str = "tests/terminal";

/// As strict as the pages bear it: xterm.js adds styles of its own.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
                      style-src 'self' 'unsafe-inline'; connect-src 'self'";

const KEY: &str = "AI_GATEWAY_API_KEY";

/// What the demo talks to.
enum Destination {
    /// The real Gateway, with the key of the environment.
    Public,
    /// Any accepted address.
    Given(String),
    /// A scripted Gateway of our own.
    Bundled(Gateway),
}

pub(crate) fn run(
    workspace: &Workspace,
    progress: &Progress,
    profile: Profile,
    gateway: Option<String>,
) -> Result<ExitCode> {
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    let staged = stage::stage(workspace, progress, profile)?;
    staged.link_into(&workspace.path("bindings/js/examples"))?;
    let destination = destination(workspace, progress, gateway)?;

    let mut program = workspace.command("node");
    program.arg(workspace.path(PROGRAM));
    match &destination {
        Destination::Public => progress.note("asking the real Gateway"),
        Destination::Given(url) => {
            progress.note(&format!("asking {url}"));
            program.args(["--gateway", url]);
        }
        Destination::Bundled(gateway) => {
            progress.note("asking the bundled Gateway; set AI_GATEWAY_API_KEY for the real one");
            program.args(["--gateway", gateway.url()]);
        }
    }
    let status = program
        .status()
        .with_context(|| format!("cannot run {}", shown(&program)))?;
    Ok(ExitCode::from(u8::from(!status.success())))
}

/// Serves the pages among the examples with a scripted model.
pub(crate) fn browser(
    workspace: &Workspace,
    progress: &Progress,
    profile: Profile,
) -> Result<ExitCode> {
    setup::compiler::present(workspace, progress)?;
    setup::node::on_path()?;
    npm::packages(workspace, progress, HAS_XTERM)?;
    let staged = stage::stage(workspace, progress, profile)?;
    let xterm = workspace.path(HAS_XTERM).join("node_modules/@xterm");
    let site = Site {
        folders: vec![
            ("pages", workspace.path(FOLDER_OF_PAGES)),
            ("pages/libfx", staged.package().to_owned()),
            ("pages/xterm", xterm.join("xterm")),
            ("pages/xterm-fit", xterm.join("addon-fit")),
        ],
        policy: Some(POLICY),
    };
    let gateway = Gateway::demo(workspace, progress, &site)?;
    for page in PAGES {
        let page = gateway.file_url("pages", page);
        println!("{page}?gatewayChatUrl={}", gateway.url());
    }
    progress.note("open one of these addresses in a browser; Enter ends the demo");
    io::stdin().read_line(&mut String::new())?;
    Ok(ExitCode::SUCCESS)
}

fn destination(
    workspace: &Workspace,
    progress: &Progress,
    given: Option<String>,
) -> Result<Destination> {
    if let Some(url) = given {
        return Ok(Destination::Given(url));
    }
    if env::var_os(KEY).is_some_and(|key| !key.is_empty()) {
        return Ok(Destination::Public);
    }
    Ok(Destination::Bundled(Gateway::demo(
        workspace,
        progress,
        &Site::default(),
    )?))
}
