//! Whatever the input, the front-end reports or accepts it, and never panics or hangs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use libfx_codegen::{generate, testing};

/// The contract's own files, and the bad input: all kinds of syntax stand in them.
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("../idl"), root.join("tests/bad")];
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(folder).expect("the folder is there");
        paths.extend(entries.map(|entry| entry.expect("it can be read").path()));
    }
    paths.retain(|path| path.extension().is_some_and(|it| it == "idl"));
    paths.sort();
    let read = |path: &PathBuf| fs::read_to_string(path).expect("it can be read");
    paths.iter().map(read).collect()
}

fn run(text: &str) {
    let sources = testing::sources(text);
    if let Err(diagnostics) = generate(&sources, &BTreeMap::new(), &[]) {
        // Rendering looks at every span.
        assert!(!diagnostics.render(&sources).is_empty());
    }
}

/// A small generator of numbers, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        let state = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = state.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

fn boundary(text: &str, at: usize) -> usize {
    (at..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

#[test]
fn truncated_files_are_survived() {
    for text in texts() {
        let step = (text.len() / 60).max(1);
        for end in (0..text.len()).step_by(step) {
            run(&text[..boundary(&text, end)]);
        }
    }
}

#[test]
fn mutated_files_are_survived() {
    const PIECES: &[&str] = &[
        "{",
        "}",
        "(",
        ")",
        "<",
        ">",
        "\"",
        "@",
        "///",
        "//!",
        "..",
        "|",
        "null",
        "->",
        "é",
        "\u{0}",
        "\\u{",
        "record ",
        "union X by kind {",
        "@limit(",
        "99999999999999999999",
        "\n",
        "?",
        "_",
        "[`A.",
        "\r\n",
    ];
    let mut numbers = Numbers(7);
    for text in texts() {
        for _ in 0..60 {
            let from = boundary(&text, numbers.below(text.len()));
            let to = boundary(&text, from + numbers.below(12));
            let piece = PIECES[numbers.below(PIECES.len())];
            run(&format!("{}{piece}{}", &text[..from], &text[to..]));
        }
    }
}

#[test]
fn odd_files_are_survived() {
    for text in [
        "", "\u{feff}", "\n\n", "//", "///", "//!", "\"", "@", "é", "\u{0}",
    ] {
        run(text);
    }
    run(&"{".repeat(10_000));
    run(&format!("record A {{ a: {}", "fn(a: ".repeat(10_000)));
}
