//! What messages are made of.

use libfx_api::support::JsonObject;
use serde_json::Value;

/// A piece of a prompt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum UserPart {
    Text(String),
    /// Something the application names by its URI, and usually holds the text of.
    Resource {
        uri: String,
        text: Option<String>,
    },
}

/// What the model wrote in one reply, in its own order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AssistantMessage {
    pub(crate) parts: Vec<AssistantPart>,
}

/// A piece of a reply. `provider` is what the provider wants back with it, unchanged; mostly empty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AssistantPart {
    Text {
        text: String,
        provider: JsonObject,
    },
    Reasoning {
        text: String,
        provider: JsonObject,
    },
    /// A call of one of the application's tools.
    ToolCall {
        id: String,
        name: String,
        input: JsonObject,
        provider: JsonObject,
    },
    /// A call that the provider itself ran.
    ProviderCall {
        id: String,
        name: String,
        input: Value,
        provider: JsonObject,
    },
    /// What a call returned that the provider itself ran.
    ProviderResult {
        id: String,
        name: String,
        output: Value,
        failed: bool,
        provider: JsonObject,
    },
}

/// What a tool returned, as the model gets it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ResultOutput {
    Text(String),
    /// The call failed; the text says why.
    ErrorText(String),
    Content {
        text: String,
        images: Vec<Image>,
    },
}

/// An image: media type and base64.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Image {
    pub(crate) mime_type: String,
    pub(crate) data: String,
}

impl AssistantMessage {
    /// The application's calls: id and name, in order.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (&str, &str)> {
        self.parts.iter().filter_map(|part| match part {
            AssistantPart::ToolCall { id, name, .. } => Some((id.as_str(), name.as_str())),
            _ => None,
        })
    }

    /// Whether there is nothing in it that a provider accepts as a message: no text, no call. Reasoning alone is not
    /// enough.
    pub(crate) fn is_blank(&self) -> bool {
        self.parts.iter().all(|part| match part {
            AssistantPart::Text { text, .. } => text.is_empty(),
            AssistantPart::Reasoning { .. } => true,
            AssistantPart::ToolCall { .. }
            | AssistantPart::ProviderCall { .. }
            | AssistantPart::ProviderResult { .. } => false,
        })
    }

    /// Only what was said: a reply that was broken off proves neither its reasoning nor its calls.
    pub(super) fn text_only(mut self) -> Self {
        self.parts
            .retain(|part| matches!(part, AssistantPart::Text { text, .. } if !text.is_empty()));
        self
    }
}
