//! The WebAssembly module: the flat engine over linear memory, one engine an instance.
//!
//! The exports are generated (`glue`); by hand is how texts cross (`memory`) and what the host lends (`engine`). The
//! module imports seven functions, all from `host`, and never suspends a stack, so it needs no JSPI. A panic is told to
//! the host and then traps: the instance is finished, and with it what it was made for, but nothing else is.
#![cfg(target_arch = "wasm32")]

mod engine;
#[path = "../../../generated/wasm/glue.rs"]
mod glue;
mod memory;
