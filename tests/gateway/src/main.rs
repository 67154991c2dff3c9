//! `libfx-gateway`: the scripted Gateway as a process, for test suites that are not Rust and for the demo.
//!
//! The first line of its output is a JSON object with its address; it ends when its standard input does, so that no
//! test leaves one behind.

use std::{io::Read as _, path::PathBuf, sync::Arc};

use anyhow::Context as _;
use clap::Parser;
use libfx_gateway::{Files, Gateway, demo::DemoModel};
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
    /// Serves a folder's files below /__gateway/files/NAME/. May be given several times.
    #[arg(long = "files", value_name = "NAME=FOLDER", value_parser = mount)]
    mounts: Vec<(String, PathBuf)>,
    /// The Content-Security-Policy of these files, in place of a strict one.
    #[arg(long, value_name = "POLICY")]
    files_csp: Option<String>,
    /// Goes on when standard input ends.
    #[arg(long)]
    no_stdin: bool,
}

impl Arguments {
    fn files(&self) -> Files {
        let mounts = self.mounts.iter();
        let files = mounts.fold(Files::default(), |files, (name, folder)| {
            files.mount(name, folder)
        });
        match &self.files_csp {
            Some(policy) => files.policy(policy),
            None => files,
        }
    }
}

fn mount(argument: &str) -> Result<(String, PathBuf), &'static str> {
    match argument.split_once('=') {
        Some((name, folder)) if !name.is_empty() => Ok((name.to_owned(), folder.into())),
        _ => Err("expected NAME=FOLDER"),
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let gateway = Gateway::start_with(arguments.port, arguments.files())
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
