//! What compiles Rust to WebAssembly: the tool chain that runs this, with the target's standard library from rustup or from a
//! distribution. Where that cannot be had, Debian's packages of Rust, which build the standard library themselves.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{apt, version_of};
use crate::progress::Progress;
use crate::workspace::Workspace;

/// What the browser's module is compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Takes one way and no other: `rustup` or `debian`. Without it the first that works is taken, in this order.
const CHOICE: &str = "LIBFX_WASM_TOOLCHAIN";

const REMEDY: &str = "no standard library for wasm32-unknown-unknown: run `rustup target add wasm32-unknown-unknown`, or on Debian \
                      as root `apt-get install rustc-web cargo-web rust-web-src`";

const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// A way to compile for the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Toolchain {
    /// The tool chain that runs this has the target's standard library.
    Own,
    /// Debian's compiler builds it, and its linker links.
    Debian { linker: String },
}

impl Toolchain {
    /// The tool chain, installed if there is none.
    pub(crate) fn present(workspace: &Workspace, progress: &Progress) -> Result<Self> {
        let choice = env::var(CHOICE).unwrap_or_default();
        match choice.as_str() {
            "" | "rustup" if has_library(workspace) => Ok(Self::Own),
            // What was refused once is not asked for again.
            "" if has_sources(workspace) => debian(workspace, progress),
            "" | "rustup" if add_library(workspace, progress)? => Ok(Self::Own),
            "rustup" => bail!(REMEDY),
            "" | "debian" => debian(workspace, progress),
            _ => bail!("{CHOICE}: expected rustup or debian, got {choice:?}"),
        }
    }

    /// `cargo build` for the target. Its output lies in the same folders either way.
    pub(crate) fn build(&self, workspace: &Workspace) -> Command {
        let mut build = match self {
            Self::Own => workspace.cargo(&["build"]),
            Self::Debian { linker } => {
                let mut build = workspace.command(DEBIAN_CARGO);
                build
                    .args(["build", "-Zbuild-std=std,panic_abort"])
                    // A stable compiler builds the standard library only if it is told that it belongs to it.
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env("RUSTC", DEBIAN_RUSTC)
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                build
            }
        };
        build.args(["--target", TARGET]);
        build
    }
}

/// Has rustup add the standard library; `false` where there is no rustup, or it cannot.
fn add_library(workspace: &Workspace, progress: &Progress) -> Result<bool> {
    if version_of(&mut workspace.command("rustup")).is_none() {
        return Ok(false);
    }
    let mut add = workspace.command("rustup");
    add.args(["target", "add", TARGET]);
    let added = progress.run(&format!("setup: {TARGET}"), &mut add)?.success;
    if added {
        progress.note(&format!("{TARGET}: the standard library came from rustup"));
    }
    Ok(added)
}

/// Whether this tool chain compiles for the target.
fn has_library(workspace: &Workspace) -> bool {
    let mut print = workspace.command("rustc");
    print.args(["--print", "target-libdir", "--target", TARGET]);
    printed(&mut print).is_some_and(|folder| Path::new(&folder).is_dir())
}

/// Debian's tool chain, said aloud: its compiler is another one than that of the addon.
fn debian(workspace: &Workspace, progress: &Progress) -> Result<Toolchain> {
    let what = "Rust for WebAssembly, by Debian";
    if !has_sources(workspace)
        && !apt::install(workspace, progress, what, &DEBIAN_PACKAGES).context(REMEDY)?
    {
        bail!(REMEDY);
    }
    // The linker reads what this compiler's LLVM writes, so it must be of the same one.
    let version = printed(workspace.command(DEBIAN_RUSTC).arg("-vV")).context(REMEDY)?;
    let llvm = llvm_of(&version).context(REMEDY)?;
    let linker = format!("wasm-ld-{llvm}");
    let package = format!("lld-{llvm}");
    if version_of(&mut workspace.command(&linker)).is_none()
        && !apt::install(workspace, progress, "the linker of LLVM", &[&package])?
    {
        bail!("no {linker} on PATH: on Debian as root `apt-get install {package}`");
    }
    let compiler = version.split(" (").next().unwrap_or_default();
    progress.note(&format!(
        "{TARGET}: compiled by Debian's {compiler}, the standard library, too"
    ));
    Ok(Toolchain::Debian { linker })
}

/// Whether Debian's compiler is there with the sources of the standard library.
fn has_sources(workspace: &Workspace) -> bool {
    let root = printed(workspace.command(DEBIAN_RUSTC).args(["--print", "sysroot"]));
    let library = |root| PathBuf::from(root).join("lib/rustlib/src/rust/library/std");
    Path::new(DEBIAN_CARGO).exists() && root.map(library).is_some_and(|it| it.is_dir())
}

/// The major version of LLVM that `rustc -vV` tells.
fn llvm_of(version: &str) -> Option<&str> {
    let line = version
        .lines()
        .find_map(|it| it.strip_prefix("LLVM version: "))?;
    line.split('.').next()
}

/// What a command prints, if it succeeds.
fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(toolchain: &Toolchain) -> Vec<String> {
        let build = toolchain.build(&Workspace::at(PathBuf::from("/repository")));
        let words = std::iter::once(build.get_program()).chain(build.get_args());
        words
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn only_debians_tool_chain_builds_the_standard_library() {
        let own = words(&Toolchain::Own);
        assert_eq!(own[1..], ["build", "--target", TARGET]);
        let linker = "wasm-ld-22".to_owned();
        let debian = words(&Toolchain::Debian { linker });
        assert_eq!(
            debian,
            [
                DEBIAN_CARGO,
                "build",
                "-Zbuild-std=std,panic_abort",
                "--target",
                TARGET
            ]
        );
    }

    #[test]
    fn the_linker_is_of_the_compilers_llvm() {
        assert_eq!(
            llvm_of("rustc 1.96.0\nhost: x\nLLVM version: 22.1.8\n"),
            Some("22")
        );
        assert_eq!(llvm_of("rustc 1.96.0"), None);
    }
}
