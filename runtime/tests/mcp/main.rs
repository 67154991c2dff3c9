//! What an adapter makes of an MCP server, whatever the server does.

mod agent;
mod calls;
mod client;
mod close;
mod hostile;
mod instructions;
mod listing;

use std::sync::Arc;

use libfx::mcp::{McpAdapter, McpOptions, create_mcp_adapter};
use libfx::{ErrorCode, FxError};

use client::Client;

pub(crate) async fn adapter(client: &Arc<Client>) -> Result<McpAdapter, FxError> {
    create_mcp_adapter(client.clone(), McpOptions::default()).await
}

#[track_caller]
pub(crate) fn refused<T: std::fmt::Debug>(
    result: Result<T, FxError>,
    code: ErrorCode,
    message: &str,
) {
    let error = result.expect_err("it is refused");
    assert_eq!((error.code, error.message.as_str()), (code, message));
}
