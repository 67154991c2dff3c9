//! What a family of seeds does, and how often.

use std::time::Duration;

use crate::random::Random;

/// Chances in percent, unless said otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    /// A request is answered by anything but a whole reply.
    pub(crate) fault: u32,
    /// A reply calls tools.
    pub(crate) calls: u32,
    /// A reply is larger than what may wait unread.
    pub(crate) huge: u32,
    /// A turn's model never stops calling tools.
    pub(crate) endless: u32,
    /// A tool does anything but return a value.
    pub(crate) wayward: u32,
    /// A turn is cancelled, in one of the many ways.
    pub(crate) cancel: u32,
    /// A turn is read slowly, late, or not at all.
    pub(crate) slow: u32,
    /// Somebody else uses the agent while a turn is active.
    pub(crate) meddle: u32,
    /// Between turns: checkpoint, restore, close.
    pub(crate) lifecycle: u32,
    /// The most turns of one application.
    pub(crate) turns: usize,
    /// The longest pause within a body, a tool or a reader.
    pub(crate) pause: Duration,
}

/// What the seeds of one family look at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Streams,
    Tools,
    Cancels,
    Readers,
    Lifecycles,
}

impl Family {
    pub const ALL: [Family; 5] = [
        Family::Streams,
        Family::Tools,
        Family::Cancels,
        Family::Readers,
        Family::Lifecycles,
    ];

    /// The family of a seed; every family has every fifth seed.
    pub fn of(seed: u64) -> Family {
        Family::ALL[(seed % Family::ALL.len() as u64) as usize]
    }

    pub(crate) fn mix(self, random: &mut Random) -> Mix {
        let pause = [0, 50, 5_000, 100_000][random.below(4)];
        let usual = Mix {
            fault: 10,
            calls: 30,
            huge: 0,
            endless: 0,
            wayward: 15,
            cancel: 10,
            slow: 20,
            meddle: 10,
            lifecycle: 15,
            turns: 4,
            pause: Duration::from_millis(pause),
        };
        match self {
            Family::Streams => Mix {
                fault: 45,
                calls: 20,
                ..usual
            },
            Family::Tools => Mix {
                calls: 65,
                endless: 1,
                wayward: 50,
                ..usual
            },
            Family::Cancels => Mix {
                calls: 50,
                cancel: 70,
                huge: 2,
                meddle: 30,
                wayward: 40,
                ..usual
            },
            Family::Readers => Mix {
                huge: 10,
                slow: 70,
                cancel: 25,
                calls: 40,
                turns: 2,
                ..usual
            },
            Family::Lifecycles => Mix {
                lifecycle: 60,
                meddle: 50,
                turns: 6,
                ..usual
            },
        }
    }
}
