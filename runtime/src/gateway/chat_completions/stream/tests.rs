//! How chunks are read; recorded streams and calls have files of their own.

mod calls;
mod recorded;

use libfx_api::{ErrorCode, FxError};
use serde_json::{Value, json};

use crate::conversation::AssistantPart;
use crate::gateway::{FinishReason, Protocol, Reply, ReplyDecoder, ReplyPart};

/// What a body came to.
type Read = Result<(Vec<ReplyPart>, Reply), FxError>;

fn read_chunks<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Read {
    let mut decoder = ReplyDecoder::new(Protocol::ChatCompletions);
    let mut parts = Vec::new();
    let mut on = |part| parts.push(part);
    for chunk in chunks {
        decoder.feed(chunk, &mut on)?;
    }
    decoder.end(&mut on)?;
    Ok((parts, decoder.into_reply()))
}

fn body(chunks: &[Value]) -> String {
    chunks
        .iter()
        .map(|chunk| format!("data: {chunk}\n\n"))
        .collect()
}

fn read(chunks: &[Value]) -> Read {
    read_chunks([body(chunks).as_bytes()])
}

fn reply(chunks: &[Value]) -> Reply {
    read(chunks).expect("a finished reply").1
}

fn delta(delta: Value) -> Value {
    json!({"choices": [{"index": 0, "delta": delta, "finish_reason": null}]})
}

fn stop(reason: &str) -> Value {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
}

fn said(parts: &[ReplyPart]) -> (String, String) {
    let (mut text, mut reasoning) = (String::new(), String::new());
    for part in parts {
        match part {
            ReplyPart::TextDelta(delta) => text.push_str(delta),
            ReplyPart::ReasoningDelta(delta) => reasoning.push_str(delta),
        }
    }
    (text, reasoning)
}

#[test]
fn an_error_inside_a_reply_fails_it() {
    let error = read(&[json!({"error": {"message": "quota exceeded", "code": 429}})]).unwrap_err();
    assert_eq!(error.code, ErrorCode::GatewayStream);
    assert_eq!(
        error.message,
        "the provider reported an error: quota exceeded (429)"
    );
    let in_choice = json!({"choices": [{"index": 0, "delta": {}, "error": {"message": "no"}}]});
    assert!(read(&[in_choice]).is_err());
}

#[test]
fn an_error_without_its_own_member_fails_the_reply_too() {
    for chunk in [
        json!({"object": "error", "message": "too long", "code": 400}),
        json!({"detail": "too long"}),
    ] {
        let error = read(&[chunk, stop("stop")]).unwrap_err();
        assert!(error.message.contains("too long"), "{}", error.message);
    }
    let (parts, _) = read(&[
        json!({"message": "queued"}),
        json!({"choices": null}),
        delta(json!({"content": "x"})),
        stop("stop"),
    ])
    .unwrap();
    assert_eq!(said(&parts).0, "x");
}

#[test]
fn an_error_whose_empty_line_is_missing_is_not_taken_for_a_cut() {
    let body = body(&[json!({"error": {"message": "worker died"}})]);
    let error = read_chunks([body.trim_end().as_bytes()]).unwrap_err();
    assert_eq!(error.message, "the provider reported an error: worker died");
}

#[test]
fn a_reply_is_complete_once_the_model_has_stopped() {
    let text = delta(json!({"content": "x"}));
    let broken = "the reply broke off before the model had finished; prompt again";
    assert_eq!(
        read(&[text.clone(), text.clone()]).unwrap_err().message,
        broken
    );
    let (parts, reply) = read(&[text.clone(), stop("stop")]).unwrap();
    assert_eq!(said(&parts).0, "x");
    assert_eq!(reply.finish, FinishReason::Stop);
    let done = format!("{}data: [DONE]\n\n", body(&[text]));
    let (_, reply) = read_chunks([done.as_bytes()]).unwrap();
    assert_eq!(
        reply.finish,
        FinishReason::Other,
        "the server never said why"
    );
}

#[test]
fn usage_after_the_stop_completes_the_reply_without_waiting_for_more() {
    let mut decoder = ReplyDecoder::new(Protocol::ChatCompletions);
    let usage = json!({"choices": [], "usage": {"prompt_tokens": 3}});
    let mut feed = |chunk: &Value| {
        let body = body(std::slice::from_ref(chunk));
        decoder.feed(body.as_bytes(), &mut |_| {}).unwrap();
        decoder.is_finished()
    };
    assert!(!feed(&usage), "a first report says nothing about the end");
    assert!(!feed(&stop("stop")));
    assert!(feed(&usage));
}

#[test]
fn the_last_report_of_usage_counts() {
    let usage = |usage: Value| json!({"choices": [], "usage": usage});
    let reply = reply(&[
        usage(
            json!({"prompt_tokens": 27, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 8}}),
        ),
        delta(json!({"content": "x"})),
        stop("stop"),
        usage(json!({"prompt_tokens": 27, "completion_tokens": 47})),
    ]);
    assert_eq!(reply.usage.input_tokens, Some(27));
    assert_eq!(reply.usage.output_tokens, Some(47));
    assert_eq!(
        reply.usage.cache_read_tokens, None,
        "fields of two reports are not mixed"
    );
}

#[test]
fn chunks_without_choices_are_harmless() {
    let (parts, reply) = read(&[
        json!({"choices": []}),
        json!({"choices": null, "usage": null}),
        json!({"usage": {"prompt_tokens": 5}}),
        json!({}),
        json!({"choices": [{}]}),
        json!({"choices": [{"delta": null}]}),
        delta(json!({"content": null, "role": "assistant", "tool_calls": null})),
        delta(json!({"content": "x"})),
        json!({"choices": [{"index": 1, "delta": {"content": "another reply"}}]}),
        stop("stop"),
    ])
    .unwrap();
    assert_eq!(said(&parts).0, "x");
    assert_eq!(reply.usage.input_tokens, Some(5));
}

#[test]
fn reasoning_is_shown_once_whatever_it_is_called() {
    let reasoning = |deltas: [Value; 2]| {
        let chunks = [
            delta(deltas[0].clone()),
            delta(deltas[1].clone()),
            stop("stop"),
        ];
        said(&read(&chunks).unwrap().0).1
    };
    let both = |text: &str| json!({"reasoning": text, "reasoning_content": text});
    assert_eq!(
        reasoning([json!({"reasoning": "a"}), json!({"reasoning": "b"})]),
        "ab"
    );
    assert_eq!(
        reasoning([
            json!({"reasoning_content": "a"}),
            json!({"reasoning_content": "b"})
        ]),
        "ab"
    );
    assert_eq!(reasoning([both("a"), both("b")]), "ab");
    let details = |text: &str| json!({"reasoning_details": [{"type": "reasoning.text", "text": text, "index": 0}]});
    assert_eq!(reasoning([details("a"), details("b")]), "ab");
}

/// What the only reasoning part of a reply keeps for its server.
fn kept(chunks: &[Value]) -> Value {
    let mut chunks = chunks.to_vec();
    chunks.push(stop("stop"));
    let reply = reply(&chunks);
    let reasoning = reply.message.parts.into_iter().find_map(|part| match part {
        AssistantPart::Reasoning { provider, .. } => Some(provider),
        _ => None,
    });
    reasoning.expect("a reasoning part")["chatCompletions"].clone()
}

#[test]
fn reasoning_is_kept_as_its_server_wants_it_back() {
    let encrypted = json!({
        "type": "reasoning.encrypted", "data": "AAA", "id": "r1", "format": "google-gemini-v1", "index": 0,
    });
    assert_eq!(
        kept(&[delta(json!({"reasoning_details": [encrypted]}))]),
        json!({"reasoning_details": [encrypted]})
    );
    assert_eq!(
        kept(&[
            delta(json!({"reasoning_content": "a"})),
            delta(json!({"content": "x"}))
        ]),
        json!({"field": "reasoning_content"})
    );
    let piece = |text: &str, signature: Value| {
        let detail =
            json!({"type": "reasoning.text", "text": text, "signature": signature, "index": 0});
        delta(json!({"reasoning": text, "reasoning_details": [detail]}))
    };
    assert_eq!(
        kept(&[
            piece("a", json!(null)),
            piece("b", json!("sig")),
            piece("", json!("")),
            delta(json!({"reasoning_details": [encrypted]})),
        ]),
        json!({
            "field": "reasoning",
            "reasoning_details": [
                {"type": "reasoning.text", "text": "ab", "signature": "sig", "index": 0},
                encrypted,
            ],
        })
    );
    let alone = json!({"type": "reasoning.text", "signature": "sig", "index": 0});
    assert_eq!(
        kept(&[
            piece("a", json!("")),
            piece("b", json!("")),
            delta(json!({"reasoning_details": [alone]})),
        ])["reasoning_details"],
        json!([{"type": "reasoning.text", "text": "ab", "signature": "sig", "index": 0}])
    );
}

#[test]
fn thinking_parts_of_a_content_array_are_reasoning() {
    let thinking = json!([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]);
    let (parts, _) = read(&[
        delta(json!({"content": thinking})),
        delta(json!({"content": [{"type": "text", "text": "yes"}]})),
        stop("stop"),
    ])
    .unwrap();
    assert_eq!(said(&parts), ("yes".to_owned(), "hm".to_owned()));
}

#[test]
fn what_servers_add_of_their_own_may_be_anything() {
    for odd in [json!("req_1"), json!([1]), json!(null), json!({"usage": 3})] {
        let reply = reply(&[
            json!({"x_groq": odd, "choices": [{"delta": {"content": "x"}}]}),
            stop("stop"),
        ]);
        assert_eq!(reply.usage.input_tokens, None, "{odd}");
    }
}
