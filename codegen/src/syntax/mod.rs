//! Syntax: text to tokens to a tree, and nothing about what the names mean.
//!
//! The grammar is in `idl/README.md`. Keywords are words only where the grammar expects them, so that a member may be
//! called `record` or `const`. The parser reports as much as it can in one run: after a mistake it goes on at the next
//! line that can begin something.

pub mod ast;
mod format;
mod lexer;
mod parser;

pub use format::format;
pub use parser::parse;
