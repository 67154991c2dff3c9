//! What of a history goes into a request, in terms that every protocol shares.

use std::borrow::Cow;

use super::{AssistantMessage, ResultOutput, Turn, UserPart};
use crate::tagged;

/// What the model is told about a turn that did not reach its end.
const ABORTED: &str = "[The turn above was aborted before it was finished.]";

/// One message of a request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RequestMessage<'a> {
    /// Text parts; never two user messages in a row, since some models insist on taking turns.
    User(Vec<Cow<'a, str>>),
    Assistant(&'a AssistantMessage),
    /// The results of the calls of the assistant message before, in the order of the calls.
    Results(Vec<CallResult<'a>>),
}

/// A result with the id and name of the call at its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CallResult<'a> {
    pub(crate) call_id: &'a str,
    pub(crate) name: &'a str,
    pub(crate) output: Cow<'a, ResultOutput>,
}

pub(super) fn messages(turns: &[Turn], sees_images: bool) -> Vec<RequestMessage<'_>> {
    let mut messages = Vec::new();
    for turn in turns {
        say(&mut messages, texts_of(&turn.user));
        for step in &turn.steps {
            messages.push(RequestMessage::Assistant(&step.reply));
            if !step.results.is_empty() {
                let calls = step.reply.calls().zip(&step.results);
                let results = calls.map(|((call_id, name), output)| CallResult {
                    call_id,
                    name,
                    output: seen(output, sees_images),
                });
                messages.push(RequestMessage::Results(results.collect()));
            }
        }
        if turn.aborted {
            say(&mut messages, [Cow::Borrowed(ABORTED)]);
        }
    }
    messages
}

/// A result as the model can take it: one that does not see images is told that there were some.
fn seen(output: &ResultOutput, sees_images: bool) -> Cow<'_, ResultOutput> {
    match output {
        ResultOutput::Content { text, images } if !sees_images => {
            let kinds: Vec<&str> = images.iter().map(|it| it.mime_type.as_str()).collect();
            let notice = format!(
                "[{} left out, since this model does not take images: {}]",
                if kinds.len() == 1 {
                    "An image was"
                } else {
                    "Images were"
                },
                kinds.join(", ")
            );
            let separator = if text.is_empty() { "" } else { "\n\n" };
            Cow::Owned(ResultOutput::Text(format!("{text}{separator}{notice}")))
        }
        _ => Cow::Borrowed(output),
    }
}

/// Adds to the user message at the end, or begins one.
fn say<'a>(messages: &mut Vec<RequestMessage<'a>>, texts: impl IntoIterator<Item = Cow<'a, str>>) {
    match messages.last_mut() {
        Some(RequestMessage::User(said)) => said.extend(texts),
        _ => messages.push(RequestMessage::User(texts.into_iter().collect())),
    }
}

/// The texts of a prompt. Empty ones are refused by some providers and say nothing, but a prompt is never left out.
fn texts_of(prompt: &[UserPart]) -> Vec<Cow<'_, str>> {
    let mut texts: Vec<_> = prompt.iter().map(text_of).collect();
    texts.retain(|text| !text.is_empty());
    if texts.is_empty() {
        texts.push(Cow::Borrowed(""));
    }
    texts
}

fn text_of(part: &UserPart) -> Cow<'_, str> {
    match part {
        UserPart::Text(text) => Cow::Borrowed(text),
        UserPart::Resource { uri, text } => {
            let attribute = ("uri", uri.as_str());
            Cow::Owned(match text {
                Some(text) => tagged::with_attribute("resource", attribute, text),
                None => tagged::empty("resource", attribute),
            })
        }
    }
}
