//! A model for demonstrations: it asks for a tool, waits for the result and answers with it, at a pace people can read.

use serde_json::{Value, json};

use crate::{Reply, RequestRecord, Responder, script::Item};

/// The file the model wants to see.
const PATH: &str = "README.md";
const CALL_ID: &str = "call_demo_1";
/// Between two words.
const WORD_MS: u64 = 30;
/// Longest part of a tool result that is quoted, in characters.
const MAX_QUOTED: usize = 240;

/// The demonstration's model. See the module docs.
#[derive(Debug, Default)]
pub struct DemoModel;

impl Responder for DemoModel {
    fn reply(&self, request: &RequestRecord) -> Reply {
        let newest = request.body["prompt"]
            .as_array()
            .and_then(|messages| messages.last());
        let newest = newest.unwrap_or(&Value::Null);
        let tool = request.body["tools"][0]["name"].as_str();
        let answer = match (newest["role"].as_str(), tool) {
            (Some("tool"), _) => Answer::about_result(newest),
            (_, Some(tool)) => Answer::calling(tool),
            (_, None) => Answer::without_tools(),
        };
        Reply::stream(answer.parts(request))
    }
}

struct Answer {
    reasoning: String,
    text: String,
    tool: Option<String>,
}

impl Answer {
    fn calling(tool: &str) -> Self {
        Self {
            reasoning: format!(
                "The user asks about this repository. I know nothing about it yet; {tool} can show me {PATH}."
            ),
            text: "Let me look. ".to_owned(),
            tool: Some(tool.to_owned()),
        }
    }

    fn about_result(message: &Value) -> Self {
        let result = &message["content"][0];
        let tool = result["toolName"].as_str().unwrap_or("the tool");
        let output = &result["output"];
        let verdict = if output["type"] == "error-text" {
            "failed"
        } else {
            "ran"
        };
        Self {
            reasoning: format!("{tool} {verdict}; its result is what the user wants to know."),
            text: format!(
                "I asked {tool} for {PATH}. It {verdict} in your process, and this came back:\n\n> {}\n\nI am a script on \
                 loopback, so that is all I can make of it; a real model would read on from here.",
                quote(output)
            ),
            tool: None,
        }
    }

    fn without_tools() -> Self {
        Self {
            reasoning: "There is no tool that I could use.".to_owned(),
            text: "Hello! Give me a tool, and I will ask for it.".to_owned(),
            tool: None,
        }
    }

    fn parts(self, request: &RequestRecord) -> Vec<Item> {
        let mut parts = vec![
            Item::part(&json!({ "type": "stream-start", "warnings": [] })),
            Item::part(
                &json!({ "type": "response-metadata", "id": "gen_demo", "modelId": "demo/model" }),
            ),
        ];
        let written = words(&self.reasoning).count() + words(&self.text).count();
        speak("reasoning", &self.reasoning, &mut parts);
        speak("text", &self.text, &mut parts);
        let finish = match &self.tool {
            Some(tool) => {
                parts.extend(call_parts(tool));
                "tool-calls"
            }
            None => "stop",
        };
        parts.push(Item::part(&json!({
            "type": "finish",
            "finishReason": { "unified": finish, "raw": finish },
            "usage": {
                // About four bytes a token, as a real tokenizer has it for English.
                "inputTokens": { "total": request.body_bytes / 4 },
                "outputTokens": { "total": written, "reasoning": words(&self.reasoning).count() },
            },
        })));
        parts
    }
}

fn speak(kind: &str, text: &str, parts: &mut Vec<Item>) {
    let block = |phase: &str| Item::part(&json!({ "type": format!("{kind}-{phase}"), "id": kind }));
    parts.push(block("start"));
    for word in words(text) {
        parts.push(Item::part(
            &json!({ "type": format!("{kind}-delta"), "id": kind, "delta": word }),
        ));
        parts.push(Item::Delay(WORD_MS));
    }
    parts.push(block("end"));
}

fn call_parts(tool: &str) -> [Item; 4] {
    let input = input_of(tool).to_string();
    [
        json!({ "type": "tool-input-start", "id": CALL_ID, "toolName": tool }),
        json!({ "type": "tool-input-delta", "id": CALL_ID, "delta": input }),
        json!({ "type": "tool-input-end", "id": CALL_ID }),
        json!({ "type": "tool-call", "toolCallId": CALL_ID, "toolName": tool, "input": input }),
    ]
    .map(|part| Item::part(&part))
}

/// What shows the file: a command, for the tool of a terminal's workspace.
fn input_of(tool: &str) -> Value {
    match tool {
        "terminal" => json!({ "action": "exec", "command": format!("cat {PATH}") }),
        _ => json!({ "path": PATH }),
    }
}

/// Words with the blanks that follow them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive([' ', '\n'])
}

/// A tool's output in one quoted line.
fn quote(output: &Value) -> String {
    let text = match &output["value"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part["text"].as_str())
            .collect(),
        other => other.to_string(),
    };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
