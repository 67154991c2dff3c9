//! What `cargo codegen explain` says: the wrong piece of IDL of each explanation is that mistake, the right one is none.

use std::collections::BTreeMap;

use libfx_codegen::diagnostics::Code;
use libfx_codegen::emit::{self, Emitter};
use libfx_codegen::{generate, testing};

/// The wrong and the right piece.
fn pieces(code: Code) -> (&'static str, &'static str) {
    let mut parts = code.explanation().split("```");
    let prose = parts.next().expect("there is always a first part");
    assert!(prose.ends_with("\n\nWrong:\n\n"), "{code}: {prose}");
    let piece = |part: Option<&'static str>| {
        let piece = part.and_then(|part| part.strip_prefix("idl\n"));
        piece.unwrap_or_else(|| panic!("{code} lacks a piece of IDL"))
    };
    let wrong = piece(parts.next());
    assert_eq!(parts.next(), Some("\n\nRight:\n\n"), "{code}");
    let right = piece(parts.next());
    assert_eq!(parts.next(), Some("\n"), "{code}");
    assert_eq!(parts.next(), None, "{code}");
    (wrong, right)
}

/// The emitter that has something against the wrong piece, where the front end has nothing.
fn emitters(code: Code) -> Vec<Box<dyn Emitter>> {
    let all = emit::all().into_iter();
    all.filter(|it| code == Code::Unsupported && it.name() == "rust")
        .collect()
}

/// The codes of what is wrong with `piece`. Pieces leave out their docs, unless docs are what they explain.
fn mistakes(code: Code, piece: &str) -> Vec<Code> {
    let sources = testing::sources(piece);
    let inputs = BTreeMap::new();
    let generated = match code {
        Code::MissingDocs => generate(&sources, &inputs, &emitters(code)),
        _ => testing::generate(&sources, &inputs, &emitters(code)),
    };
    match generated {
        Ok(_) => Vec::new(),
        Err(diagnostics) => testing::codes(&diagnostics),
    }
}

#[test]
fn the_wrong_piece_is_that_mistake_and_no_other() {
    for code in Code::ALL {
        let (wrong, _) = pieces(*code);
        assert_eq!(mistakes(*code, wrong), [*code], "{wrong}");
    }
}

#[test]
fn the_right_piece_has_no_mistake() {
    for code in Code::ALL {
        let (_, right) = pieces(*code);
        assert_eq!(mistakes(*code, right), [], "of {code}:\n{right}");
    }
}
