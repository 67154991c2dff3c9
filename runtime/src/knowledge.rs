//! What an agent knows of its model: the catalogue's facts, once they have arrived.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde_json::json;

use crate::agent::{AgentShared, Settings};
use crate::conversation::{Fit, tokens_of_text};
use crate::gateway::ModelFacts;
use crate::models;

/// The part of the context that a reply gets at the most, when the history needs room, too.
const REPLY_SHARE: u64 = 4;

/// Facts about the agent's model. Empty until the catalogue has been read, and for good if it cannot be.
#[derive(Default)]
pub(crate) struct Knowledge {
    asked: AtomicBool,
    facts: OnceLock<ModelFacts>,
}

impl Knowledge {
    /// Reads the catalogue on a task of its own. A failure is a diagnostic and nothing more. With a local endpoint there
    /// is nothing to ask: no request may leave for the public Gateway.
    pub(crate) fn learn(&self, agent: &Arc<AgentShared>) {
        if !agent.settings.endpoint.is_public() || self.asked.swap(true, Ordering::Relaxed) {
            return;
        }
        let this = agent.clone();
        agent.platform.spawn(Box::pin(async move {
            let settings = &this.settings;
            let models =
                models::download(&*settings.transport, &settings.api_key, &*this.platform).await;
            match models.map(|mut models| models.remove(&settings.model)) {
                Ok(Some(facts)) => this.models.note(facts),
                // A model that the catalogue does not know may be private: nothing is assumed of it.
                Ok(None) => {}
                Err(error) => this
                    .diagnostics
                    .report("catalogue.error", || json!({ "error": error.message })),
            }
        }));
    }

    /// What fits into the next request.
    pub(crate) fn fit(&self, settings: &Settings) -> Fit {
        let Some(facts) = self.facts.get() else {
            return Fit::default();
        };
        Fit {
            context_tokens: facts
                .context_window
                .map(|window| room(window, facts, settings)),
            sees_images: facts.sees_images,
        }
    }

    /// The model's context, if the catalogue has told of it.
    #[cfg(feature = "terminal")]
    pub(crate) fn context_window(&self) -> Option<u64> {
        self.facts.get()?.context_window
    }

    fn note(&self, facts: ModelFacts) {
        // Read once, noted once.
        let _ = self.facts.set(facts);
    }
}

/// The tokens that are left for the history beside the instructions, the tools and the reply.
fn room(window: u64, facts: &ModelFacts, settings: &Settings) -> u64 {
    let reply = facts
        .max_output_tokens
        .map_or(window / REPLY_SHARE, |most| most.min(window / REPLY_SHARE));
    let instructions = settings.instructions.as_ref().map_or(0, String::len);
    let tools: usize = settings
        .tools
        .specs()
        .iter()
        .map(|spec| {
            let schema = serde_json::to_string(&spec.input_schema).map_or(0, |text| text.len());
            spec.name.len() + spec.description.len() + schema
        })
        .sum();
    window
        .saturating_sub(reply)
        .saturating_sub(tokens_of_text(instructions + tools))
}
