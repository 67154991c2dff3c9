//! Clients of the crate `rmcp`.

use libfx_api::support::{BoxFuture, HostError, JsonObject};
use libfx_api::{
    McpCallOptions, McpClient, McpPageRequest, McpPromptRequest, McpResourceRequest, McpToolCall,
};
use rmcp::model::{
    CallToolRequestParams, GetPromptRequestParams, PaginatedRequestParams,
    ReadResourceRequestParams,
};
use rmcp::service::{RoleClient, RunningService, Service};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::RwLock;

/// A running service of `rmcp` as an [`McpClient`].
///
/// A call that is cancelled or whose turn ends tells the server so. Closing the adapter ends the service and waits until
/// its transport is closed.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use libfx::mcp::{McpOptions, RmcpClient, create_mcp_adapter};
/// use rmcp::service::{RoleClient, RunningService};
///
/// # async fn example(service: RunningService<RoleClient, ()>) -> Result<(), libfx::FxError> {
/// let client = Arc::new(RmcpClient::new(service));
/// let adapter = create_mcp_adapter(client, McpOptions::default()).await?;
/// # Ok(())
/// # }
/// ```
pub struct RmcpClient<S: Service<RoleClient>> {
    /// Shared by calls; only closing takes it alone.
    service: RwLock<RunningService<RoleClient, S>>,
}

impl<S: Service<RoleClient>> RmcpClient<S> {
    /// Takes over a service that is connected.
    pub fn new(service: RunningService<RoleClient, S>) -> Self {
        RmcpClient {
            service: RwLock::new(service),
        }
    }
}

impl<S: Service<RoleClient>> McpClient for RmcpClient<S> {
    fn list_tools(
        &self,
        params: Option<McpPageRequest>,
    ) -> BoxFuture<'_, Result<JsonObject, HostError>> {
        let params =
            params.map(|page| PaginatedRequestParams::default().with_cursor(Some(page.cursor)));
        Box::pin(async move { object(self.service.read().await.list_tools(params).await?) })
    }

    fn call_tool(
        &self,
        params: McpToolCall,
        _result_schema: Option<Value>,
        options: Option<McpCallOptions>,
    ) -> BoxFuture<'_, Result<JsonObject, HostError>> {
        let params = CallToolRequestParams::new(params.name).with_arguments(params.arguments);
        let signal = options.map(|options| options.signal).unwrap_or_default();
        Box::pin(async move {
            let service = self.service.read().await;
            // Dropping the call is what tells the server.
            tokio::select! {
                biased;
                () = signal.cancelled() => Err(HostError::new("the call was cancelled")),
                result = service.call_tool(params) => object(result?),
            }
        })
    }

    fn read_resource(
        &self,
        params: McpResourceRequest,
    ) -> Option<BoxFuture<'_, Result<JsonObject, HostError>>> {
        let params = ReadResourceRequestParams::new(params.uri);
        Some(Box::pin(async move {
            object(self.service.read().await.read_resource(params).await?)
        }))
    }

    fn get_prompt(
        &self,
        params: McpPromptRequest,
    ) -> Option<BoxFuture<'_, Result<JsonObject, HostError>>> {
        let mut request = GetPromptRequestParams::new(params.name);
        request.arguments = params.arguments.map(|arguments| {
            let texts = arguments.into_iter();
            texts
                .map(|(name, text)| (name, Value::from(text)))
                .collect()
        });
        Some(Box::pin(async move {
            object(self.service.read().await.get_prompt(request).await?)
        }))
    }

    fn close(&self) -> Option<BoxFuture<'_, Result<(), HostError>>> {
        Some(Box::pin(async move {
            // Ends the calls that share the service, so that it can be had alone.
            self.service.read().await.cancellation_token().cancel();
            self.service.write().await.close().await?;
            Ok(())
        }))
    }
}

impl<S: Service<RoleClient>> std::fmt::Debug for RmcpClient<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RmcpClient").finish_non_exhaustive()
    }
}

/// A result of the protocol as the JSON that it arrived as.
fn object(result: impl Serialize) -> Result<JsonObject, HostError> {
    match serde_json::to_value(result)? {
        Value::Object(object) => Ok(object),
        _ => Err(HostError::new("the result is not a JSON object")),
    }
}
