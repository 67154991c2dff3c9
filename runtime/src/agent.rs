//! An agent: one conversation, one active turn at a time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures_util::FutureExt;
use libfx_api::limits::{DEFAULT_MODEL, MAX_INSTRUCTIONS_BYTES};
use libfx_api::support::{Fetch, Path, Validate};
use libfx_api::{
    AgentOptions, FxError, Instructions, PromptInput, PromptOptions, StopReason, TurnResult, Usage,
};
use secrecy::SecretString;
use serde_json::json;

use crate::builder::AgentBuilder;
use crate::checkpoint;
use crate::conversation::{Conversation, Fit, UserPart};
use crate::diagnostics::Diagnostics;
use crate::gateway::Endpoint;
use crate::knowledge::Knowledge;
use crate::platform::Platform;
use crate::prompt::parts_of;
use crate::tools::Registry;
use crate::turn::{Turn, TurnShared};
use crate::turn_loop::TurnLoop;

/// One conversation with a model. Cheap to clone: clones are handles of the same agent.
///
/// An idle agent holds its conversation and nothing else: no thread, no timer, no connection of its own.
///
/// ```no_run
/// # async fn example() -> Result<(), libfx::FxError> {
/// let agent = libfx::Agent::builder("key").instructions("Answer briefly.").build().await?;
/// let turn = agent.prompt("Why is the sky blue?")?;
/// let result = turn.result().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Agent {
    shared: Arc<AgentShared>,
}

/// What an agent and the task that runs its turn share.
pub(crate) struct AgentShared {
    pub(crate) settings: Settings,
    pub(crate) platform: Arc<dyn Platform>,
    pub(crate) diagnostics: Diagnostics,
    state: Mutex<State>,
    pub(crate) models: Knowledge,
}

/// The creation options, checked and ready for use.
pub(crate) struct Settings {
    pub(crate) api_key: SecretString,
    pub(crate) model: String,
    pub(crate) instructions: Option<String>,
    pub(crate) tools: Registry,
    pub(crate) endpoint: Endpoint,
    pub(crate) transport: Arc<dyn Fetch>,
    /// Random; the same on every request of the agent.
    pub(crate) session_id: String,
}

struct State {
    conversation: Conversation,
    /// The latest turn.
    active: Option<Arc<TurnShared>>,
    closed: bool,
}

impl Agent {
    /// Begins an agent's options with the one that has no default.
    pub fn builder(api_key: impl Into<SecretString>) -> AgentBuilder {
        AgentBuilder::new(api_key.into())
    }

    /// Creates an agent on a platform of the caller's; [`AgentBuilder::build`] uses the native one.
    ///
    /// # Errors
    /// `invalidArgument`, `limitExceeded` or `checkpointInvalid`; the message names the option.
    pub fn create(options: AgentOptions, platform: Arc<dyn Platform>) -> Result<Self, FxError> {
        let diagnostics = Diagnostics::new(options.on_event.clone(), platform.clone());
        diagnostics.report("runtime.start", || json!({}));
        options.validate(&Path::Root("options"))?;
        let conversation = match &options.checkpoint {
            Some(bytes) => checkpoint::decode(bytes)?,
            None => Conversation::default(),
        };
        let agent = Agent {
            shared: Arc::new(AgentShared {
                settings: Settings::new(options, &*platform)?,
                platform,
                diagnostics,
                state: Mutex::new(State {
                    conversation,
                    active: None,
                    closed: false,
                }),
                models: Knowledge::default(),
            }),
        };
        agent
            .shared
            .diagnostics
            .report("runtime.ready", || json!({}));
        Ok(agent)
    }

    /// Starts a turn and returns it at once.
    ///
    /// # Errors
    /// `invalidArgument` or `limitExceeded` for input that cannot be sent, `busy` while another turn is active, `closed`
    /// after [`close`](Agent::close). None of them changes the conversation.
    pub fn prompt(&self, input: impl Into<PromptInput>) -> Result<Turn, FxError> {
        self.prompt_with(input, PromptOptions::default())
    }

    /// Starts a turn with options of its own.
    ///
    /// # Errors
    /// As [`prompt`](Agent::prompt).
    pub fn prompt_with(
        &self,
        input: impl Into<PromptInput>,
        options: PromptOptions,
    ) -> Result<Turn, FxError> {
        let parts = parts_of(input.into())?;
        let turn = Arc::new(TurnShared::default());
        {
            let mut state = self.shared.lock();
            state.may_begin()?;
            let cancelled_before = options
                .signal
                .as_ref()
                .is_some_and(|signal| signal.is_cancelled());
            if cancelled_before {
                turn.settle(Ok(cancelled(Usage::default())));
                return Ok(Turn::new(turn));
            }
            state.active = Some(turn.clone());
        }
        self.run(turn.clone(), parts, options);
        Ok(Turn::new(turn))
    }

    /// Saves the conversation as bytes that [`AgentOptions::checkpoint`] takes.
    ///
    /// # Errors
    /// `busy` while a turn is active, `closed` after [`close`](Agent::close), `limitExceeded` when the conversation has
    /// outgrown the largest checkpoint.
    pub async fn checkpoint(&self) -> Result<Bytes, FxError> {
        let state = self.shared.lock();
        state.may_begin()?;
        checkpoint::encode(&state.conversation).map(Bytes::from)
    }

    /// Cancels the active turn, if any, and waits until its work has ended. Closing again is harmless.
    pub async fn close(&self) {
        let (active, first) = {
            let mut state = self.shared.lock();
            let first = !std::mem::replace(&mut state.closed, true);
            (state.active.clone(), first)
        };
        if let Some(turn) = active {
            turn.cancel.cancel();
            // How it ended is for the turn's own reader.
            let _ = turn.settled().await;
        }
        if first {
            self.shared.diagnostics.report("runtime.exit", || json!({}));
        }
    }

    /// Reads the conversation, also while a turn is active.
    #[cfg(feature = "terminal")]
    pub(crate) fn conversation<R>(&self, read: impl FnOnce(&Conversation) -> R) -> R {
        self.shared.conversation(|conversation| read(conversation))
    }

    /// How many tokens the model takes, once the catalogue has told.
    #[cfg(feature = "terminal")]
    pub(crate) fn context_window(&self) -> Option<u64> {
        self.shared.models.context_window()
    }

    fn run(&self, turn: Arc<TurnShared>, parts: Vec<UserPart>, options: PromptOptions) {
        let agent = self.shared.clone();
        let work = TurnLoop::new(agent.clone(), turn.clone()).run(parts, options.signal);
        self.shared.platform.spawn(Box::pin(async move {
            let outcome = std::panic::AssertUnwindSafe(work).catch_unwind().await;
            let outcome = outcome.unwrap_or_else(|_| {
                // Wherever it stopped: calls must not stay open.
                agent.conversation(|it| it.abort_turn(None));
                Err(FxError::internal(
                    "the turn ended by a fault of the library; please report it",
                ))
            });
            turn.settle(outcome);
        }));
    }
}

impl std::fmt::Debug for Agent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agent")
            .field("model", &self.shared.settings.model)
            .finish_non_exhaustive()
    }
}

/// The result of a cancelled turn.
pub(crate) fn cancelled(usage: Usage) -> TurnResult {
    TurnResult {
        stop_reason: StopReason::Cancelled,
        usage,
    }
}

impl AgentShared {
    /// Has the catalogue read, once, beside whatever else goes on. Nothing waits for it.
    pub(crate) fn learn_models(self: &Arc<Self>) {
        self.models.learn(self);
    }

    /// What the model takes, as far as it is known by now.
    pub(crate) fn fit(&self) -> Fit {
        self.models.fit(&self.settings)
    }

    /// Reads or changes the conversation; never held while waiting.
    pub(crate) fn conversation<R>(&self, work: impl FnOnce(&mut Conversation) -> R) -> R {
        work(&mut self.lock().conversation)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn may_begin(&self) -> Result<(), FxError> {
        if self.closed {
            return Err(FxError::closed(
                "the agent is closed; create a new one, from a checkpoint to continue its conversation",
            ));
        }
        if self.active.as_ref().is_some_and(|turn| !turn.is_over()) {
            return Err(FxError::busy(
                "a turn is active; wait for its result, or cancel it, before the next call",
            ));
        }
        Ok(())
    }
}

impl Settings {
    fn new(options: AgentOptions, platform: &dyn Platform) -> Result<Self, FxError> {
        let transport = options
            .fetch
            .or_else(|| platform.transport())
            .ok_or_else(|| {
                FxError::invalid_argument("options.fetch: required here, expected a function")
            })?;
        Ok(Settings {
            endpoint: Endpoint::parse(options.gateway_chat_url.as_deref())?,
            instructions: join_instructions(options.instructions)?,
            tools: Registry::new(options.tools.unwrap_or_default()),
            model: options.model.unwrap_or_else(|| DEFAULT_MODEL.to_owned()),
            api_key: options.api_key,
            session_id: session_id(platform),
            transport,
        })
    }
}

/// One text for the model: empty parts dropped, the rest joined with one blank line.
fn join_instructions(instructions: Option<Instructions>) -> Result<Option<String>, FxError> {
    let text = match instructions {
        None => return Ok(None),
        Some(Instructions::Text(text)) => text,
        Some(Instructions::Parts(parts)) => {
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            parts.join("\n\n")
        }
    };
    let bytes = text.len() as u64;
    if bytes > MAX_INSTRUCTIONS_BYTES {
        return Err(FxError::limit_exceeded(format!(
            "options.instructions: expected at most {MAX_INSTRUCTIONS_BYTES} bytes of UTF-8, got {bytes}"
        )));
    }
    Ok((!text.is_empty()).then_some(text))
}

fn session_id(platform: &dyn Platform) -> String {
    format!("{:016x}{:016x}", platform.random(), platform.random())
}
