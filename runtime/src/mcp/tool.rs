//! A tool of a server, as a tool of an agent.

use std::sync::Arc;

use libfx_api::support::{BoxFuture, HostError, JsonObject};
use libfx_api::{HostTool, McpCallOptions, McpClient, McpToolCall, ToolContext, ToolOutput};
use serde_json::Value;

use super::listing::ListedTool;
use super::result;

pub(super) struct McpTool {
    client: Arc<dyn McpClient>,
    /// The name that the model calls it by.
    name: String,
    listed: ListedTool,
}

impl McpTool {
    pub(super) fn new(client: Arc<dyn McpClient>, name: String, listed: ListedTool) -> Self {
        McpTool {
            client,
            name,
            listed,
        }
    }
}

impl HostTool for McpTool {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.listed.description
    }

    fn input_schema(&self) -> &JsonObject {
        &self.listed.input_schema
    }

    fn execute(
        &self,
        input: Value,
        context: ToolContext,
    ) -> BoxFuture<'_, Result<ToolOutput, HostError>> {
        Box::pin(async move {
            let Value::Object(arguments) = input else {
                return Err(HostError::new("the input must be a JSON object"));
            };
            let call = McpToolCall {
                name: self.listed.name.clone(),
                arguments,
            };
            let options = McpCallOptions {
                signal: context.signal,
            };
            let answer = self.client.call_tool(call, None, Some(options)).await?;
            Ok(result::output(answer)?)
        })
    }
}
