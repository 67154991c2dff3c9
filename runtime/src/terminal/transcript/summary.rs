//! The input of a tool: in one line, and in whole.

use serde_json::Value;

use crate::terminal::text;

/// The members that say most about a call, the most telling first.
const TELLING: [&str; 16] = [
    "command",
    "cmd",
    "path",
    "file_path",
    "filePath",
    "filename",
    "file",
    "url",
    "query",
    "pattern",
    "prompt",
    "question",
    "name",
    "title",
    "id",
    "text",
];

/// The longest summary in bytes; no window shows more in a line.
const MAX_SUMMARY: usize = 500;

/// What a call is about, in one line.
pub(super) fn summary(input: &Value) -> String {
    let telling = |members: &serde_json::Map<String, Value>| match members.len() {
        1 => members.values().next().map(brief),
        _ => TELLING
            .iter()
            .find_map(|name| Some(members.get(*name)?.as_str()?.to_owned())),
    };
    let summary = match input {
        Value::Object(members) => telling(members).unwrap_or_else(|| all_members(members)),
        other => brief(other),
    };
    one_line(&summary)
}

/// The input with a line for each member, and texts as they are. Only what a summary leaves out is worth a look.
pub(super) fn details(input: &Value) -> String {
    let Value::Object(members) = input else {
        return match input {
            Value::Null => String::new(),
            other => brief(other),
        };
    };
    let mut details = String::new();
    for (name, value) in members {
        match value {
            Value::String(text) if text.contains('\n') => {
                details.push_str(&format!("{name}:\n"));
                for line in text.lines() {
                    details.push_str(&format!("  {line}\n"));
                }
            }
            value => details.push_str(&format!("{name}: {}\n", brief(value))),
        }
    }
    details
}

fn all_members(members: &serde_json::Map<String, Value>) -> String {
    let mut all = String::new();
    for (name, value) in members {
        if all.len() > MAX_SUMMARY {
            break;
        }
        if !all.is_empty() {
            all.push_str(", ");
        }
        all.push_str(&format!("{name}: {}", brief(value)));
    }
    all
}

fn brief(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The first line that says something, and `…` for more of them.
fn one_line(content: &str) -> String {
    let mut lines = content
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let end = first.floor_char_boundary(MAX_SUMMARY);
    let words: Vec<&str> = first[..end].split_whitespace().collect();
    let line = text::printable(&words.join(" ")).into_owned();
    match end < first.len() || lines.next().is_some() {
        true => format!("{line} …"),
        false => line,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_most_telling_member_is_the_summary() {
        assert_eq!(
            summary(&json!({"action": "exec", "command": "cargo test"})),
            "cargo test"
        );
        assert_eq!(
            summary(&json!({"limit": 3, "path": "src/lib.rs"})),
            "src/lib.rs"
        );
        assert_eq!(summary(&json!({"city": "Berlin"})), "Berlin");
    }

    #[test]
    fn otherwise_all_members_are() {
        assert_eq!(summary(&json!({"a": 1, "b": [2, 3]})), "a: 1, b: [2,3]");
        assert_eq!(summary(&json!({})), "");
        assert_eq!(summary(&json!("text")), "text");
    }

    #[test]
    fn a_summary_is_one_line() {
        assert_eq!(summary(&json!({"command": "\n  cd  src\nls"})), "cd src …");
        assert_eq!(summary(&json!({"command": "a\u{1b}[31m"})), "a␛[31m");
        let long = summary(&json!({"command": "é".repeat(1_000_000)}));
        assert!(long.len() < MAX_SUMMARY + 10, "{} bytes", long.len());
    }

    #[test]
    fn details_show_texts_as_they_are() {
        let input = json!({"path": "a.rs", "content": "fn main() {\n}", "mode": 420});
        assert_eq!(
            details(&input),
            "path: a.rs\ncontent:\n  fn main() {\n  }\nmode: 420\n"
        );
        assert_eq!(details(&json!(null)), "");
    }
}
