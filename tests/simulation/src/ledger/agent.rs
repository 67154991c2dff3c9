//! One agent: its conversation, its turns, and what it may be asked.

use std::time::Duration;

use libfx::api::HttpRequest;
use libfx::{DiagnosticEvent, ErrorCode};

use super::history::{Item, compare};
use super::request;
use super::turn::Turn;
use crate::executor::TaskId;

#[derive(Debug)]
pub(crate) struct AgentRecord {
    pub(crate) key: String,
    pub(crate) url: &'static str,
    pub(crate) instructions: Option<String>,
    pub(crate) tools: Vec<String>,
    /// What all turns that have ended have left.
    pub(crate) history: Vec<Item>,
    closed: bool,
    turns: Vec<Turn>,
    active: Option<usize>,
    session: Option<String>,
    last_diagnostic: f64,
}

impl AgentRecord {
    pub(crate) fn new(key: String, url: &'static str, history: Vec<Item>) -> Self {
        AgentRecord {
            key,
            url,
            instructions: None,
            tools: Vec::new(),
            history,
            closed: false,
            turns: Vec::new(),
            active: None,
            session: None,
            last_diagnostic: 0.0,
        }
    }

    pub(super) fn turn(&mut self, turn: usize) -> &mut Turn {
        &mut self.turns[turn]
    }

    pub(super) fn turns(&self, turn: usize) -> &Turn {
        &self.turns[turn]
    }

    pub(super) fn active(&self) -> Option<usize> {
        self.active
    }

    /// What the next prompt or checkpoint is refused with, if it is.
    pub(crate) fn refuses(&self) -> Option<ErrorCode> {
        match (self.closed, self.active) {
            (true, _) => Some(ErrorCode::Closed),
            (false, Some(_)) => Some(ErrorCode::Busy),
            (false, None) => None,
        }
    }

    pub(crate) fn begin_turn(&mut self, task: TaskId, said: Vec<Item>, endless: bool) -> usize {
        self.turns.push(Turn::new(task, said, endless));
        self.active = Some(self.turns.len() - 1);
        self.turns.len() - 1
    }

    pub(crate) fn close(&mut self) {
        self.closed = true;
        self.cancel_active();
    }

    /// The turn is asked to stop; without effect when it has ended.
    pub(crate) fn cancel(&mut self, turn: usize) {
        if self.active == Some(turn) {
            self.turns[turn].cancelled = true;
        }
    }

    pub(crate) fn cancel_active(&mut self) {
        if let Some(turn) = self.active {
            self.cancel(turn);
        }
    }

    pub(super) fn requests(&mut self, request: &HttpRequest, now: Duration) -> Result<(), String> {
        if self.closed {
            return Err("a request after close".to_owned());
        }
        let active = self.active.ok_or("a request without a turn")?;
        self.turns[active].sends(now)?;
        let body = request::check(request, self.url, &self.key)?;
        let session = request.header("x-session-id").unwrap_or_default();
        if self.session.get_or_insert(session.to_owned()) != session || session.is_empty() {
            return Err("the session id has changed".to_owned());
        }
        let tools = body["tools"].as_array().map_or(&[][..], Vec::as_slice);
        if !tools.iter().map(|tool| &tool["name"]).eq(self.tools.iter()) {
            return Err(format!("the tools are {tools:?}"));
        }
        let mut history = self.history.clone();
        history.extend(self.turns[active].items(false));
        let prompt = body["prompt"].as_array().expect("checked");
        compare(&history, self.instructions.as_deref(), prompt)
    }

    pub(super) fn end_turn(&mut self, is_live: impl Fn(TaskId) -> bool) -> Result<(), String> {
        let Some(active) = self.active else {
            return Ok(());
        };
        self.turns[active].notices();
        if !is_live(self.turns[active].task) {
            self.active = None;
            let items = self.turns[active].ends()?;
            self.history.extend(items);
        }
        Ok(())
    }

    /// A cancelled turn ends at once: before any time passes.
    pub(super) fn may_wait(&self) -> Result<(), String> {
        match self.active {
            Some(active) if self.turns[active].cancelled => {
                Err("a cancelled turn has not ended though time passes".to_owned())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_told(&mut self, event: &DiagnosticEvent) -> Result<(), String> {
        if event.timestamp < self.last_diagnostic {
            return Err(format!("a diagnostic from the past: {event:?}"));
        }
        self.last_diagnostic = event.timestamp;
        if event.r#type != "output.discarded" {
            return Ok(());
        }
        let active = self.active.ok_or("events were dropped without a turn")?;
        match std::mem::replace(&mut self.turns[active].discarded, true) {
            false => Ok(()),
            true => Err("the unread events were dropped twice".to_owned()),
        }
    }

    pub(super) fn keeps_its_key(&self, text: &str) -> Result<(), String> {
        match text.contains(&self.key) {
            false => Ok(()),
            true => Err(format!(
                "the key is told: {}",
                text.chars().take(300).collect::<String>()
            )),
        }
    }
}
