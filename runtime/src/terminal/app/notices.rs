//! What the user is told: failures with what to do about them, and tables of what is going on.

use libfx_api::{ErrorCode, FxError, StopReason, Usage};

use super::commands::COMMANDS;
use super::message::Failure;

/// What the first screen says.
pub(crate) fn welcome() -> String {
    format!(
        "libfx {}\nType a prompt, or /help for commands and keys.",
        env!("CARGO_PKG_VERSION")
    )
}

/// How a failed turn is explained.
pub(crate) fn failure(failure: &Failure, may_log_in: bool) -> String {
    match failure {
        Failure::NoKey => no_key(may_log_in).to_owned(),
        Failure::Cancelled => "Cancelled.".to_owned(),
        Failure::LoggedOut(text) | Failure::Told(text) => text.clone(),
        Failure::Failed(error) => {
            let id = error.request_id.as_ref();
            let id = id.map(|id| format!(" (request {id})")).unwrap_or_default();
            let advice = advice(error, may_log_in);
            format!("{}{id}. {advice}", sentence(&error.message))
                .trim_end()
                .to_owned()
        }
    }
}

pub(crate) fn no_key(may_log_in: bool) -> &'static str {
    match may_log_in {
        true => "You are not logged in. Log in with /login, then send the prompt again.",
        false => {
            "There is no key for the AI Gateway. Start the program with AI_GATEWAY_API_KEY in its environment."
        }
    }
}

fn advice(error: &FxError, may_log_in: bool) -> String {
    match (error.code, error.status) {
        (ErrorCode::GatewayHttp, Some(401 | 403)) if may_log_in => {
            "Log in anew with /login.".to_owned()
        }
        (ErrorCode::GatewayHttp, Some(401 | 403)) => "Check AI_GATEWAY_API_KEY.".to_owned(),
        (ErrorCode::GatewayHttp, Some(402)) => "Check the credit of your account.".to_owned(),
        (ErrorCode::GatewayHttp, Some(404)) => "Choose another model with /model.".to_owned(),
        (ErrorCode::GatewayHttp, Some(413)) => {
            "Make the conversation smaller with /compact, or begin another with /new.".to_owned()
        }
        (ErrorCode::GatewayHttp, Some(429)) => match error.retry_after_ms {
            Some(wait) => format!("Send it again in {} s.", wait.div_ceil(1000)),
            None => "Send it again in a while.".to_owned(),
        },
        (ErrorCode::GatewayHttp, Some(500..)) => "Send it again in a moment.".to_owned(),
        (ErrorCode::Transport, _) => "Check the connection and send it again.".to_owned(),
        _ => String::new(),
    }
}

/// The message as the beginning of a sentence, without its full stop.
pub(super) fn sentence(message: &str) -> String {
    let message = message.trim_end_matches('.');
    let mut letters = message.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Something failed".to_owned(),
    }
}

/// What is said of a turn that ended before the model was done.
pub(crate) fn stopped(reason: StopReason) -> Option<&'static str> {
    match reason {
        StopReason::EndTurn | StopReason::Cancelled => None,
        StopReason::MaxOutputTokens => Some(
            "The answer is cut: the model has reached its limit of output. Say “go on” to read on.",
        ),
        StopReason::MaxModelTurns => {
            Some("The turn has made as many requests as one may make. Say “go on” to continue.")
        }
        StopReason::Refused => Some("The provider has withheld the answer."),
    }
}

/// The commands and keys.
pub(crate) fn help() -> String {
    let commands: Vec<(String, &str)> = COMMANDS
        .iter()
        .map(|spec| {
            let usage = format!("/{} {}", spec.name, spec.argument);
            (usage.trim_end().to_owned(), spec.help)
        })
        .collect();
    let keys = KEYS.iter().map(|(key, help)| ((*key).to_owned(), *help));
    format!(
        "Commands\n{}\n\nKeys\n{}",
        table(commands),
        table(keys.collect())
    )
}

const KEYS: &[(&str, &str)] = &[
    ("Enter", "Sends the prompt; while a turn runs, queues it"),
    ("Shift+Enter, Ctrl-J", "Begins a new line"),
    ("Esc, Ctrl-C", "Cancels what runs"),
    ("Ctrl-C twice", "Ends the program"),
    ("Ctrl-D", "Deletes; ends the program at an empty prompt"),
    (
        "Delete, Ctrl-D twice",
        "Removes a session from the list of /resume",
    ),
    (
        "Up, Down, Ctrl-R",
        "Earlier prompts; Up takes a queued one back",
    ),
    (
        "PageUp, PageDown, wheel",
        "Scrolls; End at an empty prompt follows again",
    ),
    ("Ctrl-O", "Unfolds tool calls and reasoning"),
    ("Ctrl-L", "Draws the screen anew"),
    ("Tab", "Completes a command"),
];

/// Two columns.
pub(crate) fn table<T: AsRef<str>>(rows: Vec<(String, T)>) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max();
    let width = width.unwrap_or(0);
    let lines: Vec<String> = rows
        .iter()
        .map(|(name, text)| format!("  {name:<width$}  {}", text.as_ref()))
        .collect();
    lines.join("\n")
}

/// The tokens of a session.
pub(crate) fn usage(usage: &Usage, context: Option<(u64, u64)>) -> String {
    let counts = [
        ("Input", usage.input_tokens),
        ("Output", usage.output_tokens),
        ("Read from cache", usage.cache_read_tokens),
        ("Written to cache", usage.cache_write_tokens),
        ("Reasoning", usage.reasoning_tokens),
    ];
    let mut rows: Vec<(String, String)> = counts
        .iter()
        .filter_map(|(name, count)| Some(((*name).to_owned(), grouped((*count)?))))
        .collect();
    if rows.is_empty() {
        return "No tokens have been used in this session yet.".to_owned();
    }
    if let Some((tokens, window)) = context {
        let fill = format!("about {} of {}", grouped(tokens), grouped(window));
        rows.push(("Context".to_owned(), fill));
    }
    format!("Tokens of this session\n{}", table(rows))
}

/// A count with its thousands apart.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// How long ago something was, given both times in milliseconds.
pub(crate) fn ago(then: u64, now: u64) -> String {
    let seconds = now.saturating_sub(then) / 1000;
    match seconds {
        0..60 => "just now".to_owned(),
        60..3_600 => format!("{} min ago", seconds / 60),
        3_600..86_400 => format!("{} h ago", seconds / 3_600),
        _ => format!("{} d ago", seconds / 86_400),
    }
}

/// A count as the status line has room for.
pub(crate) fn short(count: u64) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..10_000 => format!("{}.{}k", count / 1_000, count % 1_000 / 100),
        10_000..1_000_000 => format!("{}k", count / 1_000),
        _ => format!("{}.{}M", count / 1_000_000, count % 1_000_000 / 100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(error: FxError) -> String {
        failure(&Failure::Failed(error), false)
    }

    #[test]
    fn failures_say_what_to_do() {
        let http = |status| FxError::gateway_http("the Gateway answered").with_status(status);
        assert_eq!(
            explained(http(401)),
            "The Gateway answered. Check AI_GATEWAY_API_KEY."
        );
        assert_eq!(
            failure(&Failure::Failed(http(401)), true),
            "The Gateway answered. Log in anew with /login."
        );
        assert_eq!(
            explained(http(429).with_retry_after_ms(1_500).with_request_id("r1")),
            "The Gateway answered (request r1). Send it again in 2 s."
        );
        assert_eq!(
            explained(FxError::gateway_stream("the reply broke off; prompt again")),
            "The reply broke off; prompt again."
        );
    }

    #[test]
    fn help_names_every_command() {
        let help = help();
        for spec in COMMANDS {
            assert!(help.contains(&format!("/{}", spec.name)), "/{}", spec.name);
        }
    }

    #[test]
    fn counts_are_readable_at_any_size() {
        assert_eq!(
            [7, 1_234, 56_789, 2_345_678].map(short),
            ["7", "1.2k", "56k", "2.3M"]
        );
        assert_eq!(
            [7, 1_234, 1_000_000].map(grouped),
            ["7", "1 234", "1 000 000"]
        );
    }
}
