//! The books: what has happened on both sides of the runtime, and what must follow from it.
//!
//! The simulated Gateway, the tools and the application enter here what they do; whatever the runtime does is compared
//! with it. It is a second, much simpler account of what a conversation is: it knows no bytes and no waiting.

mod agent;
pub(crate) mod call;
mod exchange;
pub(crate) mod fate;
pub(crate) mod heard;
pub(crate) mod history;
mod request;
mod transcript;
mod turn;

use std::time::Duration;

use libfx::api::HttpRequest;
use libfx::{DiagnosticEvent, ErrorCode, FxError};
use memchr::memmem;

pub(crate) use agent::AgentRecord;
use exchange::{Exchange, State};
use fate::Fate;
use heard::Meaning;
use turn::Turn;

pub(crate) type AgentId = usize;
pub(crate) type ExchangeId = usize;

/// A turn of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnId {
    pub(crate) agent: AgentId,
    pub(crate) turn: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Ledger {
    agents: Vec<AgentRecord>,
    exchanges: Vec<Exchange>,
    /// The exchanges that are not over.
    open: Vec<ExchangeId>,
    /// What tools returned too late: none of it may be seen anywhere.
    late: Vec<String>,
}

impl Ledger {
    pub(crate) fn add_agent(&mut self, agent: AgentRecord) -> AgentId {
        self.agents.push(agent);
        self.agents.len() - 1
    }

    pub(crate) fn agent(&mut self, agent: AgentId) -> &mut AgentRecord {
        &mut self.agents[agent]
    }

    pub(crate) fn turn(&mut self, id: TurnId) -> &mut Turn {
        self.agents[id.agent].turn(id.turn)
    }

    pub(crate) fn active(&self, agent: AgentId) -> Option<TurnId> {
        let turn = self.agents[agent].active()?;
        Some(TurnId { agent, turn })
    }

    /// Turns that somebody still runs.
    pub(crate) fn all_active(&self) -> Vec<TurnId> {
        (0..self.agents.len())
            .filter_map(|agent| self.active(agent))
            .collect()
    }

    pub(crate) fn returned_late(&mut self, value: String) {
        self.late.push(value);
    }

    /// Books a request and judges it.
    pub(crate) fn request(
        &mut self,
        agent: AgentId,
        request: &HttpRequest,
        now: Duration,
    ) -> Result<ExchangeId, String> {
        let turn = self.active(agent).ok_or("a request without a turn")?;
        self.agents[agent].requests(request, now)?;
        self.exchanges.push(Exchange::new(turn, now));
        let id = self.exchanges.len() - 1;
        self.open.push(id);
        Ok(id)
    }

    /// Headers with status 200 have arrived.
    pub(crate) fn answered(&mut self, id: ExchangeId) {
        let turn = self.exchanges[id].turn;
        self.turn(turn).is_answered();
    }

    /// The runtime asks for bytes of a reply.
    pub(crate) fn polled(&mut self, id: ExchangeId, now: Duration) {
        let turn = self.exchanges[id].turn;
        if self.exchanges[id].is_polled(now) {
            self.turn(turn).accepts();
        }
    }

    /// Bytes of a reply are handed over, with these events in them.
    pub(crate) fn delivered(&mut self, id: ExchangeId, meanings: Vec<Meaning>, now: Duration) {
        let turn = self.exchanges[id].turn;
        for meaning in meanings {
            if self.exchanges[id].state != State::Open {
                return;
            }
            match &meaning {
                Meaning::Silence => continue,
                Meaning::Broken => {
                    return self.failed(id, Fate::failed(ErrorCode::GatewayStream), now);
                }
                Meaning::Finish(..) => self.exchanges[id].state = State::Finished,
                _ => self.exchanges[id].is_heard(),
            }
            self.turn(turn).hears(meaning);
        }
    }

    /// The request has failed, or its reply has broken off; without effect once the reply is complete.
    pub(crate) fn failed(&mut self, id: ExchangeId, fate: Fate, now: Duration) {
        if self.exchanges[id].state == State::Open {
            self.exchanges[id].state = State::Over;
            let turn = self.exchanges[id].turn;
            self.turn(turn).fails(fate, now);
        }
    }

    /// The runtime has let go of the request or of the answer's body. `otherwise` is what the answer means if it did not
    /// have to be read to its end.
    pub(crate) fn dropped(
        &mut self,
        id: ExchangeId,
        otherwise: Option<Fate>,
        now: Duration,
    ) -> Result<(), String> {
        let Exchange {
            turn,
            state,
            deadline,
        } = self.exchanges[id];
        self.open.retain(|open| *open != id);
        self.exchanges[id].state = State::Over;
        let cancelled = self.turn(turn).cancelled;
        match (state, otherwise) {
            (State::Finished, _) if !cancelled => self.turn(turn).accepts(),
            (State::Open, Some(fate)) => self.turn(turn).fails(fate, now),
            (State::Open, None) if !cancelled => {
                if deadline.is_none_or(|deadline| now < deadline) {
                    return Err(format!("gave up a request at {now:?}, before {deadline:?}"));
                }
                self.turn(turn).fails(Fate::failed(ErrorCode::Timeout), now);
            }
            _ => {}
        }
        Ok(())
    }

    /// Nobody can run, and time passes until `until`.
    pub(crate) fn time_passes(&self, until: Duration) -> Result<(), String> {
        for agent in &self.agents {
            agent.may_wait()?;
        }
        for id in &self.open {
            let exchange = &self.exchanges[*id];
            let turn = self.agents[exchange.turn.agent].turns(exchange.turn.turn);
            exchange.may_stay(until, turn.cancelled)?;
        }
        Ok(())
    }

    /// Ends the turns whose task has ended.
    pub(crate) fn end_turns(&mut self, is_live: impl Fn(usize) -> bool) -> Result<(), String> {
        self.agents
            .iter_mut()
            .try_for_each(|agent| agent.end_turn(&is_live))
    }

    pub(crate) fn diagnostic(
        &mut self,
        agent: AgentId,
        event: &DiagnosticEvent,
    ) -> Result<(), String> {
        let text = libfx_text(event);
        self.agents[agent].keeps_its_key(&text)?;
        self.agents[agent].is_told(event)
    }

    /// Checks that an error says nothing it must not.
    pub(crate) fn error(&self, agent: AgentId, error: &FxError) -> Result<(), String> {
        self.agents[agent].keeps_its_key(&format!("{error:?}"))
    }

    /// Checks that a checkpoint holds neither the key nor what came too late.
    pub(crate) fn holds_nothing_late(&self, agent: AgentId, bytes: &[u8]) -> Result<(), String> {
        let holds = |text: &str| memmem::find(bytes, text.as_bytes()).is_some();
        if holds(&self.agents[agent].key) {
            return Err("the key is in a checkpoint".to_owned());
        }
        match self.late.iter().find(|late| holds(late)) {
            Some(late) => Err(format!("the late result {late:?} was kept")),
            None => Ok(()),
        }
    }

    pub(crate) fn is_settled(&self) -> Result<(), String> {
        match self.open.first() {
            None => Ok(()),
            Some(id) => Err(format!(
                "exchange {id} was never let go of: {:?}",
                self.exchanges[*id]
            )),
        }
    }
}

fn libfx_text(event: &DiagnosticEvent) -> String {
    serde_json::to_string(event).expect("diagnostics are JSON")
}
