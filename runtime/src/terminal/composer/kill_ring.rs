//! What was killed: text that can be yanked back, the latest first.

/// More than these are forgotten.
const MAX_ENTRIES: usize = 60;

/// Where killed text lay, seen from the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

#[derive(Debug, Default)]
pub(super) struct KillRing {
    /// The latest last.
    entries: Vec<String>,
    /// How far yanking has gone back from the latest.
    turned: usize,
}

impl KillRing {
    /// Adds an entry, or adds to the latest if the last action was a kill too.
    pub(super) fn kill(&mut self, text: &str, side: Side, again: bool) {
        self.turned = 0;
        match self.entries.last_mut() {
            Some(latest) if again => match side {
                Side::Before => latest.insert_str(0, text),
                Side::After => latest.push_str(text),
            },
            _ => self.entries.push(text.to_owned()),
        }
        let surplus = self.entries.len().saturating_sub(MAX_ENTRIES);
        self.entries.drain(..surplus);
    }

    /// The entry to yank.
    pub(super) fn yank(&self) -> Option<&str> {
        let at = self.entries.len().checked_sub(self.turned + 1)?;
        Some(&self.entries[at])
    }

    /// The entry before the one yanked last; after the oldest comes the latest.
    pub(super) fn turn(&mut self) -> Option<&str> {
        self.turned = (self.turned + 1) % self.entries.len().max(1);
        self.yank()
    }
}
