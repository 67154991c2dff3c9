//! The tool against workspaces that do as they are told, and others.

mod approval;

use std::future::pending;
use std::sync::Mutex;

use futures_util::future::join;
use libfx_api::ErrorCode;

use super::*;
use crate::terminal::stores::testing::{Hasty, block_on};

/// What a workspace of the tests does with a command.
enum Shell {
    Answers(WorkspaceExecResult),
    Throws,
    /// Runs until it is told to end, and then answers.
    Obeys,
    /// Runs for ever.
    Hangs,
}

struct Place {
    info: WorkspaceInfo,
    permission: WorkspacePermission,
    shell: Shell,
    requests: Mutex<Vec<WorkspaceExecRequest>>,
}

impl WorkspaceAdapter for Place {
    fn info(&self) -> &WorkspaceInfo {
        &self.info
    }

    fn permission(&self) -> WorkspacePermission {
        self.permission
    }

    fn exec(
        &self,
        request: WorkspaceExecRequest,
    ) -> BoxFuture<'_, Result<WorkspaceExecResult, HostError>> {
        let signal = request.signal.clone();
        self.requests.lock().expect("whole").push(request);
        Box::pin(async move {
            match &self.shell {
                Shell::Answers(result) => Ok(result.clone()),
                Shell::Throws => Err(HostError::new("no shell here")),
                Shell::Obeys => {
                    signal.cancelled().await;
                    Ok(ended(143, "half of it", ""))
                }
                Shell::Hangs => pending().await,
            }
        })
    }
}

impl Place {
    fn with(permission: WorkspacePermission, shell: Shell) -> Arc<Self> {
        Arc::new(Place {
            info: info(),
            permission,
            shell,
            requests: Mutex::default(),
        })
    }

    fn requests(&self) -> Vec<WorkspaceExecRequest> {
        self.requests.lock().expect("whole").clone()
    }
}

fn info() -> WorkspaceInfo {
    WorkspaceInfo {
        version: 1,
        root: "/work".to_owned(),
        cwd: "/work".to_owned(),
        home: "/home/web".to_owned(),
        git_available: false,
        ephemeral: true,
    }
}

fn ended(exit_code: i32, stdout: &str, stderr: &str) -> WorkspaceExecResult {
    WorkspaceExecResult {
        exit_code,
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
    }
}

fn open(place: &Arc<Place>) -> (Workspace, Questions) {
    Workspace::new(place.clone(), Arc::new(Hasty)).expect("a workspace as it must be")
}

fn context() -> ToolContext {
    ToolContext {
        signal: CancellationToken::new(),
        tool_call_id: "call".to_owned(),
    }
}

fn command(command: &str) -> Value {
    json!({ "action": "exec", "command": command })
}

async fn call(workspace: &Workspace, input: Value, context: ToolContext) -> Result<String, String> {
    let output = workspace.tool().execute(input, context).await;
    match output.map_err(|error| error.message)? {
        ToolOutput::Otherwise(Value::String(text)) => Ok(text),
        other => panic!("a text was expected, not {other:?}"),
    }
}

/// What a sandbox answers to a command.
fn sandboxed(shell: Shell, input: Value) -> (Result<String, String>, Arc<Place>) {
    let place = Place::with(WorkspacePermission::AllowSandboxed, shell);
    let (workspace, _questions) = open(&place);
    (block_on(call(&workspace, input, context())), place)
}

#[test]
fn the_model_gets_one_strict_tool() {
    let place = Place::with(WorkspacePermission::Prompt, Shell::Hangs);
    let tool = open(&place).0.tool();
    assert_eq!(tool.name(), "terminal");
    let schema = Value::Object(tool.input_schema().clone());
    assert_eq!(schema["required"], json!(["action", "command"]));
    assert_eq!(schema["properties"]["action"]["enum"], json!(["exec"]));
    assert_eq!(schema["additionalProperties"], json!(false));
    assert!(tool.description().contains("/work") && tool.description().contains("/home/web"));
}

#[test]
fn a_workspace_must_be_as_it_says() {
    type Change = fn(&mut WorkspaceInfo);
    let cases: [(Change, &str); 9] = [
        (|it| it.version = 2, "version: expected 1, got 2"),
        (
            |it| it.cwd = "/work/src".to_owned(),
            "cwd: expected the same path as root, got \"/work/src\"",
        ),
        (
            |it| it.git_available = true,
            "gitAvailable: expected false, got true",
        ),
        (
            |it| it.ephemeral = false,
            "ephemeral: expected true, got false",
        ),
        (
            |it| it.root = "work".to_owned(),
            "root: expected an absolute, normalized path such as \"/work\", got \"work\"",
        ),
        (
            |it| it.root = "/work/".to_owned(),
            "root: expected an absolute, normalized path such as \"/work\", got \"/work/\"",
        ),
        (
            |it| it.cwd = "/a/../work".to_owned(),
            "cwd: expected an absolute, normalized path such as \"/work\", got \"/a/../work\"",
        ),
        (
            |it| it.home = String::new(),
            "home: expected an absolute, normalized path such as \"/work\", got \"\"",
        ),
        (
            |it| it.home = "/a\nb".to_owned(),
            "home: expected an absolute, normalized path such as \"/work\", got \"/a\\nb\"",
        ),
    ];
    for (change, expected) in cases {
        let mut place = Arc::into_inner(Place::with(WorkspacePermission::Prompt, Shell::Hangs))
            .expect("one handle");
        change(&mut place.info);
        let refused = Workspace::new(Arc::new(place), Arc::new(Hasty));
        let error = refused.map(|_| ()).expect_err(expected);
        assert_eq!(error.code, ErrorCode::InvalidArgument);
        assert_eq!(error.message, format!("options.workspace.info.{expected}"));
    }
}

#[test]
fn the_root_of_everything_is_a_workspace_too() {
    let mut place = Arc::into_inner(Place::with(WorkspacePermission::Prompt, Shell::Hangs))
        .expect("one handle");
    place.info.root = "/".to_owned();
    place.info.cwd = "/".to_owned();
    assert!(Workspace::new(Arc::new(place), Arc::new(Hasty)).is_ok());
}

#[test]
fn a_command_runs_with_its_limits_and_the_model_sees_how_it_ended() {
    let (answer, place) = sandboxed(Shell::Answers(ended(2, "one\n", "two\n")), command("ls"));
    assert_eq!(
        answer,
        Ok("exit code: 2\n\nstdout:\none\n\n\nstderr:\ntwo\n".to_owned())
    );
    let [request] = &place.requests()[..] else {
        panic!("one request");
    };
    assert_eq!(
        (request.command.as_str(), request.cwd.as_str()),
        ("ls", "/work")
    );
    assert_eq!(
        (request.timeout_ms, request.output_limit_bytes),
        (30_000, 65_536)
    );
    let (answer, _) = sandboxed(Shell::Answers(ended(0, "", "")), command("true"));
    assert_eq!(answer, Ok("exit code: 0".to_owned()));
}

#[test]
fn input_that_does_not_fit_runs_nothing() {
    for (input, expected) in [
        (
            json!({ "action": "exec" }),
            "invalid input: missing field `command`",
        ),
        (
            json!({ "action": "kill", "command": "ls" }),
            "invalid input: unknown variant `kill`, expected `exec`",
        ),
        (
            json!({ "action": "exec", "command": "ls", "cwd": "/" }),
            "invalid input: unknown field `cwd`, expected `action` or `command`",
        ),
        (command(" \n"), "invalid input: the command is empty"),
        (
            command("ls\0"),
            "invalid input: the command contains the character U+0000, which no shell takes",
        ),
        (
            command(&"x".repeat(65_537)),
            "invalid input: the command has 65537 bytes, more than the 65536 allowed; write long content in several steps",
        ),
    ] {
        let (answer, place) = sandboxed(Shell::Hangs, input);
        assert_eq!(answer, Err(expected.to_owned()));
        assert!(place.requests().is_empty());
    }
}

#[test]
fn output_is_cut_between_characters() {
    let output = format!("{}ü and more", "x".repeat(65_535));
    let (answer, _) = sandboxed(Shell::Answers(ended(0, &output, "")), command("ls"));
    let expected = format!(
        "exit code: 0\n\nstdout:\n{}\n[cut here; 11 more bytes]",
        "x".repeat(65_535)
    );
    assert!(
        answer == Ok(expected),
        "{:?}",
        answer.map(|text| text.len())
    );
}

#[test]
fn what_the_workspace_throws_is_a_failed_result() {
    let (answer, _) = sandboxed(Shell::Throws, command("ls"));
    assert_eq!(
        answer,
        Err("the workspace could not run the command: no shell here".to_owned())
    );
}

#[test]
fn a_command_that_takes_too_long_is_told_to_end() {
    let late = "the command did not end within 30 seconds and was told to end";
    let (answer, place) = sandboxed(Shell::Hangs, command("sleep 100"));
    assert_eq!(answer, Err(late.to_owned()));
    assert!(place.requests()[0].signal.is_cancelled());
    let (answer, _) = sandboxed(Shell::Obeys, command("sleep 100"));
    assert_eq!(
        answer,
        Err(format!("{late}\n\nexit code: 143\n\nstdout:\nhalf of it"))
    );
}

#[test]
fn a_cancelled_turn_ends_its_command() {
    let place = Place::with(WorkspacePermission::AllowSandboxed, Shell::Obeys);
    let (workspace, _questions) = open(&place);
    let context = context();
    let turn = context.signal.clone();
    let cancelling = async { turn.cancel() };
    let (answer, ()) = block_on(join(call(&workspace, command("ls"), context), cancelling));
    assert!(answer.is_ok_and(|text| text.contains("half of it")));

    let mut dropped = Box::pin(call(&workspace, command("ls"), self::context()));
    let waits = block_on(async { futures_util::poll!(dropped.as_mut()).is_pending() });
    assert!(waits);
    drop(dropped);
    assert!(place.requests()[1].signal.is_cancelled());
}

#[test]
fn a_command_that_has_ended_is_not_told_to_end() {
    let (_, place) = sandboxed(Shell::Answers(ended(0, "", "")), command("ls"));
    assert!(!place.requests()[0].signal.is_cancelled());
}
