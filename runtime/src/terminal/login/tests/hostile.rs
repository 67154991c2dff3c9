//! Providers and transports that do what they should not.

use bytes::Bytes;
use serde_json::json;

use super::super::LoginError;
use super::script::{ISSUER, Reply, answer, code, logged_in, login, tokens, undescribed};

async fn refusal(replies: impl IntoIterator<Item = Reply>) -> LoginError {
    let (login, _) = undescribed(replies);
    login.begin().await.expect_err("a failure")
}

fn unusable(why: &str) -> LoginError {
    LoginError::Unusable(why.to_owned())
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let fault = unusable("it answers with a redirect, which is never followed");
    assert_eq!(refusal([answer(302, &json!({}))]).await, fault);
    let (login, _) = login([code(), answer(307, &json!({}))]);
    let code = login.begin().await.expect("a code");
    assert_eq!(login.wait(&code).await.expect_err("a failure"), fault);
}

#[tokio::test]
async fn answers_are_bounded_in_size_and_in_time() {
    let large = Reply::Answer(200, Bytes::from(vec![b' '; 64 * 1024 + 1]));
    let fault = unusable("its answer has more than 65536 bytes");
    assert_eq!(refusal([large]).await, fault);
    let fault = LoginError::Unreachable("it did not answer within 30 seconds".to_owned());
    assert_eq!(refusal([Reply::Never]).await, fault);
}

#[tokio::test]
async fn only_a_description_that_is_not_there_is_looked_for_elsewhere() {
    let nothing = || answer(404, &json!({}));
    let described = json!({
        "issuer": ISSUER,
        "token_endpoint": format!("{ISSUER}/token"),
        "device_authorization_endpoint": format!("{ISSUER}/device"),
    });
    let (login, script) = undescribed([nothing(), answer(200, &described), code()]);
    login.begin().await.expect("a code");
    assert_eq!(script.asked()[0].url, format!("{ISSUER}/device"));
    let fault = unusable("it does not describe itself: there is no openid-configuration");
    assert_eq!(refusal([nothing(), nothing()]).await, fault);
    assert_eq!(
        refusal([answer(403, &json!({}))]).await,
        unusable("it answered 403")
    );
}

#[tokio::test]
async fn a_description_that_could_not_be_read_is_read_when_it_is_asked_for_again() {
    let (login, _) = undescribed([Reply::Broken, answer(503, &json!({}))]);
    for _ in 0..2 {
        let failed = login.begin().await.expect_err("a failure");
        assert!(matches!(failed, LoginError::Unreachable(_)), "{failed}");
    }
}

#[tokio::test]
async fn a_provider_without_revocation_lets_the_tokens_expire() {
    let described = json!({
        "issuer": ISSUER,
        "token_endpoint": format!("{ISSUER}/token"),
        "device_authorization_endpoint": format!("{ISSUER}/device"),
    });
    let (login, _) = undescribed([answer(200, &described), code(), tokens("a", "r")]);
    let session = logged_in(&login).await;
    login.revoke(&session).await.expect("a logout");
}

#[tokio::test]
async fn no_failure_tells_a_token_or_a_device_code() {
    let repeats = |text: &str| {
        let error =
            json!({ "error": "invalid_request", "error_description": format!("bad {text}") });
        answer(400, &error)
    };
    let (login, _) = login([
        code(),
        repeats("tell-nobody-device"),
        code(),
        tokens("tell-nobody-access", "tell-nobody-refresh"),
        Reply::Broken,
        repeats("tell-nobody-refresh"),
        repeats("tell-nobody-refresh"),
        repeats("tell-nobody-access"),
    ]);
    let code = login.begin().await.expect("a code");
    let polled = login.wait(&code).await.expect_err("a failure");
    let session = logged_in(&login).await;
    let broken = login.refresh(&session).await.expect_err("a failure");
    let refused = login.refresh(&session).await.expect_err("a failure");
    let stays = login.revoke(&session).await.expect_err("a failure");
    for failure in [&polled, &refused, &stays] {
        assert!(failure.to_string().contains("bad [redacted]"), "{failure}");
    }
    for failure in [polled, broken, refused, stays] {
        let told = format!("{failure} {failure:?}");
        assert!(!told.contains("tell-nobody"), "{told}");
    }
    let shown = format!("{code:?} {session:?}");
    assert!(!shown.contains("tell-nobody"), "{shown}");
}
