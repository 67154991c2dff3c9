//! When a failed request is sent again, and how long to wait before.

use std::time::Duration;

use libfx_api::limits::{MAX_REQUEST_ATTEMPTS, MAX_RETRY_AFTER_MS, RETRY_BASE_MS, RETRY_CAP_MS};
use libfx_api::{ErrorCode, FxError};

/// Answers that say "not now".
const RETRIED: [u32; 7] = [408, 425, 429, 500, 502, 503, 504];

/// The wait before the attempt after `attempt` (counted from 1), or `None` if the failure is final.
///
/// `random` chooses within the upper half of the backoff, so that clients that failed together do not return together.
pub(super) fn delay(attempt: u32, failure: &FxError, random: u64) -> Option<Duration> {
    if u64::from(attempt) >= MAX_REQUEST_ATTEMPTS || !is_temporary(failure) {
        return None;
    }
    let asked = failure.retry_after_ms.unwrap_or(0);
    if asked > MAX_RETRY_AFTER_MS {
        return None;
    }
    let full = (RETRY_BASE_MS << (attempt - 1).min(16)).min(RETRY_CAP_MS);
    let backoff = full / 2 + random % (full / 2 + 1);
    Some(Duration::from_millis(backoff.max(asked)))
}

fn is_temporary(failure: &FxError) -> bool {
    match failure.code {
        ErrorCode::Transport => true,
        ErrorCode::GatewayHttp => failure
            .status
            .is_some_and(|status| RETRIED.contains(&status)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn http(status: u32, retry_after_ms: Option<u64>) -> FxError {
        let mut error = FxError::gateway_http("no");
        error.status = Some(status);
        error.retry_after_ms = retry_after_ms;
        error
    }

    #[test]
    fn the_wait_doubles_up_to_its_cap_and_stays_in_the_upper_half() {
        for (attempt, full) in [(1, 250), (2, 500), (3, 1000)] {
            for random in [0, 7, u64::MAX] {
                let wait = delay(attempt, &http(503, None), random)
                    .unwrap()
                    .as_millis();
                assert!((full / 2..=full).contains(&wait), "{attempt}: {wait}");
            }
        }
        assert_eq!(delay(4, &http(503, None), 0), None, "four attempts in all");
    }

    #[test]
    fn retry_after_is_never_undercut_and_not_waited_for_beyond_a_minute() {
        let wait = |ms| delay(1, &http(429, Some(ms)), 0);
        assert_eq!(wait(3_000), Some(Duration::from_secs(3)));
        assert_eq!(wait(60_000), Some(Duration::from_secs(60)));
        assert_eq!(wait(60_001), None);
    }

    #[test]
    fn only_temporary_failures_are_retried() {
        for status in RETRIED {
            assert!(delay(1, &http(status, None), 0).is_some(), "{status}");
        }
        for status in [301, 400, 401, 403, 404, 422, 501] {
            assert_eq!(delay(1, &http(status, None), 0), None, "{status}");
        }
        assert!(delay(1, &FxError::transport("refused"), 0).is_some());
        assert_eq!(delay(1, &FxError::gateway_stream("cut"), 0), None);
    }
}
