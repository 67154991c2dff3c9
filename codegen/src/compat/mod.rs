//! Compatibility: what has changed in the contract since a release, and whether the version allows it.
//!
//! - [`Contract`] is what of a model matters to programs. [`Snapshot`] is one that was released:
//!   `idl/released/<version>.json`, written by `cargo codegen release`.
//! - [`compare()`] lists the [`Change`]s from a released contract to a model. It is pure. Each way to change is a [`Rule`].
//! - [`check`] is `cargo codegen compat`: it compares with the latest release and holds the changes against the
//!   workspace's version.
//!
//! # What breaks a program
//!
//! It depends on which way values travel, which [`Flow`] says. What applications hand over may become wider: what they pass is
//! still accepted. What they receive may become narrower: they know all of it. The reverse breaks them. A host interface is
//! implemented by applications, so its members are something that they hand over. Where a rule cannot see what is wider (a
//! pattern, another type), the change counts as breaking.
//!
//! The rules speak of values, since those are the same in every language. That typed languages also notice some minor
//! changes (a struct literal in Rust that lacks a new field) does not make them major.
//!
//! Error codes are an open set: everything that throws may throw a new one, so that adding one to `errors` or `throws` is
//! minor. That something throws at all is part of its signature, and its change is major.
//!
//! What is renamed is removed and added, and the report says so. What is `@planned` or `@experimental` does not count, until it no
//! longer is: then it is added.
//!
//! # How to add a rule
//!
//! Add it to `rule.rs`, report it in `compare/`, and add `tests/compat/<rule>.md`; a test fails as long as a rule has none. If it
//! is about something that snapshots do not hold yet, add that to [`contract::Item`] as an optional member: snapshots without it
//! stay readable.

mod class;
mod compare;
pub mod contract;
mod release;
mod report;
mod rule;
mod shape;
mod spans;
mod version;

pub use class::{Class, Flow};
pub use compare::{Change, compare};
pub use contract::Contract;
pub use release::{Released, Snapshot, SnapshotError, latest, release};
pub use report::{Report, check, render};
pub use rule::Rule;
pub use version::{VersionError, allows, of_workspace};
