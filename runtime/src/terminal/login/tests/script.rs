//! The provider, and the clock.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream;
use libfx_api::support::{BoxFuture, Fetch, HttpRequest, HttpResponse};
use libfx_api::{FxError, LoginOptions};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::super::{Login, Session};
use crate::platform::Platform;

pub(super) const ISSUER: &str = "https://id.example.com";

/// Time passes only in sleeps, and at once; or not at all.
#[derive(Clone, Default)]
pub(super) struct Clock {
    time: Arc<Mutex<Duration>>,
    is_stopped: Arc<AtomicBool>,
}

impl Clock {
    pub(super) fn advance(&self, seconds: u64) {
        *self.time.lock().unwrap() += Duration::from_secs(seconds);
    }

    /// Sleeps last forever from now on, so that a request can take its time.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

impl Platform for Clock {
    fn spawn(&self, task: BoxFuture<'static, ()>) {
        tokio::spawn(task);
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let clock = self.clone();
        Box::pin(async move {
            if clock.is_stopped.load(Ordering::Relaxed) {
                pending().await
            }
            *clock.time.lock().unwrap() += duration;
        })
    }

    fn now(&self) -> Duration {
        *self.time.lock().unwrap()
    }

    fn unix_time(&self) -> Duration {
        self.now()
    }

    fn random(&self) -> u64 {
        unreachable!("nothing in a login is random")
    }

    fn transport(&self) -> Option<Arc<dyn Fetch>> {
        None
    }
}

/// What comes of a request.
pub(super) enum Reply {
    Answer(u16, Bytes),
    /// An answer that waits for a word, on a clock that is stopped.
    Held(oneshot::Receiver<()>, Bytes),
    Broken,
    Never,
}

/// A request, as far as it differs from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// When, in seconds.
    pub(super) at: u64,
    pub(super) url: String,
    pub(super) form: String,
}

/// Gives its replies one after the other, and keeps what was asked.
#[derive(Default)]
pub(super) struct Script {
    replies: Mutex<VecDeque<Reply>>,
    asked: Mutex<Vec<Asked>>,
    pub(super) clock: Clock,
}

impl Script {
    /// The requests since the description was read.
    pub(super) fn asked(&self) -> Vec<Asked> {
        let asked = self.asked.lock().unwrap();
        let others = asked.iter().filter(|it| !it.url.contains("/.well-known/"));
        others.cloned().collect()
    }

    /// The forms that went to an endpoint.
    pub(super) fn forms(&self, endpoint: &str) -> Vec<String> {
        let asked = self.asked().into_iter();
        let there = asked.filter(|it| it.url == format!("{ISSUER}/{endpoint}"));
        there.map(|it| it.form).collect()
    }
}

impl Fetch for Script {
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        let form = String::from_utf8(request.body.to_vec()).unwrap();
        let complaint = format!("could not send {form}");
        self.asked.lock().unwrap().push(Asked {
            at: self.clock.now().as_secs(),
            url: request.url,
            form,
        });
        let reply = self.replies.lock().unwrap().pop_front();
        Box::pin(async move {
            match reply.expect("a reply for every request") {
                Reply::Answer(status, body) => Ok(response(status, body)),
                Reply::Held(word, body) => {
                    word.await.expect("a word");
                    Ok(response(200, body))
                }
                Reply::Broken => Err(FxError::transport(complaint)),
                Reply::Never => pending().await,
            }
        })
    }
}

fn response(status: u16, body: Bytes) -> HttpResponse {
    HttpResponse {
        status,
        headers: Vec::new(),
        body: Box::pin(stream::iter([Ok(body)])),
    }
}

/// A login with a provider that describes itself and then gives these replies.
pub(super) fn login(replies: impl IntoIterator<Item = Reply>) -> (Login, Arc<Script>) {
    let described = json!({
        "issuer": ISSUER,
        "token_endpoint": format!("{ISSUER}/token"),
        "device_authorization_endpoint": format!("{ISSUER}/device"),
        "revocation_endpoint": format!("{ISSUER}/revoke"),
    });
    undescribed([answer(200, &described)].into_iter().chain(replies))
}

/// A login with a provider that gives these replies, also when it is to describe itself.
pub(super) fn undescribed(replies: impl IntoIterator<Item = Reply>) -> (Login, Arc<Script>) {
    let script = Arc::new(Script {
        replies: Mutex::new(replies.into_iter().collect()),
        ..Script::default()
    });
    let options = LoginOptions::new(ISSUER, "app");
    let platform = Arc::new(script.clock.clone());
    let login = Login::new(options, script.clone(), platform).expect("a login");
    (login, script)
}

pub(super) fn answer(status: u16, body: &Value) -> Reply {
    Reply::Answer(status, body.to_string().into())
}

/// A code that is good for 100 seconds.
pub(super) fn code() -> Reply {
    let code = json!({
        "device_code": "tell-nobody-device",
        "user_code": "ABCD",
        "verification_uri": "https://id.example.com/activate",
        "expires_in": 100,
        "interval": 5,
    });
    answer(200, &code)
}

pub(super) fn error(code: &str) -> Reply {
    answer(400, &json!({ "error": code }))
}

/// Tokens that are good for an hour.
pub(super) fn tokens(access: &str, refresh: &str) -> Reply {
    answer(200, &token_body(access, refresh))
}

pub(super) fn token_body(access: &str, refresh: &str) -> Value {
    json!({
        "access_token": access,
        "refresh_token": refresh,
        "token_type": "Bearer",
        "expires_in": 3600,
    })
}

/// The session of a login whose next replies are a code and tokens.
pub(super) async fn logged_in(login: &Login) -> Session {
    let code = login.begin().await.expect("a code");
    login.wait(&code).await.expect("a session")
}

pub(super) fn access(session: &Session) -> String {
    session.access_token().expose_secret().to_owned()
}
