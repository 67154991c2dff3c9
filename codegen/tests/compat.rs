//! Every rule of compatibility: `compat/<rule>.md` holds a contract as it was released, as it is now, and what is said.
//!
//! `UPDATE_GOLDENS=1 cargo test -p libfx-codegen --test compat` writes what is said now; read it before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use libfx_codegen::compat::{self, Class, Contract, Rule};
use libfx_codegen::testing;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compat")
}

fn golden(rule: Rule) -> PathBuf {
    folder().join(format!("{rule}.md"))
}

/// The text of the block that is fenced as ```` ```<fence> ````.
fn block<'a>(text: &'a str, fence: &str) -> &'a str {
    let (_, rest) = text
        .split_once(&format!("```{fence}\n"))
        .unwrap_or_else(|| panic!("no block `{fence}`"));
    rest.split_once("```").expect("the block ends").0
}

/// What is said about the contracts of a golden.
fn said(golden: &str) -> String {
    let old = Contract::of(&testing::model(block(golden, "idl released")));
    let now = testing::sources(block(golden, "idl now"));
    let new = testing::model(block(golden, "idl now"));
    compat::render(&now, &compat::compare(&old, &new))
}

#[test]
fn each_rule_says_what_its_golden_says() {
    let update = std::env::var_os("UPDATE_GOLDENS").is_some();
    let mut wrong = Vec::new();
    for rule in Rule::ALL {
        let path = golden(*rule);
        let text =
            fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
        let said = said(&text);
        assert!(
            said.contains(&format!("[{rule}]: ")),
            "{rule} says:\n{said}"
        );
        let expected = block(&text, "text");
        if update {
            let (before, _) = text.split_once("```text\n").expect("the block is there");
            fs::write(&path, format!("{before}```text\n{said}```\n")).expect("it can be written");
        } else if expected != said {
            wrong.push(format!("{}:\n{said}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_golden_belongs_to_a_rule() {
    for entry in fs::read_dir(folder()).expect("tests/compat is there") {
        let path = entry.expect("an entry").path();
        let known = Rule::ALL.iter().any(|rule| golden(*rule) == path);
        assert!(known, "{} belongs to no rule", path.display());
    }
}

#[test]
fn a_contract_has_not_changed_since_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let model = libfx_codegen::read_model(&root).expect("the contract is right");
    assert_eq!(compat::compare(&Contract::of(&model), &model), []);
}

#[test]
fn what_is_planned_or_experimental_does_not_count() {
    let old = "record A {\n  id: string\n}\n";
    let new = "record A {\n  id: string\n  @experimental\n  more: string\n}\n\
        @planned\nrecord B {\n  id: string\n}\n@experimental\nfunction f(a: A)\n";
    let changes = compat::compare(&Contract::of(&testing::model(old)), &testing::model(new));
    assert_eq!(changes, []);
}

#[test]
fn a_host_interface_that_the_runtime_gives_out_is_called_by_applications_too() {
    let class = |idl: &str| {
        let old = Contract::of(&testing::model(idl));
        let new = testing::model(&idl.replace("-> string\n", "-> string | null\n"));
        compat::compare(&old, &new)[0].class
    };
    let taken = "host interface Tool {\n  async run() -> string\n}\nfunction use(tool: Tool)\n";
    assert_eq!(class(taken), Class::Minor);
    assert_eq!(
        class(&format!("{taken}function find() -> Tool\n")),
        Class::Major
    );
}

#[test]
fn what_travels_both_ways_can_become_neither_wider_nor_narrower() {
    let class = |from: &str, to: &str| {
        let idl = |ty| format!("record A {{\n  id: {ty}\n}}\nfunction f(a: A) -> A\n");
        let old = Contract::of(&testing::model(&idl(from)));
        compat::compare(&old, &testing::model(&idl(to)))[0].class
    };
    assert_eq!(class("string", "string | null"), Class::Major);
    assert_eq!(class("string | null", "string"), Class::Major);
}
