//! The MCP adapters and the skills of a scenario: what they add to the agent.

use std::sync::Arc;

use libfx::mcp::{McpAdapter, create_mcp_adapter};
use libfx::skills::{create_skills_adapter, parse_skill_file};
use libfx::{AgentOptions, FxError, Instructions};
use libfx_api::{
    Decode, HostTool, Input, LoadSkillOptions, McpClient, McpOptions, Path, SkillRecord,
};
use serde_json::{Map, Value, json};

use crate::{
    host::Host,
    scenario::{File, SkillFile},
    values::{cross, cross_options, placeholder},
};

#[derive(Default)]
pub(crate) struct Adapters {
    mcp: Vec<McpAdapter>,
    tools: Vec<Arc<dyn HostTool>>,
    instructions: Vec<String>,
}

impl Adapters {
    /// Creates all of them, as a language layer does.
    pub(crate) async fn create(file: &File, host: &Host) -> Result<Self, FxError> {
        let mut adapters = Adapters::default();
        for (name, script) in &file.mcp {
            let client = client(name, &script.client, host);
            let client: Arc<dyn McpClient> = decoded("client", &client, host)?;
            let options: McpOptions = optional("options", script.options.as_ref(), host)?;
            let adapter = create_mcp_adapter(client, options).await?;
            adapters.add(adapter.tools(), adapter.instructions());
            adapters.mcp.push(adapter);
        }
        if file.skills.is_some() || !file.skill_files.is_empty() {
            let records = records(file.skills.as_ref(), host);
            let mut records: Vec<SkillRecord> = decoded("records", &records, host)?;
            for skill in &file.skill_files {
                records.push(read(skill, host)?);
            }
            let skills = create_skills_adapter(records)?;
            adapters.add(skills.tools, &skills.instructions);
        }
        Ok(adapters)
    }

    fn add(&mut self, tools: impl IntoIterator<Item = Arc<dyn HostTool>>, instructions: &str) {
        self.tools.extend(tools);
        self.instructions.push(instructions.to_owned());
    }

    /// Adds to the options of an agent what they do not say themselves.
    pub(crate) fn add_to(&self, options: &mut AgentOptions) {
        if !self.tools.is_empty() {
            let tools = options.tools.get_or_insert_default();
            tools.extend(self.tools.iter().cloned());
        }
        if !self.instructions.is_empty() {
            let own = || Instructions::Parts(self.instructions.clone());
            options.instructions.get_or_insert_with(own);
        }
    }

    /// Closes the MCP adapters, in order.
    pub(crate) async fn close(&self) -> Result<(), FxError> {
        for adapter in &self.mcp {
            adapter.close().await?;
        }
        Ok(())
    }
}

fn decoded<T: Decode>(name: &'static str, value: &Value, host: &Host) -> Result<T, FxError> {
    T::decode(Input::new(value, &Path::Root(name), &host.link()))
}

/// Options that may be left out.
fn optional<T: Decode + Default>(
    name: &'static str,
    options: Option<&Value>,
    host: &Host,
) -> Result<T, FxError> {
    match options {
        Some(options) => decoded(name, &cross_options(options, host), host),
        None => Ok(T::default()),
    }
}

fn records(records: Option<&Value>, host: &Host) -> Value {
    match records {
        None => json!([]),
        Some(Value::Array(records)) => records.iter().map(|it| cross_options(it, host)).collect(),
        Some(other) => cross(other, host),
    }
}

fn read(skill: &SkillFile, host: &Host) -> Result<SkillRecord, FxError> {
    let text: String = decoded("text", &cross(&skill.text, host), host)?;
    let options: LoadSkillOptions = optional("options", skill.options.as_ref(), host)?;
    parse_skill_file(&skill.path, &text, options)
}

/// A client with the methods that the scenario gives it, or what stands there instead of one.
fn client(name: &str, script: &Value, host: &Host) -> Value {
    match script {
        Value::Object(methods) if placeholder(methods).is_none() => {
            let id = host.keep_mcp_client(name, methods);
            let members: Map<String, Value> = methods
                .iter()
                .map(|(method, behaviours)| (method.clone(), described(behaviours, host)))
                .collect();
            json!({ "$fx": "object", "id": id, "members": members })
        }
        other => cross(other, host),
    }
}

/// A method, or what stands there instead of one.
fn described(behaviours: &Value, host: &Host) -> Value {
    match behaviours {
        Value::Array(_) => json!({ "$fx": "function" }),
        Value::Object(members) if placeholder(members).is_none() => json!({ "$fx": "function" }),
        other => cross(other, host),
    }
}
