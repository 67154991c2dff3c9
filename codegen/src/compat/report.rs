//! The check against the latest release, as text.

use std::path::Path;

use semver::Version;

use super::class::Class;
use super::compare::{Change, compare};
use super::rule::Rule;
use super::{release, version};
use crate::diagnostics::Finding;
use crate::run;
use crate::source::SourceMap;

/// What is said about the contract, and whether its version allows the changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub text: String,
    pub allowed: bool,
}

/// Compares the contract of the repository at `root` with the latest release up to the workspace's version.
///
/// # Errors
/// If the IDL is wrong, or a snapshot or the workspace's version cannot be read.
pub fn check(root: &Path) -> anyhow::Result<Report> {
    let sources = SourceMap::load(root)?;
    let model = run::model_or_mistakes(&sources)?;
    let current = version::of_workspace(root)?;
    let Some((released, snapshot)) = release::latest(root, &current)? else {
        let text = format!(
            "idl/released/ has no release up to {current} to compare with; `cargo codegen release` writes one\n"
        );
        return Ok(Report {
            text,
            allowed: true,
        });
    };
    let changes = compare(&snapshot.contract, &model);
    let (summary, allowed) = summary(&changes, &released, &current);
    let text = render(&sources, &changes) + &summary;
    Ok(Report { text, allowed })
}

/// The changes, each with its place; of several that only concern docs, the first.
pub fn render(sources: &SourceMap, changes: &[Change]) -> String {
    let (docs, others): (Vec<_>, Vec<_>) = changes
        .iter()
        .partition(|change| change.rule == Rule::DocsChanged);
    let mut text = String::new();
    for change in others {
        render_change(&mut text, sources, change, change.help.as_deref());
    }
    if let Some((first, more)) = docs.split_first() {
        let help = format!("and {} more; `git diff idl/` shows them", more.len());
        let help = (!more.is_empty()).then_some(help.as_str());
        render_change(&mut text, sources, first, help);
    }
    text
}

fn render_change(text: &mut String, sources: &SourceMap, change: &Change, help: Option<&str>) {
    let finding = Finding {
        heading: format!("{}[{}]: {}", change.class, change.rule, change.reason),
        span: change.span,
        label: "",
        help,
    };
    finding.render(text, sources);
    text.push('\n');
}

fn summary(changes: &[Change], released: &Version, current: &Version) -> (String, bool) {
    let Some(gravest) = changes.iter().map(|change| change.class).max() else {
        return (format!("nothing has changed since {released}\n"), true);
    };
    let classes = [Class::Major, Class::Minor, Class::Patch].into_iter();
    let counts: Vec<_> = classes
        .map(|class| {
            let count = changes.iter().filter(|it| it.class == class).count();
            format!("{count} {class}")
        })
        .collect();
    let counts = format!("changes since {released}: {}", counts.join(", "));
    if version::allows(released, current, gravest) {
        return (format!("{counts}; {current} allows them\n"), true);
    }
    let least = version::least(released, gravest);
    let error = match current == released {
        true => format!(
            "{released} is released and does not change; set the version in Cargo.toml to {least} or later, or delete \
             idl/released/{released}.json and release anew if it was never published"
        ),
        false => format!(
            "{current} does not allow {gravest} changes; set the version in Cargo.toml to {least} or later, or take \
             them back"
        ),
    };
    (format!("{counts}\nerror: {error}\n"), false)
}
