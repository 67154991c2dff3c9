//! The output phase: what is written, what is left alone, and what `--check` says.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use libfx_codegen::emit::{Comment, Files};
use libfx_codegen::output::{Difference, Written, check, write};
use tempfile::TempDir;

fn files(texts: &[(&str, &str)]) -> Files {
    let mut files = Files::default();
    for (path, text) in texts {
        files.add(path, Comment::None, "test", "idl/test.idl", text);
    }
    files
}

fn read(root: &TempDir, path: &str) -> String {
    fs::read_to_string(root.path().join(path)).expect("the file is there")
}

fn root() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn files_are_written_where_they_belong() {
    let root = root();
    let files = files(&[("generated/rust/src/a.rs", "a"), ("generated/b.js", "b")]);
    let done = write(root.path(), &files).expect("written");
    let expected = Written {
        written: 2,
        ..Written::default()
    };
    assert_eq!(done, expected);
    assert_eq!(read(&root, "generated/rust/src/a.rs"), "a\n");
    assert_eq!(check(root.path(), &files).expect("checked"), []);
}

#[test]
fn a_file_that_is_right_is_not_touched() {
    let root = root();
    let files = files(&[("generated/a.js", "a"), ("generated/b.js", "b")]);
    write(root.path(), &files).expect("written");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1000);
    for name in ["generated/a.js", "generated/b.js"] {
        let file = fs::File::open(root.path().join(name)).expect("open");
        file.set_modified(long_ago).expect("a time");
    }
    fs::write(root.path().join("generated/b.js"), "edited").expect("edited");

    let done = write(root.path(), &files).expect("written");
    assert_eq!((done.written, done.unchanged), (1, 1));
    let modified = |name: &str| {
        let metadata = fs::metadata(root.path().join(name)).expect("metadata");
        metadata.modified().expect("a time")
    };
    assert_eq!(modified("generated/a.js"), long_ago);
    assert_eq!(read(&root, "generated/b.js"), "b\n");
}

#[test]
fn what_is_no_longer_made_is_deleted_with_its_folder() {
    let root = root();
    let old = files(&[("generated/python/a.py", "a"), ("generated/b.js", "b")]);
    write(root.path(), &old).expect("written");
    fs::write(root.path().join("README.md"), "ours").expect("written");

    let done = write(root.path(), &files(&[("generated/b.js", "b")])).expect("written");
    assert_eq!(done.deleted, 1);
    assert!(!root.path().join("generated/python").exists());
    assert_eq!(read(&root, "README.md"), "ours");
}

#[test]
fn checking_finds_missing_stale_and_orphaned_files_and_changes_nothing() {
    let root = root();
    let old = files(&[
        ("generated/orphan.js", "o"),
        ("generated/stale.js", "one\ntwo"),
    ]);
    write(root.path(), &old).expect("written");
    let new = files(&[
        ("generated/missing.js", "m"),
        ("generated/stale.js", "one\n2"),
    ]);

    let differences = check(root.path(), &new).expect("checked");
    let said: Vec<_> = differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "missing: generated/missing.js\n",
            "orphaned: generated/orphan.js (the generator does not make it)\n",
            "stale: generated/stale.js\n\
             --- generated/stale.js\n\
             +++ what `cargo codegen` writes\n\
             @@ -1,2 +1,2 @@\n one\n-two\n+2\n",
        ]
    );
    assert_eq!(read(&root, "generated/stale.js"), "one\ntwo\n");
    assert!(root.path().join("generated/orphan.js").exists());
}

#[test]
fn a_long_diff_is_cut() {
    let root = root();
    let lines = |word: &str| vec![word; 200].join("\n");
    write(root.path(), &files(&[("generated/a.js", &lines("old"))])).expect("written");
    let new = files(&[("generated/a.js", &lines("new"))]);
    let differences = check(root.path(), &new).expect("checked");
    let [Difference::Stale { diff, .. }] = &differences[..] else {
        panic!("{differences:?}");
    };
    assert_eq!(diff.lines().count(), 41);
    assert!(diff.ends_with("… 363 more lines\n"), "{diff}");
}

#[test]
fn a_bad_contract_writes_nothing() {
    let root = root();
    let idl = root.path().join("idl");
    fs::create_dir(&idl).expect("a folder");
    fs::write(idl.join("turn.idl"), "record {").expect("written");
    assert!(libfx_codegen::build(root.path()).is_err());
    assert!(!Path::new(&root.path().join("generated")).exists());
}
