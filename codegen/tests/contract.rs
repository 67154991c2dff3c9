//! The contract as it is checked in, and what was generated from it.

use std::path::Path;

use libfx_codegen::{BuildError, build, output, read_model};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

#[test]
fn the_contract_is_without_mistakes() {
    match read_model(root()) {
        Ok(model) => assert!(model.decls.contains_key("Agent")),
        Err(BuildError::Idl(mistakes)) => panic!("{mistakes}"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn generated_is_what_the_contract_says() {
    let generated = build(root()).expect("the contract is right");
    let differences = output::check(root(), &generated.files).expect("it can be read");
    let said: Vec<_> = differences.iter().map(ToString::to_string).collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
}

#[test]
fn two_runs_make_the_same_model_and_files() {
    let run = || {
        let generated = build(root()).expect("the contract is right");
        let model = serde_json::to_string(&generated.model).expect("JSON");
        let files = generated.files.iter();
        let files: Vec<_> = files
            .map(|(path, text)| (path.to_owned(), text.to_owned()))
            .collect();
        (generated.model.hash, model, files)
    };
    assert_eq!(run(), run());
}
