//! Snapshots: the contracts that were released, in `idl/released/`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use semver::Version;
use serde::{Deserialize, Serialize};

use super::contract::Contract;
use crate::source::{ReadError, read_folder};

/// The folder of the snapshots.
const FOLDER: &str = "idl/released";

/// The form of the files. A snapshot of another form is refused, and never misread.
const FORMAT: u32 = 1;

/// The contract of one release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    format: u32,
    pub version: String,
    pub contract: Contract,
}

/// What of a snapshot is read before anything else is believed.
#[derive(Deserialize)]
struct Head {
    format: u32,
    version: String,
}

/// What [`release`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Released {
    /// It wrote this file.
    Written(String),
    /// The file says so already.
    Unchanged(String),
}

/// A snapshot that cannot be read, or must not be written.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{path} is not named after a version, as `0.1.0.json` is; rename or delete it")]
    Name { path: String },
    #[error("{path} is not a snapshot ({source}); restore it, it is never edited")]
    Form {
        path: String,
        #[source]
        source: serde_json::Error,
    },
    #[error(
        "{path} has format {format}, and this generator reads {FORMAT}; use the one that wrote it"
    )]
    Format { path: String, format: u32 },
    #[error("{path} holds the contract of version {version}; restore it, it is never edited")]
    Version { path: String, version: String },
    #[error(
        "{path} holds another contract: what was released does not change; raise the version in Cargo.toml, or delete \
         the file if that version was never published"
    )]
    Differs { path: String },
    #[error("cannot write {}", path.display())]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}

/// Writes the snapshot of `contract` as that of `version`, unless it is there.
///
/// # Errors
/// If the folder cannot be read or written, or holds another contract of that version.
pub fn release(
    root: &Path,
    version: &Version,
    contract: Contract,
) -> Result<Released, SnapshotError> {
    let path = format!("{FOLDER}/{version}.json");
    if let Ok(text) = fs::read_to_string(root.join(&path)) {
        return match parse(&path, version, &text)?.contract == contract {
            true => Ok(Released::Unchanged(path)),
            false => Err(SnapshotError::Differs { path }),
        };
    }
    let snapshot = Snapshot {
        format: FORMAT,
        version: version.to_string(),
        contract,
    };
    write(root, &path, &snapshot)?;
    Ok(Released::Written(path))
}

fn write(root: &Path, path: &str, snapshot: &Snapshot) -> Result<(), SnapshotError> {
    let at = root.join(path);
    let failed = |source| SnapshotError::Write {
        path: at.clone(),
        source,
    };
    let text = serde_json::to_string_pretty(snapshot).expect("a snapshot is plain data");
    fs::create_dir_all(root.join(FOLDER)).map_err(failed)?;
    fs::write(&at, text + "\n").map_err(failed)
}

/// The latest snapshot whose version is at most `version`, if there is one.
pub fn latest(
    root: &Path,
    version: &Version,
) -> Result<Option<(Version, Snapshot)>, SnapshotError> {
    if !root.join(FOLDER).is_dir() {
        return Ok(None);
    }
    let mut released = Vec::new();
    for (path, text) in read_folder(root, FOLDER, ".json")? {
        released.push((version_of(&path)?, path, text));
    }
    let earlier = released.into_iter().filter(|(it, _, _)| it <= version);
    let Some((found, path, text)) = earlier.max() else {
        return Ok(None);
    };
    let snapshot = parse(&path, &found, &text)?;
    Ok(Some((found, snapshot)))
}

fn version_of(path: &str) -> Result<Version, SnapshotError> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let version = name.strip_suffix(".json").unwrap_or(name);
    Version::parse(version).map_err(|_| SnapshotError::Name {
        path: path.to_owned(),
    })
}

fn parse(path: &str, version: &Version, text: &str) -> Result<Snapshot, SnapshotError> {
    let path = path.to_owned();
    let head: Head = match serde_json::from_str(text) {
        Ok(head) => head,
        Err(source) => return Err(SnapshotError::Form { path, source }),
    };
    if head.format != FORMAT {
        let format = head.format;
        return Err(SnapshotError::Format { path, format });
    }
    if head.version != version.to_string() {
        let version = head.version;
        return Err(SnapshotError::Version { path, version });
    }
    serde_json::from_str(text).map_err(|source| SnapshotError::Form { path, source })
}
