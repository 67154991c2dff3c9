//! How an application starts the program, and what it holds of it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use libfx_api::limits::DEFAULT_INTERRUPT_KEY;
use libfx_api::support::{Callback, Path, Validate};
use libfx_api::{DiagnosticEvent, FxError, TerminalInput, TerminalOptions};
use serde_json::json;

use super::account::Account;
use super::driver::Driver;
use super::inbox::Inbox;
use super::launch::Launch;
use super::lifecycle::Lifecycle;
use super::means::Means;
use super::view::View;
use crate::diagnostics::Diagnostics;
use crate::gateway::Endpoint;
use crate::platform::Platform;
use crate::terminal::app::Setup;
use crate::terminal::login::Login;
use crate::terminal::sessions::Sessions;
use crate::terminal::stores::{History, LoginStore, Settings};
use crate::terminal::workspace::{Questions, Workspace};

/// The exit status after a fault of the program.
const CRASHED: i32 = 1;

/// A running program. It runs on without this handle, until the user leaves it.
#[derive(Clone)]
pub struct TerminalRuntime {
    inbox: Arc<Inbox>,
    lifecycle: Arc<Lifecycle>,
}

impl TerminalRuntime {
    /// Waits until the first frame is on screen and the program takes input.
    ///
    /// # Errors
    /// `terminalExited` when it ended before.
    pub async fn interactive(&self) -> Result<(), FxError> {
        self.lifecycle.wait_interactive().await
    }

    /// Waits for the end of the program: 0 when the user left it, 130 after [`abort`](Self::abort), 1 after a crash.
    pub async fn exited(&self) -> i32 {
        self.lifecycle.wait_exited().await
    }

    /// Sends input, as if typed. Has no effect once the program has ended.
    pub fn write(&self, data: impl Into<TerminalInput>) {
        match data.into() {
            TerminalInput::Text(text) => self.inbox.write(text.as_bytes()),
            TerminalInput::Bytes(bytes) => self.inbox.write(&bytes),
        }
    }

    /// Tells that the size of the view has changed.
    pub fn resize(&self) {
        self.inbox.resize();
    }

    /// Ends the program at once, with status 130.
    pub fn abort(&self) {
        self.inbox.abort();
    }
}

impl std::fmt::Debug for TerminalRuntime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TerminalRuntime")
            .field("lifecycle", &self.lifecycle)
            .finish_non_exhaustive()
    }
}

/// Starts the interactive program in a view, on a platform of the caller's.
///
/// # Errors
/// `invalidArgument` or `limitExceeded`; the message names the option.
pub async fn create_fx_terminal(
    options: TerminalOptions,
    platform: Arc<dyn Platform>,
) -> Result<TerminalRuntime, FxError> {
    let diagnostics = Diagnostics::new(options.on_event.clone(), platform.clone());
    diagnostics.report("runtime.start", || json!({}));
    options.validate(&Path::Root("options"))?;
    let launch = Launch::read(
        options.args.as_deref().unwrap_or_default(),
        options.env.as_ref().unwrap_or(&Default::default()),
    )?;
    let interrupt_key = options.interrupt_key.clone();
    let inbox = Arc::new(Inbox::new(
        interrupt_key.unwrap_or_else(|| DEFAULT_INTERRUPT_KEY.to_owned()),
    ));
    let lifecycle = Arc::new(Lifecycle::new());
    let view = options.terminal.clone();
    let setup = setup(&options, &launch);
    let (means, questions) = means(options, &launch, &platform, &diagnostics)?;
    let driver = Driver::new(
        means,
        questions,
        setup,
        View::open(view, &inbox),
        inbox.clone(),
        lifecycle.clone(),
    );
    platform.spawn(Box::pin(drive(driver, lifecycle.clone())));
    Ok(TerminalRuntime { inbox, lifecycle })
}

/// Runs the program to its end, whatever that is.
async fn drive(mut driver: Driver, lifecycle: Arc<Lifecycle>) {
    // Also told if the platform drops the task, or the end fails.
    let _ended = Ended(lifecycle.clone());
    let status = AssertUnwindSafe(driver.run()).catch_unwind().await;
    let status = status.unwrap_or(CRASHED);
    driver.end(status).await;
    lifecycle.exited(status);
}

/// Tells of the end of the program, if nobody has told yet.
struct Ended(Arc<Lifecycle>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.exited(CRASHED);
    }
}

fn setup(options: &TerminalOptions, launch: &Launch) -> Setup {
    let workspace = options.workspace.as_ref();
    Setup {
        model: launch.first_model(),
        has_key: launch.key.is_some(),
        may_log_in: options.login.is_some(),
        theme: launch.theme,
        depth: launch.depth,
        workspace: workspace.map(|it| (it.info().root.clone(), it.permission())),
        has_sessions: options.session_store.is_some(),
    }
}

fn means(
    options: TerminalOptions,
    launch: &Launch,
    platform: &Arc<dyn Platform>,
    diagnostics: &Diagnostics,
) -> Result<(Means, Option<Questions>), FxError> {
    let transport = options.fetch.or_else(|| platform.transport());
    let transport = transport.ok_or_else(|| {
        FxError::invalid_argument("options.fetch: required here, expected a function")
    })?;
    // Checked here, so that a bad address is refused before anything is on screen.
    Endpoint::parse(options.gateway_chat_url.as_deref())?;
    let login = options
        .login
        .map(|login| Login::new(login, transport.clone(), platform.clone()));
    let login = login.transpose()?;
    let store = LoginStore::new(
        options.oauth_session_store,
        platform.clone(),
        diagnostics.clone(),
    );
    let (workspace, questions) = match options.workspace {
        Some(adapter) => {
            let (workspace, questions) = Workspace::new(adapter, platform.clone())?;
            (Some(workspace), Some(questions))
        }
        None => (None, None),
    };
    let root = workspace.as_ref().map(|it| it.root().to_owned());
    let means = Means {
        platform: platform.clone(),
        diagnostics: diagnostics.clone(),
        transport,
        gateway_chat_url: options.gateway_chat_url,
        on_event: options.on_event.map(of_the_conversation),
        workspace,
        may_remember_model: launch.model.is_none(),
        account: Account::new(launch.key.clone(), login, store),
        open_url: options.open_url,
        settings: Settings::new(options.config_store, platform.clone(), diagnostics.clone()),
        history: History::new(
            options.prompt_history_store,
            root.as_deref(),
            platform.clone(),
            diagnostics.clone(),
        ),
        sessions: Sessions::new(options.session_store, platform.clone(), diagnostics.clone()),
        resume: launch.resume.clone(),
    };
    Ok((means, questions))
}

/// What agents report, without their own beginning and end: the program's are what counts.
fn of_the_conversation(listener: Callback<DiagnosticEvent>) -> Callback<DiagnosticEvent> {
    Arc::new(move |event: DiagnosticEvent| {
        if !event.r#type.starts_with("runtime.") {
            listener(event);
        }
    })
}
