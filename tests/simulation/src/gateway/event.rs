//! Single events of a reply, each with its meaning.

use serde_json::{Value, json};

use crate::ledger::call::Call;
use crate::ledger::heard::{Kind, Meaning};

/// An event's data and what it means.
pub(super) type Event = (String, Meaning);

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Reasoning => "reasoning",
    }
}

pub(super) fn block_event(kind: Kind, what: &str, id: &str, metadata: Option<Value>) -> Event {
    let mut data = json!({"type": format!("{}-{what}", name_of(kind)), "id": id});
    if let Some(metadata) = &metadata {
        data["providerMetadata"] = metadata.clone();
    }
    let meaning = match what {
        "start" => Meaning::Open(kind, id.to_owned()),
        _ => Meaning::Close(kind, id.to_owned(), metadata),
    };
    (data.to_string(), meaning)
}

pub(super) fn delta_event(kind: Kind, id: &str, text: &str) -> Event {
    let data = json!({"type": format!("{}-delta", name_of(kind)), "id": id, "delta": text});
    (
        data.to_string(),
        Meaning::Delta(kind, id.to_owned(), text.to_owned()),
    )
}

/// How an event ends whose text ends in the first half of an emoji.
const FIRST_HALF: &str = r#"\ud83d"}"#;

/// Deltas as a server writes them that cuts text between units of UTF-16: the second half of the character follows, or
/// never does.
pub(super) fn cut_character(kind: Kind, id: &str, follows: bool) -> Vec<Event> {
    let name = name_of(kind);
    let event = |delta: &str, text: &str| {
        let data = format!(r#"{{"type":"{name}-delta","id":"{id}","delta":"{delta}"}}"#);
        (data, Meaning::Delta(kind, id.to_owned(), text.to_owned()))
    };
    match follows {
        true => vec![event(r"cut\ud83d", "cut"), event(r"\ude00 here", "😀 here")],
        false => vec![event(r"cut\ud83d", "cut\u{FFFD}")],
    }
}

/// Whether the event can be understood only when the next one is there.
pub(super) fn ends_in_half(data: &str) -> bool {
    data.ends_with(FIRST_HALF)
}

pub(super) fn call_event(call: Call, as_text: bool) -> Event {
    let input = match as_text {
        true => Value::from(call.input.to_string()),
        false => call.input.clone(),
    };
    let data =
        json!({"type": "tool-call", "toolCallId": call.id, "toolName": call.name, "input": input});
    (data.to_string(), Meaning::Call(call))
}
