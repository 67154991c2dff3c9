//! A skill's Markdown file.

use libfx_api::limits::MAX_SKILL_FILE_BYTES;
use libfx_api::support::{Path, Validate};
use libfx_api::{FxError, LoadSkillOptions, SkillRecord};
use serde::Serialize;

use super::front_matter::{self, Header, Parts};

/// What a skill file says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SkillFile {
    /// Never empty.
    pub name: String,
    /// What the skill is for, if the file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The file below its front matter, from the first line on that is not blank.
    pub instructions: String,
}

/// Reads one skill from a Markdown file.
///
/// # Errors
/// `skillInvalid` when the file cannot be read or its front matter is not closed, `limitExceeded` when it is too large;
/// the message names the file. `invalidArgument` and `limitExceeded` for bad options.
pub async fn load_skill_file(
    path: impl AsRef<std::path::Path>,
    options: LoadSkillOptions,
) -> Result<SkillRecord, FxError> {
    let path = path.as_ref().to_path_buf();
    let name = path.to_string_lossy().into_owned();
    check(&name, &options)?;
    let text = disk::read(path).await.map_err(|error| {
        let unreadable = FxError::skill_invalid(format!("{name}: cannot be read ({error})"));
        match disk::code(&error) {
            Some(code) => unreadable.with_cause_code(code),
            None => unreadable,
        }
    })?;
    record(&name, &text, options)
}

/// Reads one skill from the text of a Markdown file. `path` names the file in messages, and the skill if the text does
/// not.
///
/// # Errors
/// As [`load_skill_file`].
pub fn parse_skill_file(
    path: &str,
    text: &str,
    options: LoadSkillOptions,
) -> Result<SkillRecord, FxError> {
    check(path, &options)?;
    record(path, text, options)
}

fn check(path: &str, options: &LoadSkillOptions) -> Result<(), FxError> {
    if path.is_empty() {
        return Err(FxError::invalid_argument(
            "path: expected a non-empty string",
        ));
    }
    options.validate(&Path::Root("options"))
}

fn record(path: &str, text: &str, options: LoadSkillOptions) -> Result<SkillRecord, FxError> {
    let file = parse_skill(path, text)?;
    let mut record = SkillRecord::new(file.name, file.instructions);
    record.description = file.description;
    record.resources = options.resources;
    record.tools = options.tools;
    Ok(record)
}

/// Reads the text of a skill file. `path` names the file in messages, and the skill if the text does not.
///
/// # Errors
/// `skillInvalid` when the front matter is not closed or there is no name, `limitExceeded` when the text is too long.
pub fn parse_skill(path: &str, text: &str) -> Result<SkillFile, FxError> {
    if text.len() as u64 > MAX_SKILL_FILE_BYTES {
        return Err(FxError::limit_exceeded(format!(
            "{path}: expected at most {MAX_SKILL_FILE_BYTES} bytes of UTF-8"
        )));
    }
    let (header, body) = match front_matter::split(text) {
        Parts::NoHeader { body } => (Header::default(), body),
        Parts::Both { header, body } => (front_matter::read(header), body),
        Parts::Unclosed => {
            return Err(FxError::skill_invalid(format!(
                "{path}: the front matter is not closed; end it with a line that holds only ---"
            )));
        }
    };
    let name = header.name.or_else(|| file_name(path)).ok_or_else(|| {
        FxError::skill_invalid(format!(
            "{path}: the skill has no name; give it one in its front matter"
        ))
    })?;
    Ok(SkillFile {
        name,
        description: header.description,
        instructions: body.to_owned(),
    })
}

/// The last part of a path, of whatever system, without `.md`.
fn file_name(path: &str) -> Option<String> {
    let file = path.rsplit(['/', '\\']).next()?;
    let stem = match file.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && ending.eq_ignore_ascii_case("md") => stem,
        _ => file,
    };
    (!stem.is_empty()).then(|| stem.to_owned())
}

#[cfg(not(target_arch = "wasm32"))]
mod disk {
    use std::fs::File;
    use std::io::{Error, ErrorKind, Read, Result};
    use std::path::PathBuf;

    use libfx_api::limits::MAX_SKILL_FILE_BYTES;

    use crate::native;

    /// The text of a file, or enough of it to see that it is too large.
    pub(super) async fn read(path: PathBuf) -> Result<String> {
        let work = move || {
            let mut bytes = Vec::new();
            let file = File::open(path)?;
            file.take(MAX_SKILL_FILE_BYTES + 1)
                .read_to_end(&mut bytes)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        native::spawn_blocking(work)
            .await
            .unwrap_or_else(|panic| Err(Error::other(panic)))
    }

    /// What Node.js calls the fault.
    pub(super) fn code(error: &Error) -> Option<&'static str> {
        match error.kind() {
            ErrorKind::NotFound => Some("ENOENT"),
            ErrorKind::PermissionDenied => Some("EACCES"),
            ErrorKind::IsADirectory => Some("EISDIR"),
            _ => None,
        }
    }
}

/// In WebAssembly the host reads files, and hands their text to [`parse_skill`].
#[cfg(target_arch = "wasm32")]
mod disk {
    use std::path::PathBuf;

    pub(super) async fn read(_: PathBuf) -> Result<String, &'static str> {
        Err("there are no files in WebAssembly")
    }

    pub(super) fn code(_: &&'static str) -> Option<&'static str> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_file_names_the_skill_without_its_folder_and_ending() {
        for (path, name) in [
            ("review.md", Some("review")),
            ("skills/code-review.MD", Some("code-review")),
            (r"C:\skills\deploy.md", Some("deploy")),
            ("a.b.md", Some("a.b")),
            ("notes.txt", Some("notes.txt")),
            (".md", Some(".md")),
            ("SKILL", Some("SKILL")),
            ("skills/", None),
            ("", None),
        ] {
            assert_eq!(file_name(path).as_deref(), name, "{path}");
        }
    }
}
