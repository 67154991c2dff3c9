//! Tool calls of a reply, and what became of them.

use libfx::TurnEvent;
use serde_json::Value;

use super::history::{Item, Output};

/// A tool call of a reply.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The input as it is shown.
    pub(crate) input: Value,
    /// The input as it goes into the history.
    pub(crate) object: Value,
    /// Whether there is such a tool and the input is fit for it.
    pub(crate) runs: bool,
}

/// How a tool call ended.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) output: Output,
    /// The text that the reader gets; `None` if its wording is free.
    pub(crate) content: Option<String>,
    pub(crate) is_error: bool,
}

impl Outcome {
    /// A failure whose wording is free.
    pub(crate) fn failure() -> Self {
        Outcome {
            output: Output::Error(None),
            content: None,
            is_error: true,
        }
    }
}

/// A whole reply and what became of its calls.
#[derive(Debug)]
pub(super) struct Step {
    message: Vec<Value>,
    calls: Vec<RunningCall>,
}

#[derive(Debug)]
struct RunningCall {
    call: Call,
    begun: bool,
    outcome: Option<Outcome>,
}

impl Step {
    pub(super) fn new(message: Vec<Value>, calls: Vec<Call>) -> Self {
        let calls = calls.into_iter().map(RunningCall::new).collect();
        Step { message, calls }
    }

    /// A tool is run for one of the calls; returns which.
    pub(super) fn begins(&mut self, id: &str, name: &str, input: &Value) -> Result<usize, String> {
        let is =
            |it: &RunningCall| it.call.id == id && it.call.name == name && it.call.object == *input;
        let Some(at) = self.calls.iter().position(is) else {
            return Err(format!(
                "a tool is run for {id:?}, which is no call of the last reply"
            ));
        };
        let call = &mut self.calls[at];
        if call.begun || !call.call.runs {
            return Err(format!(
                "tool call {id:?} is run a second time, or though it cannot be"
            ));
        }
        call.begun = true;
        Ok(at)
    }

    pub(super) fn ends(&mut self, call: usize, outcome: Outcome) {
        self.calls[call].outcome = Some(outcome);
    }

    /// Whether the next request may be made.
    pub(super) fn is_over(&self) -> Result<(), String> {
        match self.calls.iter().find(|call| call.outcome.is_none()) {
            Some(open) => Err(format!(
                "a request before the end of call {:?}",
                open.call.id
            )),
            None => Ok(()),
        }
    }

    /// Compares what the reader is told at the end of a call with how it ended. `cancelled` calls may be cut short.
    pub(super) fn check_end(
        &self,
        call: usize,
        event: &TurnEvent,
        cancelled: bool,
    ) -> Result<(), String> {
        let TurnEvent::ToolEnd {
            content, is_error, ..
        } = event
        else {
            return Ok(());
        };
        let outcome = self.calls[call].outcome.as_ref();
        let cut_short = cancelled && content.is_none() && *is_error;
        let as_it_ended = outcome.is_some_and(|outcome| {
            outcome.is_error == *is_error
                && content.is_some()
                && (outcome.content.is_none() || outcome.content == *content)
        });
        match cut_short || as_it_ended {
            true => Ok(()),
            false => Err(format!(
                "read {event:?}, but the call ended with {outcome:?}"
            )),
        }
    }

    /// The reply and its results as a request holds them.
    pub(super) fn items(&self) -> impl Iterator<Item = Item> {
        let message = self.message.iter().cloned().map(Item::Assistant);
        message.chain(self.calls.iter().map(RunningCall::result))
    }
}

impl RunningCall {
    fn new(call: Call) -> Self {
        let outcome = (!call.runs).then(Outcome::failure);
        RunningCall {
            call,
            begun: false,
            outcome,
        }
    }

    fn result(&self) -> Item {
        let outcome = self.outcome.as_ref();
        Item::Result {
            id: self.call.id.clone(),
            name: self.call.name.clone(),
            output: outcome.map_or(Output::Error(None), |outcome| outcome.output.clone()),
        }
    }
}
