//! The event stream: the same events however it is cut, those that a naive reader finds, and never more held than allowed.

use std::ops::ControlFlow;

use super::cuts;
use crate::gateway::sse::{MAX_EVENT_BYTES, SseParser};

/// Small enough that most inputs exceed it.
const SMALL: usize = 24;

#[derive(Debug, PartialEq)]
struct Outcome {
    events: Vec<Vec<u8>>,
    error: Option<String>,
    is_event_stream: bool,
}

pub(super) fn check(body: &[u8]) {
    for limit in [SMALL, MAX_EVENT_BYTES] {
        let whole = read(&[body], limit);
        for chunks in cuts::of(body) {
            assert_eq!(read(&chunks, limit), whole, "in {} chunks", chunks.len());
        }
        let largest = whole.events.iter().map(Vec::len).max();
        assert!(largest.unwrap_or(0) <= limit, "an event beyond {limit}");
        match whole.error {
            Some(_) => assert!(body.len() > limit, "{} bytes are too many", body.len()),
            None => assert_eq!(whole.events, naive(body)),
        }
    }
}

fn read(chunks: &[&[u8]], limit: usize) -> Outcome {
    let mut parser = SseParser::with_limit(limit);
    let mut events = Vec::new();
    let mut on = |data: &[u8]| {
        events.push(data.to_vec());
        Ok(ControlFlow::Continue(()))
    };
    let fed = chunks
        .iter()
        .try_for_each(|chunk| parser.feed(chunk, &mut on));
    let ended = fed.and_then(|()| parser.end(&mut on));
    Outcome {
        events,
        error: ended.err().map(|error| error.message),
        is_event_stream: parser.is_event_stream(),
    }
}

/// The events as the standard defines them, and the last one without its empty line.
fn naive(body: &[u8]) -> Vec<Vec<u8>> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    let mut events = Vec::new();
    let mut data: Option<Vec<u8>> = None;
    for line in lines(body) {
        if line.is_empty() {
            events.extend(data.take());
        }
        let value = match line {
            b"data" => &b""[..],
            _ => match line.strip_prefix(b"data:") {
                Some(value) => value.strip_prefix(b" ").unwrap_or(value),
                None => continue,
            },
        };
        match &mut data {
            Some(data) => {
                data.push(b'\n');
                data.extend_from_slice(value);
            }
            None => data = Some(value.to_vec()),
        }
    }
    events.extend(data);
    events
}

/// Lines end with CR LF, LF or CR.
fn lines(body: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < body.len() {
        let end = match body[at..] {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        if end > 0 {
            lines.push(&body[start..at]);
            start = at + end;
        }
        at += end.max(1);
    }
    // What follows the last line end is a line only if it holds something.
    if start < body.len() {
        lines.push(&body[start..]);
    }
    lines
}
