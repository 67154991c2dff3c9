//! MCP servers: whatever they answer, few requests, tools and results that an agent takes, and errors in few words.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt;
use libfx::mcp::{
    McpAdapter, McpCallOptions, McpClient, McpOptions, McpPageRequest, McpPromptRequest,
    McpResourceRequest, McpToolCall, create_mcp_adapter,
};
use libfx::{ErrorCode, FxError, ToolContext, limits};
use libfx_api::support::{BoxFuture, HostError, JsonObject, Path, Validate};
use libfx_api::{AgentOptions, ToolImage, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// No message needs more.
const MAX_MESSAGE_BYTES: usize = 4096;

const IMAGE_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// What a server answers; what is no object is thrown.
#[derive(Deserialize)]
struct Server {
    /// The last one again and again.
    pages: Vec<Value>,
    #[serde(default)]
    call: Value,
    #[serde(default)]
    resource: Value,
    #[serde(default)]
    prompt: Value,
    #[serde(skip)]
    listings: AtomicU64,
}

pub(crate) fn check(text: &str) {
    let Ok(server) = serde_json::from_str::<Server>(text) else {
        return;
    };
    let server = Arc::new(server);
    let options = McpOptions::default()
        .with_prefix("fs-")
        .with_resources(vec!["a:b".to_owned()])
        .with_prompts(vec!["greet".into()]);
    let adapter = at_once(create_mcp_adapter(server.clone(), options));
    assert!(server.listings.load(Ordering::Relaxed) <= limits::MAX_MCP_PAGES);
    match adapter {
        Ok(adapter) => check_adapter(&adapter),
        Err(error) => check_refusal(&error),
    }
}

fn check_refusal(error: &FxError) {
    assert!(matches!(
        error.code,
        ErrorCode::McpFailed | ErrorCode::LimitExceeded
    ));
    check_message(&error.message);
}

fn check_message(message: &str) {
    let bytes = message.len();
    assert!(bytes <= MAX_MESSAGE_BYTES, "a message of {bytes} bytes");
}

fn check_adapter(adapter: &McpAdapter) {
    let tools = adapter.tools();
    let options = AgentOptions::new("key")
        .with_tools(tools.clone())
        .with_instructions(adapter.instructions());
    assert_eq!(options.validate(&Path::Root("options")), Ok(()));
    let Some(tool) = tools.first() else {
        return;
    };
    let context = ToolContext {
        signal: CancellationToken::new(),
        tool_call_id: "call-1".to_owned(),
    };
    match at_once(tool.execute(json!({}), context)) {
        Ok(output) => check_output(&output),
        Err(error) => check_message(&error.message),
    }
}

fn check_output(output: &ToolOutput) {
    assert_eq!(output.validate(&Path::Root("result")), Ok(()));
    let ToolOutput::Rich { images, .. } = output else {
        return;
    };
    for ToolImage::Image { mime_type, .. } in images {
        assert!(IMAGE_TYPES.contains(&mime_type.as_str()), "{mime_type}");
    }
}

/// The server answers at once, so there is nothing to wait for.
fn at_once<T>(work: impl Future<Output = T>) -> T {
    work.now_or_never().expect("nothing to wait for")
}

impl McpClient for Server {
    fn list_tools(
        &self,
        _: Option<McpPageRequest>,
    ) -> BoxFuture<'_, Result<JsonObject, HostError>> {
        let at = self.listings.fetch_add(1, Ordering::Relaxed) as usize;
        answer(self.pages.get(at).or(self.pages.last()))
    }

    fn call_tool(
        &self,
        _: McpToolCall,
        _: Option<Value>,
        _: Option<McpCallOptions>,
    ) -> BoxFuture<'_, Result<JsonObject, HostError>> {
        answer(Some(&self.call))
    }

    fn read_resource(
        &self,
        _: McpResourceRequest,
    ) -> Option<BoxFuture<'_, Result<JsonObject, HostError>>> {
        Some(answer(Some(&self.resource)))
    }

    fn get_prompt(
        &self,
        _: McpPromptRequest,
    ) -> Option<BoxFuture<'_, Result<JsonObject, HostError>>> {
        Some(answer(Some(&self.prompt)))
    }
}

fn answer(given: Option<&Value>) -> BoxFuture<'static, Result<JsonObject, HostError>> {
    let answer = match given {
        Some(Value::Object(object)) => Ok(object.clone()),
        other => Err(HostError::new(json!(other).to_string())),
    };
    Box::pin(std::future::ready(answer))
}
