//! Writing events as servers write them.

use crate::random::Random;

/// All that the specification allows, the usual one more often.
const LINE_ENDS: [(u32, &str); 3] = [(2, "\n"), (1, "\r\n"), (1, "\r")];
const SPACES: [(u32, &str); 2] = [(1, " "), (1, "")];

/// How one server frames its events.
pub(crate) struct Style {
    line_end: &'static str,
    space: &'static str,
    names_events: bool,
}

/// The bytes of one event.
pub(crate) struct Frame {
    pub(crate) bytes: Vec<u8>,
    /// How many of them must have arrived for the event to count.
    pub(crate) counts_at: usize,
}

impl Style {
    pub(crate) fn choose(random: &mut Random) -> Self {
        Style {
            line_end: random.weighted(&LINE_ENDS),
            space: random.weighted(&SPACES),
            names_events: random.percent(20),
        }
    }

    pub(crate) fn event(&self, data: &str, random: &mut Random) -> Frame {
        let mut text = String::new();
        if self.names_events {
            text.push_str("event: message");
            text.push_str(self.line_end);
        }
        // A line break where JSON allows one: after its opening brace.
        let lines = match data.strip_prefix('{') {
            Some(rest) if random.percent(5) => vec!["{", rest],
            _ => vec![data],
        };
        for line in lines {
            text.push_str("data:");
            text.push_str(self.space);
            text.push_str(line);
            text.push_str(self.line_end);
        }
        self.ended(text)
    }

    pub(crate) fn comment(&self) -> Frame {
        self.ended(format!(": keep-alive{}", self.line_end))
    }

    /// With the empty line that ends an event; its first byte is enough to know.
    fn ended(&self, mut text: String) -> Frame {
        let counts_at = text.len() + 1;
        text.push_str(self.line_end);
        Frame {
            bytes: text.into_bytes(),
            counts_at,
        }
    }
}
