//! Chat completions: a message for each result, the input of a call as JSON text, the model named in the body.

use serde_json::Value;

use super::{Faults, list, repeated, text};
use crate::connection::Request;

pub(super) fn check_headers(request: &Request, faults: &mut Faults) {
    let foreign = request.headers.keys().find(|name| name.starts_with("ai-"));
    if let Some(name) = foreign {
        faults.add(format!("header {name} is of another protocol"));
    }
}

pub(super) fn check_body(body: &Value, faults: &mut Faults) {
    faults.add_if(text(&body["model"]).is_empty(), "model is missing");
    faults.add_if(body["stream"] != true, "stream is not true");
    faults.add_if(
        body["stream_options"]["include_usage"] != true,
        "stream_options does not ask for usage",
    );
    check_tools(body, faults);
    check_messages(list(&body["messages"]), faults);
}

fn check_tools(body: &Value, faults: &mut Faults) {
    let tools = list(&body["tools"]);
    faults.add_if(
        body["tools"].is_array() && tools.is_empty(),
        "an empty list of tools, which servers refuse",
    );
    for tool in tools {
        let function = &tool["function"];
        let is_function = tool["type"] == "function"
            && !text(&function["name"]).is_empty()
            && function["parameters"].is_object();
        if !is_function {
            faults.add(format!("not a function tool: {tool}"));
        }
    }
    let names: Vec<_> = tools.iter().map(|tool| &tool["function"]["name"]).collect();
    if let Some(name) = repeated(&names) {
        faults.add(format!("two tools are called {name}"));
    }
}

fn check_messages(messages: &[Value], faults: &mut Faults) {
    // The calls that the messages from here on must answer, in order.
    let mut open: Vec<&Value> = Vec::new();
    let mut before = "";
    for (index, message) in messages.iter().enumerate() {
        let role = text(&message["role"]);
        if role == "tool" {
            faults.add_at("messages", index, tool_fault(message, &mut open));
        } else {
            let unanswered = std::mem::take(&mut open);
            let unanswered = (!unanswered.is_empty())
                .then(|| format!("tool calls {unanswered:?} have no result before it"));
            faults.add_at("messages", index, unanswered);
        }
        let fault = match role {
            "system" if index > 0 => Some("a system message that is not the first".to_owned()),
            "system" if text(&message["content"]).is_empty() => {
                Some("system content is no text".to_owned())
            }
            "user" if before == "user" => Some("two user messages in a row".to_owned()),
            "user" => user_fault(message),
            "assistant" => assistant_fault(message),
            "system" | "tool" => None,
            role => Some(format!("unknown role {role:?}")),
        };
        faults.add_at("messages", index, fault);
        if role == "assistant" {
            open = list(&message["tool_calls"])
                .iter()
                .map(|call| &call["id"])
                .collect();
        }
        before = role;
    }
    faults.add_if(
        !open.is_empty(),
        "the conversation ends before all calls have a result",
    );
    faults.add_if(
        !matches!(before, "user" | "tool"),
        "the last message is neither the user's nor a tool's",
    );
}

fn tool_fault(message: &Value, open: &mut Vec<&Value>) -> Option<String> {
    let id = &message["tool_call_id"];
    if open.first() != Some(&id) {
        return Some(format!("the result of {id} stands where {open:?} are open"));
    }
    open.remove(0);
    (!message["content"].is_string()).then(|| "a result that is no text".to_owned())
}

fn user_fault(message: &Value) -> Option<String> {
    let content = &message["content"];
    let says = content.is_string() || !list(content).is_empty();
    (!says).then(|| "user message without content".to_owned())
}

fn assistant_fault(message: &Value) -> Option<String> {
    let calls = list(&message["tool_calls"]);
    if message["tool_calls"].is_array() && calls.is_empty() {
        return Some("an empty list of tool calls, which servers refuse".to_owned());
    }
    match &message["content"] {
        Value::Null if calls.is_empty() => return Some("empty assistant message".to_owned()),
        Value::String(text) if text.is_empty() => {
            return Some("empty assistant message".to_owned());
        }
        Value::Null | Value::String(_) => {}
        other => return Some(format!("assistant content is {other}")),
    }
    let ids: Vec<_> = calls.iter().map(|call| &call["id"]).collect();
    if let Some(id) = repeated(&ids) {
        return Some(format!("two tool calls have the id {id}"));
    }
    calls.iter().find_map(call_fault)
}

fn call_fault(call: &Value) -> Option<String> {
    let function = &call["function"];
    if call["type"] != "function" || text(&call["id"]).is_empty() {
        return Some(format!("not a function call: {call}"));
    }
    if text(&function["name"]).is_empty() {
        return Some(format!("tool call {} names no function", call["id"]));
    }
    let arguments = serde_json::from_str::<Value>(text(&function["arguments"]));
    let is_object = arguments.is_ok_and(|arguments| arguments.is_object());
    (!is_object).then(|| {
        format!(
            "the arguments of tool call {} are no JSON object",
            call["id"]
        )
    })
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::super::tests;
    use super::*;
    use crate::protocol::Protocol;

    pub(in super::super) fn body(messages: Value) -> Value {
        json!({
            "model": "creator/model", "stream": true, "stream_options": { "include_usage": true },
            "messages": messages,
        })
    }

    fn violations(messages: Value) -> Vec<String> {
        tests::violations(Protocol::ChatCompletions, &body(messages))
    }

    fn user() -> Value {
        json!({ "role": "user", "content": "hi" })
    }

    fn calls(ids: &[&str]) -> Value {
        let call = |id| json!({ "id": id, "type": "function", "function": { "name": "t", "arguments": "{}" } });
        json!({
            "role": "assistant", "content": null,
            "tool_calls": ids.iter().map(call).collect::<Vec<_>>(),
        })
    }

    fn result(id: &str) -> Value {
        json!({ "role": "tool", "tool_call_id": id, "content": "x" })
    }

    #[test]
    fn a_conversation_whose_calls_are_answered_in_order_is_valid() {
        let messages = json!([
            { "role": "system", "content": "Be brief." },
            user(),
            calls(&["a", "b"]),
            result("a"),
            result("b"),
            { "role": "assistant", "content": "ok" },
            user(),
        ]);
        assert_eq!(violations(messages), [""; 0]);
    }

    #[test]
    fn an_unanswered_misplaced_or_doubled_call_is_a_violation() {
        for (messages, faults) in [
            (json!([user(), calls(&["a"]), user()]), 1),
            (json!([user(), calls(&["a", "b"]), result("a")]), 1),
            (
                json!([user(), calls(&["a", "b"]), result("b"), result("a")]),
                2,
            ),
            (
                json!([user(), calls(&["a", "a"]), result("a"), result("a")]),
                1,
            ),
            (json!([user(), result("a")]), 1),
        ] {
            let found = violations(messages.clone());
            assert_eq!(found.len(), faults, "{messages}: {found:?}");
        }
    }

    #[test]
    fn an_assistant_message_that_says_nothing_is_a_violation() {
        for message in [
            json!({ "role": "assistant", "content": null }),
            json!({ "role": "assistant", "content": "" }),
            json!({ "role": "assistant", "content": "x", "tool_calls": [] }),
            json!({ "role": "assistant", "reasoning_content": "hm" }),
        ] {
            let found = violations(json!([user(), message, user()]));
            assert_eq!(found.len(), 1, "{message}: {found:?}");
        }
    }

    #[test]
    fn arguments_that_are_no_object_as_text_are_a_violation() {
        for arguments in [
            json!("{\"a\":"),
            json!("null"),
            json!(""),
            json!({}),
            Value::Null,
        ] {
            let mut call = calls(&["a"]);
            call["tool_calls"][0]["function"]["arguments"] = arguments;
            let found = violations(json!([user(), call, result("a")]));
            let expected = "messages[1]: the arguments of tool call \"a\" are no JSON object";
            assert_eq!(found, [expected]);
        }
    }

    #[test]
    fn users_take_turns_with_the_model() {
        let found = violations(json!([user(), user()]));
        assert_eq!(found, ["messages[1]: two user messages in a row"]);
        let found = violations(json!([user(), { "role": "assistant", "content": "x" }]));
        assert_eq!(
            found,
            ["the last message is neither the user's nor a tool's"]
        );
    }

    #[test]
    fn what_asks_for_the_stream_and_its_usage_must_be_there() {
        let found = tests::violations(
            Protocol::ChatCompletions,
            &json!({ "messages": [user()], "tools": [] }),
        );
        assert_eq!(found.len(), 4, "{found:?}");
    }
}
