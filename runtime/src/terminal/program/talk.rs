//! The conversation with the model: an agent, made anew from its checkpoint whenever the key or the model changes, and
//! its turn.

use std::future::pending;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt;
use libfx_api::{
    AgentOptions, FxError, PromptInput, PromptOptions, StopReason, TurnEvent, TurnResult,
};
use secrecy::{ExposeSecret, SecretString};
use tokio_util::sync::CancellationToken;

use super::means::Means;
use crate::agent::Agent;
use crate::checkpoint;
use crate::conversation::Conversation;
use crate::terminal::app::{Failure, Message, Standing};
use crate::turn::Turn;

/// How the model is asked for a summary.
const SUM_UP: &str = "Sum up our conversation so far, so that it can be continued from your summary alone: what I want, \
                      what has been decided, found and done, names, paths and numbers that matter, and what is left to \
                      do. Call no tools. Answer with the summary only.";

/// What a turn is for.
#[derive(Debug)]
pub(crate) enum Start {
    Prompt(String),
    Summary,
}

/// What has come of the turn.
pub(crate) enum Heard {
    Event(TurnEvent),
    Ended(Result<TurnResult, FxError>),
    /// The summary has taken the conversation's place, or has not.
    Compacted(Result<(), Failure>),
}

pub(crate) struct Talk {
    means: Arc<Means>,
    model: String,
    agent: Option<Made>,
    /// The conversation, while there is no agent that holds it.
    saved: Option<Bytes>,
    under_way: Option<UnderWay>,
}

/// An agent and what it was made with.
struct Made {
    agent: Agent,
    key: SecretString,
    model: String,
}

enum UnderWay {
    Turn(Turn),
    /// A turn of another agent, which has the conversation and is asked for its summary.
    Summary {
        agent: Agent,
        turn: Turn,
    },
}

impl Talk {
    pub(crate) fn new(means: Arc<Means>, model: String) -> Self {
        Talk {
            means,
            model,
            agent: None,
            saved: None,
            under_way: None,
        }
    }

    pub(crate) fn set_model(&mut self, model: String) {
        self.model = model;
    }

    /// Puts another conversation in this one's place; none is an empty one.
    pub(crate) fn replace(&mut self, checkpoint: Option<Bytes>) {
        self.under_way = None;
        self.agent = None;
        self.saved = checkpoint;
    }

    /// Starts a turn; `signal` ends it.
    pub(crate) fn begin(
        &mut self,
        start: &Start,
        key: SecretString,
        signal: CancellationToken,
    ) -> Result<(), Failure> {
        let begun = match start {
            Start::Prompt(text) => self.prompt(text.clone(), key, signal),
            Start::Summary => self.sum_up(key, signal),
        };
        self.under_way = Some(begun.map_err(Failure::Failed)?);
        Ok(())
    }

    fn prompt(
        &mut self,
        text: String,
        key: SecretString,
        signal: CancellationToken,
    ) -> Result<UnderWay, FxError> {
        let agent = self.agent(key)?;
        let turn = agent.prompt_with(PromptInput::Text(text), until(signal))?;
        Ok(UnderWay::Turn(turn))
    }

    /// The turn that sums the conversation up is another agent's: it is not part of the conversation unless it succeeds.
    fn sum_up(
        &mut self,
        key: SecretString,
        signal: CancellationToken,
    ) -> Result<UnderWay, FxError> {
        if self.conversation().turns().is_empty() {
            return Err(FxError::invalid_argument("there is nothing to sum up yet"));
        }
        let agent = self.new_agent(key)?;
        let turn = agent.prompt_with(PromptInput::Text(SUM_UP.to_owned()), until(signal))?;
        Ok(UnderWay::Summary { agent, turn })
    }

    /// Whether a turn is under way.
    pub(crate) fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// Waits for what comes of the turn; for ever, if there is none.
    pub(crate) async fn next(&mut self) -> Heard {
        loop {
            let heard = match &mut self.under_way {
                None => pending().await,
                Some(UnderWay::Turn(turn)) => match next_of(turn).await {
                    Ok(event) => return Heard::Event(event),
                    Err(outcome) => Heard::Ended(outcome),
                },
                Some(UnderWay::Summary { turn, .. }) => match next_of(turn).await {
                    Ok(_) => continue,
                    Err(outcome) => Heard::Compacted(self.use_summary(outcome)),
                },
            };
            self.under_way = None;
            return heard;
        }
    }

    /// What the conversation holds now.
    pub(crate) fn conversation(&self) -> Conversation {
        match (&self.agent, &self.saved) {
            (Some(made), _) => made.agent.conversation(Conversation::clone),
            (None, Some(saved)) => checkpoint::decode(saved).unwrap_or_default(),
            (None, None) => Conversation::default(),
        }
    }

    /// The conversation as bytes; none while it is empty.
    ///
    /// # Errors
    /// `limitExceeded` when it has become too large.
    pub(crate) fn checkpoint(&self) -> Result<Option<Bytes>, FxError> {
        let Some(made) = &self.agent else {
            return Ok(self.saved.clone());
        };
        made.agent.conversation(|conversation| {
            let begun = !conversation.turns().is_empty();
            let bytes = begun.then(|| checkpoint::encode(conversation).map(Bytes::from));
            bytes.transpose()
        })
    }

    /// How much the conversation holds; `window` is the model's, where it is known.
    pub(crate) fn standing(&self, window: Option<u64>) -> Standing {
        let window = window.or_else(|| self.agent.as_ref()?.agent.context_window());
        let conversation = self.conversation();
        Standing {
            usage: conversation.usage().clone(),
            context: window.map(|window| (conversation.tokens(), window)),
        }
    }

    /// Ends what runs and waits for its end. Says whether the conversation has got further by it.
    pub(crate) async fn close(&mut self) -> bool {
        let was_turn = matches!(self.under_way, Some(UnderWay::Turn(_)));
        if let Some(made) = &self.agent {
            made.agent.close().await;
        }
        if let Some(UnderWay::Summary { agent, .. }) = self.under_way.take() {
            agent.close().await;
        }
        was_turn
    }

    /// The agent for a key and the model of now.
    fn agent(&mut self, key: SecretString) -> Result<&Agent, FxError> {
        let fits = self.agent.as_ref().is_some_and(|made| {
            made.model == self.model && made.key.expose_secret() == key.expose_secret()
        });
        if !fits {
            let agent = self.new_agent(key.clone())?;
            self.saved = None;
            self.agent = Some(Made {
                agent,
                key,
                model: self.model.clone(),
            });
        }
        match &self.agent {
            Some(made) => Ok(&made.agent),
            None => Err(FxError::internal("an agent was just made")),
        }
    }

    /// An agent that knows the conversation so far.
    fn new_agent(&self, key: SecretString) -> Result<Agent, FxError> {
        let means = &self.means;
        let mut options = AgentOptions::new(key).with_model(self.model.clone());
        options.fetch = Some(means.transport.clone());
        options.gateway_chat_url.clone_from(&means.gateway_chat_url);
        options.on_event.clone_from(&means.on_event);
        options.tools = means.workspace.as_ref().map(|it| vec![it.tool()]);
        options.checkpoint = self.checkpoint()?;
        Agent::create(options, means.platform.clone())
    }

    /// Goes on from the turn of the summary alone, whose question and answer are a conversation of their own.
    fn use_summary(&mut self, outcome: Result<TurnResult, FxError>) -> Result<(), Failure> {
        let result = outcome.map_err(Failure::Failed)?;
        match result.stop_reason {
            StopReason::EndTurn => {}
            StopReason::Cancelled => return Err(Failure::Cancelled),
            other => {
                let fault = format!("the summary was not finished ({})", other.as_str());
                return Err(Failure::Failed(FxError::gateway_stream(fault)));
            }
        }
        let Some(UnderWay::Summary { agent, .. }) = &self.under_way else {
            return Ok(());
        };
        let summary = agent.conversation(last_turn).map_err(Failure::Failed)?;
        self.saved = Some(summary);
        self.agent = None;
        Ok(())
    }
}

/// The last turn as a conversation of its own, which has cost what the whole one has.
fn last_turn(whole: &Conversation) -> Result<Bytes, FxError> {
    let last = whole.turns().last().cloned();
    let last = Conversation::restore(last.into_iter().collect(), whole.usage().clone());
    checkpoint::encode(&last.map_err(FxError::internal)?).map(Bytes::from)
}

impl Start {
    /// What is told when it could not begin.
    pub(crate) fn failed(&self, failure: Failure) -> Message {
        match self {
            Start::Prompt(_) => Message::TurnEnded(Err(failure)),
            Start::Summary => Message::Compacted(Err(failure)),
        }
    }
}

fn until(signal: CancellationToken) -> PromptOptions {
    PromptOptions::default().with_signal(signal)
}

/// The next event, or how the turn ended.
async fn next_of(turn: &mut Turn) -> Result<TurnEvent, Result<TurnResult, FxError>> {
    match turn.next().await {
        Some(Ok(event)) => Ok(event),
        Some(Err(error)) => Err(Err(error)),
        None => Err(turn.result().await),
    }
}
