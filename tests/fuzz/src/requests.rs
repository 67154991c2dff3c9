//! Requests as a server judges them: whatever was read before, each is valid in its protocol.

use std::collections::BTreeMap;

use libfx_api::support::HttpRequest;
use libfx_gateway::invariants;
use serde_json::Value;

/// Panics if a server would refuse the request.
pub(crate) fn check(request: &HttpRequest) {
    let parsed: serde_json::Result<Value> = serde_json::from_slice(&request.body);
    let violations = match request.url.ends_with("/chat/completions") {
        true => chat_violations(&parsed.expect("the body is JSON")),
        false => language_model_violations(request, parsed),
    };
    assert_eq!(violations, [""; 0], "{}", request.url);
}

fn language_model_violations(
    request: &HttpRequest,
    body: serde_json::Result<Value>,
) -> Vec<String> {
    let mut headers: BTreeMap<_, _> = request.headers.iter().cloned().collect();
    // The scripted Gateway speaks the latest version; the messages of both are the same.
    headers.insert("ai-language-model-specification-version".into(), "4".into());
    invariants::check(&request.url, &headers, body.as_ref())
}

fn chat_violations(body: &Value) -> Vec<String> {
    let messages = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
    let mut violations = Vec::new();
    let mut asked: Vec<&str> = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        let mut say = |fault: &str| violations.push(format!("messages[{at}]: {fault}"));
        let role = message["role"].as_str().unwrap_or_default();
        if role == "tool" {
            let answered = message["tool_call_id"].as_str().unwrap_or_default();
            match asked.is_empty() || asked.remove(0) != answered {
                true => say("not the result of the next call"),
                false if !message["content"].is_string() => say("a result without text"),
                false => {}
            }
            continue;
        }
        if !asked.is_empty() {
            say("calls without their results");
        }
        match role {
            "system" if at == 0 => {}
            "user" if has_content(message) => {}
            "assistant" => {
                let calls = message["tool_calls"].as_array();
                let calls = calls.map_or(&[][..], Vec::as_slice);
                if !has_content(message) && calls.is_empty() {
                    say("an empty assistant message");
                }
                if !calls.iter().all(is_call) {
                    say("a call that is none");
                }
                asked = calls.iter().filter_map(|it| it["id"].as_str()).collect();
            }
            _ => say("a message out of place"),
        }
    }
    let ends_well = messages.last().is_some_and(|last| last["role"] == "user");
    if !ends_well {
        violations.push("the last message is not the user's".to_owned());
    }
    violations
}

fn has_content(message: &Value) -> bool {
    match &message["content"] {
        Value::String(text) => !text.is_empty(),
        Value::Array(parts) => !parts.is_empty(),
        _ => false,
    }
}

fn is_call(call: &Value) -> bool {
    let function = &call["function"];
    let arguments = function["arguments"].as_str().unwrap_or_default();
    call["id"].as_str().is_some_and(|id| !id.is_empty())
        && function["name"].is_string()
        && serde_json::from_str::<serde_json::Map<String, Value>>(arguments).is_ok()
}
