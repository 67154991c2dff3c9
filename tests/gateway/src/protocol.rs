//! The protocols a session can be an endpoint of, and the addresses that choose them.

use serde::Deserialize;

/// What a session's requests and replies are written in. Clients tell it from the address.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// The AI SDK's language-model call, specification 4.
    #[default]
    LanguageModel,
    /// The same, specification 3.
    LanguageModelV3,
    /// OpenAI's chat completions.
    ChatCompletions,
}

impl Protocol {
    pub(crate) const ALL: [Self; 3] = [
        Self::LanguageModel,
        Self::LanguageModelV3,
        Self::ChatCompletions,
    ];

    /// The path below a session's root.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::LanguageModel => "/v4/ai/language-model",
            Self::LanguageModelV3 => "/v3/ai/language-model",
            Self::ChatCompletions => "/v1/chat/completions",
        }
    }

    /// The protocol of a request to this path, if it is one of a model call.
    pub(crate) fn of_path(path: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|protocol| path.ends_with(protocol.path()))
    }
}
