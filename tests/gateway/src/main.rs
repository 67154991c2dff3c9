//! `libfx-gateway`: the scripted Gateway as a process, for test suites that are not Rust and for the demo.
//!
//! The first line of its output is a JSON object with its address; it ends when its standard input does, so that no
//! test leaves one behind.

use std::{io::Read as _, sync::Arc};

use anyhow::Context as _;
use clap::Parser;
use libfx_gateway::{Gateway, demo::DemoModel};
use serde_json::json;

/// Plays a Gateway on loopback from scripts it is given over HTTP.
#[derive(Parser)]
struct Arguments {
    /// Port on 127.0.0.1; 0 takes a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Opens a session with a model that asks for the request's first tool and answers from its result.
    #[arg(long)]
    demo: bool,
    /// Goes on when standard input ends.
    #[arg(long)]
    no_stdin: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let gateway = Gateway::start_on(arguments.port)
        .await
        .with_context(|| format!("cannot listen on 127.0.0.1:{}", arguments.port))?;
    let mut announcement = json!({ "address": gateway.origin() });
    if arguments.demo {
        let session = gateway.responding_session("demo", Arc::new(DemoModel));
        announcement["url"] = session.url().into();
    }
    println!("{announcement}");
    if arguments.no_stdin {
        std::future::pending::<()>().await;
    }
    tokio::task::spawn_blocking(until_stdin_ends).await?;
    Ok(())
}

fn until_stdin_ends() {
    let mut ignored = [0; 1024];
    while matches!(std::io::stdin().read(&mut ignored), Ok(1..)) {}
}
