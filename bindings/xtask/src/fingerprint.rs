//! Tells whether the inputs of a step changed since it last ran.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;

use anyhow::{Context, Result};

/// Folders that hold no inputs.
const IGNORED: [&str; 2] = ["node_modules", "target"];

/// A hash over the names and contents of files.
///
/// Another version of Rust may hash otherwise: then the step runs once more, which is safe.
#[derive(Debug, Default)]
pub(crate) struct Fingerprint(DefaultHasher);

impl Fingerprint {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn file(&mut self, path: &Path) -> Result<()> {
        let content = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        path.hash(&mut self.0);
        content.hash(&mut self.0);
        Ok(())
    }

    /// All files below a folder; a folder that does not exist has none.
    pub(crate) fn folder(&mut self, path: &Path) -> Result<()> {
        if !path.exists() {
            return Ok(());
        }
        let mut entries = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<_>, _>>()?;
        entries.sort();
        for entry in entries {
            let ignored = IGNORED.iter().any(|name| entry.ends_with(name));
            if ignored || entry.is_symlink() {
                continue;
            }
            if entry.is_dir() {
                self.folder(&entry)?;
            } else {
                self.file(&entry)?;
            }
        }
        Ok(())
    }

    /// Whether the step that wrote this stamp had the same inputs.
    pub(crate) fn matches(&self, stamp: &Path) -> bool {
        fs::read_to_string(stamp).is_ok_and(|last| last == self.text())
    }

    /// Marks the step as done with these inputs.
    pub(crate) fn write(&self, stamp: &Path) -> Result<()> {
        if let Some(folder) = stamp.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(stamp, self.text()).with_context(|| format!("cannot write {}", stamp.display()))
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(folder: &Path) -> Fingerprint {
        let mut fingerprint = Fingerprint::new();
        fingerprint.folder(folder).unwrap();
        fingerprint
    }

    #[test]
    fn a_changed_file_and_a_new_file_are_noticed() {
        let inputs = tempfile::tempdir().unwrap();
        let outputs = tempfile::tempdir().unwrap();
        let stamp = outputs.path().join("deep/stamp");
        fs::write(inputs.path().join("a"), "1").unwrap();
        assert!(!of(inputs.path()).matches(&stamp));

        of(inputs.path()).write(&stamp).unwrap();
        assert!(of(inputs.path()).matches(&stamp));

        fs::write(inputs.path().join("a"), "2").unwrap();
        assert!(!of(inputs.path()).matches(&stamp));

        fs::write(inputs.path().join("a"), "1").unwrap();
        fs::write(inputs.path().join("b"), "").unwrap();
        assert!(!of(inputs.path()).matches(&stamp));
    }

    #[test]
    fn installed_packages_are_no_input() {
        let inputs = tempfile::tempdir().unwrap();
        let stamp = inputs.path().join("target/stamp");
        of(inputs.path()).write(&stamp).unwrap();
        fs::create_dir(inputs.path().join("node_modules")).unwrap();
        fs::write(inputs.path().join("node_modules/x"), "1").unwrap();
        assert!(of(inputs.path()).matches(&stamp));
    }
}
