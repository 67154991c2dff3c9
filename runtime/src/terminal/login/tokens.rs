//! Tokens as the provider answers them (RFC 6749, 5.1).

use secrecy::SecretString;
use serde::Deserialize;
use serde_json::Value;

use super::error::{LoginError, OAuthError};
use super::http::Answer;

/// The longest token, in bytes. Two of them fit into a stored session, whatever they are made of.
pub(super) const MAX_TOKEN_BYTES: usize = 12 * 1024;

/// The longest list of scopes that is kept, in bytes.
const MAX_SCOPE_BYTES: usize = 1024;

/// What a provider gives.
#[derive(Debug)]
pub(super) struct Tokens {
    pub(super) access: SecretString,
    pub(super) refresh: Option<SecretString>,
    /// When the access token stops working, in seconds since 1970 UTC; none if the provider does not say.
    pub(super) expires_at: Option<u64>,
    /// What was granted, if it is not what was asked for.
    pub(super) scope: Option<String>,
}

#[derive(Deserialize)]
struct Given {
    access_token: String,
    token_type: String,
    refresh_token: Option<String>,
    expires_in: Option<Value>,
    scope: Option<String>,
}

impl Tokens {
    /// Reads an answer with status 200. `now` is in seconds since 1970 UTC.
    pub(super) fn read(answer: &Answer, now: u64) -> Result<Self, LoginError> {
        let unreadable = || LoginError::unusable("its tokens cannot be read");
        let given: Given = answer.json().map_err(|_| unreadable())?;
        let tokens = [Some(&given.access_token), given.refresh_token.as_ref()];
        let are_tokens = tokens.into_iter().flatten().all(|token| is_token(token));
        if !given.token_type.eq_ignore_ascii_case("bearer") || !are_tokens {
            return Err(unreadable());
        }
        let lifetime = given.expires_in.as_ref().and_then(seconds);
        Ok(Tokens {
            access: given.access_token.into(),
            refresh: given.refresh_token.map(SecretString::from),
            expires_at: lifetime.map(|lifetime| now.saturating_add(lifetime)),
            scope: given.scope.filter(|scope| scope.len() <= MAX_SCOPE_BYTES),
        })
    }

    /// Reads what a refresh token was exchanged for.
    ///
    /// # Errors
    /// [`LoginError::LoggedOut`] when the provider does not take it any more.
    pub(super) fn read_renewed(answer: &Answer, now: u64) -> Result<Self, LoginError> {
        match OAuthError::read(answer) {
            Some(refusal) if refusal.error == "invalid_grant" => Err(LoginError::LoggedOut),
            Some(_) => Err(LoginError::refused(answer)),
            None if answer.status != 200 => Err(LoginError::refused(answer)),
            None => Self::read(answer, now),
        }
    }
}

/// Whether a text can stand in a header.
fn is_token(text: &str) -> bool {
    let is_printable = text.bytes().all(|byte| byte.is_ascii_graphic());
    is_printable && (1..=MAX_TOKEN_BYTES).contains(&text.len())
}

/// Whole seconds. Some providers write them as a text.
pub(super) fn seconds(value: &Value) -> Option<u64> {
    match value {
        // Saturates: nothing is that long.
        Value::Number(number) => number.as_f64().map(|seconds| seconds as u64),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;
    use serde_json::json;

    use super::*;

    fn given(member: &str, value: Value) -> Result<Tokens, LoginError> {
        let mut given = json!({ "access_token": "a", "token_type": "Bearer" });
        given[member] = value;
        Tokens::read(&Answer::new(200, &given.to_string(), None), 1000)
    }

    #[test]
    fn only_what_can_be_sent_as_a_bearer_token_is_one() {
        let tokens = given("token_type", json!("bearer")).expect("tokens");
        assert_eq!(tokens.access.expose_secret(), "a");
        for (member, value) in [
            ("token_type", json!("mac")),
            ("token_type", Value::Null),
            ("access_token", json!("")),
            ("access_token", json!("a b")),
            ("access_token", json!("a\r\nx-header: b")),
            ("access_token", json!("a".repeat(MAX_TOKEN_BYTES + 1))),
            ("refresh_token", json!("ä")),
            ("refresh_token", json!(5)),
        ] {
            let error = given(member, value).expect_err(member);
            let told = "its tokens cannot be read".to_owned();
            assert_eq!(error, LoginError::Unusable(told));
        }
    }

    #[test]
    fn a_lifetime_is_a_number_of_seconds_however_it_is_written() {
        let expiry = |value| given("expires_in", value).expect("tokens").expires_at;
        assert_eq!(expiry(json!(3600)), Some(4600));
        assert_eq!(expiry(json!(0.5)), Some(1000));
        assert_eq!(expiry(json!("3600")), Some(4600));
        assert_eq!(expiry(json!(-5)), Some(1000));
        assert_eq!(expiry(json!(1e300)), Some(u64::MAX));
        assert_eq!(expiry(json!("soon")), None);
        assert_eq!(expiry(Value::Null), None);
    }

    #[test]
    fn a_renewal_that_is_refused_is_the_end_only_when_the_grant_is_gone() {
        let refused = |status, error: &str| {
            let body = json!({ "error": error }).to_string();
            Tokens::read_renewed(&Answer::new(status, &body, None), 0).expect_err("a refusal")
        };
        assert_eq!(refused(400, "invalid_grant"), LoginError::LoggedOut);
        assert!(matches!(
            refused(401, "invalid_client"),
            LoginError::Refused(_)
        ));
        let broken = Tokens::read_renewed(&Answer::new(503, "", None), 0);
        assert!(matches!(broken, Err(LoginError::Unreachable(_))));
    }
}
