//! An agent's options, one method each.

use std::sync::Arc;

use bytes::Bytes;
use libfx_api::support::{Fetch, MaybeSend, MaybeSync};
use libfx_api::{AgentOptions, DiagnosticEvent, FxError, HostTool, Instructions};
use secrecy::SecretString;

use crate::agent::Agent;
use crate::platform::Platform;

/// Collects the options of an agent; see [`Agent::builder`]. What is allowed is checked by [`build`](Self::build).
#[must_use = "an agent is created by `build`"]
pub struct AgentBuilder {
    options: AgentOptions,
}

impl AgentBuilder {
    pub(crate) fn new(api_key: SecretString) -> Self {
        AgentBuilder {
            options: AgentOptions::new(api_key),
        }
    }

    /// The model, as `creator/model`; see [`AgentOptions::model`].
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.options.model = Some(model.into());
        self
    }

    /// What the model is told before the conversation; see [`AgentOptions::instructions`].
    pub fn instructions(mut self, instructions: impl Into<Instructions>) -> Self {
        self.options.instructions = Some(instructions.into());
        self
    }

    /// Adds a tool that the model may call; see [`AgentOptions::tools`].
    pub fn tool(mut self, tool: impl Into<Arc<dyn HostTool>>) -> Self {
        self.options.tools.get_or_insert_default().push(tool.into());
        self
    }

    /// Adds tools, such as those of an MCP server or of skills.
    pub fn tools<T: Into<Arc<dyn HostTool>>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        let tools = tools.into_iter().map(Into::into);
        self.options.tools.get_or_insert_default().extend(tools);
        self
    }

    /// Continues the conversation of an earlier [`Agent::checkpoint`].
    pub fn checkpoint(mut self, checkpoint: impl Into<Bytes>) -> Self {
        self.options.checkpoint = Some(checkpoint.into());
        self
    }

    /// Makes the agent's HTTP requests; see [`AgentOptions::fetch`].
    pub fn fetch(mut self, fetch: Arc<dyn Fetch>) -> Self {
        self.options.fetch = Some(fetch);
        self
    }

    /// Is called with each diagnostic of the agent; see [`AgentOptions::on_event`]. Its panics change nothing.
    pub fn on_event(
        mut self,
        listener: impl Fn(DiagnosticEvent) + MaybeSend + MaybeSync + 'static,
    ) -> Self {
        self.options.on_event = Some(Arc::new(listener));
        self
    }

    /// Where model requests are sent, for tests against a local server; see [`AgentOptions::gateway_chat_url`].
    pub fn gateway_chat_url(mut self, url: impl Into<String>) -> Self {
        self.options.gateway_chat_url = Some(url.into());
        self
    }

    /// Creates the agent on a platform of the caller's.
    ///
    /// # Errors
    /// As [`Agent::create`].
    pub fn build_on(self, platform: Arc<dyn Platform>) -> Result<Agent, FxError> {
        Agent::create(self.options, platform)
    }

    /// Creates the agent.
    ///
    /// # Errors
    /// `invalidArgument`, `limitExceeded` or `checkpointInvalid`; the message names the option.
    #[cfg(not(target_arch = "wasm32"))]
    pub async fn build(self) -> Result<Agent, FxError> {
        self.build_on(Arc::new(crate::native::NativePlatform))
    }
}
