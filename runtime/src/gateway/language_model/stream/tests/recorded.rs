//! Whole replies, recorded or written by hand, cut in every way.

use libfx_api::ErrorCode;
use serde_json::{Map, Value, json};

use super::{body, fixture, object, read_chunks, said, text};
use crate::conversation::AssistantPart;
use crate::gateway::{CallInput, FinishReason, ReplyPart};

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
fn recorded_replies_are_read() {
    let (parts, hello) = read_chunks([fixture!("hello.sse")]).unwrap();
    assert_eq!(said(&parts), "Hello there — naïve café 日本語 🎉!");
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
