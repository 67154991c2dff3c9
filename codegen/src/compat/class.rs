//! How much a change asks of programs, and which way what it concerns travels.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::Direction;

/// What a change is to programs that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// They cannot tell.
    Patch,
    /// They go on as before; new ones can do more.
    Minor,
    /// Some of them break.
    Major,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Patch => "patch",
            Class::Minor => "minor",
            Class::Major => "major",
        })
    }
}

/// Which way values travel, seen from the runtime. What no function or interface mentions counts as both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Flow {
    /// Applications hand it over; host interfaces are implemented by them.
    In,
    /// Applications receive it.
    Out,
    Both,
}

impl From<Direction> for Flow {
    fn from(direction: Direction) -> Self {
        match (direction.input, direction.output) {
            (true, false) => Flow::In,
            (false, true) => Flow::Out,
            _ => Flow::Both,
        }
    }
}

impl Flow {
    /// That of what is passed the other way, such as the parameters of a callback.
    pub(super) fn turned(self) -> Self {
        match self {
            Flow::In => Flow::Out,
            Flow::Out => Flow::In,
            Flow::Both => Flow::Both,
        }
    }

    pub(super) fn is_in(self) -> bool {
        self != Flow::Out
    }

    /// What it is to admit fewer values, and why.
    pub(super) fn narrower(self) -> (Class, &'static str) {
        match self {
            Flow::Out => (
                Class::Minor,
                "what programs receive stays within what they know",
            ),
            Flow::In | Flow::Both => (
                Class::Major,
                "what was accepted from applications no longer is",
            ),
        }
    }

    /// What it is to admit more values, and why.
    pub(super) fn wider(self) -> (Class, &'static str) {
        match self {
            Flow::In => (
                Class::Minor,
                "all that was accepted from applications still is",
            ),
            Flow::Out | Flow::Both => (Class::Major, "programs meet what they do not expect"),
        }
    }
}
