use std::collections::BTreeMap;
use std::path::PathBuf;

use libfx_api::{ErrorCode, FxError};
use serde_json::{Value, json};

use crate::conversation::AssistantPart;
use crate::gateway::{CallInput, FinishReason, Protocol, Reply, ReplyDecoder, ReplyPart};

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

fn pieces(calls: Value) -> Value {
    delta(json!({"tool_calls": calls}))
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

/// The calls that these pieces make: id, name and input.
fn calls(chunks: &[Value]) -> Value {
    let mut chunks = chunks.to_vec();
    chunks.push(stop("tool_calls"));
    let reply = reply(&chunks);
    let calls = reply
        .tool_calls
        .iter()
        .map(|call| json!([call.id, call.name, call.input.to_json()]));
    calls.collect()
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/chat-completions")
}

fn fixture(name: &str) -> Vec<u8> {
    let path = fixtures().join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a recorded body comes to, as `expected.json` has it.
fn summary(read: Read) -> Value {
    match read {
        Err(error) => json!({ "error": error.message }),
        Ok((parts, reply)) => {
            let (text, reasoning) = said(&parts);
            let calls = reply
                .tool_calls
                .iter()
                .map(|call| json!([call.id, call.name, call.input.to_json()]));
            json!({
                "text": text,
                "reasoning": reasoning,
                "calls": calls.collect::<Vec<_>>(),
                "finish": format!("{:?}", reply.finish),
                "usage": reply.usage,
                "model": reply.meta.model,
            })
        }
    }
}

#[test]
fn recorded_replies_of_many_servers_are_read() {
    let expected: BTreeMap<String, Value> =
        serde_json::from_slice(&fixture("expected.json")).expect("JSON");
    for (name, expected) in &expected {
        let body = fixture(name);
        assert_eq!(summary(read_chunks([body.as_slice()])), *expected, "{name}");
    }
    let recorded = std::fs::read_dir(fixtures())
        .expect("the fixtures are there")
        .filter(|entry| {
            entry
                .as_ref()
                .is_ok_and(|entry| entry.path().extension().is_some_and(|it| it == "sse"))
        });
    assert_eq!(
        recorded.count(),
        expected.len(),
        "every recording is expected to be something"
    );
}

#[test]
fn every_cut_of_a_recorded_reply_gives_the_same_parts() {
    for name in [
        "vercel-gemini25-tool.1.sse",
        "litellm-claude-think.sse",
        "litellm-mock-text.sse",
        "llamacpp-midstream-500.sse",
    ] {
        let body = fixture(name);
        let whole = read_chunks([body.as_slice()]);
        for cut in 0..=body.len() {
            let (first, second) = body.split_at(cut);
            assert_eq!(read_chunks([first, second]), whole, "{name} cut at {cut}");
        }
        assert_eq!(read_chunks(body.chunks(1)), whole, "{name} byte by byte");
    }
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
fn calls_without_an_index_are_told_apart_by_their_ids() {
    let call = |id: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": "add", "arguments": arguments}});
    let one = [pieces(json!([call("c1", "{\"a\":1}")]))];
    assert_eq!(calls(&one), json!([["c1", "add", {"a": 1}]]));
    let continued = [
        pieces(json!([call("c1", "{\"a\"")])),
        pieces(json!([{"function": {"arguments": ":1}"}}])),
    ];
    assert_eq!(calls(&continued), json!([["c1", "add", {"a": 1}]]));
    let two = [pieces(json!([call("c1", "{}"), call("c2", "{}")]))];
    assert_eq!(calls(&two), json!([["c1", "add", {}], ["c2", "add", {}]]));
    let nameless = json!({"function": {"name": "add", "arguments": "{}"}});
    let two = [pieces(json!([nameless, nameless]))];
    assert_eq!(
        calls(&two),
        json!([["call_1", "add", {}], ["call_2", "add", {}]])
    );
}

#[test]
fn calls_that_share_an_index_are_told_apart_by_their_ids() {
    let call =
        |id: &str| json!({"index": 0, "id": id, "function": {"name": "add", "arguments": "{"}});
    let end = json!({"index": 0, "function": {"arguments": "}"}});
    let chunks = [
        pieces(json!([call("c1"), end])),
        pieces(json!([call("c2"), end])),
    ];
    assert_eq!(
        calls(&chunks),
        json!([["c1", "add", {}], ["c2", "add", {}]])
    );
}

#[test]
fn an_empty_id_continues_a_call() {
    let piece =
        |id: &str, function: Value| pieces(json!([{"index": 0, "id": id, "function": function}]));
    let chunks = [
        piece("c1", json!({"name": "add", "arguments": ""})),
        piece("", json!({"arguments": "{\"a\""})),
        piece("", json!({"arguments": ":1}"})),
    ];
    assert_eq!(calls(&chunks), json!([["c1", "add", {"a": 1}]]));
}

#[test]
fn id_and_name_that_come_again_count_once() {
    let piece = |arguments: &str| {
        let function = json!({"name": "add", "arguments": arguments});
        pieces(json!([{"index": 0, "id": "c1", "type": "function", "function": function}]))
    };
    let chunks = ["{", "\"a\"", ":1", "}"].map(piece);
    assert_eq!(calls(&chunks), json!([["c1", "add", {"a": 1}]]));
}

#[test]
fn id_and_name_may_come_apart_and_in_either_order() {
    for index in [json!(0), json!(null)] {
        let id = json!({"index": index, "id": "c1"});
        let name = json!({"index": index, "function": {"name": "add"}});
        let arguments = json!({"index": index, "function": {"arguments": "{\"a\":1}"}});
        for order in [
            [&id, &name, &arguments],
            [&name, &id, &arguments],
            [&name, &arguments, &id],
        ] {
            let chunks: Vec<Value> = order.iter().map(|piece| pieces(json!([piece]))).collect();
            assert_eq!(
                calls(&chunks),
                json!([["c1", "add", {"a": 1}]]),
                "{chunks:?}"
            );
        }
    }
}

#[test]
fn interleaved_calls_are_put_together_by_index() {
    let piece = |index: u64, arguments: &str| {
        pieces(json!([{"index": index, "function": {"arguments": arguments}}]))
    };
    let start = |index: u64, id: &str| {
        pieces(json!([{"index": index, "id": id, "function": {"name": "f"}}]))
    };
    let chunks = [
        start(1, "a"),
        start(2, "b"),
        piece(1, "{\"x\""),
        piece(2, "{}"),
        piece(1, ":1}"),
    ];
    assert_eq!(
        calls(&chunks),
        json!([["a", "f", {"x": 1}], ["b", "f", {}]])
    );
}

#[test]
fn arguments_may_be_blank_an_object_or_begin_with_a_placeholder() {
    let with = |arguments: &[Value]| {
        let chunks: Vec<Value> = arguments
            .iter()
            .map(|arguments| pieces(json!([{"index": 0, "id": "c", "function": {"name": "f", "arguments": arguments}}])))
            .collect();
        calls(&chunks)[0][2].clone()
    };
    assert_eq!(with(&[json!("")]), json!({}));
    assert_eq!(with(&[json!("  ")]), json!({}));
    assert_eq!(with(&[json!(null)]), json!({}));
    assert_eq!(with(&[json!({"a": 1})]), json!({"a": 1}));
    let oslo = [json!("{}"), json!("{\"city\":"), json!("\"Oslo\"}")];
    assert_eq!(with(&oslo), json!({"city": "Oslo"}));
}

#[test]
fn a_call_cut_off_by_the_limit_never_runs() {
    let arguments = "{\"target\":\"db\",\"confirm\":tr";
    let call =
        json!([{"index": 0, "id": "c", "function": {"name": "drop", "arguments": arguments}}]);
    let cut = reply(&[pieces(call.clone()), stop("length")]);
    assert_eq!(cut.tool_calls, []);
    assert_eq!(cut.finish, FinishReason::Length);
    let whole = reply(&[pieces(call), stop("stop")]);
    assert!(matches!(
        whole.tool_calls[0].input,
        CallInput::Malformed { .. }
    ));
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
fn zz_write() {
    let mut all = BTreeMap::new();
    for e in std::fs::read_dir(fixtures()).unwrap() {
        let n = e.unwrap().file_name().into_string().unwrap();
        if n.ends_with(".sse") {
            let b = fixture(&n);
            all.insert(n, summary(read_chunks([b.as_slice()])));
        }
    }
    std::fs::write(
        fixtures().join("expected.json"),
        serde_json::to_string_pretty(&all).unwrap() + "\n",
    )
    .unwrap();
}
