//! Resources and prompts of a server, as instructions of an agent.

use libfx_api::limits::MAX_MCP_INSTRUCTIONS_BYTES;
use libfx_api::support::{BoxFuture, HostError, JsonObject};
use libfx_api::{
    FxError, McpClient, McpOptions, McpPromptChoice, McpPromptRequest, McpResourceRequest,
};
use libfx_wire::mcp::{PromptMessage, PromptResult, ResourceResult};
use serde_json::Value;

use super::answer::{self, quoted};
use super::content::{Content, omitted};
use crate::tagged::{self, Blocks};

/// Reads what the options name, one after the other, until there is no room.
pub(super) async fn of(client: &dyn McpClient, options: &McpOptions) -> Result<String, FxError> {
    let mut blocks = Blocks::new(
        "the chosen resources and prompts",
        MAX_MCP_INSTRUCTIONS_BYTES,
    );
    for uri in options.resources.iter().flatten() {
        blocks.push(&resource(client, uri).await?)?;
    }
    for choice in options.prompts.iter().flatten() {
        blocks.push(&prompt(client, request(choice)).await?)?;
    }
    Ok(blocks.into_text())
}

async fn resource(client: &dyn McpClient, uri: &str) -> Result<String, FxError> {
    let call = format!("readResource({})", quoted(uri));
    let reading = client.read_resource(McpResourceRequest {
        uri: uri.to_owned(),
    });
    let answer = answer_of(reading, "readResource", "options.resources", &call).await?;
    let result: ResourceResult = answer::read(&call, "the answer", answer)?;
    let contents = result.contents.into_iter().map(Content::of_resource);
    let text: Vec<String> = contents.map(text_of).collect();
    Ok(tagged::with_attribute(
        "resource",
        ("uri", uri),
        &text.join("\n"),
    ))
}

async fn prompt(client: &dyn McpClient, request: McpPromptRequest) -> Result<String, FxError> {
    let name = request.name.clone();
    let call = format!("getPrompt({})", quoted(&name));
    let expanding = client.get_prompt(request);
    let answer = answer_of(expanding, "getPrompt", "options.prompts", &call).await?;
    let result: PromptResult = answer::read(&call, "the answer", answer)?;
    let messages = result
        .messages
        .into_iter()
        .map(|message| answer::read(&call, "a message", message))
        .collect::<Result<Vec<PromptMessage>, _>>()?;
    Ok(tagged::with_attribute(
        "prompt",
        ("name", &name),
        &dialogue(messages),
    ))
}

/// The answer of a method that a client may lack.
async fn answer_of(
    work: Option<BoxFuture<'_, Result<JsonObject, HostError>>>,
    method: &str,
    option: &str,
    call: &str,
) -> Result<JsonObject, FxError> {
    let work = work.ok_or_else(|| {
        FxError::invalid_argument(format!(
            "client.{method}: required for {option}, expected a function"
        ))
    })?;
    work.await.map_err(|error| answer::failed(call, &error))
}

fn request(choice: &McpPromptChoice) -> McpPromptRequest {
    match choice {
        McpPromptChoice::Name(name) => McpPromptRequest::new(name),
        McpPromptChoice::Request(request) => request.clone(),
    }
}

/// The messages as text. Who speaks is said only where it is not always the user.
fn dialogue(messages: Vec<PromptMessage>) -> String {
    let is_user = |message: &PromptMessage| matches!(message.role.as_deref(), None | Some("user"));
    let has_roles = !messages.iter().all(is_user);
    let texts: Vec<String> = messages
        .into_iter()
        .map(|message| {
            let role = message.role.unwrap_or_else(|| "user".to_owned());
            let text = said(message.content.unwrap_or_default());
            match has_roles {
                true => format!("{role}: {text}"),
                false => text,
            }
        })
        .collect();
    texts.join("\n")
}

/// The content of a message: an item, or several.
fn said(content: Value) -> String {
    let items = match content {
        Value::Array(items) => items,
        item => vec![item],
    };
    let texts: Vec<String> = items.into_iter().map(Content::of).map(text_of).collect();
    texts.join("\n")
}

fn text_of(content: Content) -> String {
    match content {
        Content::Text(text) | Content::Omitted(text) => text,
        Content::Image(image) => text_of(omitted(
            "An image",
            "instructions are text",
            [image.mime_type.as_str()],
        )),
    }
}
