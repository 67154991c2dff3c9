//! What must hold for every model request, whatever the scenario: checked on each one, so that no case has to ask.
//!
//! What both protocols share stands here; a module each knows the shape of its messages.

mod chat_completions;
mod language_model;

use serde_json::Value;

use crate::{connection::Request, protocol::Protocol};

/// Keys shorter than this may stand in a body by chance.
const MIN_KEY_BYTES: usize = 8;

/// What is wrong with a request; empty if nothing is, or if it is no model call.
pub(crate) fn check(request: &Request, body: Result<&Value, &serde_json::Error>) -> Vec<String> {
    let Some(protocol) = Protocol::of_path(&request.path) else {
        return Vec::new();
    };
    let mut faults = Faults::default();
    check_headers(request, &mut faults);
    check_secrecy(request, &mut faults);
    match protocol {
        Protocol::LanguageModel => language_model::check_headers(request, "4", &mut faults),
        Protocol::LanguageModelV3 => language_model::check_headers(request, "3", &mut faults),
        Protocol::ChatCompletions => chat_completions::check_headers(request, &mut faults),
    }
    match (body, protocol) {
        // The parser refuses invalid UTF-8 and half surrogates, too.
        (Err(error), _) => faults.add(format!("the body is no JSON: {error}")),
        (Ok(body), Protocol::ChatCompletions) => chat_completions::check_body(body, &mut faults),
        (Ok(body), _) => language_model::check_body(body, &mut faults),
    }
    faults.0
}

/// What is wrong with a model request that was written but not sent. Names of headers are in lower case.
pub fn violations(path: &str, headers: &[(String, String)], body: &[u8]) -> Vec<String> {
    let request = Request {
        method: "POST".to_owned(),
        path: path.to_owned(),
        headers: headers.iter().cloned().collect(),
        body: body.to_vec(),
    };
    check(&request, serde_json::from_slice(body).as_ref())
}

/// What was found wrong, one sentence each.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn add(&mut self, fault: impl Into<String>) {
        self.0.push(fault.into());
    }

    fn add_if(&mut self, wrong: bool, fault: &str) {
        if wrong {
            self.add(fault);
        }
    }

    fn add_at(&mut self, list: &str, index: usize, fault: Option<String>) {
        if let Some(fault) = fault {
            self.add(format!("{list}[{index}]: {fault}"));
        }
    }
}

fn check_headers(request: &Request, faults: &mut Faults) {
    expect_header(request, "content-type", "application/json", faults);
    faults.add_if(
        bearer_key(request).is_none_or(str::is_empty),
        "header authorization carries no bearer key",
    );
    let session = header(request, "x-session-id");
    faults.add_if(session.is_empty(), "header x-session-id is missing");
    faults.add_if(
        session != header(request, "x-session-affinity"),
        "x-session-id and x-session-affinity differ",
    );
}

/// The key travels in its header and nowhere else.
fn check_secrecy(request: &Request, faults: &mut Faults) {
    let Some(key) = bearer_key(request).filter(|key| key.len() >= MIN_KEY_BYTES) else {
        return;
    };
    let elsewhere = request
        .headers
        .iter()
        .filter(|(name, _)| *name != "authorization");
    let shown = request.path.contains(key)
        || elsewhere.into_iter().any(|(_, value)| value.contains(key))
        || String::from_utf8_lossy(&request.body).contains(key);
    faults.add_if(shown, "the key stands outside the authorization header");
}

fn bearer_key(request: &Request) -> Option<&str> {
    header(request, "authorization").strip_prefix("Bearer ")
}

fn header<'a>(request: &'a Request, name: &str) -> &'a str {
    request.headers.get(name).map_or("", String::as_str)
}

fn expect_header(request: &Request, name: &str, expected: &str, faults: &mut Faults) {
    match request.headers.get(name) {
        Some(value) if value == expected => {}
        Some(value) => faults.add(format!("header {name} is {value:?}, not {expected:?}")),
        None => faults.add(format!("header {name} is missing")),
    }
}

/// The first value that stands twice.
fn repeated<'a>(values: &[&'a Value]) -> Option<&'a Value> {
    let twice = |(index, value): &(usize, &&Value)| values[..*index].contains(value);
    let found = values.iter().enumerate().find(twice);
    found.map(|(_, value)| *value)
}

/// A list of the JSON, empty if there is none.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A request of either protocol in which nothing is wrong.
    pub(super) fn request(protocol: Protocol, body: &Value) -> Request {
        let version = match protocol {
            Protocol::LanguageModel => Some("4"),
            Protocol::LanguageModelV3 => Some("3"),
            Protocol::ChatCompletions => None,
        };
        let common = [
            ("authorization", "Bearer long-enough"),
            ("content-type", "application/json"),
            ("x-session-id", "s"),
            ("x-session-affinity", "s"),
        ];
        let own = version.map(|version| {
            [
                ("ai-gateway-protocol-version", "0.0.1"),
                ("ai-language-model-specification-version", version),
                ("ai-language-model-streaming", "true"),
                ("ai-language-model-id", "creator/model"),
            ]
        });
        Request {
            method: "POST".to_owned(),
            path: format!("/s/1{}", protocol.path()),
            headers: common
                .into_iter()
                .chain(own.into_iter().flatten())
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            body: body.to_string().into_bytes(),
        }
    }

    pub(super) fn violations(protocol: Protocol, body: &Value) -> Vec<String> {
        check(&request(protocol, body), Ok(body))
    }

    fn language_model() -> Value {
        json!({ "prompt": [{ "role": "user", "content": [{ "type": "text", "text": "hi" }] }] })
    }

    fn of_headers(protocol: Protocol, change: impl FnOnce(&mut Request)) -> Vec<String> {
        let body = match protocol {
            Protocol::ChatCompletions => chat_completions::tests::body(json!([
                { "role": "user", "content": "hi" },
            ])),
            _ => language_model(),
        };
        let mut request = request(protocol, &body);
        change(&mut request);
        check(&request, Ok(&body))
    }

    #[test]
    fn a_plain_request_of_each_protocol_is_valid() {
        for protocol in Protocol::ALL {
            assert_eq!(of_headers(protocol, |_| {}), [""; 0], "{protocol:?}");
        }
    }

    #[test]
    fn missing_and_wrong_headers_are_violations() {
        let found = of_headers(Protocol::LanguageModel, |request| {
            request.headers.remove("ai-language-model-id");
            request
                .headers
                .insert("x-session-affinity".into(), "other".into());
            request
                .headers
                .insert("authorization".into(), "Bearer ".into());
        });
        assert_eq!(found.len(), 3, "{found:?}");
        let found = of_headers(Protocol::LanguageModelV3, |request| {
            let name = "ai-language-model-specification-version";
            request.headers.insert(name.into(), "4".into());
        });
        assert_eq!(found.len(), 1, "{found:?}");
        let found = of_headers(Protocol::ChatCompletions, |request| {
            request
                .headers
                .insert("ai-language-model-id".into(), "m".into());
        });
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn the_key_outside_its_header_is_a_violation() {
        let spread: [fn(&mut Request); 3] = [
            |it| it.body = b"{\"k\":\"long-enough\"}".to_vec(),
            |it| it.path = format!("/long-enough{}", it.path),
            |it| drop(it.headers.insert("x-key".into(), "long-enough".into())),
        ];
        for change in spread {
            let found = of_headers(Protocol::ChatCompletions, change);
            assert_eq!(found, ["the key stands outside the authorization header"]);
        }
    }

    #[test]
    fn half_a_surrogate_pair_is_a_violation() {
        let error = serde_json::from_str::<Value>(r#""\ud83d""#).expect_err("half a pair");
        for protocol in Protocol::ALL {
            let found = check(&request(protocol, &Value::Null), Err(&error));
            assert!(
                found[0].contains("surrogate") || found[0].contains("hex escape"),
                "{found:?}"
            );
        }
    }

    #[test]
    fn other_requests_are_not_judged() {
        let mut request = request(Protocol::LanguageModel, &Value::Null);
        request.path = "/v1/models".to_owned();
        request.headers.clear();
        assert_eq!(check(&request, Ok(&Value::Null)), [""; 0]);
    }
}
