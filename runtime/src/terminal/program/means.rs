//! What the program works with, as the application has given it.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use libfx_api::support::{AsyncCallback, Callback, Fetch};
use libfx_api::{DiagnosticEvent, FxError};

use super::account::Account;
use crate::diagnostics::Diagnostics;
use crate::gateway::{Endpoint, Models};
use crate::models;
use crate::platform::Platform;
use crate::terminal::app::Failure;
use crate::terminal::sessions::{Sessions, Which};
use crate::terminal::stores::{History, Settings};
use crate::terminal::workspace::Workspace;

pub(crate) struct Means {
    pub(crate) platform: Arc<dyn Platform>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) transport: Arc<dyn Fetch>,
    pub(crate) gateway_chat_url: Option<String>,
    pub(crate) on_event: Option<Callback<DiagnosticEvent>>,
    pub(crate) workspace: Option<Workspace>,
    /// The model was not given by the environment: the one that the store remembers counts.
    pub(crate) may_remember_model: bool,
    pub(crate) account: Account,
    /// Opens a page for the user.
    pub(crate) open_url: Option<AsyncCallback<String, bool>>,
    pub(crate) settings: Settings,
    pub(crate) history: History,
    pub(crate) sessions: Sessions,
    /// The session to begin with.
    pub(crate) resume: Option<Which>,
}

impl Means {
    /// The models of the Gateway. With a server on this machine there is nothing to ask: no request may leave for the
    /// public Gateway.
    pub(crate) async fn models(&self) -> Result<Models, Failure> {
        let endpoint = Endpoint::parse(self.gateway_chat_url.as_deref());
        if !endpoint.map_err(Failure::Failed)?.is_public() {
            let fault = "only the public Gateway lists its models";
            return Err(Failure::Failed(FxError::invalid_argument(fault)));
        }
        let key = self.account.key().await?;
        let models = models::download(&*self.transport, &key, &*self.platform).await;
        models.map_err(Failure::Failed)
    }

    /// Opens a page, if the application can. The user has its address in any case.
    pub(crate) async fn open(&self, url: String) {
        let Some(open_url) = &self.open_url else {
            return;
        };
        let opening = AssertUnwindSafe(async { open_url(url).await });
        // Whether it was opened makes no difference.
        let _ = opening.catch_unwind().await;
    }
}
