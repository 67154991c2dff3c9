//! Services of the crate `rmcp` as clients: against a server of the same crate, over a pipe within the process.

use std::sync::Arc;

use libfx::api::HostError;
use libfx::mcp::{McpAdapter, McpOptions, RmcpClient, create_mcp_adapter};
use libfx::{ErrorCode, ToolContext, ToolImage, ToolOutput};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelledNotificationParam,
    ContentBlock, ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    ListToolsResult, PaginatedRequestParams, PromptMessage, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ResourceContents, Role, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use rmcp::{ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;

/// Two pages of tools: `look` answers with text, an image and structured content, `fail` with an error, and `wait` does
/// not answer.
struct Server {
    /// Is told of calls that wait, and of those that are cancelled.
    news: UnboundedSender<&'static str>,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools();
        ServerConfig::new(capabilities.enable_resources().enable_prompts().build())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tool = |name| Tool::new(name, "A tool.", Arc::new(schema()));
        let mut result = ListToolsResult::default();
        match request.and_then(|page| page.cursor).as_deref() {
            None => {
                result.tools = vec![tool("look"), tool("fail")];
                result.next_cursor = Some("more".to_owned());
            }
            Some("more") => result.tools = vec![tool("wait.long")],
            Some(_) => return Err(ErrorData::invalid_params("no such page", None)),
        }
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match &*request.name {
            "look" => {
                let mut result = CallToolResult::structured(json!(request.arguments));
                result.content = vec![
                    ContentBlock::text("seen"),
                    ContentBlock::image("AAAA", "image/png"),
                ];
                Ok(result.into())
            }
            "fail" => Ok(CallToolResult::error(vec![ContentBlock::text("no such file")]).into()),
            "wait.long" => {
                let _ = self.news.send("waits");
                context.ct.cancelled().await;
                Err(ErrorData::internal_error("cancelled", None))
            }
            _ => Err(ErrorData::invalid_params("no such tool", None)),
        }
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match &*request.uri {
            "test://notes" => {
                let contents = ResourceContents::text("some notes", request.uri);
                Ok(ReadResourceResult::new(vec![contents]).into())
            }
            _ => Err(ErrorData::resource_not_found("no such resource", None)),
        }
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let text = format!("Say hello to {}.", json!(request.arguments));
        let message = PromptMessage::new_text(Role::User, text);
        Ok(GetPromptResult::new(vec![message]).into())
    }

    async fn on_cancelled(
        &self,
        _: CancelledNotificationParam,
        _: NotificationContext<RoleServer>,
    ) {
        let _ = self.news.send("cancelled");
    }
}

fn schema() -> serde_json::Map<String, Value> {
    let schema =
        json!({"type": "object", "properties": {"at": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}});
    schema.as_object().expect("an object").clone()
}

/// A client that is connected to a server, and what the server tells.
async fn connected() -> (Arc<RmcpClient<()>>, UnboundedReceiver<&'static str>) {
    let (ours, theirs) = tokio::io::duplex(4096);
    let (news, told) = unbounded_channel();
    tokio::spawn(async move {
        let server = Server { news: news.clone() }.serve(theirs).await;
        let _ = server.expect("a server").waiting().await;
        let _ = news.send("gone");
    });
    let service = ().serve(ours).await.expect("a client");
    (Arc::new(RmcpClient::new(service)), told)
}

async fn adapter(options: McpOptions) -> (McpAdapter, UnboundedReceiver<&'static str>) {
    let (client, told) = connected().await;
    let adapter = create_mcp_adapter(client, options).await;
    (adapter.expect("an adapter"), told)
}

async fn call(
    adapter: &McpAdapter,
    tool: usize,
    signal: CancellationToken,
) -> Result<ToolOutput, HostError> {
    let context = ToolContext {
        signal,
        tool_call_id: "call-1".to_owned(),
    };
    adapter.tools()[tool]
        .execute(json!({"at": "sky"}), context)
        .await
}

#[tokio::test]
async fn tools_of_all_pages_are_listed_with_their_schemas() {
    let (adapter, _told) = adapter(McpOptions::default().with_prefix("t_")).await;
    let tools = adapter.tools();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, ["t_look", "t_fail", "t_wait_long"]);
    assert_eq!(tools[2].description(), "A tool.");
    assert_eq!(tools[2].input_schema(), &schema());
}

#[tokio::test]
async fn text_images_and_structured_content_arrive() {
    let (adapter, _told) = adapter(McpOptions::default()).await;
    let expected = ToolOutput::Rich {
        text: "seen\n{\"at\":\"sky\"}".to_owned(),
        images: vec![ToolImage::Image {
            mime_type: "image/png".to_owned(),
            data: "AAAA".to_owned(),
        }],
        is_error: None,
    };
    assert_eq!(
        call(&adapter, 0, CancellationToken::new()).await,
        Ok(expected)
    );
}

#[tokio::test]
async fn a_result_that_is_an_error_is_a_failed_result() {
    let (adapter, _told) = adapter(McpOptions::default()).await;
    let expected = ToolOutput::Rich {
        text: "no such file".to_owned(),
        images: vec![],
        is_error: Some(true),
    };
    assert_eq!(
        call(&adapter, 1, CancellationToken::new()).await,
        Ok(expected)
    );
}

#[tokio::test]
async fn resources_and_prompts_become_instructions() {
    let options = McpOptions::default()
        .with_resources(vec!["test://notes".to_owned()])
        .with_prompts(vec!["greet".into()]);
    let (adapter, _told) = adapter(options).await;
    assert_eq!(
        adapter.instructions(),
        "<resource uri=\"test://notes\">\nsome notes\n</resource>\n\n\
         <prompt name=\"greet\">\nSay hello to null.\n</prompt>"
    );
    let (client, _told) = connected().await;
    let options = McpOptions::default().with_resources(vec!["test://none".to_owned()]);
    let error = create_mcp_adapter(client, options)
        .await
        .expect_err("it does not exist");
    assert_eq!(error.code, ErrorCode::McpFailed);
    assert!(error.message.contains("no such resource"), "{error}");
}

#[tokio::test]
async fn cancelling_a_call_reaches_the_server() {
    let (adapter, mut told) = adapter(McpOptions::default()).await;
    let signal = CancellationToken::new();
    let cancel = async {
        assert_eq!(told.recv().await, Some("waits"));
        signal.cancel();
    };
    let (answer, ()) = tokio::join!(call(&adapter, 2, signal.clone()), cancel);
    assert_eq!(answer, Err(HostError::new("the call was cancelled")));
    assert_eq!(told.recv().await, Some("cancelled"));
}

#[tokio::test]
async fn dropping_a_call_reaches_the_server() {
    let (adapter, mut told) = adapter(McpOptions::default()).await;
    tokio::select! {
        _ = call(&adapter, 2, CancellationToken::new()) => panic!("it does not answer"),
        waits = told.recv() => assert_eq!(waits, Some("waits")),
    }
    assert_eq!(told.recv().await, Some("cancelled"));
}

#[tokio::test]
async fn closing_ends_the_connection() {
    let (adapter, mut told) = adapter(McpOptions::default()).await;
    assert_eq!(adapter.close().await, Ok(()));
    assert_eq!(told.recv().await, Some("gone"));
    let late = call(&adapter, 0, CancellationToken::new()).await;
    assert!(late.is_err(), "{late:?}");
}

#[tokio::test]
async fn closing_ends_the_calls_under_way() {
    let (adapter, mut told) = adapter(McpOptions::default()).await;
    let close = async {
        assert_eq!(told.recv().await, Some("waits"));
        assert_eq!(adapter.close().await, Ok(()));
    };
    let (answer, ()) = tokio::join!(call(&adapter, 2, CancellationToken::new()), close);
    assert!(answer.is_err(), "{answer:?}");
}
