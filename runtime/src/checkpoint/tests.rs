use libfx_api::{ErrorCode, Usage};
use serde_json::{Map, json};

use super::*;
use crate::conversation::tests::ToolResult;
use crate::conversation::{AssistantMessage, AssistantPart, Image, ResultOutput, UserPart};

/// A conversation with one of everything.
fn conversation() -> Conversation {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![
        UserPart::Text("Grüße 😀".to_owned()),
        UserPart::Resource {
            uri: "file:///a".to_owned(),
            text: None,
        },
    ]);
    let serde_json::Value::Object(input) = json!({"z": 1.5, "a": [null, true, "x"]}) else {
        unreachable!("an object was written");
    };
    let signed = Map::from_iter([("anthropic".to_owned(), json!({"signature": "sig"}))]);
    let call = |id: &str| AssistantPart::ToolCall {
        id: id.to_owned(),
        name: "look".to_owned(),
        input: input.clone(),
        provider: Map::new(),
    };
    conversation.push_reply(AssistantMessage {
        parts: vec![
            AssistantPart::Reasoning {
                text: "hm".to_owned(),
                provider: signed,
            },
            AssistantPart::ProviderCall {
                id: "s".to_owned(),
                name: "search".to_owned(),
                input: json!("q"),
                provider: Map::new(),
            },
            AssistantPart::ProviderResult {
                id: "s".to_owned(),
                name: "search".to_owned(),
                output: json!([1]),
                failed: true,
                provider: Map::new(),
            },
            call("a"),
            call("b"),
            call("c"),
        ],
    });
    let result = |id: &str, output| ToolResult {
        call_id: id.to_owned(),
        output,
    };
    conversation.push_results(vec![
        result("a", ResultOutput::Text("one".to_owned())),
        result("b", ResultOutput::ErrorText("two".to_owned())),
        result(
            "c",
            ResultOutput::Content {
                text: "three".to_owned(),
                images: vec![Image {
                    mime_type: "image/png".to_owned(),
                    data: "AA==".to_owned(),
                }],
            },
        ),
    ]);
    conversation.abort_turn(Some(AssistantMessage {
        parts: vec![AssistantPart::Text {
            text: "So".to_owned(),
            provider: Map::new(),
        }],
    }));
    let mut usage = Usage::default();
    usage.input_tokens = Some(12);
    usage.reasoning_tokens = Some(0);
    conversation.add_usage(&usage);
    conversation
}

fn fault(checkpoint: &[u8]) -> String {
    let error = decode(checkpoint).expect_err("the checkpoint is refused");
    assert_eq!(error.code, ErrorCode::CheckpointInvalid);
    let fault = error.message.strip_prefix("options.checkpoint: ");
    fault.expect("the message names the option").to_owned()
}

/// A checkpoint around any payload, its header right.
fn sealed(payload: &str) -> Vec<u8> {
    let mut checkpoint = b"libfx\0\x01".to_vec();
    checkpoint.extend_from_slice(&u32::try_from(payload.len()).unwrap().to_be_bytes());
    checkpoint.extend_from_slice(&Sha256::digest(payload.as_bytes()));
    checkpoint.extend_from_slice(payload.as_bytes());
    checkpoint
}

#[test]
fn a_restored_conversation_is_the_one_that_was_saved() {
    for conversation in [Conversation::default(), conversation()] {
        let saved = encode(&conversation).unwrap();
        let restored = decode(&saved).unwrap();
        assert_eq!(restored, conversation);
        assert_eq!(encode(&restored).unwrap(), saved, "byte for byte");
    }
}

#[test]
fn numbers_are_restored_to_the_last_digit() {
    let payload = concat!(
        r#"{"turns":[{"aborted":false,"steps":[{"reply":[{"type":"tool_call","id":"a","#,
        r#""input":{"numbers":[-1.4100601098102849e-68,0.30000000000000004,5e-324]},"name":"look"}],"#,
        r#""results":[{"type":"text","text":""}]}],"user":[]}],"usage":{}}"#,
    );
    let checkpoint = sealed(payload);
    assert_eq!(encode(&decode(&checkpoint).unwrap()).unwrap(), checkpoint);
}

#[test]
fn the_bytes_of_format_1_never_change() {
    let payload = concat!(
        r#"{"turns":[{"aborted":true,"steps":[{"reply":["#,
        r#"{"type":"reasoning","provider":{"anthropic":{"signature":"sig"}},"text":"hm"},"#,
        r#"{"type":"provider_call","id":"s","input":"q","name":"search"},"#,
        r#"{"type":"provider_result","failed":true,"id":"s","name":"search","output":[1]},"#,
        r#"{"type":"tool_call","id":"a","input":{"z":1.5,"a":[null,true,"x"]},"name":"look"},"#,
        r#"{"type":"tool_call","id":"b","input":{"z":1.5,"a":[null,true,"x"]},"name":"look"},"#,
        r#"{"type":"tool_call","id":"c","input":{"z":1.5,"a":[null,true,"x"]},"name":"look"}],"#,
        r#""results":[{"type":"text","text":"one"},{"type":"error_text","text":"two"},"#,
        r#"{"type":"content","images":[{"data":"AA==","mediaType":"image/png"}],"text":"three"}]},"#,
        r#"{"reply":[{"type":"text","text":"So"}],"results":[]}],"#,
        r#""user":[{"type":"text","text":"Grüße 😀"},{"type":"resource","uri":"file:///a"}]}],"#,
        r#""usage":{"inputTokens":12,"reasoningTokens":0}}"#,
    );
    let saved = encode(&conversation()).unwrap();
    assert_eq!(String::from_utf8_lossy(&saved[HEADER_BYTES..]), payload);
    assert_eq!(saved, sealed(payload));
}

#[test]
fn every_truncation_is_found() {
    let saved = encode(&conversation()).unwrap();
    for length in 0..saved.len() {
        let fault = fault(&saved[..length]);
        let expected = if length < HEADER_BYTES {
            format!("too short: a checkpoint has at least 43 bytes, this one {length}")
        } else {
            format!(
                "truncated: {} of {} payload bytes are there",
                length - HEADER_BYTES,
                saved.len() - HEADER_BYTES
            )
        };
        assert_eq!(fault, expected);
    }
}

#[test]
fn every_flipped_bit_is_found() {
    let saved = encode(&conversation()).unwrap();
    for at in 0..saved.len() {
        let mut damaged = saved.clone();
        damaged[at] ^= 0x10;
        fault(&damaged);
    }
    let mut damaged = saved;
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(fault(&damaged), "damaged: its SHA-256 does not match");
}

#[test]
fn what_is_wrong_is_said() {
    assert_eq!(fault(b"PK\x03\x04"), "not a checkpoint of libfx");
    assert_eq!(fault(&[0; 100]), "not a checkpoint of libfx");
    let mut newer = sealed("{}");
    newer[6] = 2;
    assert_eq!(
        fault(&newer),
        "written by a newer version of libfx (format 2; this one reads up to 1)"
    );
    newer[6] = 0;
    assert_eq!(
        fault(&newer),
        "its format version is 0, which does not exist"
    );
    let mut longer = sealed("{}");
    longer.extend_from_slice(b"xyz");
    assert_eq!(fault(&longer), "3 bytes follow its end");
}

#[test]
fn a_payload_is_checked_even_when_its_hash_is_right() {
    for (payload, expected) in [
        (
            "",
            "its payload is malformed: EOF while parsing a value at line 1 column 0",
        ),
        ("{}", "its payload is malformed: missing field `turns`"),
        (
            r#"{"turns":[],"usage":{},"apiKey":"x"}"#,
            "its payload is malformed: unknown field `apiKey`",
        ),
        (
            r#"{"turns":[{"user":[{"type":"image","text":""}],"steps":[],"aborted":false}],"usage":{}}"#,
            "its payload is malformed: turns: user: unknown variant `image`, expected `text` or `resource`",
        ),
        (
            r#"{"turns":[{"user":[{"type":"text","text":"","uri":"a:b"}],"steps":[],"aborted":false}],"usage":{}}"#,
            "its payload is malformed: turns: user: unknown field `uri`",
        ),
        (
            r#"{"turns":[{"user":[],"steps":[],"aborted":null}],"usage":{}}"#,
            "its payload is malformed: turns: aborted: invalid type: null, expected a boolean",
        ),
        (
            r#"{"turns":[],"usage":{"inputTokens":9007199254740992}}"#,
            "its payload is malformed: usage: a count beyond 9007199254740991",
        ),
        (
            r#"{"turns":[{"user":[],"steps":[{"reply":[],"results":[]}],"aborted":false}],"usage":{}}"#,
            "its payload is malformed: turns[0].steps[0]: a reply that says nothing",
        ),
    ] {
        assert_eq!(fault(&sealed(payload)), expected);
    }
    let deep = format!("{{\"turns\":{}", "[".repeat(100_000));
    assert!(fault(&sealed(&deep)).starts_with("its payload is malformed: "));
}

#[test]
fn a_checkpoint_is_bounded() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![UserPart::Text("x".repeat(64 * 1024 * 1024))]);
    let error = encode(&conversation).expect_err("too large");
    assert_eq!(error.code, ErrorCode::LimitExceeded);
    let error = decode(&vec![0; 64 * 1024 * 1024 + 1]).expect_err("too large");
    assert_eq!(error.code, ErrorCode::LimitExceeded);
}
