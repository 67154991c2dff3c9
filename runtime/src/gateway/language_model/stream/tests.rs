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
fn everything_a_reply_can_hold_is_read() {
    let (parts, reply) = read_chunks([fixture!("everything.sse")]).unwrap();
    assert_eq!(
        parts,
        [
            ReplyPart::ReasoningDelta("Weigh é".to_owned()),
            ReplyPart::TextDelta("Let me ".to_owned()),
            ReplyPart::ReasoningDelta("té and 冬 😀.".to_owned()),
            ReplyPart::TextDelta("look 😀.".to_owned()),
        ]
    );
    let expected = [
        AssistantPart::Reasoning {
            text: "Weigh été and 冬 😀.".to_owned(),
            provider: object(json!({"anthropic": {"signature": "c2ln"}})),
        },
        AssistantPart::Text {
            text: "Let me look 😀.".to_owned(),
            provider: object(json!({"openai": {"itemId": "msg_1"}})),
        },
        AssistantPart::Reasoning {
            text: String::new(),
            provider: object(json!({"anthropic": {"redactedData": "AAA="}})),
        },
        AssistantPart::ProviderCall {
            id: "s1".to_owned(),
            name: "web_search".to_owned(),
            input: json!({"query": "oslo"}),
            provider: Map::new(),
        },
        AssistantPart::ProviderResult {
            id: "s1".to_owned(),
            name: "web_search".to_owned(),
            output: json!([{"title": "Oslo"}]),
            failed: false,
            provider: Map::new(),
        },
        AssistantPart::ToolCall {
            id: "c1".to_owned(),
            name: "get_weather".to_owned(),
            input: object(json!({"city": "Oslo"})),
            provider: object(json!({"google": {"thoughtSignature": "dHM="}})),
        },
        AssistantPart::ToolCall {
            id: "c2".to_owned(),
            name: "add".to_owned(),
            input: object(json!({"a": 1})),
            provider: Map::new(),
        },
    ];
    assert_eq!(reply.message.parts, expected);
    assert_eq!(reply.finish, FinishReason::ToolCalls);
    assert_eq!(reply.usage.input_tokens, Some(120));
    assert_eq!(reply.usage.cache_read_tokens, Some(90));
    assert_eq!(reply.usage.reasoning_tokens, Some(30));
    assert_eq!(reply.meta.generation_id.as_deref(), Some("gen_1"));
    assert_eq!(
        reply.meta.model.as_deref(),
        Some("anthropic/claude-sonnet-4")
    );
    assert_eq!(reply.meta.provider.as_deref(), Some("anthropic"));
}

#[test]
fn every_cut_of_a_reply_gives_the_same_parts() {
    for body in [
        fixture!("everything.sse"),
        fixture!("weather.sse"),
        fixture!("two-tools.sse"),
        fixture!("hello.sse"),
    ] {
        let whole = read_chunks([body]).unwrap();
        for cut in 0..=body.len() {
            let (first, second) = body.split_at(cut);
            assert_eq!(read_chunks([first, second]).unwrap(), whole, "cut at {cut}");
        }
        assert_eq!(read_chunks(body.chunks(1)).unwrap(), whole, "byte by byte");
    }
}

#[test]
fn a_reply_cut_anywhere_before_its_finish_is_a_failure() {
    let body = fixture!("everything.sse");
    let finish = memchr::memmem::find(body, b"data: {\"type\":\"finish\"").unwrap();
    for end in 0..=finish {
        let error = read_chunks([&body[..end]]).expect_err("it is not finished");
        assert_eq!(error.code, ErrorCode::GatewayStream, "cut at {end}");
    }
    let error = read_chunks([&body[..finish]]).unwrap_err();
    assert_eq!(
        error.message,
        "the reply broke off before the model had finished; prompt again"
    );
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
fn recorded_replies_are_read() {
    let (parts, hello) = read_chunks([fixture!("hello.sse")]).unwrap();
    assert_eq!(
        said(&parts),
        "Hello there — naïve café 日本語 \u{FFFD}\u{FFFD}!"
    );
    assert_eq!(hello.finish, FinishReason::Stop);

    let (parts, after) = read_chunks([fixture!("after.sse")]).unwrap();
    let answer = "Paris is currently experiencing an extremely pleasant temperature of 18 degrees \
                  Celsius with a clear sky.";
    assert_eq!(said(&parts), answer);
    assert_eq!(after.message.parts, [text(answer)]);
    assert_eq!(after.usage.output_tokens, Some(20));

    let (_, tool) = read_chunks([fixture!("tool.sse")]).unwrap();
    let [call] = tool.tool_calls.as_slice() else {
        panic!("one call, not {:?}", tool.tool_calls);
    };
    assert_eq!(call.input, CallInput::Json(json!({"city": "Paris"})));

    let (_, two) = read_chunks([fixture!("two-tools.sse")]).unwrap();
    let names: Vec<&str> = two
        .tool_calls
        .iter()
        .map(|call| call.name.as_str())
        .collect();
    assert_eq!(names, ["get_weather", "add"]);
    assert_eq!(two.message.parts[0], text("between"));

    let (_, length) = read_chunks([fixture!("length.sse")]).unwrap();
    assert_eq!(length.finish, FinishReason::Length);

    let (parts, _) = read_chunks([fixture!("text.sse")]).unwrap();
    assert_eq!(said(&parts), "Bonjour!");
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
fn a_provider_call_without_a_result_is_left_out() {
    let provider_call = json!({
        "type": "tool-call", "toolCallId": "s", "toolName": "search", "input": "{}", "providerExecuted": true,
    });
    let stray = json!({"type": "tool-result", "toolCallId": "other", "result": 1});
    let reply = reply(&[provider_call, stray, text_delta("x"), stop()]);
    assert_eq!(reply.message.parts, [text("x")]);
    assert_eq!(reply.tool_calls, []);
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

/// Random streams, random cuts: whatever arrives, the decoder neither panics nor depends on the cuts.
#[test]
fn no_sequence_of_parts_and_cuts_makes_a_difference() {
    let mut random = Random(0x5eed);
    for _ in 0..400 {
        let parts: Vec<Value> = (0..random.below(12)).map(|_| random.part()).collect();
        let mut bytes = body(&parts).into_bytes();
        for _ in 0..random.below(3) {
            // A flipped byte makes most bodies malformed, but never inconsistent.
            let at = random.below(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        let whole = read_chunks([bytes.as_slice()]);
        let size = 1 + random.below(9);
        let cut = read_chunks(bytes.chunks(size));
        assert_eq!(
            cut,
            whole,
            "chunks of {size}: {}",
            String::from_utf8_lossy(&bytes)
        );
    }
}

/// A small generator (xorshift): the same numbers on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).expect("below a usize")
    }

    fn part(&mut self) -> Value {
        let id = ["a", "b", ""][self.below(3)];
        let delta = ["x", "é", "😀", "\"", "{}", ""][self.below(6)];
        let executed = self.below(2) == 0;
        match self.below(10) {
            0 => json!({"type": "text-start", "id": id}),
            1 | 2 => json!({"type": "text-delta", "id": id, "delta": delta}),
            3 => json!({"type": "text-end", "id": id}),
            4 => {
                json!({"type": "reasoning-delta", "id": id, "delta": delta, "providerMetadata": {"p": id}})
            }
            5 => {
                json!({"type": "tool-input-start", "id": id, "toolName": "t", "providerExecuted": executed})
            }
            6 => json!({"type": "tool-input-delta", "id": id, "delta": delta}),
            7 => {
                json!({"type": "tool-call", "toolCallId": id, "toolName": "t", "input": delta, "providerExecuted": executed})
            }
            8 => json!({"type": "tool-result", "toolCallId": id, "result": delta}),
            _ => json!({"type": "finish", "finishReason": "stop", "usage": {"inputTokens": 1}}),
        }
    }
}
