//! The language-model protocol: calls and results are parts of messages, the model is named in a header.

use serde_json::Value;

use super::{Faults, expect_header, header, list, repeated, text};
use crate::connection::Request;

pub(super) fn check_headers(request: &Request, specification: &str, faults: &mut Faults) {
    for (name, expected) in [
        ("ai-gateway-protocol-version", "0.0.1"),
        ("ai-language-model-specification-version", specification),
        ("ai-language-model-streaming", "true"),
    ] {
        expect_header(request, name, expected, faults);
    }
    faults.add_if(
        header(request, "ai-language-model-id").is_empty(),
        "header ai-language-model-id is missing",
    );
}

pub(super) fn check_body(body: &Value, faults: &mut Faults) {
    check_tools(body, faults);
    let messages = list(&body["prompt"]);
    for (index, message) in messages.iter().enumerate() {
        let fault = match text(&message["role"]) {
            "system" => system_fault(message, index),
            "user" => user_fault(message),
            "assistant" => assistant_fault(message, messages.get(index + 1)),
            "tool" => tool_fault(index.checked_sub(1).map(|before| &messages[before])),
            role => Some(format!("unknown role {role:?}")),
        };
        faults.add_at("prompt", index, fault);
    }
    let last = messages.last().map_or("", |message| text(&message["role"]));
    faults.add_if(
        !matches!(last, "user" | "tool"),
        "the last message is neither the user's nor a tool's",
    );
}

fn check_tools(body: &Value, faults: &mut Faults) {
    let tools = list(&body["tools"]);
    for tool in tools {
        let is_function = tool["type"] == "function"
            && !text(&tool["name"]).is_empty()
            && tool["inputSchema"].is_object();
        if !is_function {
            faults.add(format!("not a function tool: {tool}"));
        }
    }
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    if let Some(name) = repeated(&names) {
        faults.add(format!("two tools are called {name}"));
    }
    faults.add_if(
        !tools.is_empty() && body["toolChoice"]["type"] != "auto",
        "tools without toolChoice auto",
    );
}

fn system_fault(message: &Value, index: usize) -> Option<String> {
    if index > 0 {
        return Some("a system message that is not the first".to_owned());
    }
    let empty = text(&message["content"]).is_empty();
    empty.then(|| "system content is no text".to_owned())
}

fn user_fault(message: &Value) -> Option<String> {
    let empty = list(&message["content"]).is_empty();
    empty.then(|| "user message without parts".to_owned())
}

fn assistant_fault(message: &Value, next: Option<&Value>) -> Option<String> {
    let parts = list(&message["content"]);
    let speaks = |part: &Value| part["type"] != "text" || !text(&part["text"]).is_empty();
    if !parts.iter().any(speaks) {
        return Some("empty assistant message".to_owned());
    }
    let calls: Vec<_> = parts
        .iter()
        .filter(|part| part["type"] == "tool-call" && part["providerExecuted"] != true)
        .collect();
    if let Some(call) = calls.iter().find(|call| !is_valid_input(&call["input"])) {
        return Some(format!(
            "the input of tool call {} is no JSON",
            call["toolCallId"]
        ));
    }
    let called: Vec<_> = calls.iter().map(|call| &call["toolCallId"]).collect();
    if let Some(id) = repeated(&called) {
        return Some(format!("two tool calls have the id {id}"));
    }
    let results = next.filter(|next| next["role"] == "tool");
    let answered: Vec<_> = results
        .map_or(&[][..], |results| list(&results["content"]))
        .iter()
        .map(|result| &result["toolCallId"])
        .collect();
    (called != answered)
        .then(|| format!("tool calls {called:?} are followed by the results {answered:?}"))
}

fn tool_fault(before: Option<&Value>) -> Option<String> {
    let follows_assistant = before.is_some_and(|before| before["role"] == "assistant");
    (!follows_assistant).then(|| "tool results without the calls before them".to_owned())
}

/// Providers get the input as JSON text: a string here must be such a text.
fn is_valid_input(input: &Value) -> bool {
    match input {
        Value::Null => false,
        Value::String(text) => serde_json::from_str::<Value>(text).is_ok(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tests;
    use super::*;
    use crate::protocol::Protocol;

    fn violations(prompt: Value) -> Vec<String> {
        tests::violations(Protocol::LanguageModel, &json!({ "prompt": prompt }))
    }

    fn user() -> Value {
        json!({ "role": "user", "content": [{ "type": "text", "text": "hi" }] })
    }

    fn calls(ids: &[&str]) -> Value {
        let call =
            |id| json!({ "type": "tool-call", "toolCallId": id, "toolName": "t", "input": {} });
        json!({ "role": "assistant", "content": ids.iter().map(call).collect::<Vec<_>>() })
    }

    fn results(ids: &[&str]) -> Value {
        let result = |id| json!({ "type": "tool-result", "toolCallId": id, "toolName": "t" });
        json!({ "role": "tool", "content": ids.iter().map(result).collect::<Vec<_>>() })
    }

    #[test]
    fn a_conversation_whose_calls_are_answered_in_order_is_valid() {
        let prompt = json!([user(), calls(&["a", "b"]), results(&["a", "b"])]);
        assert_eq!(violations(prompt), [""; 0]);
    }

    #[test]
    fn an_unanswered_misplaced_or_doubled_call_is_a_violation() {
        for prompt in [
            json!([user(), calls(&["a"]), user()]),
            json!([user(), calls(&["a", "b"]), results(&["b", "a"])]),
            json!([user(), calls(&["a", "b"]), results(&["a"])]),
            json!([user(), calls(&["a", "a"]), results(&["a", "a"])]),
            json!([user(), results(&["a"])]),
        ] {
            assert_eq!(violations(prompt.clone()).len(), 1, "{prompt}");
        }
    }

    #[test]
    fn an_assistant_message_that_says_nothing_is_a_violation() {
        for content in [json!([]), json!([{ "type": "text", "text": "" }])] {
            let prompt = json!([user(), { "role": "assistant", "content": content }, user()]);
            assert_eq!(violations(prompt), ["prompt[1]: empty assistant message"]);
        }
    }

    #[test]
    fn an_input_that_is_text_but_no_json_is_a_violation() {
        let mut call = calls(&["a"]);
        call["content"][0]["input"] = "{\"city\":".into();
        let found = violations(json!([user(), call, results(&["a"])]));
        assert_eq!(
            found,
            ["prompt[1]: the input of tool call \"a\" is no JSON"]
        );
    }
}
