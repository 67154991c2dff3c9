//! What the Gateway saw, in the shape tests and the control API read. Times are milliseconds since the session began.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;
use serde_json::Value;

/// One request and how its reply went.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestRecord {
    /// Id of the connection it came over.
    pub connection: u64,
    pub method: String,
    pub path: String,
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The parsed body; a string if it is no JSON, `null` if there is none.
    pub body: Value,
    pub body_bytes: usize,
    pub received_at_ms: f64,
    /// How long after the reply before it (after its end, or its head if it has not ended) it came.
    pub since_previous_ms: Option<f64>,
    pub status: Option<u16>,
    pub head_at_ms: Option<f64>,
    pub first_body_at_ms: Option<f64>,
    pub ended_at_ms: Option<f64>,
    /// Bytes of this reply the kernel has taken so far.
    pub bytes_written: u64,
    pub outcome: Outcome,
    /// When the client closed the connection before the reply had ended.
    pub client_closed_at_ms: Option<f64>,
    /// What is wrong with the request, one sentence each.
    pub violations: Vec<String>,
}

/// How far a reply has come.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    Replying,
    /// All the script says was sent; this includes a cut or a reset that the script asks for.
    Played,
    ClientClosed,
}

impl RequestRecord {
    /// Whether it came through an agent's door: a model call, not a catalogue or anything else.
    pub fn is_model_call(&self) -> bool {
        self.method == "POST"
    }

    /// When the reply had last come a step further.
    pub(crate) fn last_moved_at_ms(&self) -> f64 {
        self.ended_at_ms
            .or(self.head_at_ms)
            .unwrap_or(self.received_at_ms)
    }
}

/// For people: the key is not shown.
impl fmt::Debug for RequestRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut headers = self.headers.clone();
        if let Some(key) = headers.get_mut("authorization") {
            *key = "[redacted]".to_owned();
        }
        f.debug_struct("RequestRecord")
            .field("method", &self.method)
            .field("path", &self.path)
            .field("headers", &headers)
            .field("body", &format_args!("{}", self.body))
            .field("outcome", &self.outcome)
            .field("bytes_written", &self.bytes_written)
            .field("violations", &self.violations)
            .finish_non_exhaustive()
    }
}

/// One TCP connection that served the session.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionRecord {
    pub id: u64,
    pub open: bool,
    pub opened_ms_ago: f64,
    pub closed_ms_ago: Option<f64>,
    pub bytes_written: u64,
}
