//! The generator of libfx: reads the contract in `idl/` and writes everything under `generated/`.
//!
//! # Phases
//!
//! Each phase is a module, and takes what the one before it made:
//!
//! 1. [`source`]: reads `idl/*.idl` and knows where every byte stands.
//! 2. [`syntax`]: text to tokens to a tree. Knows the grammar, and nothing about names.
//! 3. [`lower`]: the tree to the model. Resolves names, reads docs and attributes, and checks whatever can be wrong with
//!    a contract. From here on a contract is right.
//! 4. [`model`]: the contract itself, immutable, and [facts](model::Facts) that follow from it. Knows nothing of syntax.
//! 5. [`emit`]: the model to files in memory, one emitter a language.
//! 6. [`output`]: those files to disk, or compared with it.
//!
//! Mistakes are collected as [`diagnostics`] and rendered together. A phase with mistakes is the last one: nothing is
//! written unless everything is right. [`build`] runs phases 1 to 5; `src/main.rs` is the command line.
//!
//! [`compat`] stands beside them: it compares the model with those that were released.
//!
//! # How to add an emitter
//!
//! 1. Make a folder `src/emit/<language>/`; its name is the emitter's name and stands in the header of each file it writes.
//! 2. Implement [`emit::Emitter`]. Match on [`model::Decl`] and [`model::TyKind`] without a wildcard, one function a kind, so
//!    that a new kind is a compile error in every emitter and never a silent gap.
//! 3. Say what the language cannot express in [`emit::Emitter::check`], at the declaration's span: it is reported before
//!    anything is written.
//! 4. Leave out what does not exist in the language ([`model::Attrs::exists_in`]), what is written by hand in it
//!    ([`model::Attrs::by_hand_in`]) and, in glue and layers, what is only planned.
//! 5. Print with [`emit::Writer`] (Rust: quote and rustfmt) and add files with [`emit::Files::add`].
//! 6. List it in [`emit::all`]. What it no longer writes is deleted from `generated/` by the next run.
//! 7. Test it on pieces of IDL with [`testing::model`], and on names that collide with the language's own.
//! 8. If it needs every type spelled in its language, add the language to `lower/check/availability.rs`.
//!
//! # How to add an attribute
//!
//! 1. Add a field to [`model::Attrs`] whose comment names the pass or emitters that own it.
//! 2. Add a line to `RULES` in `lower/attributes.rs`: its name and where it may stand. Anywhere else it is an error from
//!    then on.
//! 3. Read its arguments in `apply` there. What takes the whole model to check goes into `lower/check/`.
//! 4. Add what can be wrong with it to `tests/bad/`, and describe it in `idl/README.md`.
//!
//! # How to add a diagnostic
//!
//! Add the next free number to `diagnostics/code.rs`, its explanation to `diagnostics/explain/` (it does not compile without
//! one; a test runs the pieces of IDL in it) and a file to `tests/bad/`; a test fails as long as a code has no bad input. `UPDATE_GOLDENS=1 cargo test -p libfx-codegen --test bad_input` writes what is said about it.

pub mod compat;
pub mod diagnostics;
pub mod emit;
pub mod lower;
pub mod model;
pub mod output;
mod run;
pub mod source;
pub mod syntax;
pub mod testing;

pub use run::{BuildError, Generated, build, generate, read_model, unformatted};
