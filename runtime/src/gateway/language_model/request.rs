//! The request: headers and body.

use libfx_api::support::{HttpRequest, JsonObject, Method};
use libfx_wire::language_model_request as wire;
use secrecy::ExposeSecret;
use serde_json::Value;

use crate::conversation::{AssistantPart, CallResult, Image, RequestMessage, ResultOutput};
use crate::gateway::endpoint::Specification;
use crate::gateway::{ModelCall, ToolSpec, USER_AGENT};

const PROTOCOL_VERSION: &str = "0.0.1";

pub(in crate::gateway) fn encode(call: &ModelCall<'_>, version: Specification) -> HttpRequest {
    let body = serde_json::to_vec(&body(call, version)).expect("keys are strings, values are JSON");
    HttpRequest {
        method: Method::Post,
        url: call.endpoint.url().to_owned(),
        headers: headers(call, version),
        body: body.into(),
    }
}

fn headers(call: &ModelCall<'_>, version: Specification) -> Vec<(String, String)> {
    let authorization = format!("Bearer {}", call.api_key.expose_secret());
    let specification = match version {
        Specification::V3 => "3",
        Specification::V4 => "4",
    };
    [
        ("content-type", "application/json"),
        ("authorization", &authorization),
        ("ai-gateway-protocol-version", PROTOCOL_VERSION),
        ("ai-language-model-specification-version", specification),
        ("ai-language-model-id", call.model),
        ("ai-language-model-streaming", "true"),
        ("x-session-id", call.session_id),
        ("x-session-affinity", call.session_id),
        ("user-agent", USER_AGENT),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}

fn body(call: &ModelCall<'_>, version: Specification) -> wire::LanguageModelRequest {
    let has_choice = version == Specification::V4 || !call.tools.is_empty();
    wire::LanguageModelRequest {
        prompt: prompt(call, version),
        tools: call.tools.iter().map(tool).collect(),
        tool_choice: has_choice.then_some(wire::ToolChoice {
            type_: wire::ToolChoiceType::Auto,
        }),
        max_output_tokens: None,
        reasoning: None,
        provider_options: JsonObject::new(),
    }
}

fn tool(spec: &ToolSpec) -> wire::Tool {
    wire::Tool {
        type_: wire::ToolType::Function,
        name: spec.name.clone(),
        description: spec.description.clone(),
        input_schema: spec.input_schema.clone(),
    }
}

fn prompt(call: &ModelCall<'_>, version: Specification) -> Vec<wire::Message> {
    let system = call
        .instructions
        .map(|content| wire::Message::System(content.to_owned()));
    let said = call.messages.iter().map(|message| match message {
        RequestMessage::User(texts) => {
            wire::Message::User(texts.iter().map(|text| user_part(text)).collect())
        }
        RequestMessage::Assistant(message) => {
            wire::Message::Assistant(message.parts.iter().map(assistant_part).collect())
        }
        RequestMessage::Results(results) => wire::Message::Tool(
            results
                .iter()
                .map(|result| tool_result(result, version))
                .collect(),
        ),
    });
    system.into_iter().chain(said).collect()
}

fn user_part(text: &str) -> wire::UserPart {
    wire::UserPart::Text(text.to_owned())
}

fn assistant_part(part: &AssistantPart) -> wire::AssistantPart {
    match part.clone() {
        AssistantPart::Text { text, provider } => wire::AssistantPart::Text {
            text,
            provider_options: provider,
        },
        AssistantPart::Reasoning { text, provider } => wire::AssistantPart::Reasoning {
            text,
            provider_options: provider,
        },
        AssistantPart::ToolCall {
            id,
            name,
            input,
            provider,
        } => wire::AssistantPart::ToolCall {
            tool_call_id: id,
            tool_name: name,
            input: Value::Object(input),
            provider_executed: None,
            provider_options: provider,
        },
        AssistantPart::ProviderCall {
            id,
            name,
            input,
            provider,
        } => wire::AssistantPart::ToolCall {
            tool_call_id: id,
            tool_name: name,
            input,
            provider_executed: Some(true),
            provider_options: provider,
        },
        AssistantPart::ProviderResult {
            id,
            name,
            output,
            failed,
            provider,
        } => wire::AssistantPart::ToolResult {
            tool_call_id: id,
            tool_name: name,
            output: match failed {
                true => wire::ToolOutput::ErrorJson(output),
                false => wire::ToolOutput::Json(output),
            },
            provider_options: provider,
        },
    }
}

fn tool_result(result: &CallResult<'_>, version: Specification) -> wire::ToolPart {
    wire::ToolPart::ToolResult {
        tool_call_id: result.call_id.to_owned(),
        tool_name: result.name.to_owned(),
        output: match result.output.clone().into_owned() {
            ResultOutput::Text(value) => wire::ToolOutput::Text(value),
            ResultOutput::ErrorText(value) => wire::ToolOutput::ErrorText(value),
            ResultOutput::Content { text, images } => {
                wire::ToolOutput::Content(content(text, images, version))
            }
        },
    }
}

fn content(text: String, images: Vec<Image>, version: Specification) -> Vec<wire::ContentPart> {
    let text = (!text.is_empty()).then_some(wire::ContentPart::Text { text });
    let images = images.into_iter().map(|image| image_part(image, version));
    text.into_iter().chain(images).collect()
}

fn image_part(image: Image, version: Specification) -> wire::ContentPart {
    let Image { mime_type, data } = image;
    match version {
        Specification::V3 => wire::ContentPart::ImageData {
            media_type: mime_type,
            data,
        },
        Specification::V4 => wire::ContentPart::File {
            media_type: mime_type,
            data: wire::FileData::Data(data),
        },
    }
}

#[cfg(test)]
mod tests;
