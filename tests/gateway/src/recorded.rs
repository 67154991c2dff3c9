//! Bodies that real servers sent, kept below `tests/fixtures`.

use std::{
    fs, io,
    path::{Component, Path},
};

use serde::Deserialize;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

/// A recorded body, read when the script is: written in JSON as its file's name, such as
/// `chat-completions/azure-grok.sse`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Recorded(pub Vec<u8>);

/// Why a recording cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RecordedError {
    #[error("{0}: not the name of a file below tests/fixtures")]
    Name(String),
    #[error("{0}: {1}")]
    Read(String, #[source] io::Error),
}

impl TryFrom<String> for Recorded {
    type Error = RecordedError;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        let is_below = Path::new(&name)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if !is_below {
            return Err(RecordedError::Name(name));
        }
        match fs::read(Path::new(FIXTURES).join(&name)) {
            Ok(bytes) => Ok(Self(bytes)),
            Err(error) => Err(RecordedError::Read(name, error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Result<Recorded, RecordedError> {
        name.to_owned().try_into()
    }

    #[test]
    fn a_recording_is_read_by_its_name() {
        let recorded = read("chat-completions/azure-grok.sse").expect("a fixture");
        assert!(recorded.0.starts_with(b"data: {"));
    }

    #[test]
    fn what_is_no_recording_is_named() {
        for name in ["../gateway/Cargo.toml", "/etc/hostname", "no-such.sse"] {
            let error = read(name).expect_err("no recording");
            assert!(error.to_string().starts_with(name), "{error}");
        }
    }
}
