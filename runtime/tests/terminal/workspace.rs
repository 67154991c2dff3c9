//! Commands of the model in a workspace of the application.

use std::sync::{Arc, Mutex};

use libfx::api::support::{BoxFuture, HostError};
use libfx::api::{
    WorkspaceAdapter, WorkspaceExecRequest, WorkspaceExecResult, WorkspaceInfo, WorkspacePermission,
};
use serde_json::{Value, json};

use crate::host::{Host, answer, start_with};
use crate::view::View;

/// A workspace whose shell echoes, and hangs if told so.
struct Shell {
    info: WorkspaceInfo,
    ran: Mutex<Vec<String>>,
}

impl Shell {
    fn shared() -> Arc<Self> {
        let path = || "/work".to_owned();
        Arc::new(Shell {
            info: WorkspaceInfo {
                version: 1,
                root: path(),
                cwd: path(),
                home: "/home".to_owned(),
                git_available: false,
                ephemeral: true,
            },
            ran: Mutex::default(),
        })
    }

    fn ran(&self) -> Vec<String> {
        self.ran.lock().expect("no test panics here").clone()
    }
}

impl WorkspaceAdapter for Shell {
    fn info(&self) -> &WorkspaceInfo {
        &self.info
    }

    fn permission(&self) -> WorkspacePermission {
        WorkspacePermission::Prompt
    }

    fn exec(
        &self,
        request: WorkspaceExecRequest,
    ) -> BoxFuture<'_, Result<WorkspaceExecResult, HostError>> {
        let command = request.command.clone();
        self.ran.lock().expect("no test panics here").push(command);
        Box::pin(async move {
            if request.command == "hang" {
                request.signal.cancelled().await;
            }
            Ok(WorkspaceExecResult {
                exit_code: 0,
                stdout: format!("ran {}\n", request.command),
                stderr: String::new(),
            })
        })
    }
}

fn call(command: &str) -> Value {
    let input = json!({"action": "exec", "command": command}).to_string();
    json!({"parts": [
        {"type": "tool-call", "toolCallId": "c1", "toolName": "terminal", "input": input},
        {"type": "finish", "finishReason": {"unified": "tool-calls"}, "usage": {}},
    ]})
}

async fn start(shell: &Arc<Shell>, replies: Value) -> Host {
    let shell = shell.clone();
    start_with(replies, View::new(70, 24), |mut options| {
        options.workspace = Some(shell);
        options
    })
    .await
}

#[tokio::test]
async fn a_command_runs_once_it_is_allowed() {
    let shell = Shell::shared();
    let host = start(&shell, json!([call("ls -l"), answer(&["Two files."])])).await;
    host.say("What is there?");
    host.view.until("Run this command?").await;
    host.view.until("ls -l").await;
    assert_eq!(shell.ran(), [""; 0]);
    host.view.type_in("y");
    host.view.until("Two files.").await;
    assert_eq!(shell.ran(), ["ls -l"]);
}

#[tokio::test]
async fn a_command_that_is_denied_does_not_run_and_the_model_is_told() {
    let shell = Shell::shared();
    let host = start(&shell, json!([call("rm -rf /"), answer(&["As you wish."])])).await;
    host.say("Clean up");
    host.view.until("Run this command?").await;
    host.view.type_in("n");
    host.view.until("As you wish.").await;
    assert_eq!(shell.ran(), [""; 0]);
    let requests = host.session.requests();
    let told = requests[1].body["prompt"].to_string();
    assert!(told.contains("the user denied it"), "{told}");
}

#[tokio::test]
async fn the_interrupt_key_ends_a_command() {
    let shell = Shell::shared();
    let host = start(&shell, json!([call("hang"), answer(&["never"])])).await;
    host.say("/permissions allow");
    host.say("Wait");
    host.view.until("running a tool").await;
    host.view.type_in("\x03");
    host.view.until_gone("running a tool").await;
    host.view.until_gone("cancelling").await;
    assert_eq!(shell.ran(), ["hang"]);
    assert_eq!(host.session.requests().len(), 1);
}

#[tokio::test]
async fn a_question_is_withdrawn_with_its_turn() {
    let shell = Shell::shared();
    let host = start(&shell, json!([call("ls"), answer(&["Hello."])])).await;
    host.say("What is there?");
    host.view.until("Run this command?").await;
    host.view.type_in("\x03");
    host.view.until_gone("Run this command?").await;
    host.view.until_gone("cancelling").await;
    host.say("Hi");
    host.view.until("Hello.").await;
    assert_eq!(shell.ran(), [""; 0]);
}
