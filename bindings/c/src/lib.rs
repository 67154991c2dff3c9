//! The C library: the flat engine behind plain exports, for languages that load or link one (Python, Swift).
//!
//! The exports of the contract are generated (`glue`), as is the header that declares all of them; by hand is how texts
//! cross (`buffer`), what engines there are (`engines`), and how one without a callback is waited for (`ready`).

mod buffer;
mod engines;
#[path = "../../../generated/c/glue.rs"]
mod glue;
mod ready;

#[cfg(test)]
mod tests {
    use std::process::Command;

    const HEADER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../generated/c/libfx.h");

    #[test]
    fn the_header_is_c_by_itself() {
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"]);
        compiler.args(["-fsyntax-only", "-x", "c", HEADER]);
        assert!(compiler.status().unwrap().success());
    }
}
