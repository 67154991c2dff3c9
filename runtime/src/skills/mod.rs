//! Skills: from records to instructions and tools of an agent, and from Markdown files to records.
//!
//! [`create_skills_adapter`] combines records. [`load_skill_file`] makes a record of a file, [`parse_skill`] of its text
//! alone. `front_matter` finds the header and its keys, `value` reads what stands behind them.

mod adapter;
mod file;
mod front_matter;
mod lines;
mod quotes;
mod value;

pub use adapter::create_skills_adapter;
pub use file::{SkillFile, load_skill_file, parse_skill, parse_skill_file};
pub use libfx_api::{LoadSkillOptions, SkillRecord, SkillResource, SkillsAdapter};
