//! Replies: the same however the body is cut, nothing said lost or doubled, and nothing run that was not finished.

use std::collections::HashSet;

use libfx_api::{ErrorCode, FxError};

use super::{OnRequest, cuts, endpoint_at, history, secret};
use crate::conversation::{AssistantPart, Conversation, ResultOutput, UserPart};
use crate::gateway::{CallInput, FinishReason, Reply, ReplyDecoder, ReplyPart};

/// The largest count that every language holds exactly.
const MAX_COUNT: u64 = (1 << 53) - 1;

/// All that can be told of a body that was read.
#[derive(Debug, PartialEq)]
struct Outcome {
    shown: Vec<ReplyPart>,
    events: u64,
    finished: bool,
    error: Option<FxError>,
    reply: Reply,
}

pub(super) fn check(address: &str, body: &[u8], on: OnRequest<'_>) {
    let whole = read(address, &[body]);
    for chunks in cuts::of(body) {
        assert_eq!(read(address, &chunks), whole, "in {} chunks", chunks.len());
    }
    check_end(&whole);
    check_shown(&whole);
    check_calls(&whole);
    check_usage(&whole.reply);
    history::check(&answered(&whole.reply), on);
    history::check(&aborted(whole.reply), on);
    if let Some(error) = whole.error {
        secret::check(error, body);
    }
}

/// The conversation of a reply that has finished.
pub(super) fn conversation(address: &str, body: &[u8]) -> Option<Conversation> {
    let outcome = read(address, &[body]);
    outcome.finished.then(|| answered(&outcome.reply))
}

/// Reads a body as the turn loop does: up to its end, the reply's, or the first error.
fn read(address: &str, chunks: &[&[u8]]) -> Outcome {
    let mut decoder = ReplyDecoder::new(endpoint_at(address).protocol());
    let mut shown = Vec::new();
    let mut on = |part| shown.push(part);
    let fed = chunks
        .iter()
        .try_for_each(|chunk| decoder.feed(chunk, &mut on));
    let ended = fed.and_then(|()| decoder.end(&mut on));
    Outcome {
        shown,
        events: decoder.events(),
        finished: decoder.is_finished(),
        error: ended.err(),
        reply: decoder.into_reply(),
    }
}

fn check_end(outcome: &Outcome) {
    match &outcome.error {
        None => assert!(outcome.finished, "a body ends well only with its reply"),
        Some(error) => {
            assert!(!outcome.finished, "what has finished has not failed");
            assert_eq!(error.code, ErrorCode::GatewayStream);
        }
    }
}

/// What was shown is what the history holds. Blocks may interleave, so only how much of it there is can be compared.
fn check_shown(outcome: &Outcome) {
    let (mut text, mut reasoning) = (0, 0);
    for part in &outcome.shown {
        match part {
            ReplyPart::TextDelta(delta) => text += said(delta),
            ReplyPart::ReasoningDelta(delta) => reasoning += said(delta),
        }
    }
    for part in &outcome.reply.message.parts {
        match part {
            AssistantPart::Text { text: kept, .. } => text -= said(kept),
            AssistantPart::Reasoning { text: kept, .. } => reasoning -= kept.len() as i64,
            _ => {}
        }
    }
    assert_eq!((text, reasoning), (0, 0), "shown, but not kept");
}

/// The size of a piece of text that is worth a part.
fn said(text: &str) -> i64 {
    assert!(!text.is_empty(), "an empty part");
    text.len() as i64
}

fn check_calls(outcome: &Outcome) {
    let reply = &outcome.reply;
    let cut_off = matches!(
        reply.finish,
        FinishReason::Length | FinishReason::ContentFilter | FinishReason::Error
    );
    if cut_off || !outcome.finished {
        assert!(reply.tool_calls.is_empty(), "a call of an unfinished reply");
    }
    let kept: Vec<_> = reply.message.calls().collect();
    let run: Vec<_> = reply
        .tool_calls
        .iter()
        .map(|call| (call.id.as_str(), call.name.as_str()))
        .collect();
    assert_eq!(kept, run, "the calls to run are those of the history");
    let ids: HashSet<_> = run.iter().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), run.len(), "ids tell calls apart");
    assert!(!ids.contains(&""), "a call without an id");
    for call in &reply.tool_calls {
        if let CallInput::Malformed { text, .. } = &call.input {
            let parsed = serde_json::from_str::<serde_json::Value>(text);
            assert!(
                parsed.is_err() || text.matches(['[', '{']).count() > 100,
                "{text} is JSON"
            );
        }
    }
}

fn check_usage(reply: &Reply) {
    let usage = &reply.usage;
    let counts = [
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_read_tokens,
        usage.cache_write_tokens,
        usage.reasoning_tokens,
    ];
    assert!(counts.into_iter().flatten().all(|count| count <= MAX_COUNT));
}

/// A conversation in which every other call of the reply has been answered.
fn answered(reply: &Reply) -> Conversation {
    let mut conversation = begun();
    conversation.push_reply(reply.message.clone());
    for at in (0..reply.tool_calls.len()).step_by(2) {
        conversation.answer(at, ResultOutput::Text("seen".to_owned()));
    }
    conversation.add_usage(&reply.usage);
    conversation
}

/// A conversation in which the turn was cancelled when so much of the reply had been read.
fn aborted(reply: Reply) -> Conversation {
    let mut conversation = begun();
    conversation.abort_turn(Some(reply.message));
    conversation
}

fn begun() -> Conversation {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![UserPart::Text("look".to_owned())]);
    conversation
}
