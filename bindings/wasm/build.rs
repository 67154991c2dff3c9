//! How the module is linked.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    // Numbers in the code take as many bytes as they need: 50 KB less, and 3 KB of a download. The linker can do so only
    // without what debuggers read.
    if is("CARGO_CFG_TARGET_ARCH", "wasm32") && is("DEBUG", "false") {
        println!("cargo::rustc-link-arg-cdylib=--strip-debug");
        println!("cargo::rustc-link-arg-cdylib=--compress-relocations");
    }
}
