//! A session: one script (or responder), one address, and the record of what came to it.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::{
    Reply, Script,
    connection::{ConnectionState, Request},
    invariants,
    protocol::Protocol,
    record::{ConnectionRecord, Outcome, RequestRecord},
};

/// Makes replies up as requests come, for what a script cannot say in advance.
pub trait Responder: Send + Sync {
    fn reply(&self, request: &RequestRecord) -> Reply;
}

enum Source {
    Script { script: Script, next: usize },
    Responder(Arc<dyn Responder>),
}

/// A handle to a session of a running [`Gateway`](crate::Gateway). Clones are the same session.
#[derive(Clone)]
pub struct Session(pub(crate) Arc<SessionState>);

pub(crate) struct SessionState {
    pub(crate) id: String,
    root: String,
    protocol: Protocol,
    began: Instant,
    send_buffer: Option<usize>,
    log: Mutex<Log>,
    changed: watch::Sender<()>,
}

struct Log {
    source: Source,
    requests: Vec<RequestRecord>,
    connections: Vec<Arc<ConnectionState>>,
}

impl Session {
    pub(crate) fn scripted(id: String, origin: &str, script: Script) -> Self {
        let (protocol, send_buffer) = (script.protocol, script.send_buffer);
        let source = Source::Script { script, next: 0 };
        Self::new(id, origin, protocol, source, send_buffer)
    }

    pub(crate) fn responding(id: String, origin: &str, responder: Arc<dyn Responder>) -> Self {
        let source = Source::Responder(responder);
        Self::new(id, origin, Protocol::default(), source, None)
    }

    fn new(
        id: String,
        origin: &str,
        protocol: Protocol,
        source: Source,
        send_buffer: Option<usize>,
    ) -> Self {
        Self(Arc::new(SessionState {
            root: format!("{origin}/s/{id}"),
            protocol,
            id,
            began: Instant::now(),
            send_buffer,
            log: Mutex::new(Log {
                source,
                requests: Vec::new(),
                connections: Vec::new(),
            }),
            changed: watch::Sender::new(()),
        }))
    }

    /// The inference address, to be given as `gatewayChatUrl`.
    pub fn url(&self) -> String {
        self.url_of(self.0.protocol.path())
    }

    /// An address of this session below its root, such as `/v1/chat/completions`.
    pub fn url_of(&self, path: &str) -> String {
        format!("{}{path}", self.0.root)
    }

    /// All requests so far, in order of arrival.
    pub fn requests(&self) -> Vec<RequestRecord> {
        self.0.log().requests.clone()
    }

    /// The connections that served this session, in order of their first request.
    pub fn connections(&self) -> Vec<ConnectionRecord> {
        let ms_ago = |at: Instant| at.elapsed().as_secs_f64() * 1e3;
        self.0
            .log()
            .connections
            .iter()
            .map(|connection| {
                let closed = connection.closed();
                ConnectionRecord {
                    id: connection.id,
                    open: closed.is_none(),
                    opened_ms_ago: ms_ago(connection.opened),
                    closed_ms_ago: closed.map(ms_ago),
                    bytes_written: connection.bytes_written(),
                }
            })
            .collect()
    }

    /// What was wrong with the requests, each with its place.
    pub fn violations(&self) -> Vec<String> {
        let log = self.0.log();
        let numbered = log.requests.iter().enumerate();
        numbered
            .flat_map(|(index, request)| {
                let violations = request.violations.iter();
                violations.map(move |text| format!("request {index}: {text}"))
            })
            .collect()
    }

    /// Scripted replies not yet asked for.
    pub fn unused_replies(&self) -> usize {
        match &self.0.log().source {
            Source::Script { script, next } => script.replies.len().saturating_sub(*next),
            Source::Responder(_) => 0,
        }
    }

    /// Milliseconds since the session began: the clock of its records.
    pub fn now_ms(&self) -> f64 {
        self.0.now_ms()
    }

    /// Waits until the session satisfies `condition`; `false` after `limit`.
    pub async fn until(&self, condition: impl Fn(&Self) -> bool, limit: Duration) -> bool {
        let mut changes = self.0.changed.subscribe();
        let satisfied = async {
            while !condition(self) {
                // The sender lives as long as this handle, so a change is all that can come.
                let _ = changes.changed().await;
            }
        };
        tokio::time::timeout(limit, satisfied).await.is_ok()
    }
}

impl SessionState {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().expect("no panic holds this lock")
    }

    fn now_ms(&self) -> f64 {
        self.began.elapsed().as_secs_f64() * 1e3
    }

    pub(crate) fn root(&self) -> &str {
        &self.root
    }

    pub(crate) fn send_buffer(&self) -> Option<usize> {
        self.send_buffer
    }

    /// Records a request and decides its reply.
    pub(crate) fn accept(
        &self,
        request: Request,
        connection: &Arc<ConnectionState>,
    ) -> (usize, Reply) {
        let mut log = self.log();
        if !log
            .connections
            .iter()
            .any(|known| Arc::ptr_eq(known, connection))
        {
            log.connections.push(Arc::clone(connection));
        }
        let mut record = self.record(request, connection.id);
        record.since_previous_ms = log
            .requests
            .last()
            .map(|previous| record.received_at_ms - previous.last_moved_at_ms());
        let reply = log.source.reply(&mut record);
        record.status = reply.wire.is_none().then_some(reply.status);
        log.requests.push(record);
        let index = log.requests.len() - 1;
        drop(log);
        self.changed.send_replace(());
        (index, reply)
    }

    fn record(&self, request: Request, connection: u64) -> RequestRecord {
        let parsed = serde_json::from_slice::<Value>(&request.body);
        let violations = invariants::check(&request, parsed.as_ref());
        let Request {
            method,
            path,
            headers,
            body: bytes,
        } = request;
        let body = match parsed {
            Ok(json) => json,
            Err(_) if bytes.is_empty() => Value::Null,
            Err(_) => String::from_utf8_lossy(&bytes).into(),
        };
        RequestRecord {
            connection,
            method,
            path,
            headers,
            body,
            body_bytes: bytes.len(),
            received_at_ms: self.now_ms(),
            since_previous_ms: None,
            status: None,
            head_at_ms: None,
            first_body_at_ms: None,
            ended_at_ms: None,
            bytes_written: 0,
            outcome: Outcome::Replying,
            client_closed_at_ms: None,
            violations,
        }
    }

    /// Updates the record of a request; `now` is the clock of its times.
    pub(crate) fn update(&self, index: usize, change: impl FnOnce(&mut RequestRecord, f64)) {
        let now = self.now_ms();
        change(&mut self.log().requests[index], now);
        self.changed.send_replace(());
    }
}

impl Source {
    fn reply(&mut self, record: &mut RequestRecord) -> Reply {
        if !record.is_model_call() {
            record
                .violations
                .push(format!("unexpected {} {}", record.method, record.path));
            return Reply::json(
                404,
                json!({ "error": { "message": "only model calls are answered here" } }),
            );
        }
        match self {
            Self::Responder(responder) => responder.reply(record),
            Self::Script { script, next } => {
                if script.cycle && *next == script.replies.len() {
                    *next = 0;
                }
                if let Some(reply) = script.replies.get(*next) {
                    *next += 1;
                    return reply.clone();
                }
                record
                    .violations
                    .push("the script has no reply left for it".to_owned());
                Reply::json(
                    404,
                    json!({ "error": { "message": "the script has no reply left" } }),
                )
            }
        }
    }
}
