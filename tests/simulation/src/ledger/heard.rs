//! What a reply says, as far as it has been delivered.

use libfx::Usage;
use serde_json::{Value, json};

use super::call::Call;

/// What one event of a reply means.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// Keep-alive traffic, which does not even count as a sign of life.
    Silence,
    /// An event without consequences.
    Noise,
    Open(Kind, String),
    Delta(Kind, String, String),
    /// Ends a block, with what the provider wants back.
    Close(Kind, String, Option<Value>),
    Call(Call),
    /// A call whose input was streamed and that is complete only when the reply is.
    Streamed(Call),
    /// Parts of a call that the provider ran itself, as they go back.
    Hosted(Vec<Value>),
    Finish(Finish, Box<Usage>),
    /// Ends the reply as a failure.
    Broken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Reasoning,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    Stop,
    Length,
    Filter,
    Calls,
    Other,
    Error,
}

impl Finish {
    fn cuts_off(self) -> bool {
        matches!(self, Finish::Length | Finish::Filter | Finish::Error)
    }
}

/// A reply so far.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    parts: Vec<Part>,
    streamed: Vec<Call>,
    pub(crate) finish: Option<Finish>,
    pub(crate) usage: Usage,
}

#[derive(Debug)]
enum Part {
    Block {
        kind: Kind,
        id: String,
        open: bool,
        text: String,
        metadata: Option<Value>,
    },
    Call(Call),
    Whole(Value),
}

impl Heard {
    pub(crate) fn take(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Silence | Meaning::Noise | Meaning::Broken => {}
            Meaning::Open(kind, id) => self.open(kind, id),
            Meaning::Delta(kind, id, more) => {
                if self.block(kind, &id).is_none() {
                    self.open(kind, id.clone());
                }
                if let Some(Part::Block { text, .. }) = self.block(kind, &id) {
                    text.push_str(&more);
                }
            }
            Meaning::Close(kind, id, sent) => {
                if let Some(Part::Block { open, metadata, .. }) = self.block(kind, &id) {
                    *open = false;
                    *metadata = sent;
                }
            }
            Meaning::Call(call) => self.parts.push(Part::Call(call)),
            Meaning::Streamed(call) => self.streamed.push(call),
            Meaning::Hosted(parts) => self.parts.extend(parts.into_iter().map(Part::Whole)),
            Meaning::Finish(finish, usage) => {
                let streamed = std::mem::take(&mut self.streamed);
                self.parts.extend(streamed.into_iter().map(Part::Call));
                self.finish = Some(finish);
                self.usage = *usage;
            }
        }
    }

    fn open(&mut self, kind: Kind, id: String) {
        self.parts.push(Part::Block {
            kind,
            id,
            open: true,
            text: String::new(),
            metadata: None,
        });
    }

    fn block(&mut self, kind: Kind, id: &str) -> Option<&mut Part> {
        self.parts.iter_mut().rev().find(|part| {
            matches!(part, Part::Block { kind: of, id: known, open: true, .. } if *of == kind && known == id)
        })
    }

    /// The calls that must run, in order.
    pub(crate) fn calls(&self) -> Vec<Call> {
        if self.finish.is_none_or(Finish::cuts_off) {
            return Vec::new();
        }
        let calls = self.parts.iter().filter_map(|part| match part {
            Part::Call(call) => Some(call.clone()),
            _ => None,
        });
        calls.collect()
    }

    /// The message that goes into the history; empty if there is nothing in it that a provider takes back.
    pub(crate) fn message(&self) -> Vec<Value> {
        let cut = self.finish.is_none_or(Finish::cuts_off);
        let parts: Vec<Value> = self
            .parts
            .iter()
            .filter(|part| !(cut && matches!(part, Part::Call(_))))
            .filter_map(Part::message)
            .collect();
        let speaks = parts.iter().any(|part| part["type"] != "reasoning");
        if speaks { parts } else { Vec::new() }
    }

    /// The text alone, which is all that is kept of a reply that was broken off.
    pub(crate) fn texts(&self) -> Vec<Value> {
        let texts = self.parts.iter().filter_map(Part::message);
        texts.filter(|part| part["type"] == "text").collect()
    }
}

impl Part {
    fn message(&self) -> Option<Value> {
        match self {
            Part::Call(call) => Some(json!({
                "type": "tool-call",
                "toolCallId": call.id,
                "toolName": call.name,
                "input": call.object,
            })),
            Part::Whole(part) => Some(part.clone()),
            Part::Block {
                kind,
                text,
                metadata,
                ..
            } => {
                let name = match kind {
                    Kind::Text => "text",
                    Kind::Reasoning => "reasoning",
                };
                let keeps_nothing = text.is_empty() && (*kind == Kind::Text || metadata.is_none());
                let mut part = json!({"type": name, "text": text});
                if let Some(metadata) = metadata {
                    part["providerOptions"] = metadata.clone();
                }
                (!keeps_nothing).then_some(part)
            }
        }
    }
}
