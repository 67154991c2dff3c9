//! Versions: the workspace's, and what may change between two.

use std::fs;
use std::io;
use std::path::Path;

use semver::Version;

use super::class::Class;

/// Why the workspace's version is not known.
#[derive(Debug, thiserror::Error)]
pub enum VersionError {
    #[error("cannot read Cargo.toml")]
    Read(#[source] io::Error),
    #[error("Cargo.toml has no line `version = \"x.y.z\"` under [workspace.package]")]
    Missing,
    #[error("the version `{0}` in Cargo.toml is not of the form x.y.z")]
    Invalid(String),
}

/// The version in `[workspace.package]` of the `Cargo.toml` at `root`.
pub fn of_workspace(root: &Path) -> Result<Version, VersionError> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).map_err(VersionError::Read)?;
    let text = version_line(&manifest).ok_or(VersionError::Missing)?;
    Version::parse(text).map_err(|_| VersionError::Invalid(text.to_owned()))
}

fn version_line(manifest: &str) -> Option<&str> {
    let mut lines = manifest.lines().map(str::trim);
    lines.find(|line| *line == "[workspace.package]")?;
    let section = lines.take_while(|line| !line.starts_with('['));
    let mut values = section.filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "version").then(|| value.trim().trim_matches('"'))
    });
    values.next()
}

/// Whether `new` may differ from `old` by a change of this class. Below 1.0.0, a new minor version stands for a major one,
/// as npm and Cargo read it.
pub fn allows(old: &Version, new: &Version, class: Class) -> bool {
    *new >= least(old, class)
}

/// The least version that may follow `old` with a change of this class.
pub(super) fn least(old: &Version, class: Class) -> Version {
    let stable = old.major > 0;
    match class {
        Class::Major if stable => Version::new(old.major + 1, 0, 0),
        Class::Major => Version::new(0, old.minor + 1, 0),
        Class::Minor if stable => Version::new(old.major, old.minor + 1, 0),
        Class::Minor | Class::Patch => Version::new(old.major, old.minor, old.patch + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(old: &str, new: &str, class: Class) -> bool {
        let version = |text| Version::parse(text).expect("a version");
        allows(&version(old), &version(new), class)
    }

    #[test]
    fn from_1_0_0_each_class_needs_its_own_part_of_the_version() {
        assert!(allowed("1.2.3", "2.0.0", Class::Major));
        assert!(!allowed("1.2.3", "1.9.0", Class::Major));
        assert!(allowed("1.2.3", "1.3.0", Class::Minor));
        assert!(!allowed("1.2.3", "1.2.9", Class::Minor));
        assert!(allowed("1.2.3", "1.2.4", Class::Patch));
    }

    #[test]
    fn before_1_0_0_only_what_is_major_needs_a_new_minor() {
        assert!(allowed("0.1.0", "0.2.0", Class::Major));
        assert!(!allowed("0.1.0", "0.1.9", Class::Major));
        assert!(allowed("0.1.0", "0.1.1", Class::Minor));
    }

    #[test]
    fn what_was_released_does_not_change() {
        assert!(!allowed("0.1.0", "0.1.0", Class::Patch));
        assert!(!allowed("1.0.0", "1.0.0", Class::Minor));
    }

    #[test]
    fn the_version_is_that_of_the_workspace_and_no_other() {
        let manifest = "[package]\nversion = \"9.0.0\"\n\n[workspace.package]\nedition = \"2024\"\n\
            version = \"0.3.1\"\n\n[workspace.dependencies]\nversion = \"1\"\n";
        assert_eq!(version_line(manifest), Some("0.3.1"));
        assert_eq!(
            version_line("[workspace.package]\n[x]\nversion = \"1\""),
            None
        );
    }
}
