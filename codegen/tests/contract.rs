//! The contract as it is checked in.

use std::path::Path;

use libfx_codegen::{BuildError, read_model};

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
fn two_runs_make_the_same_model() {
    let dump = || {
        let model = read_model(root()).expect("a model");
        (
            model.hash.clone(),
            serde_json::to_string(&model).expect("JSON"),
        )
    };
    assert_eq!(dump(), dump());
}
