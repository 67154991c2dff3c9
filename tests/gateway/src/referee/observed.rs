//! What a runner writes down while it takes a scenario's steps.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A whole run. Times are of one monotonic clock of the runner's, in milliseconds.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observed {
    pub creation_error: Option<Value>,
    #[serde(default)]
    pub steps: Vec<ObservedStep>,
    /// Tool executions in the order they began: `{tool, input, toolCallId, aborted}`.
    #[serde(default)]
    pub calls: Vec<Value>,
    #[serde(default)]
    pub diagnostics: Vec<Value>,
    /// Every checkpoint, in base64: those of the steps, and one at the end of an agent that was not closed.
    #[serde(default)]
    pub checkpoints: Vec<String>,
    /// Why the agent, though not closed, could not be saved after the last step.
    pub unsaved: Option<Value>,
    /// What the language prints of the agent, its turns and its errors, for people who debug.
    #[serde(default)]
    pub printed: Vec<String>,
    /// When this was written, on the clock of `cancelled_at_ms`.
    #[serde(default)]
    pub now_ms: f64,
    /// How much later than it is told to the environment may close a socket, in milliseconds.
    #[serde(default)]
    pub socket_leeway_ms: f64,
}

impl Observed {
    pub(crate) fn socket_leeway(&self) -> Duration {
        Duration::from_secs_f64(self.socket_leeway_ms / 1e3)
    }
}

/// One step, or one action within a step. Errors are `{code, class, message, …}`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ObservedStep {
    /// Thrown by the call itself.
    pub throws: Option<Value>,
    /// Ended the stream of events, or rejected the step's promise.
    pub error: Option<Value>,
    /// Rejected the turn's result.
    pub result_error: Option<Value>,
    #[serde(default)]
    pub events: Vec<Value>,
    pub result: Option<Value>,
    /// In the order of `on`; `null` for one whose moment did not come.
    #[serde(default)]
    pub actions: Vec<Option<ObservedStep>>,
    pub cancelled_at_ms: Option<f64>,
    /// Why the step was given up.
    pub stuck: Option<String>,
}

impl ObservedStep {
    /// The events, with adjacent deltas of one kind made one: how a reply is split is not part of any promise.
    pub(crate) fn joined_events(&self) -> Value {
        let mut joined: Vec<Joined> = Vec::new();
        for event in &self.events {
            match (joined.last_mut(), event["delta"].as_str()) {
                (Some(last), Some(delta)) if last.continues(event) => last.text.push_str(delta),
                (_, delta) => joined.push(Joined {
                    event,
                    text: delta.unwrap_or_default().to_owned(),
                }),
            }
        }
        joined.into_iter().map(Joined::into_value).collect()
    }
}

struct Joined<'a> {
    event: &'a Value,
    text: String,
}

impl Joined<'_> {
    fn continues(&self, event: &Value) -> bool {
        self.event["type"] == event["type"] && self.event["delta"].is_string()
    }

    fn into_value(self) -> Value {
        let mut event = self.event.clone();
        if event["delta"].is_string() {
            event["delta"] = json!(self.text);
        }
        event
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_deltas_of_one_kind_are_joined() {
        let delta = |kind: &str, delta: &str| json!({ "type": kind, "delta": delta });
        let step = ObservedStep {
            events: vec![
                delta("text_delta", "a"),
                delta("text_delta", "b"),
                delta("reasoning_delta", "c"),
                json!({ "type": "tool_start", "id": "1" }),
                delta("text_delta", "d"),
            ],
            ..ObservedStep::default()
        };
        assert_eq!(
            step.joined_events(),
            json!([
                delta("text_delta", "ab"),
                delta("reasoning_delta", "c"),
                { "type": "tool_start", "id": "1" },
                delta("text_delta", "d"),
            ])
        );
    }
}
