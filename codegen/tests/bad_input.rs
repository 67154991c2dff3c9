//! Bad input, mistake by mistake: `bad/<mistake>.idl` and what is said about it, `bad/<mistake>.stderr`.
//!
//! `UPDATE_GOLDENS=1 cargo test -p libfx-codegen --test bad_input` writes what is said now; read it before you commit it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use libfx_codegen::diagnostics::Code;
use libfx_codegen::{generate, testing};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad")
}

/// The paths of all bad input, in order.
fn inputs() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("tests/bad is there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut inputs: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "idl"))
        .collect();
    inputs.sort();
    inputs
}

/// What is said about the IDL of a file.
fn mistakes(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).expect("it can be read");
    let sources = testing::sources_of(&format!("idl/{name}.idl"), &text);
    match generate(&sources, &BTreeMap::new(), &[]) {
        Err(diagnostics) => diagnostics.render(&sources),
        Ok(_) => panic!("nothing is said about {}", path.display()),
    }
}

#[test]
fn each_mistake_is_reported_with_its_place_code_and_help() {
    let update = std::env::var_os("UPDATE_GOLDENS").is_some();
    let mut wrong = Vec::new();
    for input in inputs() {
        let golden = input.with_extension("stderr");
        let said = mistakes(&input);
        if update {
            fs::write(&golden, said).expect("goldens can be written");
        } else if fs::read_to_string(&golden).unwrap_or_default() != said {
            wrong.push(format!("{}:\n{said}", golden.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_of_the_front_end_has_its_bad_input() {
    let said: String = inputs().iter().map(|input| mistakes(input)).collect();
    let silent: Vec<_> = Code::ALL
        .iter()
        .filter(|code| **code != Code::Unsupported && !said.contains(&format!("error[{code}]")))
        .collect();
    assert!(silent.is_empty(), "no bad input for {silent:?}");
}

#[test]
fn no_golden_outlives_its_input() {
    let entries = fs::read_dir(folder()).expect("tests/bad is there");
    for path in entries.map(|entry| entry.expect("it can be read").path()) {
        assert!(path.with_extension("idl").is_file(), "{}", path.display());
    }
}
