//! Running the tool calls of one reply: at the same time, results in the order of the calls.

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use libfx_api::{ToolContext, TurnEvent};

use super::TurnLoop;
use crate::gateway::ToolCall;
use crate::tools::ToolOutcome;

/// A call whose start has been shown and whose end has not.
pub(super) struct OpenCall {
    id: String,
    name: String,
}

impl TurnLoop {
    /// Runs the calls and shows the start and the end of each. A result goes into the conversation as soon as its call
    /// has ended, so that it survives whatever happens to the turn.
    pub(super) async fn run_tools(&mut self, calls: Vec<ToolCall>) {
        for call in &calls {
            let start = TurnEvent::ToolStart {
                id: call.id.clone(),
                name: call.name.clone(),
                input: call.input.to_json(),
            };
            self.show(start).await;
            // Not before: a start that finds no room until the turn is cancelled is never shown.
            self.open_calls.push(OpenCall {
                id: call.id.clone(),
                name: call.name.clone(),
            });
        }
        let agent = self.agent.clone();
        let mut running = FuturesUnordered::new();
        for (at, call) in calls.iter().enumerate() {
            let tools = &agent.settings.tools;
            let context = ToolContext {
                signal: self.turn.cancel.child_token(),
                tool_call_id: call.id.clone(),
            };
            running.push(async move { (at, tools.run(call, context).await) });
        }
        while let Some((at, outcome)) = running.next().await {
            self.finish_call(at, &calls[at], outcome).await;
        }
    }

    async fn finish_call(&mut self, at: usize, call: &ToolCall, outcome: ToolOutcome) {
        self.agent.conversation(|it| it.answer(at, outcome.output));
        let end = TurnEvent::ToolEnd {
            id: call.id.clone(),
            name: call.name.clone(),
            content: outcome.content,
            is_error: outcome.is_error,
        };
        self.show(end).await;
        // Not before: an end that finds no room until the turn is cancelled is owed.
        self.open_calls.retain(|open| open.id != call.id);
    }

    /// Ends, for the reader, the calls that were started and never finished.
    pub(super) fn close_calls(&mut self) {
        for OpenCall { id, name } in self.open_calls.drain(..) {
            self.turn.queue.force(TurnEvent::ToolEnd {
                id,
                name,
                content: None,
                is_error: true,
            });
        }
    }
}
