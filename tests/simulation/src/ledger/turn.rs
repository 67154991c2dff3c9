//! One turn as it must go.

use std::time::Duration;

use libfx::{ErrorCode, FxError, StopReason, TurnEvent, TurnResult, Usage, limits};
use serde_json::Value;

use super::heard::{Finish, Heard, Meaning};
use super::history::{Item, Output};
use super::transcript::{Place, Transcript};
use crate::executor::TaskId;

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

/// How a turn will end if nobody cancels it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fate {
    Done(StopReason),
    Failed {
        code: ErrorCode,
        status: Option<u32>,
        retry_after_ms: Option<u64>,
        /// Whether the request may be sent again.
        temporary: bool,
    },
}

impl Fate {
    pub(crate) fn failed(code: ErrorCode) -> Self {
        Fate::Failed {
            temporary: code == ErrorCode::Transport,
            code,
            status: None,
            retry_after_ms: None,
        }
    }
}

/// A whole reply and what became of its calls.
#[derive(Debug)]
struct Step {
    message: Vec<Value>,
    calls: Vec<RunningCall>,
}

#[derive(Debug)]
struct RunningCall {
    call: Call,
    begun: bool,
    outcome: Option<Outcome>,
}

#[derive(Debug)]
pub(crate) struct Turn {
    /// The task that runs it.
    pub(crate) task: TaskId,
    said: Vec<Item>,
    steps: Vec<Step>,
    /// The reply under way.
    heard: Option<Heard>,
    model_calls: u64,
    attempts: u64,
    send_after: Duration,
    usage: Usage,
    fate: Option<Fate>,
    pub(crate) transcript: Transcript,
    /// Cancellation was asked for while it was active.
    pub(crate) cancelled: bool,
    /// That was before the current step, so that the turn can know of it.
    stopped: bool,
    /// Its model never stops calling tools.
    pub(crate) endless: bool,
    /// Its unread events were dropped.
    pub(crate) discarded: bool,
    told_of_discard: bool,
    /// One of its tools will not settle before it is cancelled.
    pub(crate) hangs: bool,
}

impl Turn {
    pub(crate) fn new(task: TaskId, said: Vec<Item>, endless: bool) -> Self {
        Turn {
            task,
            said,
            steps: Vec::new(),
            heard: None,
            model_calls: 0,
            attempts: 0,
            send_after: Duration::ZERO,
            usage: Usage::default(),
            fate: None,
            transcript: Transcript::default(),
            cancelled: false,
            stopped: false,
            endless,
            discarded: false,
            told_of_discard: false,
            hangs: false,
        }
    }

    /// A request is being sent.
    pub(crate) fn sends(&mut self, now: Duration) -> Result<(), String> {
        if self.stopped {
            return Err("a request after the turn was cancelled".to_owned());
        }
        self.heard = None;
        match self.fate.take() {
            Some(fate) if !self.may_retry(&fate) => Err(format!(
                "a request after {fate:?}, attempt {} of the model call",
                self.attempts + 1
            )),
            Some(_) if now < self.send_after => Err(format!(
                "a retry at {now:?}, which was not to be before {:?}",
                self.send_after
            )),
            Some(_) => {
                self.attempts += 1;
                Ok(())
            }
            None => self.begins_model_call(),
        }
    }

    fn begins_model_call(&mut self) -> Result<(), String> {
        self.attempts = 1;
        self.model_calls += 1;
        if self.model_calls > limits::MAX_MODEL_CALLS {
            return Err(format!("model call {}", self.model_calls));
        }
        let calls = self.steps.last().map_or(&[][..], |step| &step.calls);
        match calls.iter().find(|call| call.outcome.is_none()) {
            Some(open) => Err(format!(
                "a request before the end of call {:?}",
                open.call.id
            )),
            None => Ok(()),
        }
    }

    fn may_retry(&self, fate: &Fate) -> bool {
        matches!(
            fate,
            Fate::Failed {
                temporary: true,
                ..
            }
        ) && self.attempts < limits::MAX_REQUEST_ATTEMPTS
            && self.transcript.is_empty()
    }

    /// The request under way has failed.
    pub(crate) fn fails(&mut self, fate: Fate, now: Duration) {
        if let Fate::Failed { retry_after_ms, .. } = &fate {
            let least = limits::RETRY_BASE_MS / 2;
            let wait = retry_after_ms.unwrap_or(0).max(least);
            self.send_after = now + Duration::from_millis(wait);
        }
        // Kept until the turn ends: a cancelled turn keeps the text so far even of a reply that broke.
        self.fate = Some(fate);
    }

    /// The request under way is answered by a reply.
    pub(crate) fn is_answered(&mut self) {
        self.heard = Some(Heard::default());
    }

    /// An event of the reply was delivered.
    pub(crate) fn hears(&mut self, meaning: Meaning) {
        if let Meaning::Delta(kind, _, text) = &meaning {
            self.transcript.delta(*kind, text);
        }
        if let Some(heard) = &mut self.heard {
            let was_finished = heard.finish.is_some();
            heard.take(meaning);
            if !was_finished && heard.finish.is_some() {
                add(&mut self.usage, &heard.usage);
            }
        }
    }

    /// The finished reply has been taken over: it is in the history, and its calls begin.
    pub(crate) fn accepts(&mut self) {
        let Some(heard) = self.heard.take() else {
            return;
        };
        let calls = heard.calls();
        for (at, call) in calls.iter().enumerate() {
            self.transcript.start(call, (self.steps.len(), at));
        }
        let goes_on = !calls.is_empty();
        let message = heard.message();
        if !message.is_empty() && heard.finish != Some(Finish::Error) {
            let calls = calls.into_iter().map(RunningCall::new).collect();
            self.steps.push(Step { message, calls });
        }
        self.fate = match heard.finish.expect("finished") {
            Finish::Length => Some(Fate::Done(StopReason::MaxOutputTokens)),
            Finish::Filter => Some(Fate::Done(StopReason::Refused)),
            Finish::Error => Some(Fate::failed(ErrorCode::GatewayStream)),
            _ if !goes_on => Some(Fate::Done(StopReason::EndTurn)),
            _ => None,
        };
    }

    /// A tool is run; returns where its outcome belongs.
    pub(crate) fn runs(&mut self, id: &str, name: &str, input: &Value) -> Result<Place, String> {
        if self.stopped {
            return Err(format!(
                "tool call {id:?} is run after the turn was cancelled"
            ));
        }
        let at = self.steps.len().checked_sub(1);
        let at = at.ok_or(format!("a tool is run for {id:?} before any reply"))?;
        let calls = &mut self.steps[at].calls;
        let place = calls
            .iter()
            .position(|it| it.call.id == id && it.call.name == name && it.call.object == *input);
        let place = place.ok_or(format!(
            "a tool is run for {id:?}, which is no call of the last reply"
        ))?;
        let call = &mut calls[place];
        if call.begun || !call.call.runs {
            return Err(format!(
                "tool call {id:?} is run a second time, or though it cannot be"
            ));
        }
        call.begun = true;
        Ok((at, place))
    }

    /// A tool has returned. Tells whether it was in time.
    pub(crate) fn returns(&mut self, (step, call): Place, outcome: Outcome) -> bool {
        if !self.stopped {
            self.steps[step].calls[call].outcome = Some(outcome);
        }
        !self.stopped
    }

    /// A step of the run is over.
    pub(crate) fn notices(&mut self) {
        self.stopped = self.cancelled;
    }

    /// An event of the turn was read.
    pub(crate) fn reads(&mut self, event: &TurnEvent) -> Result<(), String> {
        if self.discarded {
            return Err("an event was read after the unread ones were dropped".to_owned());
        }
        match (self.transcript.read(event)?, event) {
            (
                Some(place),
                TurnEvent::ToolEnd {
                    content, is_error, ..
                },
            ) => self.check_end(place, content.as_deref(), *is_error),
            _ => Ok(()),
        }
    }

    fn check_end(
        &self,
        (step, call): Place,
        content: Option<&str>,
        is_error: bool,
    ) -> Result<(), String> {
        let outcome = self.steps[step].calls[call].outcome.as_ref();
        let cut_short = self.cancelled && content.is_none() && is_error;
        let as_it_ended = outcome.is_some_and(|outcome| {
            outcome.is_error == is_error
                && content.is_some()
                && (outcome.content.is_none() || outcome.content.as_deref() == content)
        });
        if cut_short || as_it_ended {
            return Ok(());
        }
        let content = content.map(|content| content.chars().take(80).collect::<String>());
        Err(format!(
            "tool_end of call {:?} says {content:?} (is_error {is_error}), but the call ended with {outcome:?}",
            (step, call)
        ))
    }

    /// Reading has failed: because events were dropped, or as the turn did.
    pub(crate) fn fails_to_be_read(&mut self, error: &FxError) -> Result<(), String> {
        if !self.discarded {
            self.settles(&Err(error.clone()))?;
            return self.is_read();
        }
        self.told_of_discard = true;
        match error.code {
            ErrorCode::LimitExceeded => Ok(()),
            other => Err(format!("the reader of dropped events was told {other:?}")),
        }
    }

    /// The reader has seen the end of the events.
    pub(crate) fn is_read(&mut self) -> Result<(), String> {
        match (self.discarded, self.cancelled) {
            (true, _) if self.told_of_discard => Ok(()),
            (true, _) => Err("the reader was not told that events were dropped".to_owned()),
            (false, true) => self.transcript.none_is_open(),
            (false, false) => self.transcript.is_complete(),
        }
    }

    /// Compares the result with what it must be.
    pub(crate) fn settles(&self, result: &Result<TurnResult, FxError>) -> Result<(), String> {
        let expected = match &self.fate {
            _ if self.cancelled => Some(&Fate::Done(StopReason::Cancelled)),
            fate => fate.as_ref(),
        };
        let fits = match (expected, result) {
            (Some(Fate::Done(reason)), Ok(result)) => {
                result.stop_reason == *reason && result.usage == self.usage
            }
            (
                Some(Fate::Failed {
                    code,
                    status,
                    retry_after_ms,
                    ..
                }),
                Err(error),
            ) => {
                error.code == *code
                    && error.status == *status
                    && error.retry_after_ms == *retry_after_ms
            }
            _ => false,
        };
        if fits {
            return Ok(());
        }
        Err(format!(
            "the turn ended with {result:?}, not with {expected:?} and {:?}",
            self.usage
        ))
    }

    /// The task has ended: checks that it may, and returns what stays in the history.
    pub(crate) fn ends(&mut self) -> Result<Vec<Item>, String> {
        if self.cancelled {
            return Ok(self.items(true));
        }
        if self.fate.is_none() && self.model_calls == limits::MAX_MODEL_CALLS {
            self.fate = Some(Fate::Done(StopReason::MaxModelTurns));
        }
        match &self.fate {
            None => Err("the turn ended in the middle of its work".to_owned()),
            Some(fate) if self.may_retry(fate) => Err(format!(
                "the turn gave up after attempt {} with {fate:?}",
                self.attempts
            )),
            // Where it stopped is not known, so nothing is taken back.
            Some(Fate::Failed {
                code: ErrorCode::Internal,
                ..
            }) => Ok(self.items(true)),
            Some(Fate::Failed { .. }) if self.steps.is_empty() => Ok(Vec::new()),
            Some(Fate::Failed { .. }) => {
                self.heard = None;
                Ok(self.items(true))
            }
            Some(Fate::Done(_)) => Ok(self.items(false)),
        }
    }

    /// The turn as a request holds it.
    pub(crate) fn items(&self, aborted: bool) -> Vec<Item> {
        let mut items: Vec<Item> = self.said.clone();
        for step in &self.steps {
            items.extend(step.message.iter().cloned().map(Item::Assistant));
            items.extend(step.calls.iter().map(RunningCall::result));
        }
        if aborted {
            let partial = self.heard.iter().flat_map(Heard::texts);
            items.extend(partial.map(Item::Assistant));
            items.push(Item::Aborted);
        }
        items
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

fn add(sum: &mut Usage, more: &Usage) {
    for (sum, more) in [
        (&mut sum.input_tokens, more.input_tokens),
        (&mut sum.output_tokens, more.output_tokens),
        (&mut sum.cache_read_tokens, more.cache_read_tokens),
        (&mut sum.cache_write_tokens, more.cache_write_tokens),
        (&mut sum.reasoning_tokens, more.reasoning_tokens),
    ] {
        *sum = match (*sum, more) {
            (Some(sum), Some(more)) => Some(sum + more),
            (sum, more) => sum.or(more),
        };
    }
}
