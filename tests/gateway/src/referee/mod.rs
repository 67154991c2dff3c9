//! Compares what a scenario expects with what happened.
//!
//! Runners in every language only *act*: they create the agent, take the steps and write down what they observed. The
//! comparison is made here, once, so that an expectation means the same everywhere. Rust calls [`judge`], the others
//! post to the control API. `tests/scenarios/README.md` describes both formats.

mod matcher;
mod observed;
mod secrecy;

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Outcome, Session};

use matcher::Matcher;
pub use observed::{Observed, ObservedStep};
use secrecy::Spellings;

/// The key agents use unless a scenario sets its own.
pub const API_KEY: &str = "sk-scenario-never-shown";

/// Slack for comparing the clocks of two processes: on a busy machine, what a runner has observed travels for a while, and
/// all of it seems to have happened later by that.
const CLOCK_SLACK_MS: f64 = 1000.0;

/// How long a reply may take to end once the runner has finished.
const OUTCOME_WAIT: Duration = Duration::from_secs(1);

/// The part of a scenario that says what must be observed.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Expected {
    #[serde(default)]
    pub agent: Value,
    pub creation_error: Option<Value>,
    #[serde(default)]
    pub steps: Vec<ExpectedStep>,
    pub calls: Option<Value>,
    pub requests: Option<Value>,
    pub diagnostics: Option<Vec<Value>>,
    pub unused_replies: Option<Value>,
}

/// The expectations of one step.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExpectedStep {
    #[serde(default)]
    pub expect: Expect,
    #[serde(default)]
    pub on: Vec<ExpectedAction>,
}

/// The expectation of something done while a turn runs.
#[derive(Debug, Default, Deserialize)]
pub struct ExpectedAction {
    #[serde(default)]
    pub expect: Expect,
}

/// What a step must have shown. An error that is not expected is a failure.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Expect {
    pub events: Option<Value>,
    pub result: Option<Value>,
    pub error: Option<Value>,
    pub throws: Option<Value>,
    /// The client closes the socket of the model call this soon after the turn was cancelled.
    pub socket_closed_within_ms: Option<f64>,
}

/// What does not hold, one text each; empty when the case has passed.
pub async fn judge(expected: &Expected, observed: &Observed, session: &Session) -> Vec<String> {
    let mut judgement = Judgement::default();
    judgement.creation(expected, observed);
    for (index, step) in expected.steps.iter().enumerate() {
        let Some(seen) = observed.steps.get(index) else {
            if observed.creation_error.is_none() {
                judgement.fail(format!("steps[{index}]: was not taken"));
            }
            break;
        };
        judgement.step(&format!("steps[{index}]"), step, seen);
        judgement.socket(index, step, observed, session).await;
    }
    settle(expected, observed, session).await;
    judgement.hosts_side(expected, observed);
    judgement.gateways_side(expected, session);
    judgement.secrecy(expected, observed);
    judgement.failures
}

/// The close of a socket travels more slowly than the runner's report: a reply whose outcome matters gets a moment.
async fn settle(expected: &Expected, observed: &Observed, session: &Session) {
    let matters = expected
        .requests
        .as_ref()
        .and_then(Value::as_array)
        .is_some_and(|requests| {
            requests
                .iter()
                .any(|request| request.get("outcome").is_some())
        });
    if matters {
        let over = |it: &Session| {
            it.requests()
                .iter()
                .all(|it| it.outcome != Outcome::Replying)
        };
        session
            .until(over, OUTCOME_WAIT + observed.socket_leeway())
            .await;
    }
}

#[derive(Default)]
struct Judgement {
    matcher: Matcher,
    failures: Vec<String>,
}

impl Judgement {
    fn fail(&mut self, text: String) {
        self.failures.push(text);
    }

    fn compare(&mut self, path: &str, expected: &Value, actual: Option<&Value>) {
        let mismatches = self.matcher.compare(path, expected, actual);
        self.failures.extend(mismatches);
    }

    /// As `compare`, but what is not expected must not be there.
    fn compare_error(&mut self, path: &str, expected: Option<&Value>, actual: Option<&Value>) {
        match (expected, actual) {
            (Some(expected), actual) => self.compare(path, expected, actual),
            (None, Some(actual)) => self.fail(format!("{path}: expected none, got {actual}")),
            (None, None) => {}
        }
    }

    fn creation(&mut self, expected: &Expected, observed: &Observed) {
        let error = observed.creation_error.as_ref();
        self.compare_error("creationError", expected.creation_error.as_ref(), error);
    }

    fn step(&mut self, path: &str, expected: &ExpectedStep, seen: &ObservedStep) {
        self.expect(path, &expected.expect, seen);
        for (index, action) in expected.on.iter().enumerate() {
            let path = format!("{path}.on[{index}]");
            match seen.actions.get(index).and_then(Option::as_ref) {
                Some(seen) => self.expect(&path, &action.expect, seen),
                None => self.fail(format!("{path}: its moment never came")),
            }
        }
    }

    fn expect(&mut self, path: &str, expected: &Expect, seen: &ObservedStep) {
        if let Some(stuck) = &seen.stuck {
            self.fail(format!("{path}: {stuck}"));
        }
        let throws = seen.throws.as_ref();
        self.compare_error(&format!("{path}.throws"), expected.throws.as_ref(), throws);
        if let (Some(stream), Some(result)) = (&seen.error, &seen.result_error)
            && stream != result
        {
            self.fail(format!(
                "{path}: the stream failed with {stream}, the result with {result}"
            ));
        }
        let error = seen.error.as_ref().or(seen.result_error.as_ref());
        self.compare_error(&format!("{path}.error"), expected.error.as_ref(), error);
        if let Some(events) = &expected.events {
            let joined = seen.joined_events();
            self.compare(&format!("{path}.events"), events, Some(&joined));
        }
        if let Some(result) = &expected.result {
            self.compare(&format!("{path}.result"), result, seen.result.as_ref());
        }
    }

    /// Waits for the close if it is still to come.
    async fn socket(
        &mut self,
        index: usize,
        step: &ExpectedStep,
        observed: &Observed,
        session: &Session,
    ) {
        let Some(limit) = step.expect.socket_closed_within_ms else {
            return;
        };
        let Some(cancelled_at) = observed.steps[index].cancelled_at_ms else {
            self.fail(format!("steps[{index}]: was not cancelled"));
            return;
        };
        let cancelled_at = session.now_ms() - (observed.now_ms - cancelled_at);
        let limit = limit + observed.socket_leeway_ms;
        let closed_in_time = |session: &Session| {
            let range = cancelled_at - CLOCK_SLACK_MS..=cancelled_at + limit;
            let mut closings = session
                .requests()
                .into_iter()
                .filter_map(|it| it.client_closed_at_ms);
            closings.any(|closing| range.contains(&closing))
        };
        let left = (cancelled_at + limit - session.now_ms()).max(1.0);
        if !session
            .until(closed_in_time, Duration::from_secs_f64(left / 1e3))
            .await
        {
            self.fail(format!(
                "steps[{index}]: the socket was not closed within {limit} ms after the cancellation"
            ));
        }
    }

    fn hosts_side(&mut self, expected: &Expected, observed: &Observed) {
        if let Some(error) = &observed.unsaved {
            self.fail(format!("the agent cannot be saved at the end: {error}"));
        }
        if let Some(calls) = &expected.calls {
            let seen = json!(observed.calls);
            self.compare("calls", calls, Some(&seen));
        }
        let mut seen = observed.diagnostics.iter();
        for (index, wanted) in expected.diagnostics.iter().flatten().enumerate() {
            let found = seen.any(|event| self.matcher.compare("", wanted, Some(event)).is_empty());
            if !found {
                let all = json!(observed.diagnostics);
                self.fail(format!(
                    "diagnostics[{index}]: expected {wanted}, in this order, got {}",
                    matcher::short(&all)
                ));
                break;
            }
        }
    }

    fn gateways_side(&mut self, expected: &Expected, session: &Session) {
        if let Some(requests) = &expected.requests {
            let seen: Vec<_> = session
                .requests()
                .iter()
                .map(|request| json!(request))
                .collect();
            self.compare("requests", requests, Some(&json!(seen)));
        }
        self.failures.extend(session.violations());
        let unused = json!(session.unused_replies());
        let allowed = expected.unused_replies.clone().unwrap_or_else(|| json!(0));
        self.compare("unusedReplies", &allowed, Some(&unused));
    }

    /// The key is in nothing that the application is shown: no event, error, result or diagnostic, no checkpoint, and
    /// not in what objects say when they are printed.
    fn secrecy(&mut self, expected: &Expected, observed: &Observed) {
        let key = match expected.agent.get("apiKey") {
            Some(Value::String(key)) if !key.is_empty() => key,
            _ => API_KEY,
        };
        let key = Spellings::of(key);
        if let Some(how) = key.find(json!(observed).to_string().as_bytes()) {
            self.fail(format!("the API key was shown {how}"));
        }
        for checkpoint in &observed.checkpoints {
            match STANDARD.decode(checkpoint) {
                Ok(bytes) => {
                    if let Some(how) = key.find(&bytes) {
                        self.fail(format!("a checkpoint holds the API key {how}"));
                    }
                }
                Err(error) => self.fail(format!("a checkpoint was not noted in base64: {error}")),
            }
        }
    }
}
