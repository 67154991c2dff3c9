//! Records combined.

use std::collections::HashMap;

use libfx_api::limits::{MAX_SKILL_INSTRUCTIONS_BYTES, MAX_SKILLS};
use libfx_api::support::check::{self, Text};
use libfx_api::support::{Path, Validate};
use libfx_api::{FxError, SkillRecord, SkillsAdapter};

use crate::tagged::{self, Blocks};

const RECORDS: Path<'static> = Path::Root("records");

/// Combines skills into instructions and tools for an agent.
///
/// ```no_run
/// use libfx::Agent;
/// use libfx::skills::{LoadSkillOptions, create_skills_adapter, load_skill_file};
///
/// # async fn example() -> Result<(), libfx::FxError> {
/// let review = load_skill_file("skills/review/SKILL.md", LoadSkillOptions::default()).await?;
/// let skills = create_skills_adapter(vec![review])?;
/// let agent = Agent::builder("my AI Gateway key")
///     .instructions(skills.instructions)
///     .tools(skills.tools)
///     .build()
///     .await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// `invalidArgument` for malformed records, and for names of skills or tools that occur twice; `limitExceeded` for too
/// many records or too much text. The message names the record.
pub fn create_skills_adapter(records: Vec<SkillRecord>) -> Result<SkillsAdapter, FxError> {
    check::size(&records, ..=MAX_SKILLS, &RECORDS)?;
    check::unique(&records, "name", |record| &record.name, &RECORDS)?;
    records.validate(&RECORDS)?;
    check_tools(&records)?;
    let mut blocks = Blocks::new(
        "records: their instructions together",
        MAX_SKILL_INSTRUCTIONS_BYTES,
    );
    for record in &records {
        blocks.push(&block(record))?;
    }
    Ok(SkillsAdapter {
        instructions: blocks.into_text(),
        tools: records
            .into_iter()
            .flat_map(|record| record.tools.unwrap_or_default())
            .collect(),
    })
}

/// Each tool belongs to one skill.
fn check_tools(records: &[SkillRecord]) -> Result<(), FxError> {
    let mut owners: HashMap<&str, &str> = HashMap::new();
    for (at, record) in records.iter().enumerate() {
        for (tool_at, tool) in record.tools.iter().flatten().enumerate() {
            if let Some(owner) = owners.insert(tool.name(), &record.name) {
                let [owner, other, tool] = [owner, &record.name, tool.name()]
                    .map(|name| name.quoted().unwrap_or_default());
                return Err(FxError::invalid_argument(format!(
                    "records[{at}].tools[{tool_at}].name: the skills {owner} and {other} both have a tool named {tool}; rename one of them"
                )));
            }
        }
    }
    Ok(())
}

/// What the model reads of a skill.
fn block(record: &SkillRecord) -> String {
    let mut parts = Vec::new();
    if let Some(description) = record.description.as_deref().filter(|it| !it.is_empty()) {
        parts.push(tagged::plain("description", description));
    }
    parts.push(tagged::plain("instructions", &record.instructions));
    for resource in record.resources.iter().flatten() {
        let attribute = ("uri", resource.uri.as_str());
        parts.push(tagged::with_attribute(
            "resource",
            attribute,
            &resource.text,
        ));
    }
    tagged::with_attribute("skill", ("name", &record.name), &parts.join("\n"))
}
