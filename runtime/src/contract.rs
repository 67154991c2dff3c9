//! The contract kept: the generated traits, implemented. A member that the IDL declares and the runtime lacks does not
//! compile here:
//!
//! ```compile_fail,E0046
//! struct Incomplete;
//! impl libfx::api::ModelsFunctions for Incomplete {}
//! ```

use std::sync::Arc;

use bytes::Bytes;
use libfx_api::{
    AgentOptions, FxError, HostTool, ListModelsOptions, LoadSkillOptions, McpClient, McpOptions,
    PromptInput, PromptOptions, SkillRecord, SkillsAdapter, TurnResult,
};
#[cfg(feature = "terminal")]
use libfx_api::{TerminalInput, TerminalOptions};

use crate::agent::Agent;
use crate::mcp::{McpAdapter, create_mcp_adapter};
use crate::models::list_models_on;
use crate::platform::Platform;
use crate::skills::{create_skills_adapter, load_skill_file, parse_skill_file};
#[cfg(feature = "terminal")]
use crate::terminal::{TerminalRuntime, create_fx_terminal};
use crate::turn::Turn;

impl libfx_api::Agent for Agent {
    type Turn = Turn;

    fn prompt(&self, input: PromptInput, options: PromptOptions) -> Result<Turn, FxError> {
        self.prompt_with(input, options)
    }

    async fn checkpoint(&self) -> Result<Bytes, FxError> {
        Agent::checkpoint(self).await
    }

    async fn close(&self) {
        Agent::close(self).await;
    }
}

impl libfx_api::Turn for Turn {
    async fn result(&self) -> Result<TurnResult, FxError> {
        Turn::result(self).await
    }

    fn cancel(&self) {
        Turn::cancel(self);
    }
}

impl libfx_api::McpAdapter for McpAdapter {
    fn tools(&self) -> Vec<Arc<dyn HostTool>> {
        McpAdapter::tools(self)
    }

    fn instructions(&self) -> String {
        McpAdapter::instructions(self).to_owned()
    }

    async fn close(&self) -> Result<(), FxError> {
        McpAdapter::close(self).await
    }
}

#[cfg(feature = "terminal")]
impl libfx_api::TerminalRuntime for TerminalRuntime {
    async fn interactive(&self) -> Result<(), FxError> {
        TerminalRuntime::interactive(self).await
    }

    async fn exited(&self) -> Result<i32, FxError> {
        Ok(TerminalRuntime::exited(self).await)
    }

    fn write(&self, data: TerminalInput) {
        TerminalRuntime::write(self, data);
    }

    fn resize(&self) {
        TerminalRuntime::resize(self);
    }

    fn abort(&self) {
        TerminalRuntime::abort(self);
    }
}

/// The functions of the API, on a platform.
pub struct Functions(pub Arc<dyn Platform>);

impl libfx_api::AgentFunctions for Functions {
    type Agent = Agent;

    async fn create_fx_agent(&self, options: AgentOptions) -> Result<Agent, FxError> {
        Agent::create(options, self.0.clone())
    }
}

impl libfx_api::ModelsFunctions for Functions {
    async fn list_models(&self, options: ListModelsOptions) -> Result<Vec<String>, FxError> {
        list_models_on(options, self.0.clone()).await
    }
}

impl libfx_api::McpFunctions for Functions {
    type McpAdapter = McpAdapter;

    async fn create_mcp_adapter(
        &self,
        client: Arc<dyn McpClient>,
        options: McpOptions,
    ) -> Result<McpAdapter, FxError> {
        create_mcp_adapter(client, options).await
    }
}

impl libfx_api::SkillsFunctions for Functions {
    fn create_skills_adapter(&self, records: Vec<SkillRecord>) -> Result<SkillsAdapter, FxError> {
        create_skills_adapter(records)
    }

    async fn load_skill_file(
        &self,
        path: String,
        options: LoadSkillOptions,
    ) -> Result<SkillRecord, FxError> {
        load_skill_file(path, options).await
    }

    async fn parse_skill_file(
        &self,
        path: String,
        text: String,
        options: LoadSkillOptions,
    ) -> Result<SkillRecord, FxError> {
        parse_skill_file(&path, &text, options)
    }
}

#[cfg(feature = "terminal")]
impl libfx_api::TerminalFunctions for Functions {
    type TerminalRuntime = TerminalRuntime;

    async fn create_fx_terminal(
        &self,
        options: TerminalOptions,
    ) -> Result<TerminalRuntime, FxError> {
        create_fx_terminal(options, self.0.clone()).await
    }
}
