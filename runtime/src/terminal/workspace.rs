//! The application's workspace as the one tool of the model.
//!
//! The tool runs a command with the workspace's shell, after the user has allowed it where that is asked for. Whatever the
//! workspace does, a command ends in time, its output is bounded, and what goes wrong is told to the model.

mod approval;
mod output;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, select};
use libfx_api::limits::{EXEC_GRACE_MS, MAX_EXEC_BYTES, MAX_EXEC_MS};
use libfx_api::support::{BoxFuture, HostError};
use libfx_api::{
    FxError, HostTool, JsonObject, ToolContext, ToolOutput, WorkspaceAdapter, WorkspaceExecRequest,
    WorkspaceExecResult, WorkspaceInfo, WorkspacePermission,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::platform::Platform;
use approval::Approvals;

pub(crate) use approval::{Decision, Question, Questions};

const NAME: &str = "terminal";
const TIMEOUT: Duration = Duration::from_millis(MAX_EXEC_MS);

/// How long the output of a command that was told to end is waited for.
const GRACE: Duration = Duration::from_millis(EXEC_GRACE_MS);

/// A place where the model may run commands. Clones are handles of the same.
#[derive(Clone)]
pub(crate) struct Workspace {
    shared: Arc<Shared>,
}

struct Shared {
    adapter: Arc<dyn WorkspaceAdapter>,
    info: WorkspaceInfo,
    platform: Arc<dyn Platform>,
    approvals: Approvals,
    description: String,
    input_schema: JsonObject,
}

/// What the model passes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    #[serde(rename = "action")]
    _action: Action,
    command: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Exec,
}

impl Workspace {
    /// The workspace, and where its questions to the user arrive.
    ///
    /// # Errors
    /// `invalidArgument` when the workspace is not as it must be; the message names the member of the options.
    pub(crate) fn new(
        adapter: Arc<dyn WorkspaceAdapter>,
        platform: Arc<dyn Platform>,
    ) -> Result<(Self, Questions), FxError> {
        let info = adapter.info().clone();
        check(&info)?;
        let (approvals, questions) = Approvals::new(adapter.permission());
        let shared = Arc::new(Shared {
            description: describe(&info),
            input_schema: input_schema(),
            adapter,
            info,
            platform,
            approvals,
        });
        Ok((Workspace { shared }, questions))
    }

    pub(crate) fn root(&self) -> &str {
        &self.shared.info.root
    }

    /// From the next command on.
    pub(crate) fn set_permission(&self, permission: WorkspacePermission) {
        self.shared.approvals.set_permission(permission);
    }

    /// The tool for an agent.
    pub(crate) fn tool(&self) -> Arc<dyn HostTool> {
        Arc::new(self.clone())
    }

    async fn exec(&self, input: Value, context: ToolContext) -> Result<ToolOutput, HostError> {
        let Input { command, .. } = serde_json::from_value(input)
            .map_err(|error| HostError::new(format!("invalid input: {error}")))?;
        check_command(&command)?;
        let shared = &*self.shared;
        shared
            .approvals
            .ask(&command, &shared.info.cwd, &context.signal)
            .await?;
        let signal = context.signal.child_token();
        // A cancelled turn drops this before anybody has triggered its own signal.
        let unless_it_ends = signal.clone().drop_guard();
        let outcome = self.run(command, &signal).await;
        unless_it_ends.disarm();
        match outcome {
            Outcome::Ended(result) => {
                let result = result.map_err(not_run)?;
                Ok(output::text_of(&result).into())
            }
            Outcome::TimedOut(result) => Err(HostError::new(timed_out(result.as_ref()))),
        }
    }

    /// Runs a command to its end or its deadline.
    async fn run(&self, command: String, signal: &CancellationToken) -> Outcome {
        let Shared {
            adapter,
            info,
            platform,
            ..
        } = &*self.shared;
        let request = WorkspaceExecRequest {
            command,
            cwd: info.cwd.clone(),
            signal: signal.clone(),
            timeout_ms: MAX_EXEC_MS,
            output_limit_bytes: MAX_EXEC_BYTES,
        };
        let running = adapter.exec(request);
        let running = match select(running, platform.sleep(TIMEOUT)).await {
            Either::Left((result, _)) => return Outcome::Ended(result),
            Either::Right(((), running)) => running,
        };
        signal.cancel();
        match select(running, platform.sleep(GRACE)).await {
            Either::Left((result, _)) => Outcome::TimedOut(result.ok()),
            Either::Right(_) => Outcome::TimedOut(None),
        }
    }
}

impl HostTool for Workspace {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        &self.shared.description
    }

    fn input_schema(&self) -> &JsonObject {
        &self.shared.input_schema
    }

    fn execute(
        &self,
        input: Value,
        context: ToolContext,
    ) -> BoxFuture<'_, Result<ToolOutput, HostError>> {
        Box::pin(self.exec(input, context))
    }
}

/// How a command ended.
enum Outcome {
    Ended(Result<WorkspaceExecResult, HostError>),
    /// It was told to end; with what it had written, if it told in time.
    TimedOut(Option<WorkspaceExecResult>),
}

fn check(info: &WorkspaceInfo) -> Result<(), FxError> {
    let refused = |member: &str, expected: &str, got: Value| {
        Err(FxError::invalid_argument(format!(
            "options.workspace.info.{member}: expected {expected}, got {got}"
        )))
    };
    if info.version != 1 {
        return refused("version", "1", info.version.into());
    }
    for (member, path) in [
        ("root", &info.root),
        ("cwd", &info.cwd),
        ("home", &info.home),
    ] {
        if !is_normalized(path) {
            let expected = "an absolute, normalized path such as \"/work\"";
            return refused(member, expected, path.as_str().into());
        }
    }
    if info.cwd != info.root {
        return refused("cwd", "the same path as root", info.cwd.as_str().into());
    }
    if info.git_available {
        return refused("gitAvailable", "false", true.into());
    }
    if !info.ephemeral {
        return refused("ephemeral", "true", false.into());
    }
    Ok(())
}

fn is_normalized(path: &str) -> bool {
    let Some(names) = path.strip_prefix('/') else {
        return false;
    };
    let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.contains(char::is_control);
    names.is_empty() || names.split('/').all(is_name)
}

fn check_command(command: &str) -> Result<(), HostError> {
    if command.trim().is_empty() {
        return Err(HostError::new("invalid input: the command is empty"));
    }
    if command.contains('\0') {
        return Err(HostError::new(
            "invalid input: the command contains the character U+0000, which no shell takes",
        ));
    }
    if command.len() as u64 > MAX_EXEC_BYTES {
        return Err(HostError::new(format!(
            "invalid input: the command has {} bytes, more than the {MAX_EXEC_BYTES} allowed; write long content in \
             several steps",
            command.len()
        )));
    }
    Ok(())
}

fn not_run(error: HostError) -> HostError {
    HostError::new(format!(
        "the workspace could not run the command: {}",
        error.message
    ))
}

fn timed_out(result: Option<&WorkspaceExecResult>) -> String {
    let message = format!(
        "the command did not end within {} seconds and was told to end",
        TIMEOUT.as_secs()
    );
    match result {
        Some(result) => format!("{message}\n\n{}", output::text_of(result)),
        None => message,
    }
}

fn describe(info: &WorkspaceInfo) -> String {
    format!(
        "Runs a command with the shell of a workspace and answers its exit code and output. The workspace is a temporary \
         directory, {}, where each command begins; the home directory is {}. There is no git. A command may take {} \
         seconds and cannot be asked for input; of each of its outputs the first {} KiB are shown.",
        info.root,
        info.home,
        TIMEOUT.as_secs(),
        MAX_EXEC_BYTES / 1024
    )
}

fn input_schema() -> JsonObject {
    let schema = json!({
        "type": "object",
        "properties": {
            "action": { "type": "string", "enum": ["exec"], "description": "What to do: run a command." },
            "command": { "type": "string", "description": "The command, as typed into a shell." },
        },
        "required": ["action", "command"],
        "additionalProperties": false,
    });
    match schema {
        Value::Object(schema) => schema,
        _ => unreachable!("an object was written"),
    }
}

#[cfg(test)]
mod tests;
