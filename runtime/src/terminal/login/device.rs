//! The device grant: a code for the user, and the polls that wait for the answer (RFC 8628).

use std::time::Duration;

use secrecy::SecretString;
use serde::Deserialize;
use serde_json::Value;

use super::error::{LoginError, OAuthError};
use super::http::{Answer, Form, Http};
use super::policy;
use super::tokens::{Tokens, seconds};
use crate::platform::Platform;

const GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// How often is asked unless the provider says.
const DEFAULT_INTERVAL: Duration = Duration::from_secs(5);

/// What the interval grows by each time the provider wants to be asked less often.
const SLOW_DOWN: Duration = Duration::from_secs(5);

/// The shortest and the longest interval that a provider can ask for; the longest pause when it fails.
const MIN_INTERVAL: Duration = Duration::from_secs(1);
const MAX_INTERVAL: Duration = Duration::from_secs(60);

/// The longest code that a user is asked to enter, in bytes.
const MAX_USER_CODE_BYTES: usize = 64;

/// What the user is to open and to enter.
#[derive(Debug)]
pub(crate) struct DeviceCode {
    /// The page.
    pub(crate) verification_uri: String,
    /// The page with the code entered.
    pub(crate) verification_uri_complete: Option<String>,
    pub(crate) user_code: String,
    device_code: SecretString,
    /// On the platform's clock that only goes forward.
    expires_at: Duration,
    interval: Duration,
}

#[derive(Deserialize)]
struct Given {
    device_code: String,
    user_code: String,
    verification_uri: String,
    verification_uri_complete: Option<String>,
    expires_in: Value,
    interval: Option<Value>,
}

impl DeviceCode {
    pub(super) fn read(answer: &Answer, now: Duration) -> Result<Self, LoginError> {
        if answer.status != 200 {
            return Err(LoginError::refused(answer));
        }
        let unreadable = || LoginError::unusable("its code cannot be read");
        let given: Given = answer.json().map_err(|_| unreadable())?;
        let code = &given.user_code;
        let is_code = (1..=MAX_USER_CODE_BYTES).contains(&code.len())
            && code.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        if !is_code || !policy::may_be_shown(&given.verification_uri) {
            return Err(unreadable());
        }
        let lifetime = seconds(&given.expires_in).ok_or_else(unreadable)?;
        let interval = given.interval.as_ref().and_then(seconds);
        let interval = interval.map_or(DEFAULT_INTERVAL, Duration::from_secs);
        Ok(DeviceCode {
            verification_uri: given.verification_uri,
            verification_uri_complete: given
                .verification_uri_complete
                .filter(|url| policy::may_be_shown(url)),
            user_code: given.user_code,
            device_code: given.device_code.into(),
            expires_at: now.saturating_add(Duration::from_secs(lifetime)),
            interval: interval.clamp(MIN_INTERVAL, MAX_INTERVAL),
        })
    }
}

/// What came of one question.
enum Poll {
    Done(Tokens),
    Pending,
    SlowDown,
    /// The provider could not answer.
    Unreachable,
}

/// Asks until the user has answered.
pub(super) async fn poll(
    http: &Http,
    platform: &dyn Platform,
    token_endpoint: &str,
    client_id: &str,
    code: &DeviceCode,
) -> Result<Tokens, LoginError> {
    let mut interval = code.interval;
    let mut pause = interval;
    let mut has_failed = false;
    loop {
        let left = code.expires_at.saturating_sub(platform.now());
        platform.sleep(pause.min(left)).await;
        if pause >= left {
            return Err(LoginError::Expired);
        }
        let form = Form::new([("grant_type", GRANT), ("client_id", client_id)])
            .with_secret("device_code", &code.device_code);
        let poll = match http.post(token_endpoint, form).await {
            Ok(answer) => read(&answer, platform.unix_time().as_secs())?,
            // The code is good for a while, in which a connection may come back.
            Err(LoginError::Unreachable(_)) => Poll::Unreachable,
            Err(error) => return Err(error),
        };
        let failed_before = std::mem::replace(&mut has_failed, matches!(poll, Poll::Unreachable));
        match poll {
            Poll::Done(tokens) => return Ok(tokens),
            Poll::Pending => pause = interval,
            Poll::SlowDown => {
                interval += SLOW_DOWN;
                pause = interval;
            }
            // A single failure says little: servers close a connection that is idle, also in the moment it is used again.
            Poll::Unreachable if !failed_before => pause = interval,
            Poll::Unreachable => pause = (pause * 2).min(MAX_INTERVAL.max(interval)),
        }
    }
}

fn read(answer: &Answer, now: u64) -> Result<Poll, LoginError> {
    let error = OAuthError::read(answer).map(|it| it.error);
    match error.as_deref() {
        Some("authorization_pending") => Ok(Poll::Pending),
        Some("slow_down") => Ok(Poll::SlowDown),
        Some("access_denied") => Err(LoginError::Denied),
        // A provider that has forgotten an expired code does not know the grant.
        Some("expired_token" | "invalid_grant") => Err(LoginError::Expired),
        _ if answer.is_for_now() => Ok(Poll::Unreachable),
        None if answer.status == 200 => Tokens::read(answer, now).map(Poll::Done),
        _ => Err(LoginError::refused(answer)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn code(member: &str, value: Value) -> Result<DeviceCode, LoginError> {
        let mut given = json!({
            "device_code": "tell-nobody",
            "user_code": "ABCD-EFGH",
            "verification_uri": "https://id.example.com/device",
            "verification_uri_complete": "https://id.example.com/device?user_code=ABCD-EFGH",
            "expires_in": 600,
        });
        given[member] = value;
        let answer = Answer::new(200, &given.to_string(), None);
        DeviceCode::read(&answer, Duration::from_secs(1000))
    }

    #[test]
    fn a_code_is_good_for_a_while_and_is_asked_for_every_five_seconds_unless_the_provider_says() {
        let given = code("interval", Value::Null).expect("a code");
        let times = [given.expires_at, given.interval];
        assert_eq!(times, [1600, 5].map(Duration::from_secs));
        let interval = |value| code("interval", value).expect("a code").interval.as_secs();
        assert_eq!(
            [json!(2), json!("2"), json!(0), json!(-3), json!(1e300)].map(interval),
            [2, 2, 1, 1, 60]
        );
        let endless = code("expires_in", json!(1e300)).expect("a code");
        assert!(endless.expires_at > Duration::from_secs(1 << 60));
    }

    #[test]
    fn a_code_that_cannot_be_shown_or_a_page_that_must_not_be_opened_is_refused() {
        for (member, value) in [
            ("user_code", json!("")),
            ("user_code", json!("AB\u{1b}[2J")),
            ("user_code", json!("A\u{202E}B")),
            ("user_code", json!("A".repeat(65))),
            ("verification_uri", json!("javascript:alert(1)")),
            ("verification_uri", json!("https://id.example.com/`id`")),
            ("verification_uri", Value::Null),
            ("expires_in", json!("soon")),
            ("device_code", Value::Null),
        ] {
            let told = LoginError::Unusable("its code cannot be read".to_owned());
            assert_eq!(code(member, value).expect_err(member), told);
        }
        let odd = code("verification_uri_complete", json!("file:///etc/passwd"));
        assert_eq!(odd.expect("a code").verification_uri_complete, None);
    }

    #[test]
    fn what_a_poll_is_answered_decides_how_it_goes_on() {
        let answered = |status: u16, error: &str| {
            let body = json!({ "error": error }).to_string();
            read(&Answer::new(status, &body, None), 0)
        };
        // Some servers refuse with status 200, others with 429.
        for status in [200, 400, 429] {
            let pending = answered(status, "authorization_pending");
            assert!(matches!(pending, Ok(Poll::Pending)));
            assert!(matches!(answered(status, "slow_down"), Ok(Poll::SlowDown)));
        }
        assert!(matches!(
            answered(503, "server_error"),
            Ok(Poll::Unreachable)
        ));
        assert!(matches!(answered(429, "x"), Ok(Poll::Unreachable)));
        for (error, ending) in [
            ("access_denied", LoginError::Denied),
            ("expired_token", LoginError::Expired),
            ("invalid_grant", LoginError::Expired),
            (
                "invalid_client",
                LoginError::Refused("invalid_client".to_owned()),
            ),
        ] {
            assert_eq!(answered(400, error).err(), Some(ending));
        }
    }

    #[test]
    fn debug_output_has_no_device_code() {
        let shown = format!("{:?}", code("interval", Value::Null));
        assert!(!shown.contains("tell-nobody"), "{shown}");
    }
}
