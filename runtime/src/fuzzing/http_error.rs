//! Failed answers: one short line, bounded facts, no key.

use std::time::Duration;

use libfx_api::ErrorCode;

use super::secret;
use crate::gateway;

/// 2026-01-01.
const NOW: Duration = Duration::from_secs(1_767_225_600);

pub(super) fn check(answer: &[u8]) {
    let (head, body) = match memchr::memmem::find(answer, b"\n\n") {
        Some(end) => (&answer[..end], &answer[end + 2..]),
        None => (&[][..], answer),
    };
    let head = String::from_utf8_lossy(head);
    let headers: Vec<_> = head
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    for status in [302, 401, 404, 429, 500] {
        let error = gateway::http_error(status, &headers, body, NOW);
        assert_eq!(error.code, ErrorCode::GatewayHttp);
        assert_eq!(error.status, Some(u32::from(status)));
        assert!(error.retry_after_ms.is_none_or(|wait| wait < 1 << 53));
        let facts = [&error.request_id, &error.cause_code];
        assert!(facts.into_iter().flatten().all(|fact| fact.len() <= 256));
        assert!(
            !error.message.contains(char::is_control),
            "{:?}",
            error.message
        );
        secret::check(error, answer);
    }
}
