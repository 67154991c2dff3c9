//! A program in a view, and what it is started with.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures_util::stream;
use libfx::api::support::{BoxFuture, Fetch, HttpRequest, HttpResponse};
use libfx::api::{TerminalOptions, limits};
use libfx::terminal::{TerminalRuntime, create_fx_terminal};
use libfx::{DiagnosticEvent, FxError, NativePlatform, Platform};
use libfx_gateway::{Gateway, Script, Session};
use serde_json::{Value, json};

use crate::view::View;

/// A key that no screen and no diagnostic may hold.
pub(crate) const KEY: &str = "key-that-stays-secret";

/// A program, its view and its Gateway.
pub(crate) struct Host {
    pub(crate) view: View,
    pub(crate) session: Session,
    pub(crate) runtime: TerminalRuntime,
    events: Arc<Mutex<Vec<DiagnosticEvent>>>,
    _gateway: Gateway,
}

/// A program whose model gives these replies.
pub(crate) async fn start(replies: Value) -> Host {
    start_with(replies, View::new(60, 16), |options| options).await
}

/// A program with other options, once it takes input.
pub(crate) async fn start_with(
    replies: Value,
    view: View,
    change: impl FnOnce(TerminalOptions) -> TerminalOptions,
) -> Host {
    let host = launch(replies, view, change).await;
    host.runtime.interactive().await.expect("a first frame");
    host
}

/// A program that may not take input yet.
pub(crate) async fn launch(
    replies: Value,
    view: View,
    change: impl FnOnce(TerminalOptions) -> TerminalOptions,
) -> Host {
    launch_on(Arc::new(NativePlatform), replies, view, change).await
}

/// The same on another platform.
pub(crate) async fn launch_on(
    platform: Arc<dyn Platform>,
    replies: Value,
    view: View,
    change: impl FnOnce(TerminalOptions) -> TerminalOptions,
) -> Host {
    let gateway = Gateway::start().await.expect("a gateway");
    let script = Script::parse(json!({ "replies": replies })).expect("a script");
    let session = gateway.session(script);
    let events = Arc::new(Mutex::new(Vec::new()));
    let seen = events.clone();
    let mut options = TerminalOptions::new(Arc::new(view.clone()));
    options.env = Some(environment(&[("AI_GATEWAY_API_KEY", KEY)]));
    options.fetch = Some(Arc::new(ToGateway(session.url())));
    options.on_event = Some(Arc::new(move |event| {
        seen.lock().expect("no test panics here").push(event);
    }));
    let runtime = create_fx_terminal(change(options), platform).await;
    Host {
        view,
        session,
        runtime: runtime.expect("a program"),
        events,
        _gateway: gateway,
    }
}

pub(crate) fn environment(variables: &[(&str, &str)]) -> BTreeMap<String, String> {
    let pairs = variables.iter();
    pairs
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

impl Host {
    /// Types a line and sends it.
    pub(crate) fn say(&self, line: &str) {
        self.view.type_in(&format!("{line}\r"));
    }

    /// The types of the diagnostics so far.
    pub(crate) fn reported(&self) -> Vec<String> {
        let events = self.events.lock().expect("no test panics here");
        events.iter().map(|event| event.r#type.clone()).collect()
    }

    /// All diagnostics so far, as text.
    pub(crate) fn diagnostics(&self) -> String {
        format!("{:?}", self.events.lock().expect("no test panics here"))
    }

    /// The texts of the latest request's messages, each with its role.
    pub(crate) fn sent(&self) -> Vec<String> {
        let requests = self.session.requests();
        let last = requests.last().expect("a request");
        let messages = last.body["prompt"].as_array().expect("messages").iter();
        messages
            .map(|message| {
                format!(
                    "{}: {}",
                    message["role"].as_str().unwrap_or(""),
                    said(message)
                )
            })
            .collect()
    }
}

fn said(message: &Value) -> String {
    let parts = message["content"].as_array().cloned().unwrap_or_default();
    let texts: Vec<&str> = parts
        .iter()
        .filter_map(|part| part["text"].as_str())
        .collect();
    texts.join("|")
}

/// An answer, in pieces.
pub(crate) fn answer(pieces: &[&str]) -> Value {
    let deltas = pieces
        .iter()
        .map(|piece| json!({"type": "text-delta", "id": "t", "delta": piece}));
    let finish = json!({
        "type": "finish",
        "finishReason": {"unified": "stop"},
        "usage": {"inputTokens": {"total": 1200}, "outputTokens": {"total": 34}},
    });
    json!({ "parts": deltas.chain([finish]).collect::<Vec<_>>() })
}

/// The beginning of an answer that never goes on.
pub(crate) fn unfinished(text: &str) -> Value {
    json!({"parts": [{"type": "text-delta", "id": "t", "delta": text}], "done": false, "end": "open"})
}

/// Sends what is for the Gateway to the one of the tests.
struct ToGateway(String);

impl Fetch for ToGateway {
    fn fetch(&self, mut request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        if request.url == limits::CATALOGUE_URL {
            return Box::pin(async { Ok(catalogue()) });
        }
        assert_eq!(request.url, limits::DEFAULT_GATEWAY_CHAT_URL);
        request.url.clone_from(&self.0);
        let transport = NativePlatform.transport().expect("a transport");
        transport.fetch(request)
    }
}

fn catalogue() -> HttpResponse {
    let models = json!({ "data": [
        { "id": limits::DEFAULT_MODEL, "type": "language", "context_window": 10_000, "max_tokens": 1000 },
        { "id": "acme/small", "type": "language", "context_window": 8_000 },
        { "id": "acme/seeing", "type": "language", "context_window": 200_000, "tags": ["vision"] },
    ]});
    HttpResponse {
        status: 200,
        headers: Vec::new(),
        body: Box::pin(stream::iter([Ok(Bytes::from(models.to_string()))])),
    }
}
