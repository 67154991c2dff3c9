//! Each target on its seeds, on what once broke it, and on a fixed number of mutations: the same ones on every run.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use libfx_fuzz::corpus::{self, Input};
use libfx_fuzz::{Random, TARGETS, mutate, target, words};

macro_rules! smoke {
    ($($test:ident: $target:literal)+) => {
        $(#[test]
        fn $test() {
            smoke($target);
        })+

        const TESTED: &[&str] = &[$($target),+];
    };
}

smoke! {
    sse: "sse"
    language_model_reply: "language-model-reply"
    chat_completions_reply: "chat-completions-reply"
    checkpoint: "checkpoint"
    endpoint: "endpoint"
    http_error: "http-error"
    catalogue: "catalogue"
    arguments: "arguments"
    idl: "idl"
    mcp: "mcp"
    skill: "skill"
    terminal_input: "terminal-input"
    terminal_session: "terminal-session"
    markdown: "markdown"
    login: "login"
}

#[test]
fn every_target_is_tested_and_runs_under_libfuzzer() {
    let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(TESTED, names);
    let manifest = fs::read_to_string(folder("libfuzzer/Cargo.toml")).expect("a manifest");
    for name in names {
        let program = format!("name = \"{name}\"");
        assert!(manifest.contains(&program), "{name} is not in {manifest}");
    }
}

fn smoke(name: &str) {
    let target = target(name).expect("a target");
    let seeds = corpus::seeds(name).expect("seeds");
    let findings = corpus::findings(name).expect("findings");
    let words = words::of(name).expect("words");
    assert!(!seeds.is_empty(), "nothing to begin with");
    for input in seeds.iter().chain(&findings) {
        check(name, target.check, &input.name, &input.bytes);
    }
    for number in 0..target.mutations {
        let mut random = Random::new(number);
        let input = pick(&seeds, &mut random);
        let other = pick(&seeds, &mut random);
        let bytes = mutate::mutate(input, other, &words, &mut random);
        check(name, target.check, &format!("mutation {number}"), &bytes);
    }
}

fn pick<'a>(seeds: &'a [Input], random: &mut Random) -> &'a [u8] {
    &random.pick(seeds).expect("there are seeds").bytes
}

/// Keeps the input where a person can find it.
fn check(target: &str, check: fn(&[u8]), name: &str, bytes: &[u8]) {
    if catch_unwind(|| check(bytes)).is_err() {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{target}.input"));
        fs::write(&kept, bytes).expect("the input can be kept");
        panic!(
            "{target}: {name} breaks a property; it is in {}",
            kept.display()
        );
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}
