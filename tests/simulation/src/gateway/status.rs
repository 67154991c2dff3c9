//! Answers with a status other than 200.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use futures_core::Stream;
use libfx::{ErrorCode, FxError, limits};

use super::Open;
use crate::ledger::fate::Fate;
use crate::random::Random;
use crate::world::EPOCH;

/// Statuses that mean "not now".
const TEMPORARY: [u16; 7] = [408, 425, 429, 500, 502, 503, 504];

#[derive(Debug)]
pub(super) struct StatusAnswer {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) text: String,
    pub(super) ends: Ends,
    pub(super) fate: Fate,
}

/// What follows the text of the body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ends {
    Close,
    Reset,
    Silence,
}

impl StatusAnswer {
    /// Some of them quote what they were sent.
    pub(super) fn choose(random: &mut Random, key: &str) -> Self {
        let status = match random.percent(70) {
            true => *random.pick(&TEMPORARY),
            false => *random.pick(&[301, 400, 401, 403, 404, 422, 501]),
        };
        let (retry_after, retry_after_ms) = retry_after(random);
        let mut headers = Vec::new();
        headers.extend(retry_after.map(|value| ("retry-after".to_owned(), value)));
        if random.percent(10) {
            headers.push(("x-request-id".to_owned(), format!("for-{key}")));
        }
        let texts = [
            format!("{{\"error\":{{\"message\":\"bad key {key}\",\"code\":\"{key}\"}}}}"),
            "{\"error\":\"overloaded\"}".to_owned(),
            "<html>502</html>".to_owned(),
            format!("{}{key}", "long ".repeat(300)),
            String::new(),
        ];
        let bearable = retry_after_ms.is_none_or(|ms| ms <= limits::MAX_RETRY_AFTER_MS);
        StatusAnswer {
            status,
            headers,
            text: random.pick(&texts).clone(),
            ends: random.weighted(&[(6, Ends::Close), (1, Ends::Reset), (1, Ends::Silence)]),
            fate: Fate::Failed {
                code: ErrorCode::GatewayHttp,
                status: Some(u32::from(status)),
                retry_after_ms,
                temporary: TEMPORARY.contains(&status) && bearable,
            },
        }
    }
}

/// The header, and what it asks for.
fn retry_after(random: &mut Random) -> (Option<String>, Option<u64>) {
    let seconds = *random.pick(&[0_u64, 1, 3, 60, 61, 600]);
    match random.below(4) {
        0 => (Some(seconds.to_string()), Some(seconds * 1000)),
        1 => {
            let past = UNIX_EPOCH + EPOCH - Duration::from_secs(1 + seconds);
            (Some(httpdate::fmt_http_date(past)), Some(0))
        }
        2 => (Some("soon".to_owned()), None),
        _ => (None, None),
    }
}

/// The body of such an answer.
pub(super) struct ErrorBody {
    open: Open,
    text: Option<Bytes>,
    ends: Ends,
}

impl ErrorBody {
    pub(super) fn new(open: Open, text: String, ends: Ends) -> Self {
        ErrorBody {
            open,
            text: Some(text.into()),
            ends,
        }
    }
}

impl Stream for ErrorBody {
    type Item = Result<Bytes, FxError>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if !self
            .open
            .world
            .is_still_sane("reading the body of an error")
        {
            return Poll::Ready(None);
        }
        match (self.text.take(), self.ends) {
            (Some(text), _) => Poll::Ready(Some(Ok(text))),
            (None, Ends::Close) => Poll::Ready(None),
            (None, Ends::Reset) => Poll::Ready(Some(Err(FxError::transport("connection reset")))),
            (None, Ends::Silence) => Poll::Pending,
        }
    }
}
