//! The tools of one agent, by name.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use libfx_api::{HostTool, ToolContext};
use serde_json::Value;

use super::ToolOutcome;
use crate::gateway::{CallInput, ToolCall, ToolSpec};

/// Tools and what the model is told of them. Specifications are a snapshot taken at creation.
#[derive(Default)]
pub(crate) struct Registry {
    specs: Vec<ToolSpec>,
    tools: Vec<Arc<dyn HostTool>>,
}

impl Registry {
    pub(crate) fn new(tools: Vec<Arc<dyn HostTool>>) -> Self {
        let specs = tools
            .iter()
            .map(|tool| ToolSpec {
                name: tool.name().to_owned(),
                description: tool.description().to_owned(),
                input_schema: tool.input_schema().clone(),
            })
            .collect();
        Registry { specs, tools }
    }

    pub(crate) fn specs(&self) -> &[ToolSpec] {
        &self.specs
    }

    /// Runs one call to its end. Whatever goes wrong becomes a failed result that tells the model what to do.
    pub(crate) async fn run(&self, call: &ToolCall, context: ToolContext) -> ToolOutcome {
        let Some(at) = self.specs.iter().position(|spec| spec.name == call.name) else {
            return ToolOutcome::failed(self.no_such_tool(&call.name));
        };
        let input = match &call.input {
            CallInput::Json(input @ Value::Object(_)) => input.clone(),
            CallInput::Json(other) => {
                let kind = kind_of(other);
                return ToolOutcome::failed(format!(
                    "the input of {} must be a JSON object, not {kind}",
                    call.name
                ));
            }
            CallInput::Malformed { error, .. } => {
                return ToolOutcome::failed(format!(
                    "the input of {} is not valid JSON: {error}",
                    call.name
                ));
            }
        };
        let work = async { self.tools[at].execute(input, context).await };
        match AssertUnwindSafe(work).catch_unwind().await {
            Ok(answer) => ToolOutcome::of(answer),
            Err(_) => ToolOutcome::failed(format!("the tool {} panicked", call.name)),
        }
    }

    fn no_such_tool(&self, name: &str) -> String {
        let known: Vec<&str> = self.specs.iter().map(|spec| spec.name.as_str()).collect();
        if known.is_empty() {
            format!("there is no tool named {name:?}; no tools are available")
        } else {
            format!(
                "there is no tool named {name:?}; available tools: {}",
                known.join(", ")
            )
        }
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
