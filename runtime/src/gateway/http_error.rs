//! Answers that are not a reply: what an HTTP status, its headers and its body say.

use std::iter;
use std::time::{Duration, UNIX_EPOCH};

use libfx_api::FxError;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

/// The longest message of a provider that is passed on, in bytes.
const MAX_MESSAGE_BYTES: usize = 2048;

/// The longest id that is passed on, in bytes.
const MAX_ID_BYTES: usize = 256;

/// Stands where a message was cut.
const CUT: char = '…';

/// Stands where the key was.
const REDACTED: &str = "[redacted]";

/// Fewer bytes of a key tell nothing.
const TELLING_BYTES: usize = 4;

/// Where servers put the id of a request, the most telling first.
const ID_HEADERS: [&str; 3] = ["x-request-id", "x-vercel-id", "request-id"];

/// The error for an answer whose status is not 200. `body` is the body or its start, `now` the time since 1970.
pub(crate) fn http_error(
    status: u16,
    headers: &[(String, String)],
    body: &[u8],
    now: Duration,
) -> FxError {
    let said = match serde_json::from_slice(body) {
        Ok(body) => Said::find(&body),
        Err(_) => Said::plain(body),
    };
    let mut message = format!("the Gateway answered {status}{}", meaning(status));
    if let Some(said) = &said {
        message.push_str(": ");
        message.push_str(&said.message);
    }
    let mut error = FxError::gateway_http(message);
    error.status = Some(u32::from(status));
    error.retry_after_ms = retry_after(headers, now);
    error.request_id = request_id(headers).map(str::to_owned);
    error.cause_code = said.and_then(|said| said.code);
    error
}

/// The server's id of the request, if it gave one.
pub(crate) fn request_id(headers: &[(String, String)]) -> Option<&str> {
    let printable = |id: &&str| {
        !id.is_empty() && id.len() <= MAX_ID_BYTES && id.bytes().all(|byte| byte.is_ascii_graphic())
    };
    ID_HEADERS
        .iter()
        .find_map(|name| header(headers, name).map(str::trim).filter(printable))
}

/// The error a provider reports inside a stream.
pub(super) fn stream_error(error: &Value) -> FxError {
    let said = Said::find(error).unwrap_or_else(|| Said {
        message: "no message".to_owned(),
        code: None,
    });
    let code = said.code.as_deref().map(|code| format!(" ({code})"));
    let mut failure = FxError::gateway_stream(format!(
        "the provider reported an error: {}{}",
        said.message,
        code.unwrap_or_default()
    ));
    failure.cause_code = said.code;
    failure
}

/// The error that a value reports where a chunk or a whole stream was expected, if it does: `{error: …}`, what a web
/// framework answers (`{detail: …}`), or the members of an error without an object around them.
pub(super) fn reported(value: &Value) -> Option<FxError> {
    let named = |name: &str| value.get(name).is_some_and(|member| !member.is_null());
    let is_called_so = ["object", "type"]
        .iter()
        .any(|name| value[*name] == "error");
    let reports = named("error")
        || named("detail")
        || is_called_so
        || (value["message"].is_string() && named("code"));
    reports.then(|| stream_error(value))
}

/// The error with every occurrence of the key taken out: some servers repeat what they were sent.
pub(crate) fn without_secret(mut error: FxError, secret: &SecretString) -> FxError {
    let clean = |text: &mut String| *text = redacted(text, secret);
    clean(&mut error.message);
    error.request_id.as_mut().map(clean);
    error.cause_code.as_mut().map(clean);
    error
}

/// The text with every occurrence of the key taken out, and with the start of one where a message was cut.
pub(crate) fn redacted(text: &str, secret: &SecretString) -> String {
    let secret = secret.expose_secret();
    if secret.is_empty() {
        return text.to_owned();
    }
    let text = text.replace(secret, REDACTED);
    let mut pieces = text.split(CUT).rev();
    let last = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(last, |after, before| {
        format!("{}{CUT}{after}", without_start(before, secret))
    })
}

/// The text before a cut, without the start of the key that may stand at its end.
fn without_start(text: &str, secret: &str) -> String {
    let starts = secret.char_indices().map(|(at, _)| &secret[..at]).rev();
    let telling = starts.take_while(|start| start.len() >= TELLING_BYTES);
    match telling
        .into_iter()
        .find_map(|start| text.strip_suffix(start))
    {
        Some(kept) => format!("{kept}{REDACTED}"),
        None => text.to_owned(),
    }
}

/// What to make of a status, as far as it is not plain.
fn meaning(status: u16) -> &'static str {
    match status {
        300..=399 => " (a redirect, which is never followed; check `options.gatewayChatUrl`)",
        401 | 403 => " (check `options.apiKey`)",
        404 => " (check `options.model`)",
        429 => " (too many requests)",
        _ => "",
    }
}

/// `Retry-After`: seconds, or a date. A date in the past asks for no wait.
fn retry_after(headers: &[(String, String)], now: Duration) -> Option<u64> {
    let value = header(headers, "retry-after")?.trim();
    if let Some(wait) = milliseconds(value) {
        // Absurd values stay large enough to be refused, and small enough for every language.
        return Some(wait).filter(|ms| *ms < 1 << 53);
    }
    let date = httpdate::parse_http_date(value).ok()?;
    let date = date.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(date.saturating_sub(now).as_millis()).ok()
}

/// Seconds, decimals allowed, as milliseconds. Not by way of `f64`, whose parser alone is 12 KB of a download.
fn milliseconds(seconds: &str) -> Option<u64> {
    let (whole, decimals) = seconds.split_once('.').unwrap_or((seconds, ""));
    if !decimals.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    let thousandths = decimals.bytes().chain(iter::repeat(b'0')).take(3);
    let fraction = thousandths.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    whole.checked_mul(1000)?.checked_add(fraction)
}

fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.as_str())
}

/// What a provider says about a failure.
struct Said {
    message: String,
    code: Option<String>,
}

impl Said {
    /// Finds the message in the shapes that servers use: `{error: {message, code}}`, `{error: "…"}`, `{message}`,
    /// `{detail: …}` around any of them, or just the text.
    fn find(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Said::new(text, None),
            Value::Object(object) => {
                let inner = ["error", "detail"]
                    .iter()
                    .filter_map(|name| object.get(*name));
                if let Some(found) = inner.filter_map(Said::find).next() {
                    return Some(found);
                }
                let message = ["message", "msg"]
                    .iter()
                    .find_map(|name| object.get(*name)?.as_str());
                let code = ["code", "type", "statusCode"]
                    .iter()
                    .find_map(|name| code_of(object.get(*name)?));
                Said::new(message?, code)
            }
            Value::Array(values) => values.iter().find_map(Said::find),
            _ => None,
        }
    }

    /// A body that is no JSON, unless it is a page.
    fn plain(body: &[u8]) -> Option<Self> {
        let text = str::from_utf8(body).ok()?.trim();
        let is_text = !text.starts_with(['<', '{', '[']);
        is_text.then(|| Said::new(text, None)).flatten()
    }

    fn new(message: &str, code: Option<String>) -> Option<Self> {
        let message = one_line(message);
        (!message.is_empty()).then_some(Said { message, code })
    }
}

fn code_of(value: &Value) -> Option<String> {
    match value {
        Value::String(code) if !code.is_empty() && code.len() <= MAX_ID_BYTES && code != "None" => {
            Some(code.clone())
        }
        Value::Number(code) => Some(code.to_string()),
        _ => None,
    }
}

/// The message on one line, without control characters, cut when it is long.
fn one_line(message: &str) -> String {
    let mut line = String::new();
    for word in message.split(|letter: char| letter.is_whitespace() || letter.is_control()) {
        if !word.is_empty() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if line.len() > MAX_MESSAGE_BYTES {
            line.truncate(line.floor_char_boundary(MAX_MESSAGE_BYTES));
            line.push(CUT);
            break;
        }
    }
    line
}

#[cfg(test)]
mod tests;
