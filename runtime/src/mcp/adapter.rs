//! What an agent gets from a server, and the end of its client.

use std::sync::{Arc, OnceLock};

use futures_util::FutureExt;
use futures_util::future::Shared;
use libfx_api::support::{BoxFuture, Path, Validate};
use libfx_api::{FxError, HostTool, McpClient, McpOptions};

use super::tool::McpTool;
use super::{answer, instructions, listing, names};

/// The tools and instructions of one MCP server; see [`create_mcp_adapter`].
pub struct McpAdapter {
    client: Arc<dyn McpClient>,
    tools: Vec<Arc<dyn HostTool>>,
    instructions: String,
    closing: OnceLock<Closing>,
}

type Closing = Shared<BoxFuture<'static, Result<(), FxError>>>;

/// Makes tools and instructions for an agent from an MCP client that is already connected.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use libfx::Agent;
/// use libfx::mcp::{McpClient, McpOptions, create_mcp_adapter};
///
/// # async fn example(client: Arc<dyn McpClient>) -> Result<(), libfx::FxError> {
/// let files = create_mcp_adapter(client, McpOptions::default().with_prefix("files_")).await?;
/// let agent = Agent::builder("my AI Gateway key")
///     .instructions(files.instructions())
///     .tools(files.tools())
///     .build()
///     .await?;
/// // …
/// agent.close().await;
/// files.close().await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// `invalidArgument` for bad options or a client that lacks a method they need, `limitExceeded` for more than an agent
/// takes, `mcpFailed` for a client that fails or answers what the protocol does not allow. The message names the option
/// or the client's method.
pub async fn create_mcp_adapter(
    client: Arc<dyn McpClient>,
    options: McpOptions,
) -> Result<McpAdapter, FxError> {
    options.validate(&Path::Root("options"))?;
    let listed = listing::all_tools(&*client).await?;
    let instructions = instructions::of(&*client, &options).await?;
    let prefix = options.prefix.as_deref().unwrap_or_default();
    let names = names::assign(prefix, listed.iter().map(|tool| tool.name.as_str()));
    let tools = names
        .into_iter()
        .zip(listed)
        .map(|(name, tool)| McpTool::new(client.clone(), name, tool))
        .map(|tool| Arc::new(tool) as Arc<dyn HostTool>)
        .collect();
    Ok(McpAdapter {
        client,
        tools,
        instructions,
        closing: OnceLock::new(),
    })
}

impl McpAdapter {
    /// The server's tools, for [`AgentOptions::tools`](libfx_api::AgentOptions::tools).
    pub fn tools(&self) -> Vec<Arc<dyn HostTool>> {
        self.tools.clone()
    }

    /// The text of the chosen resources and prompts, for
    /// [`AgentOptions::instructions`](libfx_api::AgentOptions::instructions).
    pub fn instructions(&self) -> &str {
        &self.instructions
    }

    /// Closes the client, once however often this is called. Close the agent first.
    ///
    /// # Errors
    /// `mcpFailed`: the client's own `close` failed. Every call ends alike.
    pub async fn close(&self) -> Result<(), FxError> {
        let closing = self.closing.get_or_init(|| {
            let work: BoxFuture<'static, _> = Box::pin(close(self.client.clone()));
            work.shared()
        });
        closing.clone().await
    }
}

async fn close(client: Arc<dyn McpClient>) -> Result<(), FxError> {
    match client.close() {
        Some(closing) => closing
            .await
            .map_err(|error| answer::failed("close", &error)),
        None => Ok(()),
    }
}

impl std::fmt::Debug for McpAdapter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tools: Vec<&str> = self.tools.iter().map(|tool| tool.name()).collect();
        f.debug_struct("McpAdapter")
            .field("tools", &tools)
            .finish_non_exhaustive()
    }
}
