//! The control API, for test suites that are not Rust:
//!
//! | Request | Answer |
//! |---|---|
//! | `POST /__gateway/sessions` (a script) | `{id, url}` |
//! | `GET /__gateway/sessions/ID` | `{id, url, nowMs, unusedReplies, violations}` |
//! | `GET /__gateway/sessions/ID/requests` | a list of [`RequestRecord`](crate::RequestRecord) |
//! | `GET /__gateway/sessions/ID/connections` | a list of [`ConnectionRecord`](crate::ConnectionRecord) |
//! | `POST /__gateway/sessions/ID/verdict` (`{scenario, observed}`) | `{failures: […]}`, see [`referee`](crate::referee) |
//! | `DELETE /__gateway/sessions/ID` | `{}` |

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Reply, Script, ScriptError, Session,
    connection::Request,
    referee::{self, Expected, Observed},
    server::Shared,
};

pub(crate) const PREFIX: &str = "/__gateway/";

pub(crate) async fn handle(shared: &Shared, request: &Request) -> Reply {
    let path: Vec<_> = request.path[PREFIX.len()..].split('/').collect();
    match (request.method.as_str(), path.as_slice()) {
        ("POST", ["sessions"]) => open(shared, &request.body),
        ("DELETE", ["sessions", id]) => match shared.remove(id) {
            Some(_) => Reply::json(200, json!({})),
            None => unknown(),
        },
        (method, ["sessions", id, rest @ ..]) => match shared.find(id) {
            Some(session) => of_session(&session, method, rest, &request.body).await,
            None => unknown(),
        },
        _ => unknown(),
    }
}

fn open(shared: &Shared, body: &[u8]) -> Reply {
    let script = serde_json::from_slice(body)
        .map_err(ScriptError::from)
        .and_then(Script::parse);
    match script {
        Ok(script) => {
            let session = shared.open(script);
            Reply::json(200, json!({ "id": session.0.id, "url": session.url() }))
        }
        Err(error) => refused(&error),
    }
}

async fn of_session(session: &Session, method: &str, rest: &[&str], body: &[u8]) -> Reply {
    match (method, rest) {
        ("GET", []) => Reply::json(
            200,
            json!({
                "id": session.0.id,
                "url": session.url(),
                "nowMs": session.now_ms(),
                "unusedReplies": session.unused_replies(),
                "violations": session.violations(),
            }),
        ),
        ("GET", ["requests"]) => Reply::json(200, json!(session.requests())),
        ("GET", ["connections"]) => Reply::json(200, json!(session.connections())),
        ("POST", ["verdict"]) => verdict(session, body).await,
        _ => unknown(),
    }
}

#[derive(Deserialize)]
struct Case {
    scenario: Expected,
    observed: Observed,
}

async fn verdict(session: &Session, body: &[u8]) -> Reply {
    match serde_json::from_slice::<Case>(body) {
        Ok(Case { scenario, observed }) => {
            let failures = referee::judge(&scenario, &observed, session).await;
            Reply::json(200, json!({ "failures": failures }))
        }
        Err(error) => refused(&error),
    }
}

fn refused(error: &dyn std::error::Error) -> Reply {
    Reply::json(400, json!({ "error": error.to_string() }))
}

fn unknown() -> Reply {
    Reply::json(
        404,
        Value::String("no such session or operation".to_owned()),
    )
}
