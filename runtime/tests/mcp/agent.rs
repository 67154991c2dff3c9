//! An adapter's tools in an agent: whole turns against a scripted Gateway.

use futures_util::StreamExt;
use libfx::{Agent, StopReason, TurnEvent};
use libfx_gateway::{Gateway, Script, Session};
use serde_json::{Value, json};

use crate::adapter;
use crate::client::Client;

/// The model calls `look` and then, unless it has been cancelled, says "done".
fn script() -> Script {
    let finish =
        |reason: &str| json!({"type": "finish", "finishReason": {"unified": reason}, "usage": {}});
    let script = json!({"replies": [
        {"parts": [
            {"type": "tool-call", "toolCallId": "c1", "toolName": "look", "input": r#"{"at":"sky"}"#},
            finish("tool-calls"),
        ]},
        {"parts": [{"type": "text-delta", "id": "t", "delta": "done"}, finish("stop")]},
    ]});
    Script::parse(script).expect("a script")
}

async fn agent(client: &std::sync::Arc<Client>, session: &Session) -> Agent {
    let adapter = adapter(client).await.expect("an adapter");
    Agent::builder("key")
        .gateway_chat_url(session.url())
        .tools(adapter.tools())
        .build()
        .await
        .expect("an agent")
}

fn look() -> Value {
    json!([{"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}])
}

#[tokio::test]
async fn a_turn_tells_the_model_of_the_tool_and_gives_it_the_result() {
    let gateway = Gateway::start().await.expect("a gateway");
    let session = gateway.session(script());
    let answer = json!({"content": [{"type": "text", "text": "blue"}]});
    let client = Client::with_tools(look()).answering(Ok(answer)).shared();
    let agent = agent(&client, &session).await;
    let turn = agent.prompt("Look!").expect("a turn");
    let result = turn.result().await.expect("a result");
    assert_eq!(result.stop_reason, StopReason::EndTurn);
    assert_eq!(
        client.asked().last(),
        Some(&json!(["callTool", ["look", {"at": "sky"}]]))
    );
    let requests = session.requests();
    assert_eq!(
        requests[0].body["tools"],
        json!([{"type": "function", "name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}])
    );
    let results = requests[1].body["prompt"]
        .as_array()
        .and_then(|it| it.last());
    let output = results.map(|message| &message["content"][0]["output"]);
    assert_eq!(output, Some(&json!({"type": "text", "value": "blue"})));
    assert_eq!(session.violations(), [""; 0]);
}

#[tokio::test]
async fn a_client_that_hangs_does_not_hold_up_the_end_of_its_agent() {
    let gateway = Gateway::start().await.expect("a gateway");
    let session = gateway.session(script());
    let client = Client::with_tools(look()).hanging().shared();
    let agent = agent(&client, &session).await;
    let mut turn = agent.prompt("Look!").expect("a turn");
    let started = turn.next().await.expect("an event").expect("no failure");
    assert!(matches!(started, TurnEvent::ToolStart { .. }));

    agent.close().await;
    let result = turn.result().await.expect("a result");
    assert_eq!(result.stop_reason, StopReason::Cancelled);
    assert!(client.signals().iter().all(|signal| signal.is_cancelled()));
}
