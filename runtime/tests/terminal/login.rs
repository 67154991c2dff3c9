//! Logging in at a provider of the tests, and out again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures_util::stream;
use libfx::FxError;
use libfx::api::LoginOptions;
use libfx::api::support::{BoxFuture, Fetch, HttpRequest, HttpResponse};
use serde_json::{Value, json};

use crate::host::{Host, answer, start_with};
use crate::view::View;

const ISSUER: &str = "https://login.example";
const TOKEN: &str = "token-that-stays-secret";

/// Answers what is for the provider, and hands everything else on.
struct Provider {
    other: Arc<dyn Fetch>,
    /// What the token endpoint answers.
    answers: Mutex<VecDeque<(u16, Value)>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Fetch for Provider {
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        let Some(path) = request.url.strip_prefix(ISSUER) else {
            return self.other.fetch(request);
        };
        let mut asked = self.asked.lock().expect("no test panics here");
        asked.push(path.to_owned());
        let (status, body) = match path {
            "/token" => {
                let mut answers = self.answers.lock().expect("no test panics here");
                answers.pop_front().expect("an answer is left")
            }
            "/device" => (
                200,
                json!({
                    "device_code": "d1", "user_code": "BIRD-SONG", "verification_uri": "https://login.example/go",
                    "expires_in": 600, "interval": 1,
                }),
            ),
            "/revoke" => (200, json!({})),
            _ => (
                200,
                json!({
                    "issuer": ISSUER,
                    "device_authorization_endpoint": format!("{ISSUER}/device"),
                    "token_endpoint": format!("{ISSUER}/token"),
                    "revocation_endpoint": format!("{ISSUER}/revoke"),
                }),
            ),
        };
        Box::pin(async move {
            Ok(HttpResponse {
                status,
                headers: vec![("content-type".to_owned(), "application/json".to_owned())],
                body: Box::pin(stream::iter([Ok(Bytes::from(body.to_string()))])),
            })
        })
    }
}

async fn start(replies: Value, answers: &[(u16, Value)]) -> (Host, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let answers = Mutex::new(answers.iter().cloned().collect());
    let seen = asked.clone();
    let host = start_with(replies, View::new(80, 24), |mut options| {
        options.env = None;
        options.login = Some(LoginOptions::new(ISSUER, "app"));
        options.fetch = options.fetch.map(|other| {
            let provider = Provider {
                other,
                answers,
                asked: seen,
            };
            Arc::new(provider) as Arc<dyn Fetch>
        });
        options
    })
    .await;
    (host, asked)
}

fn tokens() -> (u16, Value) {
    (
        200,
        json!({ "access_token": TOKEN, "refresh_token": "r1", "token_type": "Bearer", "expires_in": 3600 }),
    )
}

#[tokio::test]
async fn a_login_pays_for_prompts_and_its_token_is_nowhere_to_be_seen() {
    let (host, asked) = start(json!([answer(&["Hello."])]), &[tokens()]).await;
    host.view.until("not logged in").await;
    host.say("/login");
    host.view.until("BIRD-SONG").await;
    assert!(host.view.text().contains("https://login.example/go"));
    host.view.until("You are logged in.").await;
    host.say("Hi");
    host.view.until("Hello.").await;
    let requests = host.session.requests();
    let sent = requests[0].headers.get("authorization");
    assert_eq!(sent, Some(&format!("Bearer {TOKEN}")));
    host.say("/logout");
    host.view.until("You are logged out.").await;
    assert!(
        asked
            .lock()
            .expect("no panic")
            .iter()
            .any(|path| path == "/revoke")
    );
    assert!(!host.view.written().contains(TOKEN));
    assert!(!host.diagnostics().contains(TOKEN));
}

#[tokio::test]
async fn a_denied_login_is_told_and_prompts_are_kept() {
    let denied = (400, json!({ "error": "access_denied" }));
    let (host, _) = start(json!([]), &[denied]).await;
    host.say("/login");
    host.say("Hi");
    host.view.until("queued: Hi").await;
    host.view.until("The login was denied").await;
    host.view.until("› Hi").await;
}

#[tokio::test]
async fn a_login_is_cancelled_by_escape() {
    let pending = (400, json!({ "error": "authorization_pending" }));
    let (host, _) = start(json!([]), &vec![pending; 50]).await;
    host.say("/login");
    host.view.until("BIRD-SONG").await;
    host.view.type_in("\x1b");
    host.view.until("Cancelled.").await;
    host.say("/exit");
    assert_eq!(host.runtime.exited().await, 0);
}
