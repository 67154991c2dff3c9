//! Which calls a reply comes to.

use serde_json::json;

use super::{call, reply, stop, text, text_delta};
use crate::gateway::CallInput;

#[test]
fn calls_of_a_whole_reply_run_whatever_its_reason() {
    for word in ["stop", "tool-calls", "other"] {
        let finish = json!({"type": "finish", "finishReason": word});
        let reply = reply(&[call("a", json!("{}")), call("b", json!({"x": 1})), finish]);
        assert_eq!(reply.tool_calls.len(), 2, "{word}");
        assert_eq!(reply.message.parts.len(), 2, "{word}");
    }
}

#[test]
fn calls_of_a_reply_that_was_cut_off_never_run() {
    for word in ["length", "content-filter", "error"] {
        let finish = json!({"type": "finish", "finishReason": word});
        let reply = reply(&[
            text_delta("I will"),
            call("a", json!("{\"target\":\"db\",\"confirm\":tr")),
            call("b", json!({})),
            finish,
        ]);
        assert_eq!(reply.tool_calls, [], "{word}");
        assert_eq!(reply.message.parts, [text("I will")], "{word}");
    }
}

#[test]
fn input_that_was_streamed_is_a_call_even_if_nothing_follows() {
    let reply = reply(&[
        json!({"type": "tool-input-start", "id": "a", "toolName": "look"}),
        json!({"type": "tool-input-delta", "id": "a", "delta": "{\"x\""}),
        json!({"type": "tool-input-delta", "id": "a", "delta": ":1}"}),
        json!({"type": "tool-input-end", "id": "a"}),
        json!({"type": "tool-input-start", "id": "b", "toolName": "nothing"}),
        stop(),
    ]);
    let inputs: Vec<&CallInput> = reply.tool_calls.iter().map(|call| &call.input).collect();
    assert_eq!(
        inputs,
        [
            &CallInput::Json(json!({"x": 1})),
            &CallInput::Json(json!({}))
        ]
    );
}

#[test]
fn within_a_reply_ids_tell_calls_apart() {
    let reply = reply(&[
        call("a", json!({"x": 1})),
        call("a", json!({"x": 1})),
        call("a", json!({"x": 2})),
        call("", json!({})),
        json!({"type": "tool-call", "toolName": "look"}),
        stop(),
    ]);
    let ids: Vec<&str> = reply
        .tool_calls
        .iter()
        .map(|call| call.id.as_str())
        .collect();
    assert_eq!(
        ids,
        ["a", "a_2", "call_3", "call_4"],
        "what was sent twice is meant once"
    );
}

#[test]
fn a_call_without_a_name_is_none() {
    for executed in [false, true] {
        let reply = reply(&[
            json!({"type": "tool-call", "toolCallId": "a", "toolName": "", "providerExecuted": executed}),
            json!({"type": "tool-result", "toolCallId": "a", "toolName": "", "result": 1}),
            text_delta("x"),
            stop(),
        ]);
        assert_eq!(reply.message.parts, [text("x")]);
        assert_eq!(reply.tool_calls, []);
    }
}

#[test]
fn a_provider_call_that_was_sent_twice_is_kept_once() {
    let call = json!({
        "type": "tool-call", "toolCallId": "s", "toolName": "search", "input": "{}", "providerExecuted": true,
    });
    let result = json!({"type": "tool-result", "toolCallId": "s", "result": 1});
    let reply = reply(&[call.clone(), result, call, stop()]);
    assert_eq!(reply.message.parts.len(), 2, "one call and its result");
}

#[test]
fn a_provider_call_without_a_result_is_left_out() {
    let provider_call = json!({
        "type": "tool-call", "toolCallId": "s", "toolName": "search", "input": "{}", "providerExecuted": true,
    });
    let stray = json!({"type": "tool-result", "toolCallId": "other", "result": 1});
    let reply = reply(&[provider_call, stray, text_delta("x"), stop()]);
    assert_eq!(reply.message.parts, [text("x")]);
    assert_eq!(reply.tool_calls, []);
}
