//! The IDL's text: files, and spans that point into them.

use std::io;
use std::path::{Path, PathBuf};

/// A half-open range of bytes in one file. Spans sort by place: file, then position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub file: u32,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// From the start of this span to the end of `last`.
    #[must_use]
    pub fn to(self, last: Span) -> Span {
        Span {
            end: last.end.max(self.start),
            ..self
        }
    }
}

/// One source file.
#[derive(Clone, Debug)]
pub struct File {
    /// Relative to the repository, with `/`, e.g. `idl/agent.idl`.
    pub path: String,
    pub text: String,
    line_starts: Vec<usize>,
}

/// Where a byte stands, for people: both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl File {
    fn new(path: String, text: String) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        File {
            path,
            text,
            line_starts,
        }
    }

    /// The file's name without folder and extension: the name of its module.
    pub fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.strip_suffix(".idl").unwrap_or(name)
    }

    pub fn position(&self, offset: u32) -> Position {
        let offset = (offset as usize).min(self.text.len());
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let before = &self.text[self.line_starts[line - 1]..offset];
        Position {
            line,
            column: before.chars().count() + 1,
        }
    }

    /// The text of a line (counted from 1), without its end.
    pub fn line(&self, line: usize) -> &str {
        let start = self.line_starts[line - 1];
        let rest = &self.text[start..];
        rest.split('\n').next().unwrap_or(rest).trim_end()
    }
}

/// All files of one run, in the order in which they are read: by path.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<File>,
}

/// A file or folder that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}", path.display())]
pub struct ReadError {
    pub path: PathBuf,
    #[source]
    pub source: io::Error,
}

impl SourceMap {
    /// Reads `idl/*.idl` of the repository at `root`.
    pub fn load(root: &Path) -> Result<Self, ReadError> {
        let mut sources = SourceMap::default();
        for (path, text) in read_folder(root, "idl", ".idl")? {
            sources.add(path, text);
        }
        Ok(sources)
    }

    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.files.push(File::new(path.into(), text.into()));
    }

    pub fn files(&self) -> &[File] {
        &self.files
    }

    pub fn file(&self, span: Span) -> &File {
        &self.files[span.file as usize]
    }

    /// `idl/agent.idl:12:5`.
    pub fn place(&self, span: Span) -> String {
        let file = self.file(span);
        let Position { line, column } = file.position(span.start);
        format!("{}:{line}:{column}", file.path)
    }
}

/// The files directly in `folder` whose names end with `suffix`: paths relative to `root`, and texts; by path.
pub fn read_folder(
    root: &Path,
    folder: &str,
    suffix: &str,
) -> Result<Vec<(String, String)>, ReadError> {
    let at = root.join(folder);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| ReadError { path, source }
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&at).map_err(failed(&at))? {
        let entry = entry.map_err(failed(&at))?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| name.ends_with(suffix)) else {
            continue;
        };
        let text = std::fs::read_to_string(entry.path()).map_err(failed(&entry.path()))?;
        files.push((format!("{folder}/{name}"), text));
    }
    files.sort();
    Ok(files)
}
