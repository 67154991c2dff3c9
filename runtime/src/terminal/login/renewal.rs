//! The renewal of tokens: one exchange at a time, and none of the same token twice.
//!
//! A refresh token is good for one time. Who comes with it again may be a thief, for all the provider knows, and it ends the
//! session for both. So an exchange runs to its end even if nobody waits any longer, all who hold the same session share it,
//! and who comes late with the old session gets what it was exchanged for.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::{FutureExt, Shared};
use libfx_api::support::{BoxFuture, MaybeSend};
use tokio::sync::oneshot;

use super::error::LoginError;
use super::http::Http;
use super::provider::Provider;
use super::session::Session;
use super::tokens::Tokens;
use crate::platform::Platform;

type Outcome = Shared<BoxFuture<'static, Result<Session, LoginError>>>;

/// The latest renewal, running or done.
#[derive(Default)]
pub(super) struct Renewals(Mutex<Option<Renewal>>);

struct Renewal {
    of: Session,
    outcome: Outcome,
}

impl Renewals {
    /// The renewal of a session: the one that is there, or a new one.
    pub(super) fn join<F>(
        &self,
        session: &Session,
        platform: &dyn Platform,
        exchange: impl FnOnce() -> F,
    ) -> Outcome
    where
        F: Future<Output = Result<Session, LoginError>> + MaybeSend + 'static,
    {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(renewal) = latest.as_ref().filter(|it| it.serves(session)) {
            return renewal.outcome.clone();
        }
        let outcome = start(exchange(), platform);
        *latest = Some(Renewal {
            of: session.clone(),
            outcome: outcome.clone(),
        });
        outcome
    }

    /// What a session has become, once no exchange of it is under way.
    pub(super) async fn newest(&self, session: &Session) -> Session {
        let outcome = {
            let latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let renewal = latest.as_ref().filter(|it| it.serves(session));
            renewal.map(|it| it.outcome.clone())
        };
        match outcome {
            Some(outcome) => outcome.await.unwrap_or_else(|_| session.clone()),
            None => session.clone(),
        }
    }
}

impl Renewal {
    /// Whether this is what becomes of a session. A failure is not: the next attempt may go well.
    fn serves(&self, session: &Session) -> bool {
        let leads_on = match self.outcome.peek() {
            None => true,
            Some(Ok(renewed)) => !renewed.has_tokens_of(session),
            Some(Err(_)) => false,
        };
        leads_on && self.of.has_tokens_of(session)
    }
}

fn start(
    exchange: impl Future<Output = Result<Session, LoginError>> + MaybeSend + 'static,
    platform: &dyn Platform,
) -> Outcome {
    let (send, receive) = oneshot::channel();
    platform.spawn(Box::pin(async move {
        // Nobody may be waiting any more.
        let _ = send.send(exchange.await);
    }));
    let outcome: BoxFuture<'static, _> = Box::pin(async move {
        let shut_down = |_| Err(LoginError::unreachable("the program is ending"));
        receive.await.unwrap_or_else(shut_down)
    });
    outcome.shared()
}

/// One exchange of a session's refresh token.
pub(super) async fn exchange(
    http: Http,
    platform: Arc<dyn Platform>,
    provider: Arc<Provider>,
    session: Session,
) -> Result<Session, LoginError> {
    let form = session.refresh_request()?;
    let answer = http.post(&provider.token_endpoint, form).await?;
    let tokens = Tokens::read_renewed(&answer, platform.unix_time().as_secs())?;
    Ok(session.renewed(tokens))
}
