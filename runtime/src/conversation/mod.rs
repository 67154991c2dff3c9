//! The history of one conversation, in a shape from which every request is valid.
//!
//! A conversation is a list of turns, a turn a prompt and the replies to it, a reply its calls' results at the same
//! places. So a call without a result, or a result without a call, cannot be written down: results have no ids of their
//! own, and ids that a model uses twice do no harm. What the shape cannot rule out, [`invariants`] checks.

mod invariants;
mod message;
mod request;

use libfx_api::Usage;

pub(crate) use message::{
    AssistantMessage, AssistantPart, Image, ResultOutput, ToolResult, UserPart,
};
pub(crate) use request::{CallResult, RequestMessage};

use crate::gateway::add_usage;
use invariants::check;

/// What stands in for the result of a call that never finished.
const NOT_FINISHED: &str = "The turn was aborted before this call finished.";

/// Everything said so far, and what it has cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Conversation {
    turns: Vec<Turn>,
    usage: Usage,
}

/// One prompt and everything that answered it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Turn {
    pub(crate) user: Vec<UserPart>,
    pub(crate) steps: Vec<Step>,
    /// The turn ended before the model was done.
    pub(crate) aborted: bool,
}

/// One reply; `results[n]` answers its nth call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) reply: AssistantMessage,
    pub(crate) results: Vec<ResultOutput>,
}

/// Where a turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(usize);

impl Conversation {
    /// A conversation from its saved parts.
    ///
    /// # Errors
    /// They contradict each other; the text says where.
    pub(crate) fn restore(turns: Vec<Turn>, usage: Usage) -> Result<Self, String> {
        check(&turns)?;
        Ok(Conversation { turns, usage })
    }

    pub(crate) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Sums over all replies so far.
    pub(crate) fn usage(&self) -> &Usage {
        &self.usage
    }

    pub(crate) fn add_usage(&mut self, usage: &Usage) {
        add_usage(&mut self.usage, usage);
    }

    /// The conversation as a request holds it.
    pub(crate) fn messages(&self) -> Vec<RequestMessage<'_>> {
        request::messages(&self.turns)
    }

    /// Starts a turn with its prompt.
    pub(crate) fn begin_turn(&mut self, user: Vec<UserPart>) -> Mark {
        let mark = Mark(self.turns.len());
        self.turns.push(Turn {
            user,
            ..Turn::default()
        });
        mark
    }

    /// Adds a whole reply to the turn. Its calls wait for [`Conversation::push_results`]. A blank one leaves no trace: no
    /// provider takes it back.
    pub(crate) fn push_reply(&mut self, reply: AssistantMessage) {
        if reply.is_blank() {
            return;
        }
        let results = Vec::new();
        self.turn().steps.push(Step { reply, results });
        self.debug_check_settled_but_last();
    }

    /// Adds the results of the last reply's calls, in the order of the calls.
    pub(crate) fn push_results(&mut self, results: Vec<ToolResult>) {
        let Some(step) = self.turn().steps.last_mut() else {
            debug_assert!(results.is_empty(), "results without a reply");
            return;
        };
        debug_assert!(
            step.reply
                .calls()
                .map(|(id, _)| id)
                .eq(results.iter().map(|result| result.call_id.as_str())),
            "one result a call, in the order of the calls"
        );
        step.results = results.into_iter().map(|result| result.output).collect();
        step.settle();
    }

    /// Ends a turn that was cancelled: what the model has said of an unfinished reply stays, and the next request says
    /// that the turn was aborted.
    pub(crate) fn abort_turn(&mut self, partial: Option<AssistantMessage>) {
        if let Some(step) = self.turn().steps.last_mut() {
            step.settle();
        }
        if let Some(partial) = partial {
            self.push_reply(partial.text_only());
        }
        self.turn().aborted = true;
    }

    /// Ends a turn that failed: completed replies stay, marked as aborted. Without any, the conversation is as it was
    /// before the prompt, so that prompting again does not say it twice.
    pub(crate) fn fail_turn(&mut self, began: Mark) {
        debug_assert_eq!(
            began.0 + 1,
            self.turns.len(),
            "the turn that failed is the last"
        );
        if self.turn().steps.is_empty() {
            self.turns.truncate(began.0);
        } else {
            self.abort_turn(None);
        }
    }

    /// The turn under way.
    fn turn(&mut self) -> &mut Turn {
        if self.turns.is_empty() {
            debug_assert!(false, "a turn has begun");
            self.turns.push(Turn::default());
        }
        self.turns.last_mut().expect("there is one")
    }

    fn debug_check_settled_but_last(&self) {
        if cfg!(debug_assertions) {
            let mut turns = self.turns.clone();
            if let Some(step) = turns.last_mut().and_then(|turn| turn.steps.last_mut()) {
                step.settle();
            }
            check(&turns).expect("every call is answered before the next reply");
        }
    }
}

impl Step {
    /// Answers every call that has no result.
    fn settle(&mut self) {
        let calls = self.reply.calls().count();
        let missing = || ResultOutput::ErrorText(NOT_FINISHED.to_owned());
        self.results.resize_with(calls, missing);
    }
}

#[cfg(test)]
mod tests;
