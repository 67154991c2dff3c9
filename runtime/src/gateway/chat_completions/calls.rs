//! Calls, put together from pieces that servers cut and label in different ways.

use libfx_wire::chat_completions_stream::ToolCallDelta;
use serde_json::Value;

use crate::gateway::CallInput;
use crate::gateway::reply::ReplyBuilder;

/// The calls of one reply so far.
#[derive(Debug, Default)]
pub(super) struct CallDrafts {
    drafts: Vec<CallDraft>,
}

#[derive(Debug, Default)]
struct CallDraft {
    index: Option<i64>,
    id: String,
    name: String,
    arguments: String,
}

impl CallDrafts {
    /// Adds a piece to its call. Id and name count once, in whichever piece they come and however often.
    pub(super) fn add(&mut self, piece: ToolCallDelta) {
        let ToolCallDelta {
            function,
            id,
            index,
        } = piece;
        let function = function.unwrap_or_default();
        let id = id.unwrap_or_default();
        let name = function.name.unwrap_or_default();
        let at = self.find(index, &id, &name).unwrap_or_else(|| {
            self.drafts.push(CallDraft {
                index,
                ..CallDraft::default()
            });
            self.drafts.len() - 1
        });
        let draft = &mut self.drafts[at];
        if draft.id.is_empty() {
            draft.id = id;
        }
        if draft.name.is_empty() {
            draft.name = name;
        }
        match function.arguments {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => draft.arguments.push_str(&text),
            Some(value) => draft.arguments.push_str(&value.to_string()),
        }
    }

    /// The call that a piece belongs to, or `None` if it begins a new one.
    fn find(&self, index: Option<i64>, id: &str, name: &str) -> Option<usize> {
        let other_id = |draft: &CallDraft| !id.is_empty() && !draft.id.is_empty() && draft.id != id;
        match index {
            // Some servers give every call the same index: then the id tells them apart.
            Some(_) => {
                let at = self.drafts.iter().rposition(|draft| draft.index == index)?;
                (!other_id(&self.drafts[at])).then_some(at)
            }
            None if !id.is_empty() => {
                let known = self.drafts.iter().rposition(|draft| draft.id == id);
                known.or_else(|| self.last_if(|last| last.id.is_empty()))
            }
            None => self.last_if(|last| name.is_empty() || last.name.is_empty()),
        }
    }

    fn last_if(&self, accepts: impl Fn(&CallDraft) -> bool) -> Option<usize> {
        let at = self.drafts.len().checked_sub(1)?;
        accepts(&self.drafts[at]).then_some(at)
    }

    /// The stream has ended, and with it every call: whether its arguments happen to parse says nothing about that.
    pub(super) fn finish(&mut self, reply: &mut ReplyBuilder) {
        for draft in self.drafts.drain(..) {
            let input = CallInput::from_text(&draft.arguments);
            reply.add_call(draft.id, draft.name, input, None);
        }
    }
}
