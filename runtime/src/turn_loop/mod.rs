//! The loop of a turn: model call, tool calls, model call, … until the model has nothing left to do.
//!
//! [`TurnLoop::run`] owns the turn from its first request to its outcome. Cancelling drops whatever future is under way
//! (a request, a body, a tool) and then brings the conversation into a valid state.

mod idle;
mod model_call;
mod retry;
mod tool_calls;

use std::sync::Arc;

use libfx_api::limits::MAX_MODEL_CALLS;
use libfx_api::{FxError, StopReason, TurnEvent, TurnResult, Usage};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::agent::{AgentShared, cancelled};
use crate::conversation::{Mark, UserPart};
use crate::event_queue::Offered;
use crate::gateway::{FinishReason, Reply, ReplyDecoder, ToolCall, add_usage};
use crate::turn::{Outcome, TurnShared};
use tool_calls::OpenCall;

/// What a reply asks for.
enum Next {
    Stop(StopReason),
    Run(Vec<ToolCall>),
}

pub(crate) struct TurnLoop {
    agent: Arc<AgentShared>,
    turn: Arc<TurnShared>,
    /// Sums of what the model calls reported.
    usage: Usage,
    /// Something of this turn has been shown or run: nothing is sent twice from here on.
    shown: bool,
    /// The reply being received; kept here so that a cancelled turn still has the text so far.
    receiving: Option<ReplyDecoder>,
    /// Kept here so that a reader is told the end of every call, however the turn ends.
    open_calls: Vec<OpenCall>,
}

impl TurnLoop {
    pub(crate) fn new(agent: Arc<AgentShared>, turn: Arc<TurnShared>) -> Self {
        TurnLoop {
            agent,
            turn,
            usage: Usage::default(),
            shown: false,
            receiving: None,
            open_calls: Vec::new(),
        }
    }

    /// Runs the turn to its outcome and leaves a conversation from which the next request is valid.
    pub(crate) async fn run(
        mut self,
        parts: Vec<UserPart>,
        signal: Option<CancellationToken>,
    ) -> Outcome {
        self.agent.learn_models();
        let before = self.agent.conversation(|it| it.begin_turn(parts));
        let own = self.turn.cancel.clone();
        let outside = signal.unwrap_or_default();
        let ended = tokio::select! {
            biased;
            () = own.cancelled() => None,
            () = outside.cancelled() => None,
            ended = self.steps() => Some(ended),
        };
        match ended {
            Some(Ok(stop_reason)) => Ok(TurnResult {
                stop_reason,
                usage: self.usage,
            }),
            Some(Err(error)) => {
                self.fail(before);
                Err(error)
            }
            None => {
                own.cancel();
                self.abort();
                Ok(cancelled(self.usage))
            }
        }
    }

    async fn steps(&mut self) -> Result<StopReason, FxError> {
        for _ in 0..MAX_MODEL_CALLS {
            let reply = self.model_call().await?;
            self.count(&reply.usage);
            match self.accept(reply)? {
                Next::Stop(stop_reason) => return Ok(stop_reason),
                Next::Run(calls) => self.run_tools(calls).await,
            }
        }
        Ok(StopReason::MaxModelTurns)
    }

    /// Adds a whole reply to the conversation, and says what it asks for.
    fn accept(&mut self, reply: Reply) -> Result<Next, FxError> {
        let next = match reply.finish {
            FinishReason::Length => Next::Stop(StopReason::MaxOutputTokens),
            FinishReason::ContentFilter => Next::Stop(StopReason::Refused),
            FinishReason::Error => {
                return Err(FxError::gateway_stream(
                    "the model's reply ended with an error; prompt again",
                ));
            }
            FinishReason::Stop | FinishReason::ToolCalls | FinishReason::Other => {
                match reply.tool_calls.is_empty() {
                    true => Next::Stop(StopReason::EndTurn),
                    false => Next::Run(reply.tool_calls),
                }
            }
        };
        self.agent.conversation(|it| it.push_reply(reply.message));
        Ok(next)
    }

    fn count(&mut self, usage: &Usage) {
        add_usage(&mut self.usage, usage);
        self.agent.conversation(|it| it.add_usage(usage));
    }

    /// Shows an event to the reader, waiting while too much is unread.
    async fn show(&mut self, event: TurnEvent) {
        self.shown = true;
        let mut event = event;
        loop {
            match self.turn.queue.offer(event) {
                Offered::Queued | Offered::Discarded => return,
                Offered::DiscardBegan { events } => {
                    let diagnostics = &self.agent.diagnostics;
                    diagnostics.report("output.discarded", || json!({ "events": events }));
                    return;
                }
                Offered::Full {
                    event: back,
                    events,
                    bytes,
                } => {
                    event = back;
                    self.agent.diagnostics.report(
                        "output.backpressure",
                        || json!({ "bufferedBytes": bytes, "bufferedEvents": events }),
                    );
                    self.turn.queue.room(&event).await;
                }
            }
        }
    }

    /// After a failure: the rounds that were completed stay, the unfinished one goes. With none completed, the
    /// conversation is as it was before the prompt, so that prompting again does not say it twice.
    fn fail(&mut self, before: Mark) {
        self.close_calls();
        self.agent.conversation(|it| it.fail_turn(before));
    }

    /// After a cancellation: the text so far, the results so far, and a mark that the turn was aborted.
    fn abort(&mut self) {
        self.close_calls();
        let partial = self.receiving.take().map(ReplyDecoder::into_reply);
        if let Some(reply) = &partial {
            self.count(&reply.usage);
        }
        let partial = partial.map(|reply| reply.message);
        self.agent.conversation(|it| it.abort_turn(partial));
    }
}
