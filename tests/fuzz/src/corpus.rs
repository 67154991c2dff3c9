//! Inputs to begin with, and inputs that once broke something.
//!
//! Recorded replies and skill files come from `tests/fixtures`, IDL from `idl/` and from the generator's bad input; checkpoints are those
//! of conversations with the recorded replies. What is not found elsewhere stands in `seeds/<target>/`, a file an input.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The largest skill file that is worth changing over and over.
const MAX_SKILL_BYTES: usize = 16 * 1024;

/// An input and what it is called in messages.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The seeds of a target.
///
/// # Errors
/// A file cannot be read.
pub fn seeds(target: &str) -> Result<Vec<Input>> {
    let mut seeds = files(&folder("seeds").join(target), "")?;
    match target {
        "sse" => seeds.extend(replies(&["language-model", "chat-completions"])?),
        "language-model-reply" => seeds.extend(replies(&["language-model"])?),
        "chat-completions-reply" => seeds.extend(replies(&["chat-completions"])?),
        "checkpoint" => seeds.extend(checkpoints()?),
        "idl" => seeds.extend(idl()?),
        "skill" => seeds.extend(skills()?),
        "terminal-session" => seeds.extend(sessions()?),
        _ => {}
    }
    Ok(seeds)
}

/// The inputs that once broke the target.
///
/// # Errors
/// A file cannot be read.
pub fn findings(target: &str) -> Result<Vec<Input>> {
    files(&folder("crashes").join(target), "")
}

/// A folder of this crate.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn replies(protocols: &[&str]) -> Result<Vec<Input>> {
    let mut replies = Vec::new();
    for protocol in protocols {
        replies.extend(files(
            &root().join("tests/fixtures").join(protocol),
            ".sse",
        )?);
    }
    Ok(replies)
}

fn checkpoints() -> Result<Vec<Input>> {
    let replies = replies(&["language-model", "chat-completions"])?;
    let payload = |reply: Input| {
        let bytes = libfx::fuzzing::payload_of_reply(&reply.bytes)?;
        Some(Input { bytes, ..reply })
    };
    Ok(replies.into_iter().filter_map(payload).collect())
}

/// The conversations of the checkpoints, as sessions that were saved.
fn sessions() -> Result<Vec<Input>> {
    const HEADER: &[u8] =
        br#"{"title":"Greeting","model":"creator/model","createdAtMs":1,"updatedAtMs":2}"#;
    let session = |payload: Input| Input {
        bytes: [HEADER, &payload.bytes].join(&b'\n'),
        ..payload
    };
    Ok(checkpoints()?.into_iter().map(session).collect())
}

/// Every file of the contract alone, all of them together, and the bad input.
fn idl() -> Result<Vec<Input>> {
    let contract = files(&root().join("idl"), ".idl")?;
    let mut whole = Vec::new();
    for file in &contract {
        whole.extend(format!("//- {}\n", file.name).bytes());
        whole.extend(&file.bytes);
    }
    let whole = Input {
        name: "all files".to_owned(),
        bytes: whole,
    };
    let bad = files(&root().join("codegen/tests/bad"), ".idl")?;
    Ok(contract.into_iter().chain([whole]).chain(bad).collect())
}

/// Every shape of a skill file but the large one, called as its folder is.
fn skills() -> Result<Vec<Input>> {
    let fixtures = root().join("tests/fixtures/skills");
    let mut skills = Vec::new();
    for entry in fs::read_dir(&fixtures).with_context(|| fixtures.display().to_string())? {
        let entry = entry?;
        let name = format!("{}.md", entry.file_name().to_string_lossy());
        let shape = files(&entry.path(), ".md")?.into_iter();
        skills.extend(shape.map(|input| Input {
            name: name.clone(),
            ..input
        }));
    }
    skills.retain(|input| input.bytes.len() <= MAX_SKILL_BYTES);
    skills.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(skills)
}

fn root() -> PathBuf {
    folder("../..")
}

/// The files of a folder, by name; none if there is no such folder.
fn files(folder: &Path, suffix: &str) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    if !folder.is_dir() {
        return Ok(inputs);
    }
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(suffix) {
            let bytes = fs::read(entry.path())?;
            inputs.push(Input { name, bytes });
        }
    }
    inputs.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(inputs)
}
