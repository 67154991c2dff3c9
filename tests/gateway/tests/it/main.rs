//! The Gateway as its clients see it.

mod client;
mod control;
mod files;
mod wire;
