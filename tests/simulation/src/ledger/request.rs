//! What every request must be, whatever the conversation: the rules that providers refuse requests by.

use libfx::api::{HttpRequest, Method};
use serde_json::Value;

use super::history::parts;

/// Checks the envelope and the shape of a request; returns its body.
pub(crate) fn check(request: &HttpRequest, url: &str, key: &str) -> Result<Value, String> {
    if request.method != Method::Post || request.url != url {
        return Err(format!("a request to {}", request.url));
    }
    if request.header("authorization") != Some(&*format!("Bearer {key}")) {
        return Err("a request without its key".to_owned());
    }
    let body: Value = serde_json::from_slice(&request.body)
        .map_err(|error| format!("the body is no JSON: {error}"))?;
    let messages = body["prompt"].as_array().ok_or("no prompt")?;
    for (at, message) in messages.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &messages[before]);
        check_message(message, before, messages.get(at + 1))
            .map_err(|fault| format!("prompt[{at}]: {fault}"))?;
    }
    match messages.last().map(|message| &message["role"]) {
        Some(role) if role == "user" || role == "tool" => Ok(body),
        other => Err(format!("the last message is of {other:?}")),
    }
}

fn check_message(
    message: &Value,
    before: Option<&Value>,
    after: Option<&Value>,
) -> Result<(), String> {
    let role = message["role"].as_str().unwrap_or_default();
    let role_before = before.map_or("", |before| before["role"].as_str().unwrap_or_default());
    match role {
        "system" if before.is_none() => Ok(()),
        "user" if parts(message).is_empty() => Err("a user message without parts".to_owned()),
        "user" if role_before == "user" => Err("two user messages in a row".to_owned()),
        "user" => Ok(()),
        "assistant" => check_assistant(message, after),
        "tool" if role_before == "assistant" => Ok(()),
        _ => Err(format!(
            "a message of {role:?} after one of {role_before:?}"
        )),
    }
}

fn check_assistant(message: &Value, after: Option<&Value>) -> Result<(), String> {
    let speaks = |part: &Value| match part["type"].as_str() {
        Some("text") => part["text"] != "",
        Some("reasoning") | None => false,
        Some(_) => true,
    };
    if !parts(message).iter().any(speaks) {
        return Err("an empty assistant message".to_owned());
    }
    let own_calls = parts(message)
        .iter()
        .filter(|part| part["type"] == "tool-call" && part["providerExecuted"] != true);
    let called: Vec<(&Value, &Value)> = own_calls
        .map(|call| match call["input"].is_object() {
            true => Ok((&call["toolCallId"], &call["toolName"])),
            false => Err(format!("the input of a call is {}", call["input"])),
        })
        .collect::<Result<_, _>>()?;
    let answers = after
        .filter(|after| after["role"] == "tool")
        .map_or(&[][..], parts);
    let answered = answers
        .iter()
        .map(|result| (&result["toolCallId"], &result["toolName"]));
    if !called.iter().copied().eq(answered) {
        return Err(format!(
            "the calls {called:?} are not followed by their results"
        ));
    }
    Ok(())
}
