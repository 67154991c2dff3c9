//! What must hold of every history, beyond what its shape rules out.

use std::collections::HashSet;

use super::{AssistantPart, Turn};

/// Checks a history.
///
/// # Errors
/// The first place at which it does not hold, e.g. `turns[2].steps[0]: 1 result for 2 calls`.
pub(crate) fn check(turns: &[Turn]) -> Result<(), String> {
    for (at, turn) in turns.iter().enumerate() {
        for (step_at, step) in turn.steps.iter().enumerate() {
            let fault = |what: &str| Err(format!("turns[{at}].steps[{step_at}]: {what}"));
            if step.reply.is_blank() {
                return fault("a reply that says nothing");
            }
            if !step.reply.parts.iter().all(is_named) {
                return fault("a call without an id or a name");
            }
            let calls: Vec<&str> = step.reply.calls().map(|(id, _)| id).collect();
            let results = step.results.len();
            if calls.len() != results {
                return fault(&format!("{results} results for {} calls", calls.len()));
            }
            // Across replies the same id may come again (some models count anew each time); within one it may not.
            if calls.iter().collect::<HashSet<_>>().len() != calls.len() {
                return fault("two calls of one reply have the same id");
            }
            if !provider_results_follow_their_calls(&step.reply.parts) {
                return fault("a provider's result without its call");
            }
        }
    }
    Ok(())
}

fn is_named(part: &AssistantPart) -> bool {
    match part {
        AssistantPart::Text { .. } | AssistantPart::Reasoning { .. } => true,
        AssistantPart::ToolCall { id, name, .. }
        | AssistantPart::ProviderCall { id, name, .. }
        | AssistantPart::ProviderResult { id, name, .. } => !id.is_empty() && !name.is_empty(),
    }
}

fn provider_results_follow_their_calls(parts: &[AssistantPart]) -> bool {
    let mut open = HashSet::new();
    parts.iter().all(|part| match part {
        AssistantPart::ProviderCall { id, .. } => open.insert(id),
        AssistantPart::ProviderResult { id, .. } => open.remove(id),
        _ => true,
    }) && open.is_empty()
}
