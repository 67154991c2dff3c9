//! A history as requests must hold it, and the comparison with one that does.

use serde_json::Value;

/// One piece of a conversation, in the order of the request.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    User(String),
    /// A document, in whatever words.
    Document(Vec<String>),
    /// The mark that the turn above was aborted.
    Aborted,
    /// A part of an assistant message, as it goes back.
    Assistant(Value),
    Result {
        id: String,
        name: String,
        output: Output,
    },
}

/// What a tool returned, as the model must get it.
#[derive(Clone, Debug)]
pub(crate) enum Output {
    Text(String),
    /// A failure; with its text, unless the wording is free.
    Error(Option<String>),
    /// A text, and the base64 of images.
    Content(String, Vec<String>),
}

/// Compares the prompt of a request with the history it must hold.
pub(crate) fn compare(
    expected: &[Item],
    instructions: Option<&str>,
    prompt: &[Value],
) -> Result<(), String> {
    let mut messages = prompt;
    if let Some(instructions) = instructions {
        let (first, rest) = prompt.split_first().ok_or("an empty prompt")?;
        if first["role"] != "system" || first["content"] != instructions {
            return Err(format!("the instructions are {first}"));
        }
        messages = rest;
    }
    let actual: Vec<(&Value, &Value)> = messages
        .iter()
        .flat_map(|message| parts(message).iter().map(|part| (&message["role"], part)))
        .collect();
    for (at, item) in expected.iter().enumerate() {
        match actual.get(at) {
            Some((role, part)) if item.is(role, part) => {}
            other => {
                return Err(format!(
                    "piece {at} of the history is {}, not {item:?}",
                    other.map_or("missing".to_owned(), |(role, part)| format!(
                        "{role} {part}"
                    ))
                ));
            }
        }
    }
    match actual.get(expected.len()) {
        None => Ok(()),
        Some((role, part)) => Err(format!("the history goes on with {role} {part}")),
    }
}

pub(crate) fn parts(message: &Value) -> &[Value] {
    message["content"].as_array().map_or(&[], Vec::as_slice)
}

impl Item {
    fn is(&self, role: &Value, part: &Value) -> bool {
        match self {
            Item::User(text) => {
                role == "user" && part["type"] == "text" && part["text"] == text.as_str()
            }
            Item::Document(holds) => {
                let text = part["text"].as_str().unwrap_or_default();
                role == "user" && holds.iter().all(|piece| text.contains(piece))
            }
            Item::Aborted => {
                let text = part["text"].as_str().unwrap_or_default();
                role == "user" && text.starts_with('[') && text.contains("aborted")
            }
            Item::Assistant(expected) => role == "assistant" && part == expected,
            Item::Result { id, name, output } => {
                role == "tool"
                    && part["type"] == "tool-result"
                    && part["toolCallId"] == id.as_str()
                    && part["toolName"] == name.as_str()
                    && output.is(&part["output"])
            }
        }
    }
}

impl Output {
    fn is(&self, actual: &Value) -> bool {
        let value = &actual["value"];
        match self {
            Output::Text(text) => actual["type"] == "text" && value == text.as_str(),
            Output::Error(None) => {
                actual["type"] == "error-text" && value.as_str().is_some_and(|it| !it.is_empty())
            }
            Output::Error(Some(text)) => actual["type"] == "error-text" && value == text.as_str(),
            Output::Content(text, images) => {
                let holds = |image: &String| value.to_string().contains(image.as_str());
                actual["type"] == "content"
                    && value.as_array().is_some_and(|parts| {
                        parts.iter().filter(|part| part["type"] != "text").count() == images.len()
                            && parts.iter().any(|part| part["text"] == text.as_str())
                    })
                    && images.iter().all(holds)
            }
        }
    }
}
