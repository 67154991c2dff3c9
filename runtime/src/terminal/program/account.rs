//! What requests are paid with: the login, or else the key of the environment.

use std::sync::{Mutex, MutexGuard, PoisonError};

use secrecy::SecretString;

use crate::terminal::app::Failure;
use crate::terminal::login::{DeviceCode, Login, LoginError, Session};
use crate::terminal::stores::{Change, LoginStore};

pub(crate) struct Account {
    key: Option<SecretString>,
    login: Option<Login>,
    store: LoginStore,
    session: Mutex<Option<Session>>,
}

impl Account {
    pub(crate) fn new(key: Option<SecretString>, login: Option<Login>, store: LoginStore) -> Self {
        Account {
            key,
            login,
            store,
            session: Mutex::default(),
        }
    }

    /// Takes up the stored login. Says whether there is one.
    ///
    /// # Errors
    /// Why the stored login cannot be used, in words for the user.
    pub(crate) async fn restore(&self) -> Result<bool, String> {
        let Some(login) = &self.login else {
            return Ok(false);
        };
        let Some(stored) = self.store.load().await else {
            return Ok(false);
        };
        let session = login.restore(&stored).map_err(|error| error.to_string())?;
        *self.session() = Some(session);
        Ok(true)
    }

    /// What the next request is paid with.
    pub(crate) async fn key(&self) -> Result<SecretString, Failure> {
        match self.token().await {
            Ok(Some(token)) => Ok(token),
            Ok(None) => self.key.clone().ok_or(Failure::NoKey),
            Err(error) => Err(told(error)),
        }
    }

    /// The access token of the login, renewed if it is about to expire; none without a login.
    async fn token(&self) -> Result<Option<SecretString>, LoginError> {
        let session = self.session().clone();
        let (Some(login), Some(session)) = (&self.login, session) else {
            return Ok(None);
        };
        match login.ensure_fresh(&session).await {
            Ok(None) => Ok(Some(session.access_token())),
            Ok(Some(renewed)) => Ok(Some(self.keep(login, renewed).await.access_token())),
            Err(LoginError::LoggedOut) => self.token_of_another(login).await,
            Err(error) => Err(error),
        }
    }

    /// A login that is over here may have been renewed, or made anew, by another program with the same store.
    async fn token_of_another(&self, login: &Login) -> Result<Option<SecretString>, LoginError> {
        let known = self.session().take();
        let stored = self.store.load().await;
        let other = stored.and_then(|bytes| login.restore(&bytes).ok());
        let is_other = |other: &Session| known.is_none_or(|known| known.encode() != other.encode());
        let Some(other) = other.filter(is_other) else {
            return Err(LoginError::LoggedOut);
        };
        let other = match login.ensure_fresh(&other).await? {
            Some(renewed) => self.keep(login, renewed).await,
            None => other,
        };
        let token = other.access_token();
        *self.session() = Some(other);
        Ok(Some(token))
    }

    /// Uses a login from now on, and stores it. Of two programs that renew it at once, the later one counts.
    async fn keep(&self, login: &Login, session: Session) -> Session {
        *self.session() = Some(session.clone());
        if let Change::Conflict(Some(bytes)) = self.store.commit(session.encode()).await
            && login.restore(&bytes).is_ok()
        {
            self.store.commit(session.encode()).await;
        }
        session
    }

    /// Asks for the page and the code of a login.
    pub(crate) async fn begin(&self) -> Result<DeviceCode, Failure> {
        self.login()?.begin().await.map_err(told)
    }

    /// Waits for the user.
    pub(crate) async fn wait(&self, code: &DeviceCode) -> Result<(), Failure> {
        let login = self.login()?;
        let session = login.wait(code).await.map_err(told)?;
        self.keep(login, session).await;
        Ok(())
    }

    /// Forgets the login, here, in the store and at the provider.
    ///
    /// # Errors
    /// The provider has not been told: its tokens may work on until they expire.
    pub(crate) async fn log_out(&self) -> Result<(), Failure> {
        let session = self.session().take();
        if let Change::Conflict(_) = self.store.remove().await {
            self.store.remove().await;
        }
        match (&self.login, session) {
            (Some(login), Some(session)) => login.revoke(&session).await.map_err(told),
            _ => Ok(()),
        }
    }

    fn login(&self) -> Result<&Login, Failure> {
        self.login.as_ref().ok_or(Failure::NoKey)
    }

    fn session(&self) -> MutexGuard<'_, Option<Session>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn told(error: LoginError) -> Failure {
    let text = error.to_string();
    match error {
        LoginError::LoggedOut => Failure::LoggedOut(text),
        _ => Failure::Told(text),
    }
}
