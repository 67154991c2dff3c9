//! Reasoning: shown once, whatever it is called, and kept in the form in which it must go back.

use libfx_api::support::JsonObject;
use libfx_wire::chat_completions_stream::Delta;
use serde_json::Value;

/// The name under which a reasoning part keeps what its server wants back.
pub(super) const PROVIDER: &str = "chatCompletions";

/// Names of plain reasoning text, the more telling first.
const TEXT_FIELDS: [&str; 2] = ["reasoning_content", "reasoning"];

/// Arrays of structured reasoning.
pub(super) const LIST_FIELDS: [&str; 2] = ["reasoning_details", "thinking_blocks"];

/// The reasoning of one reply so far.
#[derive(Debug, Default)]
pub(super) struct ReasoningDraft {
    /// The field that plain text came in.
    field: Option<&'static str>,
    lists: [Vec<Value>; 2],
}

impl ReasoningDraft {
    /// Takes the reasoning of a delta and returns the text to show. Servers that send it twice, under two names or as
    /// text and as details, mean it once.
    pub(super) fn take(&mut self, delta: &mut Delta) -> String {
        let fields = [delta.reasoning_content.take(), delta.reasoning.take()];
        let lists = [delta.reasoning_details.take(), delta.thinking_blocks.take()];
        let mut shown = String::new();
        for (name, value) in TEXT_FIELDS.into_iter().zip(fields) {
            if let Some(Value::String(text)) = value
                && !text.is_empty()
                && shown.is_empty()
            {
                self.field.get_or_insert(name);
                shown = text;
            }
        }
        for (kept, value) in self.lists.iter_mut().zip(lists) {
            let Some(Value::Array(items)) = value else {
                continue;
            };
            let text: String = items.iter().filter_map(text_of).collect();
            if shown.is_empty() {
                shown = text;
            }
            for item in items {
                append(kept, item);
            }
        }
        shown
    }

    /// What must go back, if anything was reasoned.
    pub(super) fn provider(&mut self) -> Option<JsonObject> {
        let mut kept = JsonObject::new();
        if let Some(field) = self.field {
            kept.insert("field".to_owned(), field.into());
        }
        for (name, list) in LIST_FIELDS.into_iter().zip(&mut self.lists) {
            if !list.is_empty() {
                kept.insert(name.to_owned(), Value::Array(std::mem::take(list)));
            }
        }
        (!kept.is_empty()).then(|| JsonObject::from_iter([(PROVIDER.to_owned(), kept.into())]))
    }
}

/// Members in which structured reasoning carries text that streams.
const STREAMED: [&str; 3] = ["text", "summary", "thinking"];

fn text_of(item: &Value) -> Option<&str> {
    STREAMED.iter().find_map(|name| item[*name].as_str())
}

/// Adds an item, or the next piece of the last one: items are streamed like text, a signature comes with the last piece
/// or alone after it.
fn append(list: &mut Vec<Value>, item: Value) {
    if let (Some(Value::Object(last)), Value::Object(piece)) = (list.last_mut(), &item)
        && ["type", "index"]
            .iter()
            .all(|name| last.get(*name) == piece.get(*name))
        && (text_of(&item).is_some() || item["signature"].is_string())
    {
        for (name, value) in piece {
            match (last.get_mut(name), value) {
                (Some(Value::String(text)), Value::String(more))
                    if STREAMED.contains(&name.as_str()) =>
                {
                    text.push_str(more);
                }
                (Some(_), Value::Null) => {}
                (Some(Value::String(known)), Value::String(empty))
                    if empty.is_empty() && !known.is_empty() => {}
                _ => {
                    last.insert(name.clone(), value.clone());
                }
            }
        }
        return;
    }
    list.push(item);
}
