//! Skill files: the same skill whatever the line ends, instructions that are the end of the file, and nothing read that
//! cannot be written.

use libfx::ErrorCode;
use libfx::skills::{SkillFile, parse_skill};
use serde_json::json;

const PATH: &str = "skills/SKILL.md";
const MARK: char = '\u{FEFF}';

pub(crate) fn check(text: &str) {
    let read = parse_skill(PATH, text);
    if !text.starts_with(MARK) {
        assert_eq!(parse_skill(PATH, &format!("{MARK}{text}")), read, "marked");
    }
    let file = match read {
        Ok(file) => file,
        Err(error) => {
            assert_eq!(error.code, ErrorCode::SkillInvalid);
            assert!(error.message.starts_with(PATH), "{error}");
            assert!(error.message.len() < 200, "{error}");
            return;
        }
    };
    for value in [Some(&file.name), file.description.as_ref()]
        .into_iter()
        .flatten()
    {
        assert!(!value.is_empty() && value.trim() == value, "{value:?}");
    }
    check_instructions(text, &file.instructions);
    check_line_ends(text, &file);
    assert_eq!(parse_skill(PATH, &written(&file)), Ok(file));
}

fn check_instructions(text: &str, instructions: &str) {
    assert!(text.ends_with(instructions));
    let first = instructions.split(['\n', '\r']).next().unwrap_or_default();
    let is_blank = first.trim_matches([' ', '\t']).is_empty();
    assert!(instructions.is_empty() || !is_blank, "{first:?} is first");
}

fn check_line_ends(text: &str, file: &SkillFile) {
    if text.contains('\r') {
        return;
    }
    for end in ["\r\n", "\r"] {
        let other = parse_skill(PATH, &text.replace('\n', end)).expect("the same skill");
        assert_eq!(
            (&other.name, &other.description),
            (&file.name, &file.description)
        );
        assert_eq!(other.instructions, file.instructions.replace('\n', end));
    }
}

/// A file that says the same.
fn written(file: &SkillFile) -> String {
    let description = match &file.description {
        Some(description) => json!(description).to_string(),
        None => String::new(),
    };
    format!(
        "---\ndescription: {description}\nname: {}\n---\n\n{}",
        json!(file.name),
        file.instructions
    )
}
