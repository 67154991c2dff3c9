//! A Swift 6 tool chain: the one on `PATH`, or Debian's in a system of its own.

use std::process::Command;

use anyhow::{Context, Result};

use super::debian::{self, Contents, System};
use super::version_of;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// The oldest version with typed errors in the standard library.
const OLDEST: u32 = 6;

/// What a bare folder needs to compile, link and test. Older releases have no Swift.
const CONTENTS: Contents = Contents {
    folder: "swift",
    release: "trixie",
    packages: "bash,coreutils,grep,sed,findutils,diffutils,tar,gzip,ca-certificates,git,swiftlang,libc6-dev,\
               libstdc++-14-dev,python3-minimal",
    links: &[
        ("bash", "usr/bin/sh"),
        ("../libexec/swift/bin/swift", "usr/bin/swift"),
        ("../libexec/swift/bin/docc", "usr/bin/docc"),
    ],
};

/// Finds a Swift, or makes one.
pub(crate) fn present(workspace: &Workspace, progress: &Progress) -> Result<System> {
    let found = version_of(&mut workspace.command("swift"));
    if found.is_some_and(|text| major(&text).is_some_and(|major| major >= OLDEST)) {
        return Ok(System::This);
    }
    debian::with(workspace, progress, CONTENTS, "swift").context(
        "no Swift 6 on PATH: install it (https://swift.org/install); Debian's cannot be used",
    )
}

/// The documentation compiler of the tool chain. Xcode has it, but not on `PATH`.
pub(crate) fn docc(workspace: &Workspace, swift: &System) -> Command {
    if cfg!(target_os = "macos") {
        let mut xcrun = workspace.command("xcrun");
        xcrun.arg("docc");
        return xcrun;
    }
    swift.command(workspace, "docc")
}

/// The first number of `Swift version 6.0.3 (…)`.
fn major(text: &str) -> Option<u32> {
    let (_, version) = text.split_once("Swift version ")?;
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_the_first_number() {
        assert_eq!(major("Swift version 6.0.3 (swift-6.0.3-RELEASE)"), Some(6));
        let apple = "swift-driver version: 1.115 Apple Swift version 5.10 (swiftlang-5.10)";
        assert_eq!(major(apple), Some(5));
        assert_eq!(major("swift"), None);
    }
}
