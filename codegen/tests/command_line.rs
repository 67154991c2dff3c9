//! `cargo codegen` as people run it, in a repository of its own.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A repository that holds the contract, and nothing generated yet.
fn repository() -> TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../idl");
    copy(&contract, &root.path().join("idl"));
    root
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => {
                fs::copy(&path, &target).expect("a copy");
            }
        }
    }
}

fn codegen(root: &TempDir, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_libfx-codegen"));
    command.arg("--root").arg(root.path()).args(args);
    command.output().expect("it runs")
}

fn read(root: &TempDir, path: &str) -> String {
    fs::read_to_string(root.path().join(path)).expect("the file is there")
}

fn rewrite(root: &TempDir, path: &str, from: &str, to: &str) {
    let text = read(root, path);
    assert!(text.contains(from), "{path} does not say {from}");
    fs::write(root.path().join(path), text.replace(from, to)).expect("written");
}

#[test]
fn what_was_written_passes_the_check_and_an_edit_does_not() {
    let root = repository();
    assert!(codegen(&root, &[]).status.success());
    assert!(codegen(&root, &["--check"]).status.success());

    rewrite(
        &root,
        "generated/schema/Usage.schema.json",
        "inputTokens",
        "promptTokens",
    );
    let checked = codegen(&root, &["--check"]);
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(!checked.status.success());
    assert!(
        said.contains("stale: generated/schema/Usage.schema.json"),
        "{said}"
    );
    assert!(said.contains("run `cargo codegen`"), "{said}");
}

#[test]
fn renaming_a_field_of_the_contract_renames_it_in_every_language() {
    let root = repository();
    rewrite(&root, "idl/turn.idl", "stopReason", "endReason");
    let run = codegen(&root, &[]);
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    for (path, spelling) in [
        ("generated/rust/src/turn.rs", "end_reason"),
        ("generated/typescript/index.d.ts", "endReason"),
        ("generated/schema/TurnResult.schema.json", "endReason"),
    ] {
        let text = read(&root, path);
        assert!(text.contains(spelling), "{path}");
        assert!(
            !text.contains("stopReason") && !text.contains("stop_reason"),
            "{path}"
        );
    }
}

#[test]
fn a_mistake_is_pointed_at_and_changes_nothing() {
    let root = repository();
    assert!(codegen(&root, &[]).status.success());
    let before = read(&root, "generated/rust/src/turn.rs");
    rewrite(
        &root,
        "idl/turn.idl",
        "stopReason: StopReason",
        "stopReason: StopRaeson",
    );

    let run = codegen(&root, &[]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(!run.status.success());
    assert!(
        said.contains("error[E0040]: there is no type `StopRaeson`"),
        "{said}"
    );
    assert!(said.contains("--> idl/turn.idl:"), "{said}");
    assert!(said.contains("did you mean `StopReason`?"), "{said}");
    assert_eq!(read(&root, "generated/rust/src/turn.rs"), before);
}

#[test]
fn the_dump_is_the_model_and_its_facts() {
    let root = repository();
    let dump = codegen(&root, &["dump"]);
    assert!(dump.status.success());
    let dump: serde_json::Value = serde_json::from_slice(&dump.stdout).expect("JSON");
    assert_eq!(dump["model"]["decls"]["Agent"]["kind"], "interface");
    assert_eq!(dump["facts"]["directions"]["AgentOptions"]["input"], true);
    assert!(!root.path().join("generated").exists());
}

#[test]
fn a_code_is_explained_and_one_that_does_not_exist_is_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let explained = codegen(&root, &["explain", "42"]);
    let said = String::from_utf8_lossy(&explained.stdout);
    assert!(explained.status.success());
    assert!(
        said.starts_with("E0042: A type that cannot stand here.\n\n"),
        "{said}"
    );

    let listed = codegen(&root, &["explain"]);
    let list = String::from_utf8_lossy(&listed.stdout);
    assert!(
        list.contains("\nE0042  A type that cannot stand here.\n"),
        "{list}"
    );

    let refused = codegen(&root, &["explain", "E9999"]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success());
    assert!(said.contains("there is no code `E9999`"), "{said}");
}

#[test]
fn formatting_lays_out_what_its_check_refuses_and_leaves_files_with_mistakes_alone() {
    let root = repository();
    assert!(codegen(&root, &["fmt", "--check"]).status.success());

    let formatted = read(&root, "idl/turn.idl");
    rewrite(&root, "idl/turn.idl", "    cancel()", "cancel( )");
    let checked = codegen(&root, &["fmt", "--check"]);
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(!checked.status.success());
    assert!(said.contains("not formatted: idl/turn.idl\n"), "{said}");

    assert!(codegen(&root, &["fmt"]).status.success());
    assert_eq!(read(&root, "idl/turn.idl"), formatted);

    rewrite(&root, "idl/turn.idl", "    cancel()", "cancel( ");
    let broken = read(&root, "idl/turn.idl");
    assert!(!codegen(&root, &["fmt"]).status.success());
    assert_eq!(read(&root, "idl/turn.idl"), broken);
}
