//! From the code to the tokens, and to their end.

use serde_json::json;

use super::super::LoginError;
use super::script::{ISSUER, Reply, access, answer, code, error, logged_in, login, tokens};

/// When each of the polls was made, in seconds.
fn polls(script: &super::script::Script) -> Vec<u64> {
    let asked = script.asked().into_iter();
    let polls = asked.filter(|it| it.url == format!("{ISSUER}/token"));
    polls.map(|it| it.at).collect()
}

#[tokio::test]
async fn polls_keep_the_interval_and_slow_down_when_told_to() {
    let (login, script) = login([
        code(),
        error("authorization_pending"),
        error("slow_down"),
        error("authorization_pending"),
        tokens("a", "r"),
    ]);
    let session = logged_in(&login).await;
    assert_eq!(polls(&script), [5, 10, 20, 30]);
    assert_eq!(access(&session), "a");
    assert_eq!(
        script.forms("device"),
        ["client_id=app&scope=openid+offline_access"]
    );
    assert_eq!(
        script.forms("token")[0],
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&client_id=app&device_code=tell-nobody-device"
    );
}

#[tokio::test]
async fn a_provider_that_goes_on_failing_is_asked_less_often_until_it_answers() {
    let (login, script) = login([
        code(),
        Reply::Broken,
        answer(503, &json!({})),
        error("authorization_pending"),
        tokens("a", "r"),
    ]);
    logged_in(&login).await;
    assert_eq!(polls(&script), [5, 10, 20, 25]);
}

#[tokio::test]
async fn a_login_ends_when_it_is_denied() {
    let (login, _) = login([code(), error("access_denied")]);
    let code = login.begin().await.expect("a code");
    let denied = login.wait(&code).await.expect_err("no session");
    assert_eq!(denied, LoginError::Denied);
}

#[tokio::test]
async fn an_expired_code_is_not_asked_for() {
    let pending = std::iter::repeat_with(|| error("authorization_pending")).take(19);
    let (login, script) = login([code()].into_iter().chain(pending));
    let code = login.begin().await.expect("a code");
    let expired = login.wait(&code).await.expect_err("no session");
    assert_eq!(expired, LoginError::Expired);
    assert_eq!(polls(&script).last(), Some(&95));
}

#[tokio::test]
async fn a_code_expires_at_its_time_also_in_the_middle_of_a_pause() {
    let failing = std::iter::repeat_with(|| Reply::Broken).take(5);
    let (login, script) = login([code()].into_iter().chain(failing));
    let code = login.begin().await.expect("a code");
    let expired = login.wait(&code).await.expect_err("no session");
    assert_eq!(expired, LoginError::Expired);
    // The next would have been at 140.
    assert_eq!(polls(&script), [5, 10, 20, 40, 80]);
    assert_eq!(crate::platform::Platform::now(&script.clock).as_secs(), 100);
}

#[tokio::test]
async fn a_stored_session_goes_on() {
    let (login, _) = login([code(), tokens("a", "r")]);
    let session = logged_in(&login).await;
    let restored = login.restore(&session.encode()).expect("the session");
    assert_eq!(access(&restored), "a");
    let damaged = login.restore(b"{").expect_err("damage");
    assert_eq!(
        damaged.to_string(),
        "The saved login cannot be used (it is damaged); log in with /login."
    );
}

#[tokio::test]
async fn both_tokens_are_taken_back_at_the_logout() {
    let (login, script) = login([
        code(),
        tokens("a", "r"),
        answer(200, &json!({})),
        error("unsupported_token_type"),
    ]);
    let session = logged_in(&login).await;
    login.revoke(&session).await.expect("a logout");
    assert_eq!(
        script.forms("revoke"),
        [
            "token_type_hint=refresh_token&client_id=app&token=r",
            "token_type_hint=access_token&client_id=app&token=a",
        ]
    );
}

#[tokio::test]
async fn a_token_that_stays_does_not_keep_the_other_and_the_user_is_told() {
    let (login, script) = login([
        code(),
        tokens("a", "r"),
        answer(503, &json!({})),
        answer(200, &json!({})),
    ]);
    let session = logged_in(&login).await;
    let failed = login.revoke(&session).await.expect_err("a failure");
    assert_eq!(script.forms("revoke").len(), 2);
    assert_eq!(
        failed.to_string(),
        "You are logged out here, but the login server may not know (it answered 503); end the session on its website."
    );
}
