//! Files to disk, or compared with it.
//!
//! Everything under `generated/` belongs to the generator: what it no longer makes is deleted. Files that are right already
//! are not touched, so that nothing is rebuilt for them.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use similar::TextDiff;

use crate::emit::Files;

/// The folder that the generator owns.
const FOLDER: &str = "generated";

/// Lines of a diff that are shown for one file.
const SHOWN_LINES: usize = 40;

/// How one file differs from what the generator makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It should exist, and does not.
    Missing { path: String },
    /// It says something else; `diff` is unified, from the disk to what it should be.
    Stale { path: String, diff: String },
    /// It should not exist.
    Orphaned { path: String },
}

/// A file or folder under `generated/` that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {}", path.display())]
pub struct OutputError {
    what: &'static str,
    path: PathBuf,
    #[source]
    source: io::Error,
}

/// What a run changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub written: usize,
    pub deleted: usize,
    pub unchanged: usize,
}

/// Makes the disk under `root` say what `files` say.
pub fn write(root: &Path, files: &Files) -> Result<Written, OutputError> {
    let mut done = Written::default();
    for path in orphans(root, files)? {
        let path = root.join(path);
        fs::remove_file(&path).map_err(failed("delete", &path))?;
        done.deleted += 1;
    }
    for (path, text) in files.iter() {
        let path = root.join(path);
        if read(&path)?.as_deref() == Some(text.as_bytes()) {
            done.unchanged += 1;
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed("create", folder))?;
        }
        fs::write(&path, text).map_err(failed("write", &path))?;
        done.written += 1;
    }
    remove_empty_folders(&root.join(FOLDER))?;
    Ok(done)
}

/// How the disk under `root` differs from `files`, both ways, by path.
pub fn check(root: &Path, files: &Files) -> Result<Vec<Difference>, OutputError> {
    let mut differences = Vec::new();
    for (path, text) in files.iter() {
        let path = path.to_owned();
        match read(&root.join(&path))? {
            None => differences.push(Difference::Missing { path }),
            Some(found) if found != text.as_bytes() => {
                let diff = diff(&path, &String::from_utf8_lossy(&found), text);
                differences.push(Difference::Stale { path, diff });
            }
            Some(_) => {}
        }
    }
    let orphans = orphans(root, files)?.into_iter();
    differences.extend(orphans.map(|path| Difference::Orphaned { path }));
    differences.sort_by(|one, other| one.path().cmp(other.path()));
    Ok(differences)
}

impl Difference {
    pub fn path(&self) -> &str {
        match self {
            Difference::Missing { path }
            | Difference::Stale { path, .. }
            | Difference::Orphaned { path } => path,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing { path } => writeln!(f, "missing: {path}"),
            Difference::Stale { path, diff } => write!(f, "stale: {path}\n{diff}"),
            Difference::Orphaned { path } => {
                writeln!(f, "orphaned: {path} (the generator does not make it)")
            }
        }
    }
}

/// A unified diff, cut when it is long.
fn diff(path: &str, found: &str, expected: &str) -> String {
    let diff = TextDiff::from_lines(found, expected);
    let mut unified = diff.unified_diff();
    unified.context_radius(2);
    unified.header(path, "what `cargo codegen` writes");
    let unified = unified.to_string();
    let lines: Vec<_> = unified.lines().collect();
    let mut text = String::new();
    for line in lines.iter().take(SHOWN_LINES) {
        text.push_str(line);
        text.push('\n');
    }
    if let Some(hidden) = lines
        .len()
        .checked_sub(SHOWN_LINES)
        .filter(|hidden| *hidden > 0)
    {
        text.push_str(&format!("… {hidden} more lines\n"));
    }
    text
}

/// The content of a file, if it exists.
fn read(path: &Path) -> Result<Option<Vec<u8>>, OutputError> {
    match fs::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed("read", path)(error)),
    }
}

/// Files under `generated/` that `files` do not have: paths relative to `root`.
fn orphans(root: &Path, files: &Files) -> Result<Vec<String>, OutputError> {
    let known: BTreeSet<_> = files.iter().map(|(path, _)| path).collect();
    let mut found = Vec::new();
    if root.join(FOLDER).is_dir() {
        list(root, FOLDER, &mut found)?;
    }
    found.retain(|path| !known.contains(path.as_str()));
    Ok(found)
}

/// Every file below `folder`, by path.
fn list(root: &Path, folder: &str, found: &mut Vec<String>) -> Result<(), OutputError> {
    for (path, is_folder) in children(root, folder)? {
        match is_folder {
            true => list(root, &path, found)?,
            false => found.push(path),
        }
    }
    Ok(())
}

/// What is directly in `folder`: paths relative to `root`, and whether each is a folder.
fn children(root: &Path, folder: &str) -> Result<Vec<(String, bool)>, OutputError> {
    let at = root.join(folder);
    let mut children = Vec::new();
    for entry in fs::read_dir(&at).map_err(failed("read", &at))? {
        let entry = entry.map_err(failed("read", &at))?;
        let kind = entry.file_type().map_err(failed("read", &entry.path()))?;
        let name = entry.file_name();
        children.push((
            format!("{folder}/{}", name.to_string_lossy()),
            kind.is_dir(),
        ));
    }
    children.sort();
    Ok(children)
}

/// Removes folders that hold nothing any more; the top one stays.
fn remove_empty_folders(folder: &Path) -> Result<(), OutputError> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(failed("read", folder))? {
        let path = entry.map_err(failed("read", folder))?.path();
        if !path.is_dir() {
            continue;
        }
        remove_empty_folders(&path)?;
        let mut rest = fs::read_dir(&path).map_err(failed("read", &path))?;
        if rest.next().is_none() {
            fs::remove_dir(&path).map_err(failed("delete", &path))?;
        }
    }
    Ok(())
}

fn failed(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> OutputError {
    let path = path.to_owned();
    move |source| OutputError { what, path, source }
}
