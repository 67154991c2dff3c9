//! How parts are read; recorded streams and calls have files of their own.

mod calls;
mod recorded;

use libfx_api::{ErrorCode, FxError};
use serde_json::{Map, Value, json};

use crate::conversation::AssistantPart;
use crate::gateway::endpoint::Specification;
use crate::gateway::{CallInput, FinishReason, Protocol, Reply, ReplyDecoder, ReplyPart};

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/fixtures/language-model/",
            $name
        ))
        .as_slice()
    };
}
use fixture;

/// What a body came to.
type Read = Result<(Vec<ReplyPart>, Reply), FxError>;

fn read_chunks<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Read {
    let mut decoder = ReplyDecoder::new(Protocol::LanguageModel(Specification::V4));
    let mut parts = Vec::new();
    let mut on = |part| parts.push(part);
    for chunk in chunks {
        decoder.feed(chunk, &mut on)?;
    }
    decoder.end(&mut on)?;
    Ok((parts, decoder.into_reply()))
}

/// A body of these parts, each an event.
fn body(parts: &[Value]) -> String {
    parts
        .iter()
        .map(|part| format!("data: {part}\n\n"))
        .collect()
}

fn read(parts: &[Value]) -> Read {
    read_chunks([body(parts).as_bytes()])
}

fn reply(parts: &[Value]) -> Reply {
    read(parts).expect("a finished reply").1
}

fn failure(parts: &[Value]) -> String {
    let error = read(parts).expect_err("a failed reply");
    assert_eq!(error.code, ErrorCode::GatewayStream);
    error.message
}

fn stop() -> Value {
    json!({"type": "finish", "finishReason": {"unified": "stop", "raw": "end"}, "usage": {}})
}

fn call(id: &str, input: Value) -> Value {
    json!({"type": "tool-call", "toolCallId": id, "toolName": "look", "input": input})
}

fn text_delta(delta: &str) -> Value {
    json!({"type": "text-delta", "id": "1", "delta": delta})
}

fn said(parts: &[ReplyPart]) -> String {
    let text = parts.iter().filter_map(|part| match part {
        ReplyPart::TextDelta(delta) => Some(delta.as_str()),
        ReplyPart::ReasoningDelta(_) => None,
    });
    text.collect()
}

fn text(text: &str) -> AssistantPart {
    AssistantPart::Text {
        text: text.to_owned(),
        provider: Map::new(),
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("{other} is no object"),
    }
}

#[test]
fn a_long_reply_in_small_deltas_arrives_complete_and_in_order() {
    let mut sent: Vec<Value> = (0..20_000)
        .map(|at| text_delta(&format!("{at} ")))
        .collect();
    sent.push(stop());
    let body = body(&sent);
    let (parts, reply) = read_chunks(body.as_bytes().chunks(16 * 1024)).unwrap();
    let whole: String = (0..20_000).map(|at| format!("{at} ")).collect();
    assert_eq!(parts.len(), 20_000);
    assert_eq!(said(&parts), whole);
    assert_eq!(reply.message.parts, [text(&whole)]);
}

#[test]
fn an_error_inside_a_reply_fails_it_with_the_providers_message() {
    let error = read_chunks([fixture!("rate-limit.sse")]).unwrap_err();
    assert_eq!(
        error.message,
        "the provider reported an error: All providers exhausted without producing a streaming response. \
         (service_unavailable)"
    );
    assert_eq!(
        failure(&[
            json!({"error": {"message": "quota exceeded", "code": 429}}),
            stop()
        ]),
        "the provider reported an error: quota exceeded (429)"
    );
    assert_eq!(
        failure(&[json!({"type": "error", "error": "overloaded"})]),
        "the provider reported an error: overloaded"
    );
    assert_eq!(
        failure(&[json!({"type": "error"})]),
        "the provider reported an error: no message"
    );
}

#[test]
fn blocks_that_interleave_stay_apart() {
    let delta = |kind: &str, id: &str, delta: &str| json!({"type": kind, "id": id, "delta": delta});
    let reply = reply(&[
        delta("text-delta", "a", "1"),
        delta("reasoning-delta", "a", "x"),
        delta("text-delta", "b", "2"),
        delta("text-delta", "a", "1"),
        delta("reasoning-delta", "a", "x"),
        json!({"type": "text-end", "id": "a"}),
        delta("text-delta", "a", "3"),
        stop(),
    ]);
    let reasoning = AssistantPart::Reasoning {
        text: "xx".to_owned(),
        provider: Map::new(),
    };
    assert_eq!(
        reply.message.parts,
        [text("11"), reasoning, text("2"), text("3")]
    );
}

#[test]
fn parts_without_ids_belong_together() {
    let reply = reply(&[
        json!({"type": "text-delta", "delta": "a"}),
        json!({"type": "text-delta", "id": null, "delta": "b", "providerMetadata": null}),
        stop(),
    ]);
    assert_eq!(reply.message.parts, [text("ab")]);
}

#[test]
fn empty_blocks_and_empty_deltas_leave_no_trace() {
    let (parts, reply) = read(&[
        json!({"type": "text-start", "id": "1"}),
        text_delta(""),
        json!({"type": "text-end", "id": "1"}),
        json!({"type": "reasoning-start", "id": "2"}),
        json!({"type": "reasoning-end", "id": "2"}),
        stop(),
    ])
    .unwrap();
    assert_eq!(parts, []);
    assert!(reply.message.parts.is_empty());
}

#[test]
fn unknown_parts_and_done_are_ignored() {
    let body = format!(
        "data: [DONE]\n\n{}data: [DONE]\n\n",
        body(&[
            json!({"type": "never-heard-of", "delta": 7}),
            json!({"no": "type"}),
            text_delta("x"),
            stop(),
            json!({"type": "error", "error": "after the end"}),
        ])
    );
    let (parts, _) = read_chunks([body.as_bytes()]).unwrap();
    assert_eq!(said(&parts), "x");
}

#[test]
fn what_cannot_be_read_fails_the_reply() {
    let error = read_chunks([b"data: {\"type\":\n\n".as_slice()]).unwrap_err();
    assert!(
        error
            .message
            .starts_with("the reply holds an event that cannot be read (EOF")
    );
    assert!(
        failure(&[json!({"type": "text-delta", "id": "1"})]).starts_with(
            "the reply holds a \"text-delta\" part that cannot be read (missing field `delta`"
        )
    );
    for odd in [json!(3), json!("x"), json!({"type": 7})] {
        failure(&[odd]);
    }
}

#[test]
fn an_answer_that_is_no_event_stream_is_said_to_be_none() {
    let error =
        read_chunks([br#"{"choices": [{"message": {"content": "hi"}}]}"#.as_slice()]).unwrap_err();
    assert_eq!(
        error.message,
        "the answer is not an event stream; check that `options.gatewayChatUrl` speaks the protocol of its path"
    );
}

#[test]
fn an_error_in_place_of_an_event_stream_is_passed_on() {
    let body = br#"{"error": {"message": "quota exceeded", "code": 429}}"#;
    for size in [1, body.len()] {
        let error = read_chunks(body.chunks(size)).unwrap_err();
        assert_eq!(
            error.message,
            "the provider reported an error: quota exceeded (429)"
        );
    }
}

#[test]
fn finish_reasons_of_all_versions_are_read() {
    let reason = |value: Value| reply(&[json!({"type": "finish", "finishReason": value})]).finish;
    for (word, expected) in [
        ("stop", FinishReason::Stop),
        ("length", FinishReason::Length),
        ("content-filter", FinishReason::ContentFilter),
        ("tool-calls", FinishReason::ToolCalls),
        ("error", FinishReason::Error),
        ("other", FinishReason::Other),
        ("unknown", FinishReason::Other),
    ] {
        assert_eq!(reason(json!(word)), expected, "bare {word}");
        assert_eq!(
            reason(json!({"unified": word, "raw": "x"})),
            expected,
            "{word}"
        );
    }
    assert_eq!(reason(json!({"raw": "length"})), FinishReason::Length);
    for odd in [json!(null), json!(7), json!({}), json!([])] {
        assert_eq!(reason(odd), FinishReason::Other);
    }
    assert_eq!(
        reply(&[json!({"type": "finish"})]).finish,
        FinishReason::Other
    );
}

#[test]
fn lone_surrogates_become_replacement_characters() {
    let body = concat!(
        "data: {\"type\":\"text-delta\",\"id\":\"1\",\"delta\":\"a\\ud83d\"}\n\n",
        "data: {\"type\":\"tool-call\",\"toolCallId\":\"c\",\"toolName\":\"t\",\"input\":\"{\\\"k\\\":\\\"\\\\ude00\\\"}\"}\n\n",
        "data: {\"type\":\"finish\",\"finishReason\":\"stop\"}\n\n",
    );
    let (parts, reply) = read_chunks([body.as_bytes()]).unwrap();
    assert_eq!(said(&parts), "a\u{FFFD}");
    assert_eq!(
        reply.tool_calls[0].input,
        CallInput::Json(json!({"k": "\u{FFFD}"}))
    );
}

#[test]
fn an_unfinished_reply_holds_what_was_said_and_no_calls() {
    let mut decoder = ReplyDecoder::new(Protocol::LanguageModel(Specification::V4));
    let body = body(&[text_delta("Once"), call("a", json!({}))]);
    decoder.feed(body.as_bytes(), &mut |_| {}).unwrap();
    assert!(!decoder.is_finished());
    assert_eq!(decoder.events(), 2);
    let reply = decoder.into_reply();
    assert_eq!(reply.message.parts, [text("Once")]);
    assert_eq!(reply.tool_calls, []);
}

#[test]
fn keep_alive_traffic_is_no_event_of_the_model() {
    let mut decoder = ReplyDecoder::new(Protocol::LanguageModel(Specification::V4));
    let body = b": ping\n\ndata:\n\ndata: [DONE]\n\nevent: ping\n\n";
    decoder.feed(body, &mut |_| {}).unwrap();
    assert_eq!(decoder.events(), 0);
}
