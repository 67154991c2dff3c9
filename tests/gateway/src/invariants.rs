//! What must hold for every language-model request, whatever the scenario: checked on each one, so that no case has to
//! ask.

use std::collections::BTreeMap;

use serde_json::Value;

type Headers = BTreeMap<String, String>;

/// What is wrong with a request; empty if nothing is, or if it is not of the language-model protocol.
pub(crate) fn check(
    path: &str,
    headers: &Headers,
    body: Result<&Value, &serde_json::Error>,
) -> Vec<String> {
    let mut violations = Vec::new();
    if !path.ends_with("/language-model") {
        return violations;
    }
    check_headers(headers, &mut violations);
    match body {
        // The parser refuses invalid UTF-8 and half surrogates, too.
        Err(error) => violations.push(format!("the body is no JSON: {error}")),
        Ok(body) => {
            check_tools(body, &mut violations);
            check_prompt(body, &mut violations);
        }
    }
    violations
}

fn check_headers(headers: &Headers, violations: &mut Vec<String>) {
    let exact = [
        ("content-type", "application/json"),
        ("ai-gateway-protocol-version", "0.0.1"),
        ("ai-language-model-specification-version", "4"),
        ("ai-language-model-streaming", "true"),
    ];
    for (name, expected) in exact {
        match headers.get(name) {
            Some(value) if value == expected => {}
            Some(value) => violations.push(format!("header {name} is {value:?}, not {expected:?}")),
            None => violations.push(format!("header {name} is missing")),
        }
    }
    for name in ["ai-language-model-id", "x-session-id", "x-session-affinity"] {
        if headers.get(name).is_none_or(String::is_empty) {
            violations.push(format!("header {name} is missing"));
        }
    }
    if headers.get("x-session-id") != headers.get("x-session-affinity") {
        violations.push("x-session-id and x-session-affinity differ".to_owned());
    }
    let key = headers
        .get("authorization")
        .and_then(|it| it.strip_prefix("Bearer "));
    if key.is_none_or(str::is_empty) {
        violations.push("header authorization carries no bearer key".to_owned());
    }
}

fn check_tools(body: &Value, violations: &mut Vec<String>) {
    let tools = body["tools"].as_array().map_or(&[][..], Vec::as_slice);
    let mut names = Vec::new();
    for tool in tools {
        let name = tool["name"].as_str().unwrap_or_default();
        if tool["type"] != "function" || name.is_empty() || !tool["inputSchema"].is_object() {
            violations.push(format!("not a function tool: {tool}"));
        }
        if names.contains(&name) {
            violations.push(format!("two tools are called {name:?}"));
        }
        names.push(name);
    }
    if !tools.is_empty() && body["toolChoice"]["type"] != "auto" {
        violations.push("tools without toolChoice auto".to_owned());
    }
}

fn check_prompt(body: &Value, violations: &mut Vec<String>) {
    let Some(messages) = body["prompt"].as_array().filter(|it| !it.is_empty()) else {
        violations.push("prompt is no list of messages".to_owned());
        return;
    };
    for (index, message) in messages.iter().enumerate() {
        let fault = match message["role"].as_str() {
            Some("system") => system_fault(message, index),
            Some("user") => user_fault(message),
            Some("assistant") => assistant_fault(message, messages.get(index + 1)),
            Some("tool") => tool_fault(index.checked_sub(1).map(|before| &messages[before])),
            _ => Some(format!("unknown role {}", message["role"])),
        };
        violations.extend(fault.map(|fault| format!("prompt[{index}]: {fault}")));
    }
    let last = messages.last().map(|message| &message["role"]);
    if !last.is_some_and(|role| role == "user" || role == "tool") {
        violations.push("the last message is neither the user's nor a tool's".to_owned());
    }
}

fn system_fault(message: &Value, index: usize) -> Option<String> {
    if index > 0 {
        return Some("a system message that is not the first".to_owned());
    }
    let text = message["content"].as_str().unwrap_or_default();
    text.is_empty()
        .then(|| "system content is no text".to_owned())
}

fn user_fault(message: &Value) -> Option<String> {
    let empty = parts(message).is_empty();
    empty.then(|| "user message without parts".to_owned())
}

fn assistant_fault(message: &Value, next: Option<&Value>) -> Option<String> {
    let parts = parts(message);
    let speaks = |part: &Value| {
        part["type"] != "text" || !part["text"].as_str().unwrap_or_default().is_empty()
    };
    if !parts.iter().any(speaks) {
        return Some("empty assistant message".to_owned());
    }
    let calls: Vec<_> = parts
        .iter()
        .filter(|part| part["type"] == "tool-call")
        .collect();
    if let Some(call) = calls.iter().find(|call| !is_valid_input(&call["input"])) {
        return Some(format!(
            "the input of tool call {} is no JSON",
            call["toolCallId"]
        ));
    }
    let called: Vec<_> = calls.iter().map(|call| &call["toolCallId"]).collect();
    let answered: Vec<_> = next
        .filter(|next| next["role"] == "tool")
        .map_or(&[][..], self::parts)
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

fn parts(message: &Value) -> &[Value] {
    message["content"].as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn headers() -> Headers {
        [
            ("authorization", "Bearer k"),
            ("content-type", "application/json"),
            ("ai-gateway-protocol-version", "0.0.1"),
            ("ai-language-model-specification-version", "4"),
            ("ai-language-model-streaming", "true"),
            ("ai-language-model-id", "creator/model"),
            ("x-session-id", "s"),
            ("x-session-affinity", "s"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
    }

    fn violations(prompt: Value) -> Vec<String> {
        check(
            "/v4/ai/language-model",
            &headers(),
            Ok(&json!({ "prompt": prompt })),
        )
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
    fn an_unanswered_or_misplaced_call_is_a_violation() {
        for prompt in [
            json!([user(), calls(&["a"]), user()]),
            json!([user(), calls(&["a", "b"]), results(&["b", "a"])]),
            json!([user(), calls(&["a", "b"]), results(&["a"])]),
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

    #[test]
    fn half_a_surrogate_pair_is_a_violation() {
        let error = serde_json::from_str::<Value>(r#""\ud83d""#).expect_err("half a pair");
        let found = check("/v4/ai/language-model", &headers(), Err(&error));
        assert!(
            found[0].contains("surrogate") || found[0].contains("hex escape"),
            "{found:?}"
        );
    }

    #[test]
    fn missing_and_wrong_headers_are_violations() {
        let mut headers = headers();
        headers.remove("ai-language-model-id");
        headers.insert("x-session-affinity".into(), "other".into());
        headers.insert("authorization".into(), "Bearer ".into());
        let body = json!({ "prompt": [user()] });
        let found = check("/v4/ai/language-model", &headers, Ok(&body));
        assert_eq!(found.len(), 3, "{found:?}");
    }

    #[test]
    fn other_protocols_are_not_judged() {
        let body = json!({});
        assert_eq!(
            check("/v1/chat/completions", &Headers::new(), Ok(&body)),
            [""; 0]
        );
    }
}
