//! One turn as it must go.

use std::time::Duration;

use libfx::{ErrorCode, FxError, StopReason, TurnEvent, TurnResult, Usage, limits};
use serde_json::Value;

use super::call::{Outcome, Step};
use super::fate::Fate;
use super::heard::{Finish, Heard, Meaning};
use super::history::Item;
use super::transcript::{Place, Transcript};
use crate::executor::TaskId;

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
        self.steps.last().map_or(Ok(()), Step::is_over)
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
            self.steps.push(Step::new(message, calls));
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
        let Some(step) = self.steps.last_mut() else {
            return Err(format!("a tool is run for {id:?} before any reply"));
        };
        let call = step.begins(id, name, input)?;
        Ok((self.steps.len() - 1, call))
    }

    /// A tool has returned. Tells whether it was in time.
    pub(crate) fn returns(&mut self, (step, call): Place, outcome: Outcome) -> bool {
        if !self.stopped {
            self.steps[step].ends(call, outcome);
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
        match self.transcript.read(event)? {
            Some((step, call)) => self.steps[step].check_end(call, event, self.cancelled),
            None => Ok(()),
        }
    }

    /// Reading has failed: because events were dropped, or as the turn did.
    pub(crate) fn fails_to_be_read(&mut self, error: &FxError) -> Result<(), String> {
        let as_the_turn = self.settles(&Err(error.clone()));
        if !self.discarded {
            return as_the_turn.and_then(|()| self.is_read());
        }
        self.told_of_discard = true;
        match error.code {
            ErrorCode::LimitExceeded => Ok(()),
            _ => as_the_turn,
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
        if expected.is_some_and(|fate| fate.is_met(result, &self.usage)) {
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
            items.extend(step.items());
        }
        if aborted {
            let partial = self.heard.iter().flat_map(Heard::texts);
            items.extend(partial.map(Item::Assistant));
            items.push(Item::Aborted);
        }
        items
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
