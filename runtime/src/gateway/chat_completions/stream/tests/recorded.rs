//! What real servers sent.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::{Read, read_chunks, said};

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
