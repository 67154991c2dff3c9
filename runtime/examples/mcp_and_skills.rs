//! An agent that works on a folder: with the tools of the filesystem MCP server, and with skills from Markdown files.
//!
//! ```sh
//! cargo run -p libfx --example mcp_and_skills -- FOLDER "Tidy up my notes."
//! ```
//!
//! Needs `npx`, which fetches the server, and `AI_GATEWAY_API_KEY`; or, as a third argument, the address of a server on
//! this machine that speaks the Gateway's protocol. The MCP server lets its tools reach FOLDER and nothing else.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;
use libfx::mcp::{McpAdapter, McpOptions, RmcpClient, create_mcp_adapter};
use libfx::skills::{LoadSkillOptions, SkillsAdapter, create_skills_adapter, load_skill_file};
use libfx::{Agent, Turn, TurnEvent};
use rmcp::ServiceExt;
use rmcp::transport::TokioChildProcess;
use tokio::process::Command;

/// A folder for each skill, with a `SKILL.md` in it.
const SKILLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/skills");

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(prompt)) = (arguments.next(), arguments.next()) else {
        return Err("usage: mcp_and_skills FOLDER PROMPT [GATEWAY]".into());
    };
    let key = std::env::var("AI_GATEWAY_API_KEY").unwrap_or_else(|_| "none".to_owned());

    let files = filesystem(&folder).await?;
    let skills = skills(Path::new(SKILLS)).await?;
    let mut agent = Agent::builder(key)
        .instructions(format!(
            "You work on the folder {folder}.\n\n{}",
            skills.instructions
        ))
        .tools(files.tools())
        .tools(skills.tools);
    if let Some(address) = arguments.next() {
        agent = agent.gateway_chat_url(address);
    }
    let agent = agent.build().await?;

    show(agent.prompt(prompt)?).await?;

    agent.close().await;
    files.close().await?;
    Ok(())
}

/// The tools of the filesystem server, for one folder.
async fn filesystem(folder: &str) -> Result<McpAdapter, Box<dyn Error>> {
    let mut server = Command::new("npx");
    server.args(["--yes", "@modelcontextprotocol/server-filesystem", folder]);
    let service = ().serve(TokioChildProcess::new(server)?).await?;
    let client = Arc::new(RmcpClient::new(service));
    let options = McpOptions::default().with_prefix("fs_");
    Ok(create_mcp_adapter(client, options).await?)
}

/// Every skill of a folder, in the order of their names.
async fn skills(folder: &Path) -> Result<SkillsAdapter, Box<dyn Error>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<_> = entries.iter().map(|entry| entry.path()).collect();
    paths.sort();
    let mut records = Vec::new();
    for path in paths {
        records.push(load_skill_file(path.join("SKILL.md"), LoadSkillOptions::default()).await?);
    }
    Ok(create_skills_adapter(records)?)
}

/// Prints a turn as it goes.
async fn show(mut turn: Turn) -> Result<(), Box<dyn Error>> {
    while let Some(event) = turn.next().await {
        match event? {
            TurnEvent::TextDelta { delta } => print!("{delta}"),
            TurnEvent::ToolStart { name, input, .. } => println!("\n[{name} {input}]"),
            _ => {}
        }
    }
    println!("\n{:?}", turn.result().await?.stop_reason);
    Ok(())
}
