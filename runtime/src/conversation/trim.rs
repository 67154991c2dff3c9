//! Leaving out the oldest turns of a history that no longer fits the model's context.
//!
//! Tokens are estimated, on the high side: counting them needs the model's own tokenizer, and being refused costs more
//! than leaving out one turn too many.

use serde::Serialize;

use super::{AssistantMessage, AssistantPart, ResultOutput, Turn, UserPart};

/// Text takes no more tokens than this many bytes make up, whatever the language.
const BYTES_PER_TOKEN: u64 = 3;

/// What providers count for an image of the usual size.
const TOKENS_PER_IMAGE: u64 = 1_600;

/// Roles and separators.
const TOKENS_PER_MESSAGE: u64 = 8;

/// How many turns at the start must be left out so that the rest takes at most `budget` tokens. The newest turn always
/// stays.
pub(super) fn surplus(turns: &[Turn], budget: u64) -> usize {
    let mut left = budget;
    for (at, turn) in turns.iter().enumerate().rev() {
        let tokens = tokens_of(turn);
        if tokens > left && at + 1 < turns.len() {
            return at + 1;
        }
        left = left.saturating_sub(tokens);
    }
    0
}

/// About how many tokens the turns take.
#[cfg(feature = "terminal")]
pub(super) fn tokens(turns: &[Turn]) -> u64 {
    turns.iter().map(tokens_of).sum()
}

/// About how many tokens a text takes.
pub(crate) fn tokens_of_text(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(BYTES_PER_TOKEN)
}

fn tokens_of(turn: &Turn) -> u64 {
    let user: u64 = turn.user.iter().map(user_tokens).sum();
    let steps: u64 = turn
        .steps
        .iter()
        .map(|step| {
            let results: u64 = step.results.iter().map(result_tokens).sum();
            reply_tokens(&step.reply) + results + 2 * TOKENS_PER_MESSAGE
        })
        .sum();
    user + steps + TOKENS_PER_MESSAGE
}

fn user_tokens(part: &UserPart) -> u64 {
    match part {
        UserPart::Text(text) => tokens_of_text(text.len()),
        UserPart::Resource { uri, text } => {
            tokens_of_text(uri.len() + text.as_ref().map_or(0, String::len)) + TOKENS_PER_MESSAGE
        }
    }
}

fn reply_tokens(reply: &AssistantMessage) -> u64 {
    reply
        .parts
        .iter()
        .map(|part| match part {
            AssistantPart::Text { text, provider }
            | AssistantPart::Reasoning { text, provider } => {
                tokens_of_text(text.len()) + json_tokens(provider)
            }
            AssistantPart::ToolCall { name, input, .. } => {
                tokens_of_text(name.len()) + json_tokens(input)
            }
            AssistantPart::ProviderCall { name, input, .. } => {
                tokens_of_text(name.len()) + json_tokens(input)
            }
            AssistantPart::ProviderResult { output, .. } => json_tokens(output),
        })
        .sum()
}

fn result_tokens(output: &ResultOutput) -> u64 {
    match output {
        ResultOutput::Text(text) | ResultOutput::ErrorText(text) => tokens_of_text(text.len()),
        ResultOutput::Content { text, images } => {
            tokens_of_text(text.len()) + images.len() as u64 * TOKENS_PER_IMAGE
        }
    }
}

/// About how many tokens a value takes as JSON text.
fn json_tokens(value: &impl Serialize) -> u64 {
    serde_json::to_string(value).map_or(0, |text| tokens_of_text(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(bytes: usize) -> Turn {
        Turn {
            user: vec![UserPart::Text("x".repeat(bytes))],
            ..Turn::default()
        }
    }

    #[test]
    fn the_oldest_turns_go_first_and_whole() {
        let turns = [turn(3000), turn(3000), turn(3000)];
        assert_eq!(surplus(&turns, 4000), 0);
        assert_eq!(surplus(&turns, 3023), 1, "three turns take 3024 tokens");
        assert_eq!(surplus(&turns, 2015), 2);
    }

    #[test]
    fn the_newest_turn_stays_whatever_it_takes() {
        assert_eq!(surplus(&[turn(30), turn(9000)], 10), 1);
        assert_eq!(surplus(&[turn(9000)], 10), 0);
        assert_eq!(surplus(&[], 10), 0);
    }
}
