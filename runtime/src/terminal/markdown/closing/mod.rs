//! What a growing text has begun and not ended yet, ended for the parser: `**bold` is bold before its end has arrived,
//! and half a mark is not shown as text that turns into something else a moment later.

mod last_block;
mod marks;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use last_block::LastBlock;

/// The text as it may be shown now.
pub(super) fn close(text: &str) -> Cow<'_, str> {
    let block = LastBlock::of(text);
    let shown = &text[..block.shown(text)];
    if !block.is_prose() || shown.len() <= block.start {
        return Cow::Borrowed(shown);
    }
    let paragraph = shown[block.start..].trim_end();
    let ending = marks::ending(paragraph);
    if ending.closers.is_empty() && ending.kept == paragraph.len() {
        return Cow::Borrowed(shown);
    }
    let kept = &shown[..block.start + ending.kept];
    Cow::Owned(format!("{kept}{}", ending.closers))
}
