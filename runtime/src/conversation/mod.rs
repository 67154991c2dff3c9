//! The history of one conversation, in a shape from which every request is valid.
//!
//! A conversation is a list of turns, a turn a prompt and the replies to it, a reply its calls' results at the same
//! places. So a call without a result, or a result without a call, cannot be written down: results have no ids of their
//! own, and ids that a model uses twice do no harm. What the shape cannot rule out, [`invariants`] checks.

mod invariants;
mod message;
mod request;
mod trim;

use libfx_api::Usage;

pub(crate) use message::{AssistantMessage, AssistantPart, Image, ResultOutput, UserPart};
pub(crate) use request::{CallResult, RequestMessage};
pub(crate) use trim::tokens_of_text;

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

/// What a model takes, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fit {
    /// How many tokens of history there is room for.
    pub(crate) context_tokens: Option<u64>,
    pub(crate) sees_images: bool,
}

/// What is assumed of a model that nothing is known of.
impl Default for Fit {
    fn default() -> Self {
        Fit {
            context_tokens: None,
            sees_images: true,
        }
    }
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

    #[cfg(feature = "terminal")]
    pub(crate) fn into_turns(self) -> Vec<Turn> {
        self.turns
    }

    /// Sums over all replies so far.
    pub(crate) fn usage(&self) -> &Usage {
        &self.usage
    }

    pub(crate) fn add_usage(&mut self, usage: &Usage) {
        add_usage(&mut self.usage, usage);
    }

    /// The conversation as a request to a model holds it.
    pub(crate) fn messages(&self, fit: Fit) -> Vec<RequestMessage<'_>> {
        request::messages(&self.turns[self.left_out(fit)..], fit.sees_images)
    }

    /// How many of the oldest turns such a request leaves out.
    pub(crate) fn left_out(&self, fit: Fit) -> usize {
        let budget = fit.context_tokens;
        budget.map_or(0, |budget| trim::surplus(&self.turns, budget))
    }

    /// About how many tokens all of it takes.
    #[cfg(feature = "terminal")]
    pub(crate) fn tokens(&self) -> u64 {
        trim::tokens(&self.turns)
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

    /// Adds a whole reply to the turn. Until [`Conversation::answer`], its calls count as not finished, so that the
    /// history is valid at every moment. A blank reply leaves no trace: no provider takes it back.
    pub(crate) fn push_reply(&mut self, reply: AssistantMessage) {
        if reply.is_blank() {
            return;
        }
        let results = vec![not_finished(); reply.calls().count()];
        self.turn().steps.push(Step { reply, results });
        self.debug_check();
    }

    /// Sets the result of the `at`th call of the last reply.
    pub(crate) fn answer(&mut self, at: usize, result: ResultOutput) {
        let steps = &mut self.turn().steps;
        let place = steps.last_mut().and_then(|step| step.results.get_mut(at));
        debug_assert!(place.is_some(), "the last reply has no call {at}");
        if let Some(place) = place {
            *place = result;
        }
    }

    /// Ends a turn that was cancelled: what the model has said of an unfinished reply stays, and the next request says
    /// that the turn was aborted.
    pub(crate) fn abort_turn(&mut self, partial: Option<AssistantMessage>) {
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

    fn debug_check(&self) {
        if cfg!(debug_assertions) {
            let last = self.turns.len().saturating_sub(1);
            check(&self.turns[last..]).expect("a turn under way is valid, too");
        }
    }
}

fn not_finished() -> ResultOutput {
    ResultOutput::ErrorText(NOT_FINISHED.to_owned())
}

#[cfg(test)]
pub(crate) mod tests;
