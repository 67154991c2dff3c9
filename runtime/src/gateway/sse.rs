//! Server-sent events, parsed as the bytes arrive.
//!
//! The parser works on bytes, never on text: a chunk may end anywhere, inside a character, between CR and LF, inside the
//! byte order mark. Only what a chunk leaves unfinished is kept, and never more than [`MAX_EVENT_BYTES`] of it.

use std::ops::ControlFlow;

use libfx_api::FxError;

/// The largest event that is accepted, and the longest line: more than any model writes in one piece, little enough to
/// hold.
pub(crate) const MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// An incremental parser of one event stream. Of an event only its data matters here: names, ids and comments are
/// skipped.
#[derive(Debug)]
pub(crate) struct SseParser {
    /// The start of a line that the last chunk left unfinished.
    line: Vec<u8>,
    /// The data lines of the event so far, joined with LF.
    data: Vec<u8>,
    has_data: bool,
    /// The last chunk ended a line with CR: an LF that follows belongs to it.
    after_cr: bool,
    first_line: bool,
    seen_field: bool,
    limit: usize,
}

impl Default for SseParser {
    fn default() -> Self {
        SseParser::with_limit(MAX_EVENT_BYTES)
    }
}

impl SseParser {
    pub(crate) fn with_limit(limit: usize) -> Self {
        SseParser {
            line: Vec::new(),
            data: Vec::new(),
            has_data: false,
            after_cr: false,
            first_line: true,
            seen_field: false,
            limit,
        }
    }

    /// Whether anything so far was a line of an event stream. A body without one is something else, e.g. plain JSON.
    pub(crate) fn is_event_stream(&self) -> bool {
        self.seen_field
    }

    /// Takes a chunk and hands the data of every event that it completes to `on`, until `on` breaks off.
    ///
    /// # Errors
    /// A line or an event is larger than the limit; or what `on` returns.
    pub(crate) fn feed(
        &mut self,
        mut chunk: &[u8],
        on: &mut impl FnMut(&[u8]) -> Result<ControlFlow<()>, FxError>,
    ) -> Result<(), FxError> {
        loop {
            if self.after_cr && !chunk.is_empty() {
                self.after_cr = false;
                chunk = chunk.strip_prefix(b"\n").unwrap_or(chunk);
            }
            let Some(end) = memchr::memchr2(b'\n', b'\r', chunk) else {
                return self.keep(chunk);
            };
            let (line, rest) = (&chunk[..end], &chunk[end + 1..]);
            self.after_cr = chunk[end] == b'\r';
            chunk = rest;
            if self.end_line(line, on)?.is_break() {
                return Ok(());
            }
        }
    }

    /// Ends the stream. Some servers leave out the last line end or the last empty line: what stands unfinished is
    /// handed to `on` as if they had not.
    ///
    /// # Errors
    /// As [`SseParser::feed`].
    pub(crate) fn end(
        &mut self,
        on: &mut impl FnMut(&[u8]) -> Result<ControlFlow<()>, FxError>,
    ) -> Result<(), FxError> {
        if !self.line.is_empty() && self.end_line(b"", on)?.is_break() {
            return Ok(());
        }
        self.dispatch(on).map(|_| ())
    }

    fn keep(&mut self, start_of_line: &[u8]) -> Result<(), FxError> {
        if self.line.len() + start_of_line.len() > self.limit {
            return Err(self.too_large());
        }
        self.line.extend_from_slice(start_of_line);
        Ok(())
    }

    /// `rest` ends the line that earlier chunks have begun.
    fn end_line(
        &mut self,
        rest: &[u8],
        on: &mut impl FnMut(&[u8]) -> Result<ControlFlow<()>, FxError>,
    ) -> Result<ControlFlow<()>, FxError> {
        if self.line.is_empty() {
            return self.take_line(rest, on);
        }
        self.keep(rest)?;
        let mut line = std::mem::take(&mut self.line);
        let flow = self.take_line(&line, on);
        line.clear();
        self.line = line;
        flow
    }

    fn take_line(
        &mut self,
        mut line: &[u8],
        on: &mut impl FnMut(&[u8]) -> Result<ControlFlow<()>, FxError>,
    ) -> Result<ControlFlow<()>, FxError> {
        // However a line arrives, it is too long or it is not.
        if line.len() > self.limit {
            return Err(self.too_large());
        }
        if std::mem::take(&mut self.first_line) {
            line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        }
        if line.is_empty() {
            return self.dispatch(on);
        }
        let (name, value) = match memchr::memchr(b':', line) {
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &b""[..]),
        };
        self.seen_field |= matches!(name, b"" | b"data" | b"event" | b"id" | b"retry");
        if name == b"data" {
            self.take_data(value.strip_prefix(b" ").unwrap_or(value))?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn take_data(&mut self, value: &[u8]) -> Result<(), FxError> {
        if self.data.len() + value.len() >= self.limit {
            return Err(self.too_large());
        }
        if std::mem::replace(&mut self.has_data, true) {
            self.data.push(b'\n');
        }
        self.data.extend_from_slice(value);
        Ok(())
    }

    fn dispatch(
        &mut self,
        on: &mut impl FnMut(&[u8]) -> Result<ControlFlow<()>, FxError>,
    ) -> Result<ControlFlow<()>, FxError> {
        if !std::mem::take(&mut self.has_data) {
            return Ok(ControlFlow::Continue(()));
        }
        let flow = on(&self.data);
        self.data.clear();
        flow
    }

    fn too_large(&self) -> FxError {
        FxError::gateway_stream(format!(
            "the reply holds an event of more than {} bytes; prompt again",
            self.limit
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events_of_chunks<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<String> {
        let mut parser = SseParser::default();
        let mut events = Vec::new();
        let mut on = |data: &[u8]| {
            events.push(String::from_utf8(data.to_vec()).expect("whole characters"));
            Ok(ControlFlow::Continue(()))
        };
        for chunk in chunks {
            parser.feed(chunk, &mut on).expect("within limits");
        }
        parser.end(&mut on).expect("within limits");
        events
    }

    fn events(body: &str) -> Vec<String> {
        events_of_chunks([body.as_bytes()])
    }

    #[test]
    fn every_cut_of_a_body_gives_the_same_events() {
        let body = "\u{FEFF}: hello\r\nevent: message\r\ndata: {\"a\":\r\ndata: \"你😀\"}\r\n\r\n\
                    data: two\n\n:ping\ndata:three\rdata\r\rdata: [DONE]\n\n";
        let whole = events(body);
        assert_eq!(whole, ["{\"a\":\n\"你😀\"}", "two", "three\n", "[DONE]"]);
        let bytes = body.as_bytes();
        for first in 0..=bytes.len() {
            for second in first..=bytes.len() {
                let cut = [&bytes[..first], &bytes[first..second], &bytes[second..]];
                assert_eq!(events_of_chunks(cut), whole, "cut at {first} and {second}");
            }
        }
        assert_eq!(events_of_chunks(bytes.chunks(1)), whole, "byte by byte");
    }

    #[test]
    fn a_character_cut_in_two_arrives_whole() {
        let bytes = "data: 😀\n\n".as_bytes();
        for cut in 7..=9 {
            assert_eq!(events_of_chunks([&bytes[..cut], &bytes[cut..]]), ["😀"]);
        }
    }

    #[test]
    fn cr_and_lf_in_two_chunks_are_one_line_end() {
        let chunks: [&[u8]; 2] = [b"data: {\"x\":\r", b"\ndata: 1}\r\n\r\n"];
        assert_eq!(events_of_chunks(chunks), ["{\"x\":\n1}"]);
    }

    #[test]
    fn an_event_is_delivered_as_soon_as_its_empty_line_begins() {
        let mut parser = SseParser::default();
        let mut count = 0;
        let mut on = |_: &[u8]| {
            count += 1;
            Ok(ControlFlow::Continue(()))
        };
        parser.feed(b"data: x\r\n\r", &mut on).unwrap();
        assert_eq!(count, 1, "the LF that follows brings nothing new");
    }

    #[test]
    fn a_byte_order_mark_costs_nothing() {
        assert_eq!(events("\u{FEFF}data: a\n\n"), ["a"]);
        assert_eq!(events("\u{FEFF}event: message\ndata: a\n\n"), ["a"]);
        assert_eq!(
            events("data: \u{FEFF}a\n\n"),
            ["\u{FEFF}a"],
            "only at the start"
        );
    }

    #[test]
    fn comments_are_skipped_everywhere() {
        let body = ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\ndata: a\n: x\ndata: b\n\n: x-cost=0.01\ndata: [DONE]\n\n";
        assert_eq!(events(body), ["a\nb", "[DONE]"]);
    }

    #[test]
    fn an_event_with_empty_data_is_an_event_and_one_without_data_is_none() {
        assert_eq!(events("event: ping\ndata:\n\n"), [""]);
        assert_eq!(events("event: ping\ndata: \n\n"), [""]);
        assert_eq!(events("event: ping\n\n\n\n"), Vec::<String>::new());
    }

    #[test]
    fn only_one_space_after_the_colon_is_framing() {
        assert_eq!(events("data:  a \n\n"), [" a "]);
    }

    #[test]
    fn the_last_event_counts_without_its_empty_line() {
        assert_eq!(events("data: a\n"), ["a"]);
        assert_eq!(events("data: a"), ["a"]);
    }

    #[test]
    fn a_reader_that_breaks_off_gets_nothing_more() {
        let mut parser = SseParser::default();
        let mut seen = 0;
        let mut on = |_: &[u8]| {
            seen += 1;
            Ok(ControlFlow::Break(()))
        };
        parser.feed(b"data: a\n\ndata: b\n\n", &mut on).unwrap();
        assert_eq!(seen, 1);
    }

    #[test]
    fn lines_and_events_are_bounded_whatever_they_hold() {
        let long_line = [&b"data: "[..], &[b'x'; 64]].concat();
        let many_lines = b"data: 0123456789\n".repeat(8);
        let comment = vec![b':'; 80];
        let whole_comment = [&comment[..], b"\n"].concat();
        for body in [&long_line, &many_lines, &comment, &whole_comment] {
            for size in [1, 7, body.len()] {
                let mut parser = SseParser::with_limit(60);
                let mut on = |_: &[u8]| Ok(ControlFlow::Continue(()));
                let fed = body
                    .chunks(size)
                    .try_for_each(|chunk| parser.feed(chunk, &mut on));
                let error = fed.expect_err("too large");
                assert_eq!(
                    error.message,
                    "the reply holds an event of more than 60 bytes; prompt again"
                );
                assert!(parser.line.len() <= 60 && parser.data.len() <= 60);
            }
        }
    }

    #[test]
    fn json_in_place_of_an_event_stream_is_told_apart() {
        let mut parser = SseParser::default();
        let mut on = |_: &[u8]| Ok(ControlFlow::Continue(()));
        parser
            .feed(b"{\"id\": \"x\",\n \"data\": 1}\n", &mut on)
            .unwrap();
        assert!(!parser.is_event_stream());
        parser.feed(b": ping\n", &mut on).unwrap();
        assert!(parser.is_event_stream());
    }
}
