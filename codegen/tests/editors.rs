//! The grammar for editors knows every word of the language's own grammar, which is in `idl/README.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

fn read(path: &str) -> String {
    let idl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../idl");
    fs::read_to_string(idl.join(path)).expect("the file is there")
}

/// The words in quotes of the grammar: keywords, primitives and units.
fn words_of_the_language() -> BTreeSet<String> {
    let readme = read("README.md");
    let grammar = readme.split("\n## ").find(|it| it.starts_with("Grammar\n"));
    let lines = grammar.expect("there is a grammar").lines();
    let rules: Vec<_> = lines.filter(|it| it.starts_with("    ")).collect();
    // An escaped quote, of which the grammar speaks, encloses nothing.
    let rules = rules.join("\n").replace("\\\"", "");
    let quoted = rules.split('"').skip(1).step_by(2);
    let words = quoted.filter(|it| it.chars().all(|letter| letter.is_ascii_alphanumeric()));
    words.map(str::to_owned).collect()
}

/// The words that the patterns of `rule` match, those within it included.
fn matched(rule: &Value, words: &mut BTreeSet<String>) {
    match rule {
        Value::Object(members) => {
            if let Some(Value::String(pattern)) = members.get("match") {
                let pattern = pattern.replace("\\b", " ").replace("\\s", " ");
                let found = pattern.split(|letter: char| !letter.is_ascii_alphanumeric());
                words.extend(found.map(str::to_owned));
            }
            members.values().for_each(|it| matched(it, words));
        }
        Value::Array(rules) => rules.iter().for_each(|it| matched(it, words)),
        _ => {}
    }
}

#[test]
fn every_word_of_the_language_is_highlighted() {
    let grammar = read("editors/vscode/syntaxes/libfx-idl.tmLanguage.json");
    let grammar: Value = serde_json::from_str(&grammar).expect("it is JSON");
    let mut known = BTreeSet::new();
    matched(&grammar["repository"], &mut known);
    let words = words_of_the_language();
    assert!(
        words.contains("record") && words.contains("jsonObject"),
        "{words:?}"
    );
    let missing: Vec<_> = words.difference(&known).collect();
    assert!(missing.is_empty(), "not highlighted: {missing:?}");
}

#[test]
fn every_part_that_the_grammar_includes_is_there() {
    let grammar = read("editors/vscode/syntaxes/libfx-idl.tmLanguage.json");
    let grammar: Value = serde_json::from_str(&grammar).expect("it is JSON");
    let patterns = grammar["patterns"].as_array().expect("a list");
    for pattern in patterns {
        let name = pattern["include"].as_str().expect("a name");
        let rule = name.strip_prefix('#').expect("a part of this grammar");
        assert!(grammar["repository"][rule].is_object(), "{name}");
    }
    let parts = grammar["repository"].as_object().expect("an object");
    assert_eq!(parts.len(), patterns.len(), "a part is not included");
}
