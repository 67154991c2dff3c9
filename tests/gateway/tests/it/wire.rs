//! What a raw TCP client sees of a script.

use std::{io::ErrorKind, time::Duration};

use crate::client::{Client, MODEL_CALL};
use libfx_gateway::{Gateway, Outcome, Script, Session};
use serde_json::{Value, json};

async fn scripted(reply: Value) -> (Gateway, Session) {
    let gateway = Gateway::start().await.expect("a free port");
    let script = Script::parse(json!({ "replies": [reply] })).expect("a script");
    let session = gateway.session(script);
    (gateway, session)
}

#[tokio::test]
async fn chunks_are_cut_where_the_script_says_to_the_byte() {
    let (gateway, session) = scripted(json!({
        "parts": [{ "$raw": "data: 你\n\n" }], "done": false, "cuts": { "at": [1, 7, 8] },
    }))
    .await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    let response = client.read_to("0\r\n\r\n").await;
    let body = response
        .split(|byte| *byte == b'\n')
        .skip(4)
        .collect::<Vec<_>>()
        .join(&b'\n');
    let expected: &[u8] = b"1\r\nd\r\n6\r\nata: \xe4\r\n1\r\n\xbd\r\n3\r\n\xa0\n\n\r\n0\r\n\r\n";
    assert_eq!(body, expected);
}

#[tokio::test]
async fn a_pause_keeps_chunks_apart_on_the_wire() {
    let (gateway, session) = scripted(json!({
        "parts": [{ "$delayMs": 30 }, { "$raw": "abcdef" }], "done": false,
        "framing": "close", "cuts": { "every": 2 }, "pauseMs": 30,
    }))
    .await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("\r\n\r\n").await;
    let mut reads = Vec::new();
    while let Ok(bytes @ [_, ..]) = client.read().await.as_deref() {
        reads.push(String::from_utf8_lossy(bytes).into_owned());
    }
    assert_eq!(reads, ["ab", "cd", "ef"]);
}

#[tokio::test]
async fn a_connection_serves_one_reply_after_the_other() {
    let gateway = Gateway::start().await.expect("a free port");
    let script = json!({ "replies": [{ "text": "one", "framing": "length" }, { "text": "two" }] });
    let session = gateway.session(Script::parse(script).expect("a script"));
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("one").await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("0\r\n\r\n").await;
    assert_eq!(session.connections().len(), 1);
    assert_eq!(session.requests().len(), 2);
    assert_eq!(session.unused_replies(), 0);
}

#[tokio::test]
async fn a_reset_is_a_reset_and_not_an_end() {
    let (gateway, session) = scripted(
        json!({ "parts": [{ "$raw": "x" }, { "$delayMs": 20 }], "done": false, "end": "reset" }),
    )
    .await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("1\r\nx\r\n").await;
    let error = client.read().await.expect_err("a reset");
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
}

#[tokio::test]
async fn a_cut_reply_ends_without_its_last_chunk() {
    let (gateway, session) = scripted(json!({ "text": "half", "end": "fin" })).await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    let response = client.read_to_end().await;
    assert!(response.ends_with(b"\r\n\r\n4\r\nhalf\r\n"), "{response:?}");
}

#[tokio::test]
async fn nothing_at_all_can_be_answered() {
    let (gateway, session) = scripted(json!({ "wire": "", "end": "fin" })).await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    assert_eq!(client.read_to_end().await, b"");
}

#[tokio::test]
async fn a_half_closed_connection_still_listens() {
    let (gateway, session) = scripted(json!({ "text": "x", "end": "halfClose" })).await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to_end().await;
    client
        .send_bytes(b"more")
        .await
        .expect("the other side listens");
    assert!(session.connections()[0].open);
    drop(client);
    let closed = session
        .until(|it| !it.connections()[0].open, Duration::ZERO)
        .await
        || poll_until(|| !session.connections()[0].open).await;
    assert!(closed);
}

#[tokio::test]
async fn the_client_closing_an_open_body_is_recorded_with_its_time() {
    let (gateway, session) = scripted(json!({ "text": "x", "end": "open" })).await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("x\r\n").await;
    assert_eq!(session.requests()[0].outcome, Outcome::Replying);
    let closed_at = session.now_ms();
    drop(client);
    let seen = |it: &Session| it.requests()[0].client_closed_at_ms.is_some();
    assert!(session.until(seen, Duration::from_secs(5)).await);
    let request = session.requests().remove(0);
    assert_eq!(request.outcome, Outcome::ClientClosed);
    assert!(request.client_closed_at_ms >= Some(closed_at));
}

#[tokio::test]
async fn a_reader_that_stops_stops_the_writer() {
    let gateway = Gateway::start().await.expect("a free port");
    let line = "x".repeat(1000);
    let script = json!({
        "sendBuffer": 16384,
        "replies": [{ "parts": [{ "$repeat": 50_000, "parts": [{ "$raw": line }] }], "done": false }],
    });
    let session = gateway.session(Script::parse(script).expect("a script"));
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;

    let stalled_at = stalled(&session).await;
    assert!(
        stalled_at > 0 && stalled_at < 20_000_000,
        "{stalled_at} of 50 MB were written"
    );

    let read = client.read_to("0\r\n\r\n").await.len() as u64;
    let complete = |it: &Session| it.requests()[0].outcome == Outcome::Played;
    assert!(session.until(complete, Duration::from_secs(20)).await);
    assert_eq!(session.requests()[0].bytes_written, read);
    assert_eq!(session.connections()[0].bytes_written, read);
}

/// Bytes written once no more are.
async fn stalled(session: &Session) -> u64 {
    let mut before = 0;
    loop {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let now = session
            .requests()
            .first()
            .map_or(0, |request| request.bytes_written);
        if now > 0 && now == before {
            return now;
        }
        before = now;
    }
}

#[tokio::test]
async fn requests_with_a_chunked_body_are_read_whole() {
    let (gateway, session) = scripted(json!({ "text": "x" })).await;
    let mut client = Client::connect(&gateway).await;
    let path = session.url_of("/v1/chat/completions");
    let path = path
        .strip_prefix(gateway.origin())
        .expect("an address of the gateway");
    let request = format!(
        "POST {path} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{{\"a\"\r\n3\r\n:1}}\r\n0\r\n\r\n"
    );
    client.send_bytes(request.as_bytes()).await.expect("sent");
    client.read_to("0\r\n\r\n").await;
    assert_eq!(session.requests()[0].body, json!({ "a": 1 }));
}

#[tokio::test]
async fn the_protocol_of_a_script_is_seen_in_its_address() {
    let gateway = Gateway::start().await.expect("a free port");
    for (protocol, path) in [
        (json!("language-model"), "/v4/ai/language-model"),
        (json!("language-model-v3"), "/v3/ai/language-model"),
        (json!("chat-completions"), "/v1/chat/completions"),
    ] {
        let script = Script::parse(json!({ "protocol": protocol, "replies": [] }));
        let session = gateway.session(script.expect("a script"));
        assert!(session.url().ends_with(path), "{}", session.url());
    }
}

#[tokio::test]
async fn a_recorded_body_is_sent_as_it_is_and_may_be_cut() {
    let name = "chat-completions/mistral-tools.1.sse";
    let (gateway, session) =
        scripted(json!({ "recorded": name, "framing": "close", "cuts": { "every": 7 } })).await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    let response = client.read_to("data: [DONE]\n\n").await;
    let head_ends = response.windows(4).position(|four| four == b"\r\n\r\n");
    let body = &response[head_ends.expect("a head") + 4..];
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/chat-completions/mistral-tools.1.sse"
    );
    assert_eq!(body, std::fs::read(file).expect("a fixture"));
}

#[tokio::test]
async fn the_time_between_a_reply_and_the_next_request_is_measured() {
    let gateway = Gateway::start().await.expect("a free port");
    let script = json!({ "replies": [{ "text": "one" }, { "text": "two" }] });
    let session = gateway.session(Script::parse(script).expect("a script"));
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("0\r\n\r\n").await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("two").await;
    let requests = session.requests();
    assert_eq!(requests[0].since_previous_ms, None);
    assert!(requests[1].since_previous_ms >= Some(45.0));
}

#[tokio::test]
async fn a_request_beyond_the_script_is_a_violation() {
    let (gateway, session) = scripted(json!({ "text": "x" })).await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("0\r\n\r\n").await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("no reply left").await;
    assert_eq!(
        session.violations(),
        ["request 1: the script has no reply left for it"]
    );
}

#[tokio::test]
async fn printing_a_request_does_not_show_its_key() {
    let (gateway, session) = scripted(json!({ "text": "x" })).await;
    let mut client = Client::connect(&gateway).await;
    client.send(&session, MODEL_CALL).await;
    client.read_to("0\r\n\r\n").await;
    let request = session.requests().remove(0);
    assert_eq!(request.headers["authorization"], "Bearer raw-client-key");
    assert!(!format!("{request:?}").contains("raw-client-key"));
}

async fn poll_until(condition: impl Fn() -> bool) -> bool {
    for _ in 0..500 {
        if condition() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}
