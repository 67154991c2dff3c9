//! How a turn will end if nobody cancels it.

use libfx::{ErrorCode, FxError, StopReason, TurnResult, Usage};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fate {
    Done(StopReason),
    Failed {
        code: ErrorCode,
        status: Option<u32>,
        retry_after_ms: Option<u64>,
        /// Whether the request may be sent again.
        temporary: bool,
    },
}

impl Fate {
    pub(crate) fn failed(code: ErrorCode) -> Self {
        Fate::Failed {
            temporary: code == ErrorCode::Transport,
            code,
            status: None,
            retry_after_ms: None,
        }
    }

    /// Whether a turn that used so much has ended like this.
    pub(super) fn is_met(&self, result: &Result<TurnResult, FxError>, used: &Usage) -> bool {
        match (self, result) {
            (Fate::Done(reason), Ok(result)) => {
                result.stop_reason == *reason && result.usage == *used
            }
            (
                Fate::Failed {
                    code,
                    status,
                    retry_after_ms,
                    ..
                },
                Err(error),
            ) => {
                error.code == *code
                    && error.status == *status
                    && error.retry_after_ms == *retry_after_ms
            }
            _ => false,
        }
    }
}
