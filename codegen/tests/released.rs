//! `cargo codegen release` and `cargo codegen compat` as people run them, in a repository of their own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const IDL: &str = "\
//! Agents.

/// What an agent is made with.
record Options {
    /// The key.
    key: string
}

/// Makes an agent.
function create(
    /// How.
    options: Options,
)
";

fn repository(version: &str) -> TempDir {
    let root = tempfile::tempdir().expect("a folder");
    fs::create_dir(root.path().join("idl")).expect("a folder");
    write(&root, "idl/agent.idl", IDL);
    set_version(&root, version);
    root
}

fn set_version(root: &TempDir, version: &str) {
    let manifest = format!("[workspace.package]\nversion = \"{version}\"\n");
    write(root, "Cargo.toml", &manifest);
}

fn write(root: &TempDir, path: &str, text: &str) {
    fs::write(root.path().join(path), text).expect("written");
}

fn require_a_model(root: &TempDir) {
    let more = "key: string\n    /// The model.\n    model: string\n";
    write(root, "idl/agent.idl", &IDL.replace("key: string\n", more));
}

/// What a command says, and whether it succeeds.
fn run(root: &TempDir, command: &str) -> (String, bool) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_libfx-codegen"));
    process.arg("--root").arg(root.path()).arg(command);
    let Output {
        status,
        stdout,
        stderr,
    } = process.output().expect("it runs");
    let said = [stdout, stderr].concat();
    (String::from_utf8(said).expect("UTF-8"), status.success())
}

fn exists(root: &TempDir, path: &str) -> bool {
    Path::new(root.path()).join(path).exists()
}

#[test]
fn without_a_release_there_is_nothing_to_compare_with() {
    let root = repository("0.1.0");
    let (said, succeeds) = run(&root, "compat");
    assert!(succeeds);
    assert!(said.contains("no release up to 0.1.0"), "{said}");
}

#[test]
fn what_was_released_has_not_changed() {
    let root = repository("0.1.0");
    let written = "idl/released/0.1.0.json written\n".to_owned();
    assert_eq!(run(&root, "release"), (written, true));
    let nothing = "nothing has changed since 0.1.0\n".to_owned();
    assert_eq!(run(&root, "compat"), (nothing, true));
    let unchanged = "idl/released/0.1.0.json unchanged\n".to_owned();
    assert_eq!(run(&root, "release"), (unchanged, true));
}

#[test]
fn a_change_that_the_version_does_not_allow_is_pointed_at_and_fails() {
    let root = repository("0.1.0");
    run(&root, "release");
    require_a_model(&root);
    set_version(&root, "0.1.1");
    let expected = "\
major[member-added]: `Options.model` is new and required: applications do not have it
 --> idl/agent.idl:8:5
  |
8 |     model: string
  |     ^^^^^

changes since 0.1.0: 1 major, 0 minor, 0 patch
error: 0.1.1 does not allow major changes; set the version in Cargo.toml to 0.2.0 or later, or take them back
";
    assert_eq!(run(&root, "compat"), (expected.to_owned(), false));

    set_version(&root, "0.2.0");
    let (said, succeeds) = run(&root, "compat");
    assert!(succeeds);
    assert!(said.ends_with("0 patch; 0.2.0 allows them\n"), "{said}");
}

#[test]
fn a_released_version_allows_no_change_at_all() {
    let root = repository("0.1.0");
    run(&root, "release");
    write(&root, "idl/agent.idl", &IDL.replace("The key.", "A key."));
    let (said, succeeds) = run(&root, "compat");
    assert!(!succeeds);
    let expected = "error: 0.1.0 is released and does not change; set the version in Cargo.toml to 0.1.1 or later";
    assert!(said.contains(expected), "{said}");
    set_version(&root, "0.1.1");
    assert!(run(&root, "compat").1);
}

#[test]
fn another_contract_of_a_released_version_is_not_written() {
    let root = repository("0.1.0");
    run(&root, "release");
    require_a_model(&root);
    let (said, succeeds) = run(&root, "release");
    assert!(!succeeds);
    assert!(
        said.contains("idl/released/0.1.0.json holds another contract"),
        "{said}"
    );
    assert!(said.contains("raise the version in Cargo.toml"), "{said}");
    set_version(&root, "0.2.0");
    assert!(run(&root, "release").1);
    assert!(exists(&root, "idl/released/0.2.0.json"));
}

#[test]
fn the_latest_release_that_is_not_newer_is_compared_with() {
    let root = repository("0.9.0");
    run(&root, "release");
    require_a_model(&root);
    set_version(&root, "0.10.0");
    run(&root, "release");
    assert_eq!(run(&root, "compat").0, "nothing has changed since 0.10.0\n");
    set_version(&root, "0.9.5");
    assert!(
        run(&root, "compat")
            .0
            .contains("changes since 0.9.0: 1 major")
    );
}

#[test]
fn the_order_of_declarations_is_no_contract_and_that_of_parameters_is() {
    let root = repository("0.1.0");
    let params = "options: Options,\n    /// Where.\n    place?: string,\n    /// When.\n    time?: string,\n";
    let idl = IDL.replace("options: Options,\n", params);
    write(&root, "idl/agent.idl", &idl);
    run(&root, "release");
    let turned = params.replace("Where.\n    place", "When.\n    time!");
    let turned = turned
        .replace("When.\n    time?", "Where.\n    place?")
        .replace('!', "");
    write(
        &root,
        "idl/agent.idl",
        &IDL.replace("options: Options,\n", &turned),
    );
    assert!(
        run(&root, "compat")
            .0
            .contains("major[parameters-reordered]: `create`")
    );
    assert!(run(&root, "release").0.contains("holds another contract"));

    let (record, function) = idl.split_once("/// Makes").expect("both are there");
    let (docs, record) = record.split_once("/// What").expect("all are there");
    write(
        &root,
        "idl/agent.idl",
        &format!("{docs}/// Makes{function}\n/// What{record}"),
    );
    assert_eq!(run(&root, "compat").0, "nothing has changed since 0.1.0\n");
    assert!(run(&root, "release").0.contains("unchanged"));
}

#[test]
fn a_snapshot_that_cannot_be_read_is_named_with_what_to_do() {
    let cases = [
        (
            "0.1.0.json",
            "{}",
            "is not a snapshot (missing field `format`",
        ),
        (
            "0.1.0.json",
            r#"{"format":2,"version":"0.1.0"}"#,
            "has format 2, and this generator reads 1",
        ),
        (
            "0.1.0.json",
            r#"{"format":1,"version":"0.2.0"}"#,
            "holds the contract of version 0.2.0",
        ),
        (
            "first.json",
            "{}",
            "first.json is not named after a version",
        ),
    ];
    for (name, text, expected) in cases {
        let root = repository("0.1.0");
        fs::create_dir(root.path().join("idl/released")).expect("a folder");
        write(&root, &format!("idl/released/{name}"), text);
        let (said, succeeds) = run(&root, "compat");
        assert!(!succeeds);
        assert!(
            said.starts_with("error: idl/released/") && said.contains(expected),
            "{said}"
        );
    }
}
