//! A reply, put together from the parts of its stream: what every protocol's decoder writes into.

use libfx_api::Usage;
use libfx_api::support::JsonObject;
use serde_json::Value;

use super::{CallInput, ReplyPart};
use crate::conversation::{AssistantMessage, AssistantPart};

/// One reply of the model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reply {
    /// What goes into the history.
    pub(crate) message: AssistantMessage,
    /// The calls to run, in the order in which they stand in the message.
    pub(crate) tool_calls: Vec<ToolCall>,
    pub(crate) finish: FinishReason,
    pub(crate) usage: Usage,
    pub(crate) meta: ReplyMeta,
}

/// A call of one of the application's tools.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ToolCall {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) input: CallInput,
}

/// Why the model stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FinishReason {
    Stop,
    Length,
    ContentFilter,
    ToolCalls,
    Error,
    Other,
}

/// Who answered, for diagnostics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReplyMeta {
    pub(crate) generation_id: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) provider: Option<String>,
}

impl FinishReason {
    /// From the words that protocols use.
    pub(super) fn from_word(word: &str) -> Self {
        match word {
            "stop" => FinishReason::Stop,
            "length" => FinishReason::Length,
            "content-filter" | "content_filter" => FinishReason::ContentFilter,
            "tool-calls" | "tool_calls" => FinishReason::ToolCalls,
            "error" => FinishReason::Error,
            _ => FinishReason::Other,
        }
    }

    /// Whether a reply that ends so may be incomplete: none of its calls may run.
    fn cuts_off(self) -> bool {
        match self {
            FinishReason::Length | FinishReason::ContentFilter | FinishReason::Error => true,
            FinishReason::Stop | FinishReason::ToolCalls | FinishReason::Other => false,
        }
    }
}

/// The two kinds of text that a model streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    Text,
    Reasoning,
}

/// A reply in the making.
#[derive(Debug, Default)]
pub(super) struct ReplyBuilder {
    drafts: Vec<Draft>,
    /// Inputs that are being streamed, until their call is complete.
    inputs: Vec<InputDraft>,
    finish: Option<FinishReason>,
    pub(super) usage: Usage,
    pub(super) meta: ReplyMeta,
}

#[derive(Debug)]
enum Draft {
    Block(Block),
    Call {
        call: ToolCall,
        provider: JsonObject,
    },
    /// A part that is complete as it came: calls of the provider and their results.
    Whole(AssistantPart),
}

#[derive(Debug)]
struct Block {
    kind: BlockKind,
    /// Deltas find their block by it.
    id: String,
    open: bool,
    text: String,
    provider: JsonObject,
}

#[derive(Debug)]
struct InputDraft {
    id: String,
    name: String,
    text: String,
    of_provider: bool,
    provider: JsonObject,
}

impl ReplyBuilder {
    pub(super) fn open_block(&mut self, kind: BlockKind, id: String, provider: Option<JsonObject>) {
        self.drafts.push(Draft::Block(Block {
            kind,
            id,
            open: true,
            text: String::new(),
            provider: provider.unwrap_or_default(),
        }));
    }

    /// Adds to an open block, or opens it: some servers send deltas only. What a delta carries for the provider (a
    /// signature) takes the place of what came before.
    pub(super) fn extend_block(
        &mut self,
        kind: BlockKind,
        id: &str,
        delta: String,
        provider: Option<JsonObject>,
        on: &mut impl FnMut(ReplyPart),
    ) {
        if self.block(kind, id).is_none() {
            self.open_block(kind, id.to_owned(), None);
        }
        let block = self.block(kind, id).expect("opened if it was not");
        block.text.push_str(&delta);
        if let Some(provider) = provider {
            block.provider = provider;
        }
        if !delta.is_empty() {
            on(match kind {
                BlockKind::Text => ReplyPart::TextDelta(delta),
                BlockKind::Reasoning => ReplyPart::ReasoningDelta(delta),
            });
        }
    }

    pub(super) fn close_block(&mut self, kind: BlockKind, id: &str, provider: Option<JsonObject>) {
        if let Some(block) = self.block(kind, id) {
            block.open = false;
            if let Some(provider) = provider {
                block.provider = provider;
            }
        }
    }

    fn block(&mut self, kind: BlockKind, id: &str) -> Option<&mut Block> {
        // Nearly always the last one.
        self.drafts.iter_mut().rev().find_map(|draft| match draft {
            Draft::Block(block) if block.open && block.kind == kind && block.id == id => {
                Some(block)
            }
            _ => None,
        })
    }

    pub(super) fn open_input(
        &mut self,
        id: String,
        name: String,
        of_provider: bool,
        provider: Option<JsonObject>,
    ) {
        self.inputs.push(InputDraft {
            id,
            name,
            text: String::new(),
            of_provider,
            provider: provider.unwrap_or_default(),
        });
    }

    pub(super) fn extend_input(&mut self, id: &str, delta: &str) {
        if let Some(input) = self.inputs.iter_mut().rev().find(|input| input.id == id) {
            input.text.push_str(delta);
        }
    }

    /// A call is complete. One that was sent twice is meant once.
    pub(super) fn add_call(
        &mut self,
        id: String,
        name: String,
        input: CallInput,
        provider: Option<JsonObject>,
    ) {
        let streamed = self.take_input(&id);
        let provider = provider
            .or_else(|| Some(streamed?.provider))
            .unwrap_or_default();
        let sent_before = |call: &ToolCall| {
            !id.is_empty() && call.id == id && call.name == name && call.input == input
        };
        // Without a name there is nothing to run and nothing that could be sent back.
        if name.is_empty() || self.calls().any(sent_before) {
            return;
        }
        let id = self.unused_id(id);
        let call = ToolCall { id, name, input };
        self.drafts.push(Draft::Call { call, provider });
    }

    /// A call is complete that the provider runs itself. One that was sent twice is meant once.
    pub(super) fn add_provider_call(
        &mut self,
        id: String,
        name: String,
        input: CallInput,
        provider: Option<JsonObject>,
    ) {
        self.take_input(&id);
        let is_nameless = id.is_empty() || name.is_empty();
        if is_nameless || self.provider_call_name(&id).is_some() {
            return;
        }
        self.drafts.push(Draft::Whole(AssistantPart::ProviderCall {
            id,
            name,
            input: input.to_json(),
            provider: provider.unwrap_or_default(),
        }));
    }

    /// What a call returned that the provider ran. A later result of the same call takes the place of an earlier one.
    pub(super) fn add_provider_result(
        &mut self,
        id: String,
        name: Option<String>,
        output: Value,
        failed: bool,
        provider: Option<JsonObject>,
    ) {
        let Some(called) = self.provider_call_name(&id) else {
            return;
        };
        let result = AssistantPart::ProviderResult {
            name: name.filter(|name| !name.is_empty()).unwrap_or(called),
            id: id.clone(),
            output,
            failed,
            provider: provider.unwrap_or_default(),
        };
        let earlier = self.drafts.iter_mut().find(|draft| {
            matches!(draft, Draft::Whole(AssistantPart::ProviderResult { id: known, .. }) if *known == id)
        });
        match earlier {
            Some(draft) => *draft = Draft::Whole(result),
            None => self.drafts.push(Draft::Whole(result)),
        }
    }

    /// The reply is complete. Inputs that were streamed but never followed by their call count as calls: the model wrote
    /// them, and dropping them in silence would end the turn as if it had not.
    pub(super) fn finish(&mut self, finish: FinishReason) {
        for input in std::mem::take(&mut self.inputs) {
            if !input.of_provider {
                let written = CallInput::from_text(&input.text);
                self.add_call(input.id, input.name, written, Some(input.provider));
            }
        }
        self.finish = Some(finish);
    }

    pub(super) fn is_finished(&self) -> bool {
        self.finish.is_some()
    }

    pub(super) fn into_reply(self) -> Reply {
        let complete = self.finish.is_some_and(|finish| !finish.cuts_off());
        let answered = self.answered_provider_calls();
        let mut reply = Reply {
            message: AssistantMessage::default(),
            tool_calls: Vec::new(),
            finish: self.finish.unwrap_or(FinishReason::Other),
            usage: self.usage,
            meta: self.meta,
        };
        for draft in self.drafts {
            match draft {
                Draft::Block(block) => reply.message.parts.extend(block.into_part()),
                Draft::Call { call, provider } if complete => {
                    reply.message.parts.push(AssistantPart::ToolCall {
                        id: call.id.clone(),
                        name: call.name.clone(),
                        input: call.input.to_object(),
                        provider,
                    });
                    reply.tool_calls.push(call);
                }
                Draft::Call { .. } => {}
                Draft::Whole(part) => match &part {
                    AssistantPart::ProviderCall { id, .. } if !answered.contains(id) => {}
                    _ => reply.message.parts.push(part),
                },
            }
        }
        reply
    }

    fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.drafts.iter().filter_map(|draft| match draft {
            Draft::Call { call, .. } => Some(call),
            _ => None,
        })
    }

    /// `id`, unless it is missing or taken: then one like it. Within one reply, ids must tell calls apart.
    fn unused_id(&self, id: String) -> String {
        let taken = |id: &str| self.calls().any(|call| call.id == id);
        if !id.is_empty() && !taken(&id) {
            return id;
        }
        let base = if id.is_empty() { "call" } else { &id };
        (self.calls().count() + 1..)
            .map(|number| format!("{base}_{number}"))
            .find(|candidate| !taken(candidate))
            .expect("there are more numbers than calls")
    }

    fn take_input(&mut self, id: &str) -> Option<InputDraft> {
        let at = self.inputs.iter().position(|input| input.id == id)?;
        Some(self.inputs.remove(at))
    }

    fn provider_call_name(&self, wanted: &str) -> Option<String> {
        self.drafts.iter().find_map(|draft| match draft {
            Draft::Whole(AssistantPart::ProviderCall { id, name, .. }) if id == wanted => {
                Some(name.clone())
            }
            _ => None,
        })
    }

    fn answered_provider_calls(&self) -> Vec<String> {
        self.drafts
            .iter()
            .filter_map(|draft| match draft {
                Draft::Whole(AssistantPart::ProviderResult { id, .. }) => Some(id.clone()),
                _ => None,
            })
            .collect()
    }
}

impl Block {
    /// A block without text counts only if the provider wants something back with it: reasoning that is encrypted.
    fn into_part(self) -> Option<AssistantPart> {
        let Block {
            kind,
            text,
            provider,
            ..
        } = self;
        match kind {
            BlockKind::Text if text.is_empty() => None,
            BlockKind::Text => Some(AssistantPart::Text { text, provider }),
            BlockKind::Reasoning if text.is_empty() && provider.is_empty() => None,
            BlockKind::Reasoning => Some(AssistantPart::Reasoning { text, provider }),
        }
    }
}
