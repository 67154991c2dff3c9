//! Running the tool calls of one reply: at the same time, results in the order of the calls.

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use libfx_api::{ToolContext, TurnEvent};

use super::TurnLoop;
use crate::conversation::{ResultOutput, ToolResult};
use crate::gateway::ToolCall;
use crate::tools::ToolOutcome;

/// What stands in for the result of a call that never finished.
const NOT_FINISHED: &str = "The turn was cancelled before this call finished.";

/// The calls of one reply, in the model's order, each with its result once it has one.
#[derive(Default)]
pub(super) struct PendingCalls {
    calls: Vec<PendingCall>,
}

struct PendingCall {
    call: ToolCall,
    started: bool,
    output: Option<ResultOutput>,
}

impl PendingCalls {
    pub(super) fn new(calls: Vec<ToolCall>) -> Self {
        let calls = calls
            .into_iter()
            .map(|call| PendingCall {
                call,
                started: false,
                output: None,
            })
            .collect();
        PendingCalls { calls }
    }

    /// The results, one for each call; a call without one gets a note that it did not finish.
    pub(super) fn take_results(&mut self) -> Vec<ToolResult> {
        std::mem::take(&mut self.calls)
            .into_iter()
            .map(|pending| ToolResult {
                call_id: pending.call.id,
                name: pending.call.name,
                output: pending
                    .output
                    .unwrap_or_else(|| ResultOutput::ErrorText(NOT_FINISHED.to_owned())),
            })
            .collect()
    }
}

impl TurnLoop {
    /// Runs every pending call and shows its start and its end.
    pub(super) async fn run_tools(&mut self) {
        for at in 0..self.calls.calls.len() {
            let call = &self.calls.calls[at].call;
            let start = TurnEvent::ToolStart {
                id: call.id.clone(),
                name: call.name.clone(),
                input: call.input.to_json(),
            };
            self.calls.calls[at].started = true;
            self.show(start).await;
        }
        let agent = self.agent.clone();
        let mut running = FuturesUnordered::new();
        for (at, pending) in self.calls.calls.iter().enumerate() {
            let (tools, call) = (&agent.settings.tools, pending.call.clone());
            let context = ToolContext {
                signal: self.turn.cancel.child_token(),
                tool_call_id: call.id.clone(),
            };
            running.push(async move { (at, tools.run(&call, context).await) });
        }
        while let Some((at, outcome)) = running.next().await {
            self.finish_call(at, outcome).await;
        }
    }

    async fn finish_call(&mut self, at: usize, outcome: ToolOutcome) {
        let pending = &mut self.calls.calls[at];
        pending.output = Some(outcome.output);
        pending.started = false;
        let end = TurnEvent::ToolEnd {
            id: pending.call.id.clone(),
            name: pending.call.name.clone(),
            content: outcome.content,
            is_error: outcome.is_error,
        };
        self.show(end).await;
    }

    /// Ends, for the reader, the calls that were started and never finished.
    pub(super) fn close_calls(&mut self) {
        for pending in &mut self.calls.calls {
            if std::mem::take(&mut pending.started) {
                self.turn.queue.force(TurnEvent::ToolEnd {
                    id: pending.call.id.clone(),
                    name: pending.call.name.clone(),
                    content: None,
                    is_error: true,
                });
            }
        }
    }
}
