//! MCP: from a client of a Model Context Protocol server to tools and instructions of an agent.
//!
//! The client is the application's: an implementation of [`McpClient`], which is what the official SDKs offer. With the
//! feature `rmcp`, [`RmcpClient`] makes one of a service of the crate of that name.
//!
//! Everything that comes from a server is foreign: `listing`, `instructions` and `result` say what is taken of it, how
//! much of it, and what its faults become. [`content`] tells its kinds of content apart, `answer` reports what is not in
//! the protocol's form, `names` makes names that models accept.

mod adapter;
mod answer;
mod content;
mod instructions;
mod listing;
mod names;
mod result;
#[cfg(all(feature = "rmcp", not(target_arch = "wasm32")))]
mod rmcp;
mod tool;

pub use adapter::{McpAdapter, create_mcp_adapter};
pub use libfx_api::{
    McpCallOptions, McpClient, McpOptions, McpPageRequest, McpPromptChoice, McpPromptRequest,
    McpResourceRequest, McpToolCall,
};

#[cfg(all(feature = "rmcp", not(target_arch = "wasm32")))]
pub use self::rmcp::RmcpClient;
