//! Runs the scenarios of `tests/scenarios` against the `libfx` crate.
//!
//! The format, and what a runner owes, are in `tests/scenarios/README.md`. This one acts as a host does: options cross
//! in the form in which they come from JavaScript (`values`), tools are reached through a link (`host`), the steps are
//! taken with the public API (`run`), and the gateway's referee compares. [`coverage`] renders the matrix of all
//! languages.

mod adapters;
pub mod coverage;
mod host;
pub mod report;
mod run;

pub mod scenario;
mod turn;
mod values;

pub use run::{LANGUAGE, run};
