//! Formatting changes where things stand and nothing else, in the contract and in all bad input that can be parsed.

use std::fs;
use std::path::{Path, PathBuf};

use libfx_codegen::source::SourceMap;
use libfx_codegen::syntax;

/// Every IDL file that can be parsed, by its path.
fn files() -> Vec<(PathBuf, String)> {
    let codegen = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [codegen.join("../idl"), codegen.join("tests/bad")];
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let idl = paths.filter(|path| path.extension().is_some_and(|it| it == "idl"));
    let read = idl.map(|path| {
        let text = fs::read_to_string(&path).expect("it can be read");
        (path, text)
    });
    read.filter(|(_, text)| tree(text).is_some()).collect()
}

/// The tree of a file, without places: what lowering makes the model of.
fn tree(text: &str) -> Option<String> {
    let mut sources = SourceMap::default();
    sources.add("idl/test.idl", text);
    let printed = format!("{:#?}", syntax::parse(&sources).ok()?);
    let places = ["start: ", "end: "];
    let lines = printed.lines().filter(|line| {
        let line = line.trim_start();
        !places.iter().any(|place| line.starts_with(place))
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn formatting_keeps_the_tree_and_every_comment() {
    let comments = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.split_once("// "));
        lines
            .map(|(_, comment)| comment.trim_end().to_owned())
            .collect()
    };
    for (path, text) in files() {
        let formatted = syntax::format(&text);
        assert_eq!(tree(&formatted), tree(&text), "{}", path.display());
        assert_eq!(comments(&formatted), comments(&text), "{}", path.display());
    }
}

#[test]
fn what_is_formatted_stays_as_it_is() {
    for (path, text) in files() {
        let formatted = syntax::format(&text);
        assert_eq!(syntax::format(&formatted), formatted, "{}", path.display());
    }
}

/// The same however the blanks stand: nothing but the author's choice of lines survives.
#[test]
fn formatting_does_not_depend_on_indentation() {
    for (path, text) in files() {
        let flat: Vec<_> = text.lines().map(str::trim_start).collect();
        let flat = flat.join("\n");
        assert_eq!(
            syntax::format(&flat),
            syntax::format(&text),
            "{}",
            path.display()
        );
    }
}

#[test]
fn the_contract_is_formatted() {
    for (path, text) in files() {
        if path.components().any(|part| part.as_os_str() == "bad") {
            continue;
        }
        let hint = "run `cargo codegen fmt`";
        assert_eq!(syntax::format(&text), text, "{}: {hint}", path.display());
    }
}
