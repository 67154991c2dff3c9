//! From a [`Reply`] to the bytes of its response and the silences between them.

use std::{collections::VecDeque, time::Duration};

use crate::{
    recorded::Recorded,
    script::{Base64, Cuts, Framing, Item, Newline, Reply},
};

/// One thing to do on the socket.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// One write: a chunk of the body, framed.
    Write(Vec<u8>),
    Wait(Duration),
}

/// The status line and headers; `None` for a reply given as wire bytes.
pub(crate) fn head(reply: &Reply, session_url: &str) -> Option<Vec<u8>> {
    if reply.wire.is_some() {
        return None;
    }
    let mut headers = implied_headers(reply);
    for (name, value) in &reply.headers {
        headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        if let Some(value) = value {
            headers.push((name.clone(), expand(value, session_url)));
        }
    }
    let mut head = format!("HTTP/1.1 {} {}\r\n", reply.status, reason(reply.status));
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    Some(head.into_bytes())
}

fn implied_headers(reply: &Reply) -> Vec<(String, String)> {
    let content_type = match reply {
        Reply { parts: Some(_), .. }
        | Reply {
            recorded: Some(_), ..
        } => "text/event-stream",
        Reply { json: Some(_), .. } => "application/json",
        Reply { text: Some(_), .. } => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    let framing = match reply.framing {
        Framing::Chunked => ("transfer-encoding", "chunked".to_owned()),
        Framing::Length => ("content-length", length(reply).to_string()),
        Framing::Close => ("connection", "close".to_owned()),
    };
    vec![
        ("content-type".to_owned(), content_type.to_owned()),
        (framing.0.to_owned(), framing.1),
    ]
}

fn length(reply: &Reply) -> usize {
    pieces(reply)
        .map(|piece| match piece {
            Piece::Bytes(bytes) => bytes.len(),
            Piece::Wait(_) => 0,
        })
        .sum()
}

fn expand(value: &str, session_url: &str) -> String {
    let value = value.replace("{url}", session_url);
    let Some((before, rest)) = value.split_once("{date") else {
        return value;
    };
    let Some((offset, after)) = rest.split_once('}') else {
        return value;
    };
    let now = std::time::SystemTime::now();
    let seconds: i64 = offset.parse().unwrap_or(0);
    let shift = Duration::from_secs(seconds.unsigned_abs());
    let date = if seconds < 0 {
        now - shift
    } else {
        now + shift
    };
    format!("{before}{}{after}", httpdate::fmt_http_date(date))
}

/// The reason phrases of the codes scripts use; clients ignore them.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        307 => "Temporary Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        404 => "Not Found",
        408 => "Request Timeout",
        425 => "Too Early",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Scripted",
    }
}

/// The body, lazily: a reply of gigabytes needs the memory of one chunk.
pub(crate) fn ops(reply: &Reply) -> impl Iterator<Item = Op> + Send + '_ {
    let chunked = reply.framing == Framing::Chunked && reply.wire.is_none();
    let pause = Duration::from_millis(reply.pause_ms);
    Chunks::new(pieces(reply), reply.cuts.clone()).flat_map(move |piece| match piece {
        Piece::Wait(duration) => [Some(Op::Wait(duration)), None].into_iter().flatten(),
        Piece::Bytes(bytes) => {
            let bytes = if chunked { frame(&bytes) } else { bytes };
            let pause = (!pause.is_zero()).then_some(Op::Wait(pause));
            [Some(Op::Write(bytes)), pause].into_iter().flatten()
        }
    })
}

/// What says that a body under this framing is complete.
pub(crate) fn terminator(reply: &Reply) -> &'static [u8] {
    match reply.framing {
        Framing::Chunked if reply.wire.is_none() => b"0\r\n\r\n",
        _ => b"",
    }
}

fn frame(chunk: &[u8]) -> Vec<u8> {
    let mut framed = format!("{:x}\r\n", chunk.len()).into_bytes();
    framed.extend_from_slice(chunk);
    framed.extend_from_slice(b"\r\n");
    framed
}

enum Piece {
    Bytes(Vec<u8>),
    Wait(Duration),
}

type Pieces<'a> = Box<dyn Iterator<Item = Piece> + Send + 'a>;

fn pieces(reply: &Reply) -> Pieces<'_> {
    match reply {
        Reply { wire: Some(it), .. } | Reply { text: Some(it), .. } => {
            whole(it.clone().into_bytes())
        }
        Reply { json: Some(it), .. } => whole(it.to_string().into_bytes()),
        Reply {
            base64: Some(Base64(it)),
            ..
        }
        | Reply {
            recorded: Some(Recorded(it)),
            ..
        } => whole(it.clone()),
        Reply {
            parts: Some(items), ..
        } => {
            let done = reply
                .done
                .then(|| Piece::Bytes(event(b"[DONE]", reply.newline)));
            Box::new(item_pieces(items, None, reply.newline).chain(done))
        }
        _ => whole(Vec::new()),
    }
}

fn whole(bytes: Vec<u8>) -> Pieces<'static> {
    Box::new(std::iter::once(Piece::Bytes(bytes)))
}

fn item_pieces(items: &[Item], round: Option<u64>, newline: Newline) -> Pieces<'_> {
    Box::new(items.iter().flat_map(move |item| -> Pieces<'_> {
        match item {
            Item::Part(template) => {
                let mut json = Vec::new();
                template.write(round, &mut json);
                whole(event(&json, newline))
            }
            Item::Raw(template) => {
                let mut text = Vec::new();
                template.write(round, &mut text);
                whole(text)
            }
            Item::Bytes(bytes) => whole(bytes.clone()),
            Item::Delay(ms) => Box::new(std::iter::once(Piece::Wait(Duration::from_millis(*ms)))),
            Item::Repeat { times, items } => Box::new(
                (0..*times).flat_map(move |round| item_pieces(items, Some(round), newline)),
            ),
        }
    }))
}

fn event(data: &[u8], newline: Newline) -> Vec<u8> {
    let newline = newline.as_str().as_bytes();
    [b"data: ", data, newline, newline].concat()
}

/// Cuts pieces into chunks. Bytes never pass a wait, and empty chunks are never made: on the wire they would end the
/// body.
struct Chunks<'a> {
    pieces: Pieces<'a>,
    cuts: Cuts,
    held: Vec<u8>,
    /// Offset in the body of the first held byte.
    offset: usize,
    ready: VecDeque<Piece>,
}

impl<'a> Chunks<'a> {
    fn new(pieces: Pieces<'a>, cuts: Cuts) -> Self {
        Self {
            pieces,
            cuts,
            held: Vec::new(),
            offset: 0,
            ready: VecDeque::new(),
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.held.extend_from_slice(bytes);
        let mut start = 0;
        while let Some(length) = self.chunk_length(self.held.len() - start, self.offset) {
            self.emit(self.held[start..start + length].to_vec());
            start += length;
        }
        self.held.drain(..start);
    }

    /// Length of the next chunk, if `available` bytes from `offset` on are enough for it.
    fn chunk_length(&self, available: usize, offset: usize) -> Option<usize> {
        let length = match &self.cuts {
            Cuts::Part => available,
            Cuts::None => return None,
            Cuts::Every(size) => size.get(),
            Cuts::At(offsets) => offsets.iter().find(|cut| **cut > offset)? - offset,
        };
        (length > 0 && length <= available).then_some(length)
    }

    fn flush(&mut self) {
        if !self.held.is_empty() {
            let rest = std::mem::take(&mut self.held);
            self.emit(rest);
        }
    }

    fn emit(&mut self, chunk: Vec<u8>) {
        self.offset += chunk.len();
        self.ready.push_back(Piece::Bytes(chunk));
    }
}

impl Iterator for Chunks<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(piece);
            }
            match self.pieces.next() {
                Some(Piece::Bytes(bytes)) => self.take(&bytes),
                Some(Piece::Wait(duration)) => {
                    self.flush();
                    self.ready.push_back(Piece::Wait(duration));
                }
                None if self.held.is_empty() => return None,
                None => self.flush(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Script;

    fn reply(json: Value) -> Reply {
        let mut script = Script::parse(json!({ "replies": [json] })).expect("a script");
        script.replies.remove(0)
    }

    fn chunks(json: Value) -> Vec<String> {
        ops(&reply(json))
            .map(|op| match op {
                Op::Write(bytes) => String::from_utf8(bytes).expect("text"),
                Op::Wait(duration) => format!("wait {}", duration.as_millis()),
            })
            .collect()
    }

    #[test]
    fn each_part_is_one_event_in_one_chunk() {
        let chunks = chunks(json!({ "parts": [{ "type": "a" }], "framing": "length" }));
        assert_eq!(chunks, ["data: {\"type\":\"a\"}\n\n", "data: [DONE]\n\n"]);
    }

    #[test]
    fn chunked_framing_announces_each_chunk_in_hexadecimal() {
        let chunks = chunks(json!({ "text": "0123456789abcdef!" }));
        assert_eq!(chunks, ["11\r\n0123456789abcdef!\r\n"]);
    }

    #[test]
    fn cuts_at_offsets_fall_inside_and_across_parts() {
        let chunks = chunks(json!({
            "parts": [{ "$raw": "abc" }, { "$raw": "def" }, { "$delayMs": 5 }, { "$raw": "g" }],
            "done": false, "framing": "close", "cuts": { "at": [1, 4] },
        }));
        assert_eq!(chunks, ["a", "bcd", "ef", "wait 5", "g"]);
    }

    #[test]
    fn cuts_after_every_n_bytes_ignore_part_boundaries() {
        let chunks = chunks(json!({
            "parts": [{ "$raw": "abc" }, { "$raw": "defg" }],
            "done": false, "framing": "close", "cuts": { "every": 2 }, "pauseMs": 1,
        }));
        assert_eq!(
            chunks,
            [
                "ab", "wait 1", "cd", "wait 1", "ef", "wait 1", "g", "wait 1"
            ]
        );
    }

    #[test]
    fn without_cuts_all_parts_go_in_one_chunk() {
        let chunks = chunks(json!({
            "parts": [{ "$repeat": 3, "parts": [{ "$raw": "r{i};" }] }],
            "done": false, "framing": "close", "cuts": "none",
        }));
        assert_eq!(chunks, ["r0;r1;r2;"]);
    }

    #[test]
    fn the_announced_length_is_that_of_the_body() {
        let reply = reply(json!({ "json": { "a": 1 }, "framing": "length", "status": 503 }));
        let head = String::from_utf8(head(&reply, "").expect("a head")).expect("text");
        assert_eq!(
            head,
            "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n"
        );
    }

    #[test]
    fn headers_replace_and_remove_the_implied_ones() {
        let reply = reply(json!({
            "text": "", "headers": { "Content-Type": null, "location": "{url}/b", "retry-after": "{date+0}" },
        }));
        let head = String::from_utf8(head(&reply, "http://x").expect("a head")).expect("text");
        assert!(!head.contains("content-type"), "{head}");
        assert!(head.contains("location: http://x/b\r\n"), "{head}");
        assert!(head.contains(" GMT\r\n"), "{head}");
    }
}
