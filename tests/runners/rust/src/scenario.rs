//! Scenario files: finding and reading them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use indexmap::IndexMap;
use libfx_gateway::{Script, referee::Expected};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

/// A case of the corpus.
pub struct Scenario {
    /// `topic/case`
    pub id: String,
    pub(crate) script: Script,
    pub(crate) expected: Expected,
    pub(crate) file: File,
}

impl Scenario {
    /// Whether it must not run beside others.
    pub fn is_alone(&self) -> bool {
        self.file.alone
    }
}

/// What a scenario tells a runner. What is expected is read by the referee from the same JSON.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct File {
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "why")]
    _why: String,
    #[serde(default)]
    pub(crate) gateway: Value,
    #[serde(default = "no_options")]
    pub(crate) agent: Value,
    #[serde(default)]
    pub(crate) tools: Map<String, Value>,
    #[serde(default)]
    pub(crate) mcp: IndexMap<String, McpScript>,
    #[serde(default, deserialize_with = "even_null")]
    pub(crate) skills: Option<Value>,
    #[serde(default)]
    pub(crate) skill_files: Vec<SkillFile>,
    #[serde(default)]
    pub(crate) steps: Vec<Step>,
    #[serde(default)]
    pub(crate) needs: Vec<String>,
    #[serde(default)]
    pub(crate) gaps: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) alone: bool,
    #[serde(default = "default_timeout_ms")]
    pub(crate) timeout_ms: u64,
    #[serde(rename = "creationError")]
    _creation_error: Option<Value>,
    #[serde(rename = "requests")]
    _requests: Option<Value>,
    #[serde(rename = "calls")]
    _calls: Option<Value>,
    #[serde(rename = "diagnostics")]
    _diagnostics: Option<Value>,
    #[serde(rename = "unusedReplies")]
    _unused_replies: Option<Value>,
}

/// An MCP client, and the options of the adapter that is made of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct McpScript {
    pub(crate) client: Value,
    pub(crate) options: Option<Value>,
}

/// A file that a skill is read from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SkillFile {
    pub(crate) path: String,
    pub(crate) text: Value,
    pub(crate) options: Option<Value>,
}

/// One thing the application does: exactly one of the verbs is given.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Step {
    #[serde(default, deserialize_with = "even_null")]
    pub(crate) prompt: Option<Value>,
    pub(crate) checkpoint: Option<String>,
    pub(crate) restore: Option<String>,
    pub(crate) close: Option<bool>,
    pub(crate) cancel_again: Option<bool>,
    pub(crate) close_adapters: Option<bool>,
    pub(crate) wait_ms: Option<u64>,

    #[serde(default = "no_options")]
    pub(crate) options: Value,
    #[serde(default)]
    pub(crate) read: Read,
    #[serde(default)]
    pub(crate) on: Vec<Reaction>,
    #[serde(default = "no_options")]
    pub(crate) agent: Value,
    pub(crate) damage: Option<Damage>,
    #[serde(rename = "expect")]
    _expect: Option<Value>,
}

/// How a turn's events are read.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Read {
    #[default]
    All,
    /// Not at all; only the result is awaited.
    Result,
    #[serde(untagged)]
    Slowly {
        #[serde(rename = "pauseMs")]
        pause_ms: u64,
    },
}

/// Something done while a turn runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reaction {
    pub(crate) when: Moment,
    #[serde(rename = "do")]
    pub(crate) action: Action,
    #[serde(rename = "expect")]
    _expect: Option<Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Moment {
    Named(AtOnce),
    Event {
        event: String,
        #[serde(default = "first")]
        nth: usize,
    },
    Call {
        call: String,
    },
    After {
        #[serde(rename = "afterMs")]
        after_ms: u64,
    },
}

#[derive(Deserialize)]
pub(crate) enum AtOnce {
    #[serde(rename = "atOnce")]
    AtOnce,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Action {
    Cancel,
    Abort,
    Break,
    ReadAgain,
    Close,
    Checkpoint,
    Prompt(Value),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Damage {
    Flip(i64),
    Keep(usize),
}

impl Damage {
    pub(crate) fn apply(self, mut bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Keep(length) => bytes.truncate(length),
            Self::Flip(offset) => {
                let length = bytes.len() as i64;
                let index = if offset < 0 { length + offset } else { offset };
                bytes[index as usize] ^= 0xff;
            }
        }
        bytes
    }
}

/// Which cases to take.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub topic: Option<String>,
    pub case: Option<String>,
}

/// The cases below `root` that pass the filter, in order of their ids.
pub fn load(root: &Path, filter: &Filter) -> anyhow::Result<Vec<Scenario>> {
    let mut scenarios = Vec::new();
    for topic in entries(root)?.into_iter().filter(|path| path.is_dir()) {
        if filter
            .topic
            .as_ref()
            .is_some_and(|wanted| *wanted != stem(&topic))
        {
            continue;
        }
        for path in entries(&topic)? {
            if filter
                .case
                .as_ref()
                .is_none_or(|wanted| *wanted == stem(&path))
            {
                let id = format!("{}/{}", stem(&topic), stem(&path));
                scenarios.push(read(id, &path).with_context(|| path.display().to_string())?);
            }
        }
    }
    Ok(scenarios)
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn read(id: String, path: &Path) -> anyhow::Result<Scenario> {
    let json: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
    let file: File = serde_json::from_value(json.clone())?;
    let script = match &file.gateway {
        Value::Null => json!({ "replies": [] }),
        Value::Array(replies) => json!({ "replies": replies }),
        script => script.clone(),
    };
    Ok(Scenario {
        id,
        script: Script::parse(script)?,
        expected: serde_json::from_value(json)?,
        file,
    })
}

/// `null` is a value that a host can pass.
fn even_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

fn no_options() -> Value {
    json!({})
}

fn first() -> usize {
    1
}

fn default_timeout_ms() -> u64 {
    20_000
}
