//! One request and its answer, as far as time and order are concerned.

use std::time::Duration;

use libfx::limits;

use super::TurnId;

/// How long after its end a finished reply's body may still be read.
const LEFT_OVER: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) turn: TurnId,
    pub(crate) state: State,
    /// Until when it may stay as it is; `None` while the runtime is busy with what it got.
    pub(crate) deadline: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Waits for the headers, or for the rest of an answer.
    Open,
    /// The reply's last event has been delivered, and nothing was asked for since.
    Finished,
    /// The runtime has gone on; what follows is left over.
    LeftOver,
    /// Nothing of it is alive, or it has failed.
    Over,
}

impl Exchange {
    pub(crate) fn new(turn: TurnId, now: Duration) -> Self {
        Exchange {
            turn,
            state: State::Open,
            deadline: Some(now + idle_limit()),
        }
    }

    /// The runtime asks for the next bytes. Returns whether it thereby leaves a finished reply behind.
    pub(crate) fn is_polled(&mut self, now: Duration) -> bool {
        match self.state {
            State::Finished => {
                self.state = State::LeftOver;
                self.deadline = Some(now + LEFT_OVER);
                true
            }
            State::Open => {
                self.deadline.get_or_insert(now + idle_limit());
                false
            }
            State::LeftOver | State::Over => false,
        }
    }

    /// The model was heard: the limit begins anew once the runtime asks for more.
    pub(crate) fn is_heard(&mut self) {
        if self.state == State::Open {
            self.deadline = None;
        }
    }

    /// Checks that it need not have come to its end before `until`.
    pub(crate) fn may_stay(&self, until: Duration, turn_cancelled: bool) -> Result<(), String> {
        match self.state {
            State::Over => Ok(()),
            State::Open if turn_cancelled => {
                Err("the request of a cancelled turn was not aborted".to_owned())
            }
            _ if self.deadline.is_some_and(|deadline| until > deadline) => Err(format!(
                "{:?} at {until:?}, which had to end before {:?}",
                self.state, self.deadline
            )),
            _ => Ok(()),
        }
    }
}

fn idle_limit() -> Duration {
    Duration::from_millis(limits::IDLE_TIMEOUT_MS)
}
