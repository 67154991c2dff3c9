//! The control API and the demonstration's model, over HTTP as other languages use them.

use std::sync::Arc;

use crate::client::{Client, MODEL_CALL};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use libfx_gateway::{
    Gateway, Script,
    demo::DemoModel,
    referee::{API_KEY, Expected, judge},
};
use serde_json::{Value, json};

async fn call(gateway: &Gateway, method_and_path: &str, body: &Value) -> Value {
    let mut client = Client::connect(gateway).await;
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    client.request(method_and_path, "127.0.0.1", &body).await;
    let mut response = String::new();
    loop {
        response += &String::from_utf8(client.read().await.expect("an answer")).expect("text");
        if let Some((_, body)) = response.split_once("\r\n\r\n")
            && let Ok(json) = serde_json::from_str(body)
        {
            return json;
        }
    }
}

async fn model_call(gateway: &Gateway, url: &Value, body: &Value) -> String {
    let mut client = Client::connect(gateway).await;
    let path = url
        .as_str()
        .and_then(|url| url.strip_prefix(gateway.origin()))
        .expect("an address");
    client
        .request(&format!("POST {path}"), "127.0.0.1", &body.to_string())
        .await;
    String::from_utf8(client.read_to("0\r\n\r\n").await).expect("text")
}

#[tokio::test]
async fn a_session_is_opened_used_read_and_removed() {
    let gateway = Gateway::start().await.expect("a free port");
    let script =
        json!({ "replies": [{ "parts": [{ "type": "text-delta", "id": "t", "delta": "x" }] }] });
    let opened = call(&gateway, "POST /__gateway/sessions", &script).await;
    let path = format!(
        "/__gateway/sessions/{}",
        opened["id"].as_str().expect("an id")
    );
    model_call(
        &gateway,
        &opened["url"],
        &serde_json::from_str(MODEL_CALL).expect("JSON"),
    )
    .await;

    let session = call(&gateway, &format!("GET {path}"), &Value::Null).await;
    assert_eq!(session["unusedReplies"], 0);
    assert_eq!(session["violations"], json!([]));
    let requests = call(&gateway, &format!("GET {path}/requests"), &Value::Null).await;
    assert_eq!(requests[0]["body"]["prompt"][0]["role"], "user");
    assert_eq!(requests[0]["outcome"], "played");
    let connections = call(&gateway, &format!("GET {path}/connections"), &Value::Null).await;
    assert_eq!(connections[0]["bytesWritten"], requests[0]["bytesWritten"]);

    call(&gateway, &format!("DELETE {path}"), &Value::Null).await;
    let gone = call(&gateway, &format!("GET {path}"), &Value::Null).await;
    assert_eq!(gone, "no such session or operation");
}

#[tokio::test]
async fn a_bad_script_is_refused_with_a_reason() {
    let gateway = Gateway::start().await.expect("a free port");
    for (script, reason) in [
        (
            json!({ "replies": [{ "stats": 200 }] }),
            "unknown field `stats`",
        ),
        (
            json!({ "replies": [{ "text": "", "json": 1 }] }),
            "replies[0]: only one of",
        ),
        (
            json!({ "replies": [{ "parts": [{ "$rwa": "" }] }] }),
            "unknown variant `$rwa`",
        ),
    ] {
        let answer = call(&gateway, "POST /__gateway/sessions", &script).await;
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(reason), "{answer}");
    }
}

#[tokio::test]
async fn a_verdict_compares_observations_with_the_scenario() {
    let gateway = Gateway::start().await.expect("a free port");
    let opened = call(
        &gateway,
        "POST /__gateway/sessions",
        &json!({ "replies": [] }),
    )
    .await;
    let path = format!(
        "/__gateway/sessions/{}/verdict",
        opened["id"].as_str().expect("an id")
    );
    let case = json!({
        "scenario": { "name": "ignored", "steps": [{ "expect": { "result": { "stopReason": "end_turn" } } }] },
        "observed": { "steps": [{ "result": { "stopReason": "refused", "usage": {} } }] },
    });
    let verdict = call(&gateway, &format!("POST {path}"), &case).await;
    let failure = verdict["failures"][0].as_str().expect("a failure");
    assert!(
        failure.starts_with("steps[0].result.stopReason:"),
        "{failure}"
    );
}

#[tokio::test]
async fn a_key_that_was_shown_anywhere_fails_the_case() {
    let gateway = Gateway::start().await.expect("a free port");
    let session = gateway.session(Script::parse(json!({ "replies": [] })).expect("a script"));
    let key = STANDARD.encode(API_KEY);
    for observed in [
        json!({ "steps": [{ "events": [{ "type": "text_delta", "delta": API_KEY }] }] }),
        json!({ "steps": [{ "error": { "message": format!("no {API_KEY}") } }] }),
        json!({ "diagnostics": [{ "type": "x", "error": { "cause": key } }] }),
        json!({ "printed": [format!("Agent {{ key: {API_KEY:?} }}")] }),
        json!({ "checkpoints": [STANDARD.encode(format!("LIBFX{API_KEY}"))] }),
    ] {
        let seen = serde_json::from_value(observed.clone()).expect("observations");
        let failures = judge(&Expected::default(), &seen, &session).await;
        assert!(!failures.is_empty(), "{observed}");
        assert!(failures[0].contains("API key"), "{failures:?}");
    }
}

#[tokio::test]
async fn the_demonstration_asks_for_the_tool_and_answers_with_its_result() {
    let gateway = Gateway::start().await.expect("a free port");
    let session = gateway.responding_session("demo", Arc::new(DemoModel));
    let user = json!({ "role": "user", "content": [{ "type": "text", "text": "hi" }] });
    let tools = json!([{ "type": "function", "name": "count_words", "inputSchema": {} }]);
    let first = json!({ "prompt": [user], "tools": tools, "toolChoice": { "type": "auto" } });
    let reply = model_call(&gateway, &session.url().into(), &first).await;
    assert!(reply.contains(r#""type":"reasoning-delta""#), "{reply}");
    assert!(
        reply.contains(r#""toolName":"count_words","input":"{\"path\":\"README.md\"}""#),
        "{reply}"
    );

    let call =
        json!({ "type": "tool-call", "toolCallId": "c", "toolName": "count_words", "input": {} });
    let result = json!({
        "type": "tool-result", "toolCallId": "c", "toolName": "count_words",
        "output": { "type": "text", "value": "512 words" },
    });
    let second = json!({
        "prompt": [user, { "role": "assistant", "content": [call] }, { "role": "tool", "content": [result] }],
        "tools": tools, "toolChoice": { "type": "auto" },
    });
    let reply = model_call(&gateway, &session.url().into(), &second).await;
    assert!(
        reply.contains(r#""delta":"512 ""#) && reply.contains(r#""unified":"stop""#),
        "{reply}"
    );
    assert_eq!(session.violations(), [""; 0]);
}

#[tokio::test]
async fn the_demonstration_asks_the_terminal_of_a_workspace_for_a_command() {
    let gateway = Gateway::start().await.expect("a free port");
    let session = gateway.responding_session("demo", Arc::new(DemoModel));
    let request = json!({
        "prompt": [{ "role": "user", "content": [{ "type": "text", "text": "hi" }] }],
        "tools": [{ "type": "function", "name": "terminal", "inputSchema": {} }],
        "toolChoice": { "type": "auto" },
    });
    let reply = model_call(&gateway, &session.url().into(), &request).await;
    assert!(
        reply.contains(r#""input":"{\"action\":\"exec\",\"command\":\"cat README.md\"}""#),
        "{reply}"
    );
}
