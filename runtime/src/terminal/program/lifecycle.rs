//! How far the program has come, for those who wait for it.

use libfx_api::FxError;
use tokio::sync::watch;

#[derive(Debug)]
pub(crate) struct Lifecycle(watch::Sender<Stage>);

#[derive(Clone, Copy, Debug, Default)]
struct Stage {
    /// The first frame has been on screen.
    interactive: bool,
    status: Option<i32>,
}

impl Lifecycle {
    pub(crate) fn new() -> Self {
        Lifecycle(watch::Sender::default())
    }

    pub(crate) fn is_interactive(&self) -> bool {
        self.0.borrow().interactive
    }

    pub(crate) fn interactive(&self) {
        self.0.send_modify(|stage| stage.interactive = true);
    }

    /// The first status counts.
    pub(crate) fn exited(&self, status: i32) {
        self.0.send_modify(|stage| {
            stage.status.get_or_insert(status);
        });
    }

    pub(crate) async fn wait_interactive(&self) -> Result<(), FxError> {
        let stage = self
            .reached(|stage| stage.interactive || stage.status.is_some())
            .await;
        match (stage.interactive, stage.status) {
            (true, _) => Ok(()),
            (false, status) => Err(FxError::terminal_exited(format!(
                "the terminal ended with status {} before it took input; see its diagnostics",
                status.unwrap_or(1)
            ))),
        }
    }

    pub(crate) async fn wait_exited(&self) -> i32 {
        let stage = self.reached(|stage| stage.status.is_some()).await;
        stage.status.unwrap_or(1)
    }

    async fn reached(&self, wanted: impl FnMut(&Stage) -> bool) -> Stage {
        let mut stages = self.0.subscribe();
        // The sender lives as long as this does, so waiting never fails.
        match stages.wait_for(wanted).await {
            Ok(stage) => *stage,
            Err(_) => Stage::default(),
        }
    }
}
