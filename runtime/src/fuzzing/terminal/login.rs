//! Login servers: whatever they answer, few requests by https, sessions that can be stored, and no secret in what is told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{FutureExt, stream};
use libfx_api::support::{BoxFuture, Fetch, HttpRequest, HttpResponse};
use libfx_api::{FxError, LoginOptions};
use serde_json::Value;

use super::super::API_KEY as SECRET;
use super::check_told;
use crate::platform::Platform;
use crate::terminal::login::{DeviceCode, Login, LoginError, Session};

const ISSUER: &str = "https://id.example.com";

/// The members of answers that are secrets. The secret takes the place of short ones; long ones try the limits.
const SECRETS: [&str; 3] = ["device_code", "access_token", "refresh_token"];
const LONGEST_PLANTED: usize = 64;

/// Two hundred characters of others, and a sentence around them.
const MOST_TOLD: usize = 1024;

/// The longest code that a user enters, in bytes.
const MOST_CODE: usize = 64;

/// The longest address, in bytes.
const MOST_ADDRESS: usize = 2048;

/// What is asked beyond the last answer: the poll, the renewal, two requests to take tokens back, and each once more.
const MOST_REQUESTS: usize = 8;

pub(super) fn check(answers: &str) {
    let answers: VecDeque<_> = answers.lines().map(answer).collect();
    let most_requests = answers.len() + MOST_REQUESTS;
    let server = Arc::new(Server {
        answers: Mutex::new(answers.clone()),
        requests: Mutex::default(),
    });
    let options = LoginOptions::new(ISSUER, "app");
    let platform = Arc::new(Clock::default());
    let login = Login::new(options, server.clone(), platform).expect("a login");
    if let Err(error) = log_in_and_out(&login) {
        check_error(&error);
    }
    for (_, body) in answers {
        // What is stored has its secrets where they belong, too: a scope, for one, is none and may be told.
        match login.restore(planted(&body, false).as_bytes()) {
            Ok(session) => check_session(&login, &session),
            Err(error) => check_error(&error),
        }
    }
    let requests = *lock(&server.requests);
    assert!(requests <= most_requests, "{requests} requests");
}

fn log_in_and_out(login: &Login) -> Result<(), LoginError> {
    let code = now(login.begin())?;
    check_code(&code);
    let session = now(login.wait(&code))?;
    check_session(login, &session);
    let renewed = match now(login.refresh(&session)) {
        Ok(renewed) => {
            check_session(login, &renewed);
            renewed
        }
        Err(error) => {
            check_error(&error);
            session
        }
    };
    now(login.revoke(&renewed))
}

fn check_code(code: &DeviceCode) {
    check_untold(&format!("{code:?}"));
    let addresses = [
        Some(&code.verification_uri),
        code.verification_uri_complete.as_ref(),
    ];
    for address in addresses.into_iter().flatten() {
        check_told(address, MOST_ADDRESS);
        assert!(address.bytes().all(|byte| byte.is_ascii_graphic()));
    }
    check_told(&code.user_code, MOST_CODE);
    assert!(!code.user_code.is_empty());
}

fn check_session(login: &Login, session: &Session) {
    check_untold(&format!("{session:?}"));
    let stored = session.encode();
    let restored = login.restore(&stored).expect("what was stored");
    assert_eq!(restored.encode(), stored);
}

fn check_error(error: &LoginError) {
    check_told(&error.to_string(), MOST_TOLD);
    check_untold(&error.to_string());
    check_untold(&format!("{error:?}"));
}

fn check_untold(text: &str) {
    assert!(!text.contains(SECRET), "a secret is in {text:?}");
}

/// On this clock nothing is waited for.
fn now<T>(future: impl Future<Output = T>) -> T {
    future.now_or_never().expect("an end at once")
}

/// A line as a status and a body. Without a status, it is what is wanted.
fn answer(line: &str) -> (u16, String) {
    let parts = line.split_once(' ').unwrap_or(("", line));
    match parts.0.parse() {
        Ok(status) => (status, parts.1.to_owned()),
        Err(_) => (200, line.to_owned()),
    }
}

/// Gives its answers one after the other, then denies.
struct Server {
    answers: Mutex<VecDeque<(u16, String)>>,
    requests: Mutex<usize>,
}

impl Fetch for Server {
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        let scheme = request.url.split(':').next().unwrap_or_default();
        assert!(scheme.eq_ignore_ascii_case("https"), "{}", request.url);
        *lock(&self.requests) += 1;
        let denied = || (400, r#"{"error":"access_denied"}"#.to_owned());
        let (status, body) = lock(&self.answers).pop_front().unwrap_or_else(denied);
        let knows = memchr::memmem::find(&request.body, SECRET.as_bytes()).is_some();
        let response = HttpResponse {
            status,
            headers: Vec::new(),
            body: Box::pin(stream::iter([Ok(Bytes::from(planted(&body, knows)))])),
        };
        Box::pin(async { Ok(response) })
    }
}

/// A body with the secret where secrets stand; elsewhere, only a server that knows it by now can repeat it.
fn planted(body: &str, knows: bool) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(body) else {
        return body.to_owned();
    };
    if !knows {
        let text = value.to_string().replace(SECRET, "");
        value = serde_json::from_str(&text).unwrap_or_default();
    }
    for name in SECRETS {
        if let Some(Value::String(secret)) = value.get_mut(name)
            && secret.len() <= LONGEST_PLANTED
        {
            SECRET.clone_into(secret);
        }
    }
    value.to_string()
}

/// Time passes only in sleeps, and at once.
#[derive(Default)]
struct Clock(Mutex<Duration>);

impl Platform for Clock {
    fn spawn(&self, task: BoxFuture<'static, ()>) {
        now(task);
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let mut time = lock(&self.0);
        *time = time.saturating_add(duration);
        Box::pin(async {})
    }

    fn now(&self) -> Duration {
        *lock(&self.0)
    }

    fn unix_time(&self) -> Duration {
        self.now()
    }

    fn random(&self) -> u64 {
        0
    }

    fn transport(&self) -> Option<Arc<dyn Fetch>> {
        None
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
