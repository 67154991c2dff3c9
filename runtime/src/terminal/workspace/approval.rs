//! Asking the user before a command runs.

use std::sync::{Mutex, MutexGuard, PoisonError};

use libfx_api::WorkspacePermission;
use libfx_api::support::HostError;
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// Where questions arrive, one at a time: the next one comes when the one before is answered or withdrawn.
pub(crate) type Questions = mpsc::UnboundedReceiver<Question>;

/// A command that waits for the user. Dropping it denies.
pub(crate) struct Question {
    pub(crate) command: String,
    pub(crate) cwd: String,
    answer: oneshot::Sender<Decision>,
}

/// What the user says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Allow,
    /// This command, and every other one while the program runs.
    AllowAlways,
    /// With a reason for the model, if the user gave one.
    Deny(Option<String>),
}

impl Question {
    /// Has no effect once the question is withdrawn.
    pub(crate) fn answer(self, decision: Decision) {
        let _ = self.answer.send(decision);
    }

    /// Completes when the answer is no longer waited for, because the turn was cancelled.
    pub(crate) async fn withdrawn(&mut self) {
        self.answer.closed().await;
    }
}

/// Who may run what.
pub(super) struct Approvals {
    permission: Mutex<WorkspacePermission>,
    questions: mpsc::UnboundedSender<Question>,
    /// Held while the user is asked, so that an answer for all is known before the next question.
    asking: AsyncMutex<()>,
}

impl Approvals {
    pub(super) fn new(permission: WorkspacePermission) -> (Self, Questions) {
        let (questions, arriving) = mpsc::unbounded_channel();
        let approvals = Approvals {
            permission: Mutex::new(permission),
            questions,
            asking: AsyncMutex::default(),
        };
        (approvals, arriving)
    }

    pub(super) fn permission(&self) -> WorkspacePermission {
        *self.lock()
    }

    pub(super) fn set_permission(&self, permission: WorkspacePermission) {
        *self.lock() = permission;
    }

    /// Waits until the command may run.
    ///
    /// # Errors
    /// It may not: for the model.
    pub(super) async fn ask(
        &self,
        command: &str,
        cwd: &str,
        signal: &CancellationToken,
    ) -> Result<(), HostError> {
        let decision = tokio::select! {
            biased;
            () = signal.cancelled() => {
                return Err(HostError::new("the command was not run: the turn was cancelled"));
            }
            decision = self.decide(command, cwd) => decision,
        };
        match decision {
            Decision::Allow | Decision::AllowAlways => Ok(()),
            Decision::Deny(reason) => Err(denied(reason)),
        }
    }

    async fn decide(&self, command: &str, cwd: &str) -> Decision {
        if self.permission() == WorkspacePermission::AllowSandboxed {
            return Decision::Allow;
        }
        let _turn = self.asking.lock().await;
        if self.permission() == WorkspacePermission::AllowSandboxed {
            return Decision::Allow;
        }
        let (answer, answered) = oneshot::channel();
        let question = Question {
            command: command.to_owned(),
            cwd: cwd.to_owned(),
            answer,
        };
        // Nobody to ask, or nobody who answers, is a denial.
        let _ = self.questions.send(question);
        let decision = answered.await.unwrap_or(Decision::Deny(None));
        if decision == Decision::AllowAlways {
            self.set_permission(WorkspacePermission::AllowSandboxed);
        }
        decision
    }

    fn lock(&self) -> MutexGuard<'_, WorkspacePermission> {
        self.permission
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn denied(reason: Option<String>) -> HostError {
    let reason = reason.filter(|reason| !reason.trim().is_empty());
    HostError::new(match reason {
        Some(reason) => format!("the command was not run: the user denied it: {reason}"),
        None => "the command was not run: the user denied it; do not try to get around that, ask what to do instead"
            .to_owned(),
    })
}
