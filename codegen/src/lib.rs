//! The generator of libfx.

pub mod diagnostics;
pub mod emit;
pub mod lower;
pub mod model;
pub mod output;
mod run;
pub mod source;
pub mod syntax;
pub mod testing;

pub use run::{BuildError, Generated, build, generate, read_model};
