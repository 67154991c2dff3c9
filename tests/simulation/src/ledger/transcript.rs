//! What the reader of a turn must see, and what has been seen of it.

use libfx::TurnEvent;
use serde_json::Value;

use super::call::Call;
use super::heard::Kind;

/// Everything shown so far, and how much of it has been read. Ends of tool calls have no place of their own: they come in
/// any order after their start.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    shown: Vec<Shown>,
    /// The entry to be read next, and how much of its text has been.
    at: usize,
    offset: usize,
    /// Calls whose start has been read, and not their end.
    open: Vec<Place>,
}

/// A call among those of a turn: the number of its reply, and its own number in there. Ids are no names: models use them
/// again.
pub(crate) type Place = (usize, usize);

#[derive(Debug)]
enum Shown {
    Delta(Kind, String),
    Start(Call, Place),
}

impl Transcript {
    pub(crate) fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    pub(crate) fn delta(&mut self, kind: Kind, text: &str) {
        match self.shown.last_mut() {
            _ if text.is_empty() => {}
            Some(Shown::Delta(of, so_far)) if *of == kind => so_far.push_str(text),
            _ => self.shown.push(Shown::Delta(kind, text.to_owned())),
        }
    }

    pub(crate) fn start(&mut self, call: &Call, place: Place) {
        self.shown.push(Shown::Start(call.clone(), place));
    }

    /// Takes the next event of a reader. At the end of a call, tells which one it was.
    pub(crate) fn read(&mut self, event: &TurnEvent) -> Result<Option<Place>, String> {
        match event {
            TurnEvent::TextDelta { delta } => self.read_delta(Kind::Text, delta)?,
            TurnEvent::ReasoningDelta { delta } => self.read_delta(Kind::Reasoning, delta)?,
            TurnEvent::ToolStart { id, name, input } => self.read_start(id, name, input)?,
            TurnEvent::ToolEnd { id, name, .. } => return self.read_end(id, name).map(Some),
        }
        Ok(None)
    }

    fn read_delta(&mut self, kind: Kind, delta: &str) -> Result<(), String> {
        if delta.is_empty() {
            return Err("an empty delta".to_owned());
        }
        self.step_over_read_text();
        match self.shown.get(self.at) {
            Some(Shown::Delta(of, text))
                if *of == kind && text[self.offset..].starts_with(delta) =>
            {
                self.offset += delta.len();
                Ok(())
            }
            expected => Err(format!(
                "read the {kind:?} {delta:?} where {expected:?} goes on at byte {}",
                self.offset
            )),
        }
    }

    fn read_start(&mut self, id: &str, name: &str, input: &Value) -> Result<(), String> {
        self.step_over_read_text();
        match self.shown.get(self.at) {
            Some(Shown::Start(call, place))
                if call.id == id && call.name == name && call.input == *input =>
            {
                self.at += 1;
                self.open.push(*place);
                Ok(())
            }
            expected => Err(format!(
                "read tool_start of {id:?} {name:?} with {input} where {expected:?} stands"
            )),
        }
    }

    fn read_end(&mut self, id: &str, name: &str) -> Result<Place, String> {
        let open = self.open.iter().position(|place| {
            self.shown.iter().any(|shown| {
                matches!(shown, Shown::Start(call, of) if of == place && call.id == id && call.name == name)
            })
        });
        let open = open.ok_or(format!(
            "tool_end of {id:?}, which has not been started or has ended before"
        ))?;
        Ok(self.open.remove(open))
    }

    fn step_over_read_text(&mut self) {
        if let Some(Shown::Delta(_, text)) = self.shown.get(self.at)
            && self.offset == text.len()
        {
            self.at += 1;
            self.offset = 0;
        }
    }

    pub(crate) fn none_is_open(&self) -> Result<(), String> {
        match self.open.first() {
            None => Ok(()),
            Some(place) => Err(format!(
                "the events ended without tool_end of call {place:?}"
            )),
        }
    }

    pub(crate) fn is_complete(&mut self) -> Result<(), String> {
        self.step_over_read_text();
        match self.shown.get(self.at) {
            None => self.none_is_open(),
            Some(lost) => Err(format!(
                "the events ended before {lost:?}, byte {}",
                self.offset
            )),
        }
    }
}
