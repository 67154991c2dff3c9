//! What was changed, so that it can be changed back: a word as it was typed, a run of deletions, or one whole change.

/// Beyond this many bytes, the oldest changes can no longer be undone.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A change.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) at: usize,
    pub(super) removed: String,
    pub(super) inserted: String,
    /// Where the cursor was before.
    pub(super) cursor: usize,
}

/// What a change is, and so which ones are undone together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Typing,
    /// A single character to the left or right.
    Deleting,
    Whole,
}

#[derive(Debug, Default)]
pub(super) struct Undo {
    done: Vec<Edit>,
    undone: Vec<Edit>,
    /// What the last change was, if another may join it.
    open: Option<Kind>,
}

impl Undo {
    /// Remembers a change. What was undone before cannot be redone any more.
    pub(super) fn record(&mut self, edit: Edit, kind: Kind) {
        self.undone.clear();
        let joins = self.open == Some(kind);
        self.open = Some(kind);
        match self.done.last_mut() {
            Some(last) if joins => {
                if let Some(edit) = last.join(edit, kind) {
                    self.done.push(edit);
                }
            }
            _ => self.done.push(edit),
        }
        self.forget_oldest();
    }

    /// Has the next change stand on its own.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    /// The change to be reverted.
    pub(super) fn undo(&mut self) -> Option<&Edit> {
        self.close();
        self.undone.push(self.done.pop()?);
        self.undone.last()
    }

    /// The change to be made again.
    pub(super) fn redo(&mut self) -> Option<&Edit> {
        self.close();
        self.done.push(self.undone.pop()?);
        self.done.last()
    }

    fn forget_oldest(&mut self) {
        let mut bytes = 0;
        let kept = self.done.iter().rev().take_while(|edit| {
            bytes += edit.removed.len() + edit.inserted.len() + size_of::<Edit>();
            bytes <= MAX_BYTES
        });
        // The last change can be undone however large it is.
        let kept = kept.count().max(1);
        self.done.drain(..self.done.len() - kept);
    }
}

impl Edit {
    /// Makes one of this change and the next, or hands that back.
    fn join(&mut self, next: Edit, kind: Kind) -> Option<Edit> {
        let begins_word = self.inserted.ends_with(char::is_whitespace)
            && !next.inserted.starts_with(char::is_whitespace);
        match kind {
            Kind::Typing if next.at == self.at + self.inserted.len() && !begins_word => {
                self.inserted.push_str(&next.inserted);
            }
            Kind::Deleting if next.at + next.removed.len() == self.at => {
                self.at = next.at;
                self.removed.insert_str(0, &next.removed);
            }
            Kind::Deleting if next.at == self.at => self.removed.push_str(&next.removed),
            _ => return Some(next),
        }
        None
    }
}
