//! New tokens for old.

use futures_util::FutureExt;
use futures_util::future::join;
use serde_json::json;
use tokio::sync::oneshot;

use super::super::LoginError;
use super::script::{Reply, access, answer, code, error, logged_in, login, token_body, tokens};

fn held(access: &str, refresh: &str) -> (oneshot::Sender<()>, Reply) {
    let (send, receive) = oneshot::channel();
    let body = token_body(access, refresh).to_string();
    (send, Reply::Held(receive, body.into()))
}

#[tokio::test]
async fn a_token_is_renewed_when_it_is_late_and_only_then() {
    let (login, script) = login([
        code(),
        tokens("a", "r"),
        tokens("b", "r2"),
        error("invalid_grant"),
    ]);
    let session = logged_in(&login).await;
    let fresh = login.ensure_fresh(&session).await;
    assert!(fresh.expect("a good session").is_none());

    script.clock.advance(3500);
    let renewed = login.ensure_fresh(&session).await.expect("new tokens");
    let renewed = renewed.expect("a new session");
    assert_eq!(access(&renewed), "b");

    script.clock.advance(3600);
    let over = login.ensure_fresh(&renewed).await.expect_err("the end");
    assert_eq!(over, LoginError::LoggedOut);
    let request = "grant_type=refresh_token&client_id=app&refresh_token=";
    assert_eq!(
        script.forms("token")[1..],
        [format!("{request}r"), format!("{request}r2")]
    );
}

#[tokio::test]
async fn without_a_refresh_token_the_login_ends_with_the_access_token() {
    let once = json!({ "access_token": "a", "token_type": "Bearer", "expires_in": 60 });
    let (login, script) = login([code(), answer(200, &once)]);
    let session = logged_in(&login).await;
    let fresh = login.ensure_fresh(&session).await;
    assert!(fresh.expect("a good session").is_none());
    script.clock.advance(60);
    let over = login.ensure_fresh(&session).await.expect_err("the end");
    assert_eq!(over, LoginError::LoggedOut);
}

#[tokio::test]
async fn all_who_hold_a_session_share_its_renewal_also_when_they_come_late() {
    let (word, reply) = held("b", "r2");
    let (login, script) = login([code(), tokens("a", "r"), reply]);
    let session = logged_in(&login).await;
    script.clock.stop();
    let both = join(login.refresh(&session), login.refresh(&session));
    let release = async { word.send(()).expect("a request that waits") };
    let ((one, other), ()) = join(both, release).await;
    let late = login.refresh(&session).await;
    for renewed in [one, other, late] {
        assert_eq!(access(&renewed.expect("new tokens")), "b");
    }
    assert_eq!(script.forms("token").len(), 2);
}

#[tokio::test]
async fn a_renewal_ends_well_even_if_nobody_waits_for_it() {
    let (word, reply) = held("b", "r2");
    let (login, script) = login([code(), tokens("a", "r"), reply]);
    let session = logged_in(&login).await;
    script.clock.stop();
    let gave_up = login.refresh(&session).now_or_never();
    assert!(gave_up.is_none());
    tokio::task::yield_now().await;
    word.send(()).expect("a request that waits");
    let renewed = login.refresh(&session).await.expect("new tokens");
    assert_eq!(access(&renewed), "b");
    assert_eq!(script.forms("token").len(), 2);
}

#[tokio::test]
async fn a_renewal_that_failed_is_tried_again() {
    let (login, _) = login([code(), tokens("a", "r"), Reply::Broken, tokens("b", "r2")]);
    let session = logged_in(&login).await;
    let failed = login.refresh(&session).await.expect_err("no connection");
    assert!(matches!(failed, LoginError::Unreachable(_)), "{failed}");
    let renewed = login.refresh(&session).await.expect("new tokens");
    assert_eq!(access(&renewed), "b");
}

#[tokio::test]
async fn a_provider_that_gives_the_same_tokens_again_is_asked_again() {
    // Neither changes, nor does the clock: both sessions look the same.
    let (login, script) = login([code(), tokens("a", "r"), tokens("a", "r"), tokens("b", "r")]);
    let session = logged_in(&login).await;
    let same = login.refresh(&session).await.expect("tokens");
    let renewed = login.refresh(&same).await.expect("new tokens");
    assert_eq!(access(&renewed), "b");
    assert_eq!(script.forms("token").len(), 3);
}

#[tokio::test]
async fn a_logout_in_the_middle_of_a_renewal_takes_the_new_tokens_back() {
    let (word, reply) = held("b", "r2");
    let done = || answer(200, &json!({}));
    let (login, script) = login([code(), tokens("a", "r"), reply, done(), done()]);
    let session = logged_in(&login).await;
    script.clock.stop();
    assert!(login.refresh(&session).now_or_never().is_none());
    let release = async { word.send(()).expect("a request that waits") };
    tokio::task::yield_now().await;
    let (revoked, ()) = join(login.revoke(&session), release).await;
    revoked.expect("a logout");
    let forms = script.forms("revoke");
    assert!(
        forms[0].ends_with("token=r2") && forms[1].ends_with("token=b"),
        "{forms:?}"
    );
}
