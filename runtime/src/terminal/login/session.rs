//! A session: who is logged in where, and with which tokens.

use bytes::Bytes;
use libfx_api::LoginOptions;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::error::{LoginError, OAuthError};
use super::http::{Answer, Form};
use super::tokens::Tokens;
use crate::json;

/// The version of the stored form.
const VERSION: u32 = 1;

/// A token is renewed so long before it stops working, in seconds: a turn that begins with it shall end with it.
const MARGIN: u64 = 120;

/// A login. `Debug` is without its tokens.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    issuer: String,
    client_id: String,
    access: SecretString,
    refresh: Option<SecretString>,
    /// Seconds since 1970 UTC.
    expires_at: Option<u64>,
    /// What was granted.
    scope: String,
}

/// A session as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    version: u32,
    issuer: String,
    client_id: String,
    access_token: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<u64>,
    scope: String,
}

/// What every version says.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl Session {
    /// `scope` is what was asked for.
    pub(super) fn new(options: &LoginOptions, scope: &str, tokens: Tokens) -> Self {
        Session {
            issuer: options.issuer.clone(),
            client_id: options.client_id.clone(),
            access: tokens.access,
            refresh: tokens.refresh,
            expires_at: tokens.expires_at,
            scope: tokens.scope.unwrap_or_else(|| scope.to_owned()),
        }
    }

    /// What stands for the key.
    pub(crate) fn access_token(&self) -> SecretString {
        self.access.clone()
    }

    /// Whether the access token is good for a while, or for as long as it works if there is no other to be had. `now` is in
    /// seconds since 1970 UTC.
    pub(super) fn is_fresh(&self, now: u64) -> bool {
        let margin = if self.refresh.is_some() { MARGIN } else { 0 };
        let expires_at = self.expires_at.unwrap_or(u64::MAX);
        now.saturating_add(margin) < expires_at
    }

    /// The same session with new tokens. A provider that gives no new refresh token means the old one to stay.
    pub(super) fn renewed(&self, tokens: Tokens) -> Self {
        Session {
            access: tokens.access,
            refresh: tokens.refresh.or_else(|| self.refresh.clone()),
            expires_at: tokens.expires_at,
            scope: tokens.scope.unwrap_or_else(|| self.scope.clone()),
            ..self.clone()
        }
    }

    /// Whether it is the same session with the same tokens.
    pub(super) fn has_tokens_of(&self, other: &Session) -> bool {
        self.encode() == other.encode()
    }

    /// # Errors
    /// [`LoginError::LoggedOut`] without a refresh token.
    pub(super) fn refresh_request(&self) -> Result<Form<'_>, LoginError> {
        let refresh = self.refresh.as_ref().ok_or(LoginError::LoggedOut)?;
        let form = Form::new([
            ("grant_type", "refresh_token"),
            ("client_id", &self.client_id),
        ]);
        Ok(form.with_secret("refresh_token", refresh))
    }

    /// The refresh token first: it is the one that lives longer, and many providers take the other back with it.
    pub(super) fn revocation_requests(&self) -> impl Iterator<Item = Form<'_>> {
        let refresh = self.refresh.as_ref().map(|it| (it, "refresh_token"));
        let access = Some((&self.access, "access_token"));
        let tokens = [refresh, access].into_iter().flatten();
        tokens.map(|(token, hint)| {
            let form = Form::new([("token_type_hint", hint), ("client_id", &self.client_id)]);
            form.with_secret("token", token)
        })
    }

    /// The session as bytes for the application's store. They hold the tokens.
    pub(crate) fn encode(&self) -> Bytes {
        let refresh = self.refresh.as_ref().map(|token| token.expose_secret());
        let stored = Stored {
            version: VERSION,
            issuer: self.issuer.clone(),
            client_id: self.client_id.clone(),
            access_token: self.access.expose_secret().to_owned(),
            refresh_token: refresh.map(str::to_owned),
            expires_at: self.expires_at,
            scope: self.scope.clone(),
        };
        serde_json::to_vec(&stored)
            .expect("texts and numbers are JSON")
            .into()
    }

    /// # Errors
    /// [`LoginError::Saved`] for what is no session of this provider and this application: its tokens must not go anywhere
    /// else.
    pub(super) fn decode(bytes: &[u8], options: &LoginOptions) -> Result<Self, LoginError> {
        let damaged = |_| LoginError::Saved("it is damaged");
        let Versioned { version } = json::parse(bytes).map_err(damaged)?;
        if version != VERSION {
            return Err(LoginError::Saved(
                "it is of another version of this program",
            ));
        }
        let stored: Stored = json::parse(bytes).map_err(damaged)?;
        if stored.issuer != options.issuer || stored.client_id != options.client_id {
            return Err(LoginError::Saved(
                "it is of another login server or application",
            ));
        }
        Ok(Session {
            issuer: stored.issuer,
            client_id: stored.client_id,
            access: stored.access_token.into(),
            refresh: stored.refresh_token.map(SecretString::from),
            expires_at: stored.expires_at,
            scope: stored.scope,
        })
    }
}

/// What came of a request to take a token back. A kind of token that the provider does not take back expires.
pub(super) fn revoked(answer: &Answer) -> Result<(), LoginError> {
    let refusal = OAuthError::read(answer);
    let is_unsupported = refusal.is_some_and(|it| it.error == "unsupported_token_type");
    match answer.status == 200 || is_unsupported {
        true => Ok(()),
        false => Err(LoginError::refused(answer)),
    }
}

#[cfg(test)]
mod tests {
    use libfx_api::limits::MAX_OAUTH_SESSION_BYTES;

    use super::super::tokens::MAX_TOKEN_BYTES;
    use super::*;

    const ISSUER: &str = "https://id.example.com";

    fn tokens(access: &str, refresh: Option<&str>, expires_at: Option<u64>) -> Tokens {
        Tokens {
            access: access.into(),
            refresh: refresh.map(SecretString::from),
            expires_at,
            scope: None,
        }
    }

    fn session(refresh: Option<&str>, expires_at: Option<u64>) -> Session {
        let options = LoginOptions::new(ISSUER, "app");
        let tokens = tokens("access-secret", refresh, expires_at);
        Session::new(&options, "openid", tokens)
    }

    #[test]
    fn a_token_is_renewed_before_it_stops_working_if_it_can_be() {
        assert!(session(Some("r"), Some(1000)).is_fresh(879));
        assert!(!session(Some("r"), Some(1000)).is_fresh(880));
        assert!(session(None, Some(1000)).is_fresh(999));
        assert!(!session(None, Some(1000)).is_fresh(1000));
        assert!(session(Some("r"), None).is_fresh(u64::MAX - 1000));
    }

    #[test]
    fn what_was_stored_is_read_again_by_the_same_application_only() {
        let bytes = session(Some("r"), Some(1000)).encode();
        let read = Session::decode(&bytes, &LoginOptions::new(ISSUER, "app"));
        assert_eq!(read.expect("the session").encode(), bytes);
        for other in [
            LoginOptions::new("https://evil.example.com", "app"),
            LoginOptions::new(ISSUER, "another"),
        ] {
            let refused = Session::decode(&bytes, &other).expect_err("a refusal");
            let why = "it is of another login server or application";
            assert_eq!(refused, LoginError::Saved(why));
        }
    }

    #[test]
    fn damaged_bytes_are_no_session_and_neither_are_those_of_another_version() {
        let options = LoginOptions::new(ISSUER, "app");
        let refusal = |bytes: &[u8]| Session::decode(bytes, &options).expect_err("a refusal");
        let bytes = session(Some("r"), Some(1000)).encode();
        for end in 0..bytes.len() {
            assert_eq!(refusal(&bytes[..end]), LoginError::Saved("it is damaged"));
        }
        assert_eq!(refusal(b"\xff\xfe"), LoginError::Saved("it is damaged"));
        let why = "it is of another version of this program";
        assert_eq!(refusal(br#"{"version":2}"#), LoginError::Saved(why));
    }

    #[test]
    fn the_largest_session_can_be_stored() {
        // Both take two bytes in JSON.
        let token = "\\\"".repeat(MAX_TOKEN_BYTES / 2);
        let mut options = LoginOptions::new("https://".to_owned() + &"a".repeat(2040), "");
        options.client_id = "\"".repeat(1024);
        let session = Session::new(
            &options,
            &"\"".repeat(1024),
            tokens(&token, Some(&token), Some(u64::MAX)),
        );
        assert!(session.encode().len() as u64 <= MAX_OAUTH_SESSION_BYTES);
    }

    #[test]
    fn a_provider_that_gives_no_new_refresh_token_lets_the_old_one_stay() {
        let old = session(Some("old"), Some(1000));
        let renewed = |refresh: Option<&str>| {
            let session = old.renewed(tokens("new", refresh, None));
            session.refresh_request().expect("a form").encoded()
        };
        let request = "grant_type=refresh_token&client_id=app&refresh_token=";
        assert_eq!(renewed(None), format!("{request}old"));
        assert_eq!(renewed(Some("new")), format!("{request}new"));
    }

    #[test]
    fn a_kind_of_token_that_is_not_taken_back_is_no_failure() {
        let answered = |status, body: &str| revoked(&Answer::new(status, body, None));
        assert_eq!(answered(200, ""), Ok(()));
        assert_eq!(
            answered(400, r#"{"error":"unsupported_token_type"}"#),
            Ok(())
        );
        let refused = answered(401, r#"{"error":"invalid_client"}"#);
        assert!(matches!(refused, Err(LoginError::Refused(_))));
        assert!(matches!(answered(503, ""), Err(LoginError::Unreachable(_))));
    }

    #[test]
    fn debug_output_has_no_token() {
        let shown = format!("{:?}", session(Some("refresh-secret"), None));
        assert!(
            shown.contains(ISSUER) && !shown.contains("secret"),
            "{shown}"
        );
    }
}
