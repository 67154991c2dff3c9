//! The request: headers and body.

use libfx_api::support::{HttpRequest, JsonObject, Method};
use libfx_wire::chat_completions_request as wire;
use secrecy::ExposeSecret;
use serde_json::Value;

use super::reasoning::{LIST_FIELDS, PROVIDER};
use crate::conversation::{
    AssistantMessage, AssistantPart, CallResult, Image, RequestMessage, ResultOutput,
};
use crate::gateway::{ModelCall, ToolSpec, USER_AGENT};

pub(in crate::gateway) fn encode(call: &ModelCall<'_>) -> HttpRequest {
    let body = serde_json::to_vec(&body(call)).expect("keys are strings, values are JSON");
    let authorization = format!("Bearer {}", call.api_key.expose_secret());
    let headers = [
        ("content-type", "application/json"),
        ("authorization", &authorization),
        ("x-session-id", call.session_id),
        ("x-session-affinity", call.session_id),
        ("user-agent", USER_AGENT),
    ];
    HttpRequest {
        method: Method::Post,
        url: call.endpoint.url().to_owned(),
        headers: headers
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        body: body.into(),
    }
}

fn body(call: &ModelCall<'_>) -> wire::ChatCompletionsRequest {
    wire::ChatCompletionsRequest {
        model: call.model.to_owned(),
        messages: messages(call),
        tools: call.tools.iter().map(tool).collect(),
        stream: true,
        stream_options: wire::StreamOptions {
            include_usage: true,
        },
    }
}

fn tool(spec: &ToolSpec) -> wire::ChatTool {
    wire::ChatTool::Function(wire::FunctionSpec {
        name: spec.name.clone(),
        description: spec.description.clone(),
        parameters: spec.input_schema.clone(),
    })
}

fn messages(call: &ModelCall<'_>) -> Vec<wire::ChatMessage> {
    let mut messages = Messages::default();
    if let Some(content) = call.instructions {
        messages.list.push(wire::ChatMessage::System {
            content: content.to_owned(),
        });
    }
    for message in &call.messages {
        match message {
            RequestMessage::User(texts) => {
                let text = wire::UserContentPart::Text {
                    text: texts.join("\n\n"),
                };
                messages.user.push(text);
            }
            RequestMessage::Assistant(message) => {
                if let Some(message) = assistant(message) {
                    messages.push(message);
                }
            }
            RequestMessage::Results(results) => {
                for result in results {
                    messages.push(tool_result(result));
                }
                messages.user.extend(results.iter().flat_map(images));
            }
        }
    }
    messages.finish()
}

/// Messages, and the user message that is still growing: images that tools returned and what the user says next are one
/// message, since some models insist on taking turns.
#[derive(Default)]
struct Messages {
    list: Vec<wire::ChatMessage>,
    user: Vec<wire::UserContentPart>,
}

impl Messages {
    fn push(&mut self, message: wire::ChatMessage) {
        self.close_user();
        self.list.push(message);
    }

    fn finish(mut self) -> Vec<wire::ChatMessage> {
        self.close_user();
        self.list
    }

    /// Text alone is sent as a string, which every server takes.
    fn close_user(&mut self) {
        let parts = std::mem::take(&mut self.user);
        if parts.is_empty() {
            return;
        }
        let texts: Option<Vec<&str>> = parts
            .iter()
            .map(|part| match part {
                wire::UserContentPart::Text { text } => Some(text.as_str()),
                wire::UserContentPart::ImageUrl { .. } => None,
            })
            .collect();
        let content = match texts {
            Some(texts) => wire::UserContent::Text(texts.join("\n\n")),
            None => wire::UserContent::Parts(parts),
        };
        self.list.push(wire::ChatMessage::User { content });
    }
}

/// `None` if nothing of the message can be said in this protocol: an empty message would be refused.
fn assistant(message: &AssistantMessage) -> Option<wire::ChatMessage> {
    let mut text = String::new();
    let mut calls = Vec::new();
    let mut reasoning = Reasoning::default();
    for part in &message.parts {
        match part {
            AssistantPart::Text { text: more, .. } => text.push_str(more),
            AssistantPart::Reasoning { text, provider } => reasoning.add(text, provider),
            AssistantPart::ToolCall {
                id, name, input, ..
            } => calls.push(wire::ChatToolCall::Function {
                id: id.clone(),
                function: wire::FunctionCall {
                    name: name.clone(),
                    arguments: Value::Object(input.clone()).to_string(),
                },
            }),
            // Only the other protocol has these, and no words for them exist here.
            AssistantPart::ProviderCall { .. } | AssistantPart::ProviderResult { .. } => {}
        }
    }
    if text.is_empty() && calls.is_empty() {
        return None;
    }
    let [reasoning_details, thinking_blocks] = reasoning.lists;
    Some(wire::ChatMessage::Assistant {
        content: (!text.is_empty()).then_some(text),
        reasoning: reasoning.reasoning,
        reasoning_content: reasoning.reasoning_content,
        reasoning_details,
        thinking_blocks,
        tool_calls: calls,
    })
}

/// The reasoning of a message, under the names its server uses. Reasoning that came in another protocol stays out.
#[derive(Default)]
struct Reasoning {
    reasoning: Option<String>,
    reasoning_content: Option<String>,
    lists: [Vec<Value>; 2],
}

impl Reasoning {
    fn add(&mut self, text: &str, provider: &JsonObject) {
        let Some(kept) = provider.get(PROVIDER) else {
            return;
        };
        let field = match kept["field"].as_str() {
            Some("reasoning") => Some(&mut self.reasoning),
            Some("reasoning_content") => Some(&mut self.reasoning_content),
            _ => None,
        };
        if let Some(field) = field {
            field.get_or_insert_default().push_str(text);
        }
        for (name, list) in LIST_FIELDS.into_iter().zip(&mut self.lists) {
            list.extend(kept[name].as_array().into_iter().flatten().cloned());
        }
    }
}

fn tool_result(result: &CallResult<'_>) -> wire::ChatMessage {
    let content = match &*result.output {
        ResultOutput::Text(text)
        | ResultOutput::ErrorText(text)
        | ResultOutput::Content { text, .. } => text.clone(),
    };
    wire::ChatMessage::Tool {
        tool_call_id: result.call_id.to_owned(),
        content,
    }
}

/// Tool messages hold text only: images follow as the user's, each set named after its call.
fn images(result: &CallResult<'_>) -> Vec<wire::UserContentPart> {
    let ResultOutput::Content { images, .. } = &*result.output else {
        return Vec::new();
    };
    let label = wire::UserContentPart::Text {
        text: format!(
            "Images that {} returned (call {}):",
            result.name, result.call_id
        ),
    };
    std::iter::once(label)
        .chain(images.iter().map(image))
        .collect()
}

fn image(image: &Image) -> wire::UserContentPart {
    wire::UserContentPart::ImageUrl {
        image_url: wire::ImageUrl {
            url: format!("data:{};base64,{}", image.mime_type, image.data),
        },
    }
}

#[cfg(test)]
mod tests;
