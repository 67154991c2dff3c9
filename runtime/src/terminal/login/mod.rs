//! Login: the OAuth 2.0 device grant (RFC 8628) of an OpenID Connect provider.
//!
//! The user opens a page in any browser and enters a code; the program polls until the provider answers with tokens. What
//! comes out is a [`Session`], whose access token stands for the key. Secrets stay inside the types of this folder: no error,
//! no `Debug` and no diagnostic has them.
//!
//! The protocol is small, and written here over the application's transport and the platform's clock. The crates for it read
//! the clock of the system, or of JavaScript, and bring a calendar, a reader of URLs and one of signed tokens. What takes care
//! they leave open: which addresses are trusted, how long answers may be, what a renewal survives.
//!
//! - `policy`: which addresses and options are accepted. `http`: requests within limits. `provider`: where what is asked.
//! - `device`: the code and the polls. `tokens`: what is given in the end. `renewal`: new tokens for old.
//! - `session`: tokens as they are kept and stored. `error`: what the user is told.

mod device;
mod error;
mod http;
mod policy;
mod provider;
mod renewal;
mod session;
mod tokens;

use std::sync::Arc;

use libfx_api::limits::DEFAULT_LOGIN_SCOPE;
use libfx_api::support::Fetch;
use libfx_api::{FxError, LoginOptions};
use tokio::sync::Mutex;

pub(crate) use device::DeviceCode;
pub(crate) use error::LoginError;
pub(crate) use session::Session;

use crate::platform::Platform;
use http::{Form, Http};
use provider::Provider;
use renewal::Renewals;

/// The way to one provider.
pub(crate) struct Login {
    options: LoginOptions,
    http: Http,
    platform: Arc<dyn Platform>,
    /// Read once. Locked while it is read, so that nobody reads it twice.
    provider: Mutex<Option<Arc<Provider>>>,
    renewals: Renewals,
}

impl Login {
    /// # Errors
    /// `invalidArgument`, naming the option: an issuer that tokens must not come from, or a text that no provider takes.
    pub(crate) fn new(
        options: LoginOptions,
        transport: Arc<dyn Fetch>,
        platform: Arc<dyn Platform>,
    ) -> Result<Self, FxError> {
        policy::check(&options)?;
        Ok(Login {
            http: Http::new(transport, platform.clone()),
            options,
            platform,
            provider: Mutex::default(),
            renewals: Renewals::default(),
        })
    }

    /// Asks for a code that the user is to enter.
    pub(crate) async fn begin(&self) -> Result<DeviceCode, LoginError> {
        let provider = self.provider().await?;
        let form = Form::new([
            ("client_id", &*self.options.client_id),
            ("scope", self.scope()),
        ]);
        let answer = self.http.post(&provider.device_endpoint, form).await?;
        DeviceCode::read(&answer, self.platform.now())
    }

    /// Waits until the user has answered, or the code has expired. Dropping the future gives up.
    pub(crate) async fn wait(&self, code: &DeviceCode) -> Result<Session, LoginError> {
        let provider = self.provider().await?;
        let endpoint = &provider.token_endpoint;
        let client = &self.options.client_id;
        let tokens = device::poll(&self.http, &*self.platform, endpoint, client, code).await?;
        Ok(Session::new(&self.options, self.scope(), tokens))
    }

    /// The stored session, if it is one of this provider and of this application.
    ///
    /// # Errors
    /// [`LoginError::Saved`] for anything else: nobody is logged in.
    pub(crate) fn restore(&self, bytes: &[u8]) -> Result<Session, LoginError> {
        Session::decode(bytes, &self.options)
    }

    /// A session with an access token that is good for a while: none if the given one is, or a new one in its place, which is
    /// to be stored.
    ///
    /// # Errors
    /// [`LoginError::LoggedOut`] when the provider gives no token any more. After any other, the session may be tried again.
    pub(crate) async fn ensure_fresh(
        &self,
        session: &Session,
    ) -> Result<Option<Session>, LoginError> {
        if session.is_fresh(self.platform.unix_time().as_secs()) {
            return Ok(None);
        }
        self.refresh(session).await.map(Some)
    }

    /// A session with a new access token, also when the old one looks good. Dropping the future does not stop the renewal;
    /// asking again gives what came of it.
    pub(crate) async fn refresh(&self, session: &Session) -> Result<Session, LoginError> {
        let provider = self.provider().await?;
        let renewal = self.renewals.join(session, &*self.platform, || {
            let (http, platform) = (self.http.clone(), self.platform.clone());
            renewal::exchange(http, platform, provider, session.clone())
        });
        renewal.await
    }

    /// Tells the provider that the session's tokens are not to work any longer. The caller forgets the session in any case.
    ///
    /// # Errors
    /// [`LoginError::NotRevoked`] when they may work on. A provider that takes no tokens back is no error: they expire.
    pub(crate) async fn revoke(&self, session: &Session) -> Result<(), LoginError> {
        let newest = self.renewals.newest(session).await;
        let revoked = self.revoke_tokens(&newest).await;
        revoked.map_err(LoginError::not_revoked)
    }

    async fn revoke_tokens(&self, session: &Session) -> Result<(), LoginError> {
        let provider = self.provider().await?;
        let Some(endpoint) = &provider.revocation_endpoint else {
            return Ok(());
        };
        let mut outcome = Ok(());
        for form in session.revocation_requests() {
            let answer = self.http.post(endpoint, form).await;
            // One token that stays is no reason to leave the other.
            outcome = outcome.and(answer.and_then(|answer| session::revoked(&answer)));
        }
        outcome
    }

    /// Where the provider is asked. Not part of a session: whoever can write into the store must not choose where tokens go.
    async fn provider(&self) -> Result<Arc<Provider>, LoginError> {
        let mut known = self.provider.lock().await;
        if let Some(provider) = &*known {
            return Ok(provider.clone());
        }
        let provider = Arc::new(Provider::discover(&self.http, &self.options.issuer).await?);
        *known = Some(provider.clone());
        Ok(provider)
    }

    fn scope(&self) -> &str {
        self.options.scope.as_deref().unwrap_or(DEFAULT_LOGIN_SCOPE)
    }
}

#[cfg(test)]
mod tests;
