//! Token counts, as far as they can be believed.

use libfx_api::Usage;
use serde_json::Value;

/// The largest integer that every language of the API holds exactly: 2^53 - 1.
const MAX_COUNT: u64 = (1 << 53) - 1;

/// The counts of a language-model reply: nested objects, or flat numbers as older servers write them.
pub(super) fn from_language_model(usage: &Value) -> Usage {
    let (input, output) = (&usage["inputTokens"], &usage["outputTokens"]);
    let mut counts = Usage::default();
    counts.input_tokens = count(&input["total"]).or_else(|| count(input));
    counts.output_tokens = count(&output["total"]).or_else(|| count(output));
    counts.cache_read_tokens =
        count(&input["cacheRead"]).or_else(|| count(&usage["cachedInputTokens"]));
    counts.cache_write_tokens = count(&input["cacheWrite"]);
    counts.reasoning_tokens =
        count(&output["reasoning"]).or_else(|| count(&usage["reasoningTokens"]));
    counts
}

/// The counts of a chat-completions reply.
pub(super) fn from_chat_completions(usage: &Value) -> Usage {
    let input = &usage["prompt_tokens_details"];
    let mut counts = Usage::default();
    counts.input_tokens = count(&usage["prompt_tokens"]);
    counts.output_tokens = count(&usage["completion_tokens"]);
    counts.cache_read_tokens =
        count(&input["cached_tokens"]).or_else(|| count(&usage["prompt_cache_hit_tokens"]));
    counts.cache_write_tokens = count(&input["cache_write_tokens"])
        .or_else(|| count(&usage["cache_creation_input_tokens"]));
    counts.reasoning_tokens = count(&usage["completion_tokens_details"]["reasoning_tokens"]);
    counts
}

/// Adds what `more` reports to `sum`. A field that neither reports stays absent.
pub(crate) fn add_usage(sum: &mut Usage, more: &Usage) {
    for (sum, more) in [
        (&mut sum.input_tokens, more.input_tokens),
        (&mut sum.output_tokens, more.output_tokens),
        (&mut sum.cache_read_tokens, more.cache_read_tokens),
        (&mut sum.cache_write_tokens, more.cache_write_tokens),
        (&mut sum.reasoning_tokens, more.reasoning_tokens),
    ] {
        if let Some(more) = more {
            *sum = Some(sum.unwrap_or(0).saturating_add(more).min(MAX_COUNT));
        }
    }
}

/// A safe non-negative integer, however it is written (`3`, `3.0`, `3e0`); anything else counts as not reported.
fn count(value: &Value) -> Option<u64> {
    let number = value.as_number()?;
    let whole = number.as_u64().or_else(|| {
        let float = number.as_f64()?;
        (float >= 0.0 && float.fract() == 0.0 && float <= MAX_COUNT as f64).then_some(float as u64)
    })?;
    (whole <= MAX_COUNT).then_some(whole)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn usage(counts: [Option<u64>; 5]) -> Usage {
        let mut usage = Usage::default();
        [
            usage.input_tokens,
            usage.output_tokens,
            usage.cache_read_tokens,
            usage.cache_write_tokens,
            usage.reasoning_tokens,
        ] = counts;
        usage
    }

    #[test]
    fn nested_counts_are_read() {
        let reported = json!({
            "inputTokens": {"total": 10, "noCache": 4, "cacheRead": 6, "cacheWrite": 0},
            "outputTokens": {"total": 5, "text": 2, "reasoning": 3},
        });
        assert_eq!(
            from_language_model(&reported),
            usage([Some(10), Some(5), Some(6), Some(0), Some(3)])
        );
    }

    #[test]
    fn flat_counts_of_older_servers_are_read() {
        let reported = json!({
            "inputTokens": 10, "outputTokens": 1, "totalTokens": 11,
            "cachedInputTokens": 6, "reasoningTokens": 3,
        });
        assert_eq!(
            from_language_model(&reported),
            usage([Some(10), Some(1), Some(6), None, Some(3)])
        );
    }

    #[test]
    fn counts_of_chat_completions_are_read() {
        let reported = json!({
            "prompt_tokens": 754, "completion_tokens": 28, "total_tokens": 782,
            "prompt_tokens_details": {"cached_tokens": 5, "cache_write_tokens": 6},
            "completion_tokens_details": {"reasoning_tokens": 7},
        });
        assert_eq!(
            from_chat_completions(&reported),
            usage([Some(754), Some(28), Some(5), Some(6), Some(7)])
        );
        let deepseek = json!({"prompt_tokens": 6, "prompt_cache_hit_tokens": 2});
        assert_eq!(
            from_chat_completions(&deepseek),
            usage([Some(6), None, Some(2), None, None])
        );
    }

    #[test]
    fn what_is_no_safe_count_is_left_out() {
        let bad = [
            json!(-1),
            json!(1.5),
            json!("3"),
            json!(null),
            json!(true),
            json!([3]),
            json!(9_007_199_254_740_992_u64),
            json!(1e300),
        ];
        for bad in bad {
            let reported = json!({"inputTokens": {"total": bad}, "outputTokens": bad});
            assert_eq!(from_language_model(&reported), Usage::default(), "{bad}");
        }
        for odd in [json!(null), json!(7), json!("x"), json!([1])] {
            assert_eq!(from_language_model(&odd), Usage::default(), "{odd}");
        }
        let good =
            json!({"inputTokens": 3.0, "outputTokens": {"total": 9_007_199_254_740_991_u64}});
        assert_eq!(
            from_language_model(&good),
            usage([Some(3), Some(MAX_COUNT), None, None, None])
        );
    }

    #[test]
    fn sums_hold_each_field_that_was_reported_at_least_once() {
        let mut sum = usage([Some(1), None, None, Some(2), None]);
        add_usage(&mut sum, &usage([Some(10), Some(20), None, None, None]));
        add_usage(&mut sum, &usage([Some(MAX_COUNT), None, None, None, None]));
        assert_eq!(sum, usage([Some(MAX_COUNT), Some(20), None, Some(2), None]));
    }
}
