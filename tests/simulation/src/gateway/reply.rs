//! Replies: what a model says, part by part, and what each part means.

use libfx::Usage;
use serde_json::{Value, json};

use super::event::{Event, block_event, call_event, cut_character, delta_event};
use crate::ledger::call::Call;
use crate::ledger::heard::{Finish, Kind, Meaning};
use crate::random::Random;
use crate::world::World;

/// What a reply is made from.
pub(crate) struct Author<'a> {
    pub(crate) world: &'a World,
    pub(crate) random: &'a mut Random,
    /// The names of the agent's tools.
    pub(crate) tools: &'a [String],
    /// The turn's model never stops calling tools.
    pub(crate) endless: bool,
}

impl Author<'_> {
    /// A whole reply, its finish at the end.
    pub(crate) fn write(&mut self) -> Vec<Event> {
        if self.endless {
            let call = self.call(0);
            return vec![call_event(call, true), self.finish(Finish::Calls)];
        }
        let mut events = self.opening();
        if self.random.percent(self.world.mix.huge) {
            self.huge(&mut events);
        }
        self.blocks(&mut events);
        if self.random.percent(10) {
            self.hosted_call(&mut events);
        }
        let calls = self.calls(&mut events);
        if self.random.percent(20) {
            events.push((
                json!({"type": "raw", "rawValue": {"x": 1}}).to_string(),
                Meaning::Noise,
            ));
        }
        let finish = self.random.weighted(&[
            (20, Finish::Stop),
            (if calls { 60 } else { 0 }, Finish::Calls),
            (3, Finish::Other),
            (2, Finish::Length),
            (2, Finish::Filter),
            (2, Finish::Error),
        ]);
        events.push(self.finish(finish));
        events
    }

    fn opening(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        if self.random.percent(80) {
            events.push((
                json!({"type": "stream-start", "warnings": []}).to_string(),
                Meaning::Noise,
            ));
        }
        if self.random.percent(50) {
            let metadata = json!({"type": "response-metadata", "id": "r", "modelId": "m", "timestamp": "2026-01-01"});
            events.push((metadata.to_string(), Meaning::Noise));
        }
        events
    }

    /// More events, or more bytes, than may wait unread.
    fn huge(&mut self, events: &mut Vec<Event>) {
        if self.random.percent(88) {
            let pairs = self.random.between(60, 400);
            for at in 0..pairs {
                let kind = if at % 2 == 0 {
                    Kind::Text
                } else {
                    Kind::Reasoning
                };
                events.push(delta_event(kind, "long", &format!("{at};")));
            }
        } else {
            for _ in 0..self.random.between(2, 4) {
                let letters = self.random.between(100_000, 700_000);
                events.push(delta_event(Kind::Text, "large", &"x".repeat(letters)));
                if self.random.percent(50) {
                    let letters = self.random.between(1, 1_200_000);
                    events.push(delta_event(Kind::Reasoning, "large", &"y".repeat(letters)));
                }
            }
        }
    }

    /// Blocks of text and reasoning, now and then two at a time.
    fn blocks(&mut self, events: &mut Vec<Event>) {
        for at in 0..self.random.below(4) {
            let kind = *self.random.pick(&[Kind::Text, Kind::Text, Kind::Reasoning]);
            let ids = match self.random.percent(15) {
                true => vec![format!("{at}a"), format!("{at}b")],
                false => vec![at.to_string()],
            };
            for id in &ids {
                if self.random.percent(90) {
                    events.push(block_event(kind, "start", id, None));
                }
            }
            for _ in 0..self.random.below(8) {
                let id = self.random.pick(&ids).clone();
                let text = match self.random.percent(3) {
                    true => String::new(),
                    false => self.random.text(6),
                };
                events.push(delta_event(kind, &id, &text));
                if self.random.percent(3) {
                    let follows = self.random.percent(70);
                    events.extend(cut_character(kind, &id, follows));
                }
            }
            for id in &ids {
                if self.random.percent(90) {
                    let metadata = self
                        .random
                        .percent(30)
                        .then(|| json!({"p": {"signature": self.world.number()}}));
                    events.push(block_event(kind, "end", id, metadata));
                }
            }
        }
    }

    fn hosted_call(&mut self, events: &mut Vec<Event>) {
        let id = format!("hosted_{}", self.world.number());
        let call = json!({
            "type": "tool-call", "toolCallId": id, "toolName": "search", "input": "{\"q\":1}", "providerExecuted": true,
        });
        let result = json!({"type": "tool-result", "toolCallId": id, "toolName": "search", "result": {"n": 2}});
        let back = vec![
            json!({
                "type": "tool-call", "toolCallId": id, "toolName": "search", "input": {"q": 1}, "providerExecuted": true,
            }),
            json!({
                "type": "tool-result", "toolCallId": id, "toolName": "search",
                "output": {"type": "json", "value": {"n": 2}},
            }),
        ];
        events.push((call.to_string(), Meaning::Noise));
        events.push((result.to_string(), Meaning::Hosted(back)));
    }

    fn calls(&mut self, events: &mut Vec<Event>) -> bool {
        if !self.random.percent(self.world.mix.calls) {
            return false;
        }
        let count = self.random.weighted(&[(60, 1), (30, 3), (9, 8), (1, 100)]);
        for at in 0..count {
            let call = self.call(at);
            if self.random.percent(40) {
                self.streamed_call(call, events);
            } else {
                let (data, meaning) = call_event(call, self.random.percent(50));
                if self.random.percent(5) {
                    events.push((data.clone(), meaning));
                    events.push((data, Meaning::Noise));
                } else {
                    events.push((data, meaning));
                }
            }
        }
        true
    }

    /// A call of one of the tools, or of none, with any input.
    fn call(&mut self, at: usize) -> Call {
        // Some models count anew in every reply.
        let id = match self.random.percent(30) {
            true => format!("functions.tool:{at}"),
            false => format!("call_{}", self.world.number()),
        };
        let known = !self.tools.is_empty() && self.random.percent(95);
        let name = match known {
            true => self.random.pick(self.tools).clone(),
            false => "no_such_tool".to_owned(),
        };
        let input = match self.random.percent(90) {
            true => json!({"n": self.world.number(), "text": self.random.text(4)}),
            false => json!([1, 2]),
        };
        let is_object = input.is_object();
        Call {
            id,
            name,
            object: if is_object { input.clone() } else { json!({}) },
            input,
            runs: known && is_object,
        }
    }

    /// The input in pieces, and then usually the call itself; its input may be no JSON.
    fn streamed_call(&mut self, mut call: Call, events: &mut Vec<Event>) {
        let mut text = call.input.to_string();
        if self.random.percent(10) {
            text.pop();
            call.input = Value::from(text.clone());
            call.object = json!({});
            call.runs = false;
        }
        let start = json!({"type": "tool-input-start", "id": call.id, "toolName": call.name});
        events.push((start.to_string(), Meaning::Noise));
        let mut rest: &str = &text;
        while !rest.is_empty() {
            let cut = rest.floor_char_boundary(self.random.between(4, 30));
            let delta = json!({"type": "tool-input-delta", "id": call.id, "delta": &rest[..cut]});
            events.push((delta.to_string(), Meaning::Noise));
            rest = &rest[cut..];
        }
        if self.random.percent(20) {
            // Nothing of it can be seen from outside before the reply is complete.
            let (_, last) = events.last_mut().expect("just written");
            *last = Meaning::Streamed(call);
            return;
        }
        let whole = json!({"type": "tool-call", "toolCallId": call.id, "toolName": call.name, "input": text});
        events.push((whole.to_string(), Meaning::Call(call)));
    }

    fn finish(&mut self, finish: Finish) -> Event {
        let word = match finish {
            Finish::Stop => "stop",
            Finish::Length => "length",
            Finish::Filter => "content-filter",
            Finish::Calls => "tool-calls",
            Finish::Other => "unknown",
            Finish::Error => "error",
        };
        let reason = match self.random.percent(80) {
            true => json!({"unified": word, "raw": "whatever"}),
            false => json!(word),
        };
        let (input, output) = (self.random.below(1000), self.random.below(1000));
        let (reported, counts) = match self.random.below(3) {
            0 => (json!({}), Usage::default()),
            1 => (
                json!({"inputTokens": input, "outputTokens": output}),
                Usage::default()
                    .with_input_tokens(input as u64)
                    .with_output_tokens(output as u64),
            ),
            _ => (
                json!({"inputTokens": {"total": input, "cacheRead": 1}, "outputTokens": {"reasoning": 2, "total": -1}}),
                Usage::default()
                    .with_input_tokens(input as u64)
                    .with_cache_read_tokens(1)
                    .with_reasoning_tokens(2),
            ),
        };
        let data = json!({"type": "finish", "finishReason": reason, "usage": reported});
        (data.to_string(), Meaning::Finish(finish, Box::new(counts)))
    }
}
