//! Plans: how one request will be answered.

use std::time::Duration;

use bytes::Bytes;

use super::event::{Event, ends_in_half};
use super::frames::Style;
use super::reply::Author;
use super::status::StatusAnswer;
use crate::executor::Yield;
use crate::ledger::AgentId;
use crate::ledger::heard::Meaning;
use crate::random::Random;
use crate::world::World;

#[derive(Debug)]
pub(crate) struct Plan {
    pub(super) wait: Wait,
    pub(super) answer: Answer,
}

#[derive(Debug)]
pub(super) enum Answer {
    /// Nothing ever comes.
    Silence,
    NoConnection(String),
    /// The host's own transport has a fault.
    Panic,
    Status(StatusAnswer),
    Reply(Script),
}

/// A pause.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wait {
    None,
    /// The others go first.
    Yield(usize),
    Time(Duration),
}

impl Wait {
    pub(super) async fn wait(self, world: &World) {
        match self {
            Wait::None => {}
            Wait::Yield(times) => Yield(times).await,
            Wait::Time(time) => world.sleep(time).await,
        }
    }

    fn choose(random: &mut Random, longest: Duration) -> Self {
        match random.below(10) {
            0..5 => Wait::None,
            5..8 => Wait::Yield(random.between(1, 5)),
            _ => Wait::Time(random.delay(longest)),
        }
    }
}

/// A body of a reply: chunks and an end.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) chunks: Vec<Chunk>,
    pub(super) end: End,
}

#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) wait: Wait,
    pub(super) bytes: Bytes,
    pub(super) meanings: Vec<Meaning>,
}

/// What follows the last chunk.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// The body ends.
    Close,
    /// The connection breaks.
    Reset,
    /// Nothing, for ever.
    Silence,
    /// Keep-alive traffic, for ever.
    KeepAlive(Duration),
    /// Bytes without end, as fast as they are read.
    Flood,
}

impl Plan {
    pub(super) fn make(world: &World, agent: AgentId) -> Plan {
        let mut random = world.random();
        let (tools, endless, key) = {
            let mut ledger = world.ledger();
            let active = ledger.active(agent).expect("a request belongs to a turn");
            let endless = ledger.turn(active).endless;
            let agent = ledger.agent(agent);
            (agent.tools.clone(), endless, agent.key.clone())
        };
        let longest = if endless {
            Duration::ZERO
        } else {
            world.mix.pause
        };
        let wait = Wait::choose(&mut random, longest);
        let faulty = !endless && random.percent(world.mix.fault);
        if faulty && random.percent(45) {
            let answer = refusal(&mut random, &key);
            return Plan { wait, answer };
        }
        let events = Author {
            world,
            random: &mut random,
            tools: &tools,
            endless,
        }
        .write();
        let draft = Draft::write(events, faulty, &key, &mut random);
        let script = draft.cut(&mut random, longest);
        Plan {
            wait,
            answer: Answer::Reply(script),
        }
    }
}

/// Anything but a reply.
fn refusal(random: &mut Random, key: &str) -> Answer {
    match random.below(30) {
        0 => Answer::Panic,
        1..4 => Answer::Silence,
        4..12 => Answer::NoConnection(format!("refused (sent with {key})")),
        _ => Answer::Status(StatusAnswer::choose(random, key)),
    }
}

/// A body in one piece, with what it means from which byte on.
struct Draft {
    bytes: Vec<u8>,
    meanings: Vec<(usize, Meaning)>,
    /// What cannot be understood before the next event.
    held: Vec<Meaning>,
    end: End,
}

impl Draft {
    fn write(mut events: Vec<Event>, faulty: bool, key: &str, random: &mut Random) -> Draft {
        let style = Style::choose(random);
        let mut draft = Draft {
            bytes: Vec::new(),
            meanings: Vec::new(),
            held: Vec::new(),
            end: *random.pick(&[End::Close, End::Close, End::Silence, End::Reset, End::Flood]),
        };
        if random.percent(10) {
            draft.bytes.extend_from_slice("\u{FEFF}".as_bytes());
        }
        let fault = faulty.then(|| random.below(6));
        if fault.is_some() {
            events.truncate(random.below(events.len()));
            while events.last().is_some_and(|(data, _)| ends_in_half(data)) {
                events.pop();
            }
        }
        for (data, meaning) in events {
            draft.event(&style, &data, meaning, random);
        }
        match fault {
            None => draft.leave_over(&style, random),
            Some(0) => draft.end = End::Close,
            Some(1) => draft.end = End::Reset,
            Some(2) => draft.stall(random),
            Some(3) => draft.break_off(random),
            Some(4) => draft.event(
                &style,
                "{\"type\": \"text-delta\", \"delta\": ",
                Meaning::Broken,
                random,
            ),
            Some(_) => {
                let said = format!(
                    "{{\"type\":\"error\",\"error\":{{\"message\":\"no {key}\",\"code\":\"{key}\"}}}}"
                );
                draft.event(&style, &said, Meaning::Broken, random);
            }
        }
        draft
    }

    fn event(&mut self, style: &Style, data: &str, meaning: Meaning, random: &mut Random) {
        if random.percent(3) {
            self.bytes.extend(style.comment().bytes);
        }
        let frame = style.event(data, random);
        let counts_at = self.bytes.len() + frame.counts_at;
        self.held.push(meaning);
        if !ends_in_half(data) {
            let heard = self.held.drain(..).map(|meaning| (counts_at, meaning));
            self.meanings.extend(heard);
        }
        self.bytes.extend(frame.bytes);
    }

    /// What follows a finished reply is nobody's business.
    fn leave_over(&mut self, style: &Style, random: &mut Random) {
        if random.percent(60) {
            self.event(style, "[DONE]", Meaning::Silence, random);
        }
        if random.percent(20) {
            let late = "{\"type\":\"text-delta\",\"id\":\"late\",\"delta\":\"after the end\"}";
            self.event(style, late, Meaning::Noise, random);
        }
    }

    fn stall(&mut self, random: &mut Random) {
        let pause = Duration::from_secs(random.between(1, 50) as u64);
        self.end = *random.pick(&[End::Silence, End::KeepAlive(pause)]);
    }

    /// The body ends in the middle of an event.
    fn break_off(&mut self, random: &mut Random) {
        self.bytes
            .extend_from_slice(b"data: {\"type\":\"text-delta\",\"del");
        self.end = *random.pick(&[End::Close, End::Reset]);
    }

    /// Cuts the body into chunks, anywhere.
    fn cut(self, random: &mut Random, longest: Duration) -> Script {
        let size = match random.below(4) {
            0 if self.bytes.len() < 1500 => 1,
            0 | 1 => 1 + self.bytes.len() / 4,
            2 => self.bytes.len() + 1,
            _ => 64.max(self.bytes.len() / 100),
        };
        // A few pauses count; hundreds would only keep the reply from ever ending.
        let pauses = longest / (1 + self.bytes.len() / size / 8) as u32;
        let bytes = Bytes::from(self.bytes);
        let mut meanings = self.meanings.into_iter().peekable();
        let (mut chunks, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            let to = bytes.len().min(at + random.between(1, 2 * size));
            let mut heard = Vec::new();
            while let Some((_, meaning)) = meanings.next_if(|(counts_at, _)| *counts_at <= to) {
                heard.push(meaning);
            }
            chunks.push(Chunk {
                wait: Wait::choose(random, pauses),
                bytes: bytes.slice(at..to),
                meanings: heard,
            });
            at = to;
        }
        Script {
            chunks,
            end: self.end,
        }
    }
}
