//! The search for bytes that break libfx: what is read, what must hold of it, and inputs to begin with.
//!
//! - [`Target`]: a reader of foreign bytes. Its check panics when a property does not hold; the properties of what is
//!   private to the runtime stand in `libfx::fuzzing`, the others in modules of the targets' names and in `requests`.
//! - [`corpus`]: inputs to begin with (most of them made from the fixtures) and earlier findings.
//! - [`mutate`]: one input to another one, by a seeded random choice.
//! - [`words`]: what inputs are often made of.
//!
//! `tests/smoke.rs` runs every seed, every kept finding and a fixed number of mutations; `libfuzzer/` runs the same
//! targets under libFuzzer for as long as one likes.

mod arguments;
pub mod corpus;
mod idl;
mod mcp;
pub mod mutate;
mod random;
mod requests;
mod skill;
pub mod words;

pub use random::Random;

/// A reader of foreign bytes.
#[derive(Debug)]
pub struct Target {
    pub name: &'static str,
    /// Panics if a property does not hold for these bytes.
    pub check: fn(&[u8]),
    /// How many mutations the smoke test tries: what takes some seconds.
    pub mutations: u64,
}

/// Every target.
pub const TARGETS: [Target; 15] = [
    Target {
        name: "sse",
        check: libfx::fuzzing::sse,
        mutations: 6_000,
    },
    Target {
        name: "language-model-reply",
        check: |body| libfx::fuzzing::language_model_reply(body, &mut requests::check),
        mutations: 6_000,
    },
    Target {
        name: "chat-completions-reply",
        check: |body| libfx::fuzzing::chat_completions_reply(body, &mut requests::check),
        mutations: 3_000,
    },
    Target {
        name: "checkpoint",
        check: |bytes| libfx::fuzzing::checkpoint(bytes, &mut requests::check),
        mutations: 20_000,
    },
    Target {
        name: "endpoint",
        check: |bytes| with_text(bytes, libfx::fuzzing::endpoint),
        mutations: 60_000,
    },
    Target {
        name: "http-error",
        check: libfx::fuzzing::http_error,
        mutations: 10_000,
    },
    Target {
        name: "catalogue",
        check: libfx::fuzzing::catalogue,
        mutations: 20_000,
    },
    Target {
        name: "arguments",
        check: |bytes| with_text(bytes, arguments::check),
        mutations: 50_000,
    },
    Target {
        name: "idl",
        check: |bytes| with_text(bytes, idl::check),
        mutations: 3_000,
    },
    Target {
        name: "mcp",
        check: |bytes| with_text(bytes, mcp::check),
        mutations: 30_000,
    },
    Target {
        name: "skill",
        check: |bytes| with_text(bytes, skill::check),
        mutations: 30_000,
    },
    Target {
        name: "terminal-input",
        check: libfx::fuzzing::terminal_input,
        mutations: 30_000,
    },
    Target {
        name: "terminal-session",
        check: |bytes| libfx::fuzzing::terminal_session(bytes, &mut requests::check),
        mutations: 10_000,
    },
    Target {
        name: "markdown",
        check: |bytes| with_text(bytes, libfx::fuzzing::markdown),
        mutations: 300,
    },
    Target {
        name: "login",
        check: |bytes| with_text(bytes, libfx::fuzzing::login),
        mutations: 20_000,
    },
];

/// The target called `name`.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// What is text by its type before it is read.
fn with_text(bytes: &[u8], check: fn(&str)) {
    if let Ok(text) = str::from_utf8(bytes) {
        check(text);
    }
}
