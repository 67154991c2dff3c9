//! From a prompt's input to the parts of a user message.

use libfx_api::support::{Path, Validate};
use libfx_api::{FxError, PromptBlock, PromptInput};

use crate::conversation::UserPart;

/// Checks the input and turns it into text parts. A string is the same as one text block.
pub(crate) fn parts_of(input: PromptInput) -> Result<Vec<UserPart>, FxError> {
    input.validate(&Path::Root("input"))?;
    match input {
        PromptInput::Text(text) => Ok(vec![UserPart::Text(text)]),
        PromptInput::Blocks(blocks) => Ok(blocks.into_iter().map(part_of).collect()),
    }
}

fn part_of(block: PromptBlock) -> UserPart {
    match block {
        PromptBlock::Text { text } => UserPart::Text(text),
        PromptBlock::Resource { resource } => UserPart::Resource {
            uri: resource.uri,
            text: resource.text,
        },
    }
}
