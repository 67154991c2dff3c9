//! The WebAssembly backend in Node.js: how it is chosen and loaded, its engine beside the addon's, and the scenario corpus on
//! a Node whose WebAssembly has JSPI, since the one on `PATH` may have none.

use anyhow::Result;

use super::{Run, node};
use crate::gateway;
use crate::setup;
use crate::stage;
use crate::tally::Format;

pub(super) fn steps(run: &mut Run<'_>) -> Result<()> {
    node::on_every_version(run, "wasm", "tests/wasm")?;
    let (workspace, progress) = (run.workspace, run.progress);
    let newest = setup::node::newest(workspace, progress)?;
    let staged = stage::for_tests(workspace, progress)?;
    let gateway = gateway::build(workspace, progress)?;
    run.tests(
        &format!("wasm: scenarios on Node {}", setup::node::NEWEST),
        Format::Plain,
        workspace
            .command(newest)
            .arg(workspace.path("tests/runners/node/run.mjs"))
            .env("LIBFX_BACKEND", "wasm")
            .env("LIBFX_PACKAGE_DIR", staged.package())
            .env(gateway::PROGRAM, gateway),
    )
}
