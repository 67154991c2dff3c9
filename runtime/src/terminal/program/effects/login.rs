//! Logging in and out.

use std::future::pending;

use super::{Effects, Outcome};
use crate::terminal::app::{Failure, Message};
use crate::terminal::login::DeviceCode;

impl Effects {
    pub(super) fn log_in(&mut self) {
        let cancel = self.begin_work();
        let means = self.means.clone();
        self.work(async move {
            tokio::select! {
                biased;
                () = cancel.cancelled() => login_failed(Failure::Cancelled),
                begun = means.account.begin() => begun.map_or_else(login_failed, Outcome::LoginPage),
            }
        });
    }

    /// Shows the page and the code, opens the page, and waits for the user.
    pub(super) fn wait_for_login(&mut self, code: DeviceCode) {
        self.messages.push_back(Message::LoginPage {
            url: code.verification_uri.clone(),
            code: code.user_code.clone(),
        });
        let cancel = self.cancel.clone();
        let means = self.means.clone();
        self.work(async move {
            let page = code.verification_uri_complete.as_ref();
            let page = page.unwrap_or(&code.verification_uri).clone();
            // The login does not wait for the page, which may say that it was opened when it is closed again.
            let opened = async {
                means.open(page).await;
                pending().await
            };
            let outcome = tokio::select! {
                biased;
                () = cancel.cancelled() => Err(Failure::Cancelled),
                outcome = means.account.wait(&code) => outcome,
                never = opened => never,
            };
            Outcome::Message(Message::LoggedIn(outcome))
        });
    }

    pub(super) fn log_out(&mut self) {
        let means = self.means.clone();
        self.saves.push(Box::pin(async move {
            let outcome = means.account.log_out().await;
            vec![Message::LoggedOut(outcome)]
        }));
    }
}

fn login_failed(failure: Failure) -> Outcome {
    Outcome::Message(Message::LoggedIn(Err(failure)))
}
