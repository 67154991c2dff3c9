use serde_json::json;

use super::*;

const NOW: Duration = Duration::from_secs(1_700_000_000);

fn headers(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn message(status: u16, body: &str) -> String {
    http_error(status, &[], body.as_bytes(), NOW).message
}

#[test]
fn the_providers_message_and_code_are_found_in_every_shape() {
    let error = http_error(
        402,
        &headers(&[("X-Request-Id", "req_1")]),
        br#"{"error":{"message":"no credits","type":"billing","code":"insufficient_funds"}}"#,
        NOW,
    );
    assert_eq!(error.message, "the Gateway answered 402: no credits");
    assert_eq!(error.status, Some(402));
    assert_eq!(error.cause_code.as_deref(), Some("insufficient_funds"));
    assert_eq!(error.request_id.as_deref(), Some("req_1"));
    for body in [
        r#"{"error":"no credits"}"#,
        r#"{"message":"no credits"}"#,
        r#"{"detail":{"error":{"message":"no credits","type":"x"}}}"#,
        r#"{"detail":"no\n  credits"}"#,
        r#"{"detail":[{"msg":"no credits"}]}"#,
        r#"{"error":{"message":"no credits","type":"None","code":null}}"#,
        "no credits\n",
    ] {
        assert_eq!(
            message(402, body),
            "the Gateway answered 402: no credits",
            "{body}"
        );
    }
}

#[test]
fn a_body_that_says_nothing_adds_nothing() {
    for body in [
        "",
        "<html><h1>502</h1></html>",
        "{",
        "{}",
        "[]",
        "null",
        r#"{"error":null}"#,
    ] {
        assert_eq!(message(502, body), "the Gateway answered 502", "{body}");
    }
}

#[test]
fn what_can_be_done_is_said() {
    assert_eq!(
        message(307, ""),
        "the Gateway answered 307 (a redirect, which is never followed; check `options.gatewayChatUrl`)"
    );
    assert_eq!(
        message(401, r#"{"error":"bad key"}"#),
        "the Gateway answered 401 (check `options.apiKey`): bad key"
    );
}

#[test]
fn a_long_message_is_cut_between_characters() {
    let error = message(500, &"é".repeat(4000));
    assert!(error.len() < MAX_MESSAGE_BYTES + 64);
    assert!(error.ends_with("é…"));
}

#[test]
fn retry_after_is_seconds_or_a_date() {
    let wait = |value: &str| retry_after(&headers(&[("Retry-After", value)]), NOW);
    assert_eq!(wait("3"), Some(3000));
    assert_eq!(wait(" 0 "), Some(0));
    assert_eq!(wait("1.5"), Some(1500));
    assert_eq!(wait("0.0429"), Some(42));
    assert_eq!(wait("Tue, 14 Nov 2023 22:13:22 GMT"), Some(2000));
    assert_eq!(
        wait("Tue, 14 Nov 2023 22:13:00 GMT"),
        Some(0),
        "in the past"
    );
    for nonsense in [
        "",
        "soon",
        "-1",
        "NaN",
        "inf",
        "1e300",
        "1.x",
        "1.-5",
        "99999999999999999999",
    ] {
        assert_eq!(wait(nonsense), None, "{nonsense}");
    }
    assert_eq!(retry_after(&[], NOW), None);
}

#[test]
fn the_most_telling_request_id_is_taken() {
    let both = headers(&[("x-vercel-id", "iad1::a"), ("x-request-id", "req_1")]);
    assert_eq!(request_id(&both), Some("req_1"));
    assert_eq!(request_id(&both[..1]), Some("iad1::a"));
    let long = "x".repeat(MAX_ID_BYTES + 1);
    for odd in ["", " ", "a b", long.as_str()] {
        assert_eq!(request_id(&headers(&[("x-request-id", odd)])), None);
    }
}

#[test]
fn a_key_that_a_server_repeats_is_taken_out() {
    let body = br#"{"error":{"message":"Incorrect API key provided: sk-123","code":"sk-123"}}"#;
    let error = http_error(401, &headers(&[("x-request-id", "sk-123")]), body, NOW);
    let error = without_secret(error, &SecretString::from("sk-123"));
    assert!(!format!("{error:?}").contains("sk-123"));
    assert!(error.message.ends_with("provided: [redacted]"));
}

#[test]
fn an_error_inside_a_stream_names_message_and_code() {
    let error = stream_error(&serde_json::json!({"message": "quota exceeded", "code": 429}));
    assert_eq!(
        error.message,
        "the provider reported an error: quota exceeded (429)"
    );
    assert_eq!(error.cause_code.as_deref(), Some("429"));
    let error = stream_error(&serde_json::json!(7));
    assert_eq!(error.message, "the provider reported an error: no message");
}

#[test]
fn a_key_that_the_cut_of_a_message_splits_is_taken_out_too() {
    let key = "sk-live-0123456789abcdef";
    let said = format!("{}{key}", "x".repeat(MAX_MESSAGE_BYTES - 12));
    let error = http_error(400, &[], said.as_bytes(), Duration::ZERO);
    assert!(
        error.message.contains("sk-live-0"),
        "the key is cut, not gone"
    );
    let error = without_secret(error, &SecretString::from(key));
    assert!(error.message.ends_with("x[redacted]…"), "{}", error.message);
    let text = format!("so … and sk-liv… and {key} and sk-…");
    let text = redacted(&text, &SecretString::from(key));
    assert_eq!(text, "so … and [redacted]… and [redacted] and sk-…");
}

#[test]
fn errors_in_place_of_a_chunk_are_told_from_chunks() {
    for (value, said) in [
        (json!({"error": {"message": "no", "code": 429}}), "no (429)"),
        (json!({"error": "no"}), "no"),
        (
            json!({"object": "error", "message": "no", "code": 400}),
            "no (400)",
        ),
        (json!({"type": "error", "error": {"message": "no"}}), "no"),
        (json!({"message": "no", "code": "full"}), "no (full)"),
        (json!({"detail": "no"}), "no"),
    ] {
        let error = reported(&value).unwrap_or_else(|| panic!("{value} is one"));
        let expected = format!("the provider reported an error: {said}");
        assert_eq!(error.message, expected, "{value}");
    }
    for value in [
        json!({}),
        json!({"error": null, "detail": null}),
        json!({"id": "x", "message": "queued"}),
        json!({"object": "chat.completion.chunk"}),
        json!(null),
        json!("error"),
        json!([1]),
    ] {
        assert_eq!(reported(&value), None, "{value}");
    }
}
