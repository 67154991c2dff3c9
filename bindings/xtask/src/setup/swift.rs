//! A Swift 6 tool chain: the one on `PATH`, or Debian's in a folder of its own, which programs are run inside of.
//!
//! The folder is a Debian 13, since older ones have no Swift. It is made once for all checkouts, below the user's cache.

use std::env;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{apt, version_of};
use crate::progress::Progress;
use crate::workspace::Workspace;

/// The oldest version with typed errors in the standard library.
const OLDEST: u32 = 6;

/// The release of Debian that has a Swift.
const RELEASE: &str = "trixie";

/// What a bare folder needs to compile, link and test.
const PACKAGES: &str = "bash,coreutils,grep,sed,findutils,diffutils,tar,gzip,ca-certificates,git,swiftlang,libc6-dev,\
                        libstdc++-14-dev,python3-minimal";

/// Documentation is a third of the packages.
const LEFT_OUT: [&str; 3] = [
    "path-exclude=/usr/share/doc/*",
    "path-exclude=/usr/share/man/*",
    "path-exclude=/usr/share/locale/*",
];

const ADVICE: &str = "install Swift 6 (https://swift.org/install), so that `swift` is on PATH";

/// Runs a program inside of a folder with a system of its own, at a folder of this one. Mounts end with it, since they are
/// made in a name space of its own.
const ENTER: &str = r#"
root=$1 tree=$2 target=$3; shift 3
mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" || exit 97
for folder in "$tree" "$target"; do
    mkdir -p "$root$folder" && mount --rbind "$folder" "$root$folder" || exit 97
done
exec chroot "$root" /usr/bin/env HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 \
    sh -c 'cd "$1" && shift && exec "$@"' sh "$tree" "$@"
"#;

/// Where Swift programs are compiled and run.
#[derive(Debug)]
pub(crate) enum Swift {
    OnPath,
    /// In the folder of a system of its own.
    Inside(PathBuf),
}

/// Finds a Swift, or makes one.
pub(crate) fn present(workspace: &Workspace, progress: &Progress) -> Result<Swift> {
    let found = version_of(&mut workspace.command("swift"));
    if found.is_some_and(|text| major(&text).is_some_and(|major| major >= OLDEST)) {
        return Ok(Swift::OnPath);
    }
    let folder = cache()?.join("swift");
    let _alone = lock(&folder)?;
    if !folder.join("ready").exists() {
        make(workspace, progress, &folder)?;
    }
    let swift = Swift::Inside(folder);
    if version_of(&mut swift.command(workspace, "swift")).is_none() {
        bail!("the Swift in {swift:?} does not run, which takes the right to mount: {ADVICE}");
    }
    Ok(swift)
}

impl Swift {
    /// A command that runs at the root, and sees the repository and what is built, at their own paths.
    pub(crate) fn command(&self, workspace: &Workspace, program: impl AsRef<Path>) -> Command {
        let program = program.as_ref();
        let Swift::Inside(folder) = self else {
            return workspace.command(program);
        };
        let mut command = workspace.command("unshare");
        command
            .args(["--mount", "--propagation", "private", "bash", "-c", ENTER])
            .args([Path::new("enter"), folder])
            .args(
                [workspace.path("."), workspace.target(".")]
                    .map(|path| path.components().collect::<PathBuf>()),
            )
            .arg(program);
        command
    }
}

/// The first number of `Swift version 6.0.3 (…)`.
fn major(text: &str) -> Option<u32> {
    let (_, version) = text.split_once("Swift version ")?;
    version.split('.').next()?.parse().ok()
}

fn cache() -> Result<PathBuf> {
    let home = || env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    let folder = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(home);
    Ok(folder
        .context("neither XDG_CACHE_HOME nor HOME is set")?
        .join("libfx"))
}

/// Held while the folder is made: tasks of several checkouts take turns.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.with_extension("lock");
    fs::create_dir_all(folder.parent().context("a folder below the cache")?)?;
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    file.lock()?;
    Ok(file)
}

fn make(workspace: &Workspace, progress: &Progress, folder: &Path) -> Result<()> {
    let Some(mirror) = mirror() else {
        bail!("no Swift {OLDEST} on PATH, and no Debian to take one from: {ADVICE}");
    };
    if version_of(&mut workspace.command("mmdebstrap")).is_none()
        && !apt::install(workspace, progress, "mmdebstrap", &["mmdebstrap"])?
    {
        bail!("no Swift {OLDEST} on PATH, and no right to install one: {ADVICE}");
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let mut extract = workspace.command("mmdebstrap");
    extract
        .args(["--quiet", "--variant=extract", "--mode=root"])
        .arg(format!("--include={PACKAGES}"))
        .arg("--aptopt=Acquire::Languages \"none\"")
        .args(LEFT_OUT.map(|option| format!("--dpkgopt={option}")))
        .arg(RELEASE)
        .arg(folder)
        .arg(mirror);
    progress.require("setup: Swift, of Debian 13", &mut extract)?;
    finish(folder)
}

/// Does what the packages' own scripts would have done: they were unpacked, and not installed.
fn finish(folder: &Path) -> Result<()> {
    for (target, link) in [
        ("bash", "usr/bin/sh"),
        ("../libexec/swift/bin/swift", "usr/bin/swift"),
    ] {
        let link = folder.join(link);
        if !link.is_symlink() {
            symlink(target, &link).with_context(|| format!("cannot link {}", link.display()))?;
        }
    }
    for name in ["proc", "dev", "tmp", "root"] {
        fs::create_dir_all(folder.join(name))?;
    }
    fs::write(
        folder.join("etc/passwd"),
        "root:x:0:0:root:/root:/bin/bash\n",
    )?;
    fs::write(folder.join("etc/group"), "root:x:0:\n")?;
    fs::write(folder.join("ready"), "")?;
    Ok(())
}

/// The mirror of Debian that this system takes its own packages from.
fn mirror() -> Option<String> {
    let lists = [
        "/etc/apt/sources.list.d/debian.sources",
        "/etc/apt/sources.list",
    ];
    let texts = lists
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok());
    texts.flat_map(|text| mirrors(&text)).next()
}

/// The addresses of mirrors that hold releases, in either of apt's formats.
fn mirrors(sources: &str) -> Vec<String> {
    let lines = sources.lines().map(str::trim);
    let listed = lines.filter(|line| line.starts_with("URIs:") || line.starts_with("deb "));
    let words = listed.flat_map(str::split_whitespace);
    let found = words.filter(|word| word.trim_end_matches('/').ends_with("/debian"));
    found.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{major, mirrors};

    #[test]
    fn the_major_version_is_the_first_number() {
        assert_eq!(major("Swift version 6.0.3 (swift-6.0.3-RELEASE)"), Some(6));
        let apple = "swift-driver version: 1.115 Apple Swift version 5.10 (swiftlang-5.10)";
        assert_eq!(major(apple), Some(5));
        assert_eq!(major("swift"), None);
    }

    #[test]
    fn mirrors_are_read_from_both_formats() {
        let sources = "Types: deb\nURIs: http://deb.example/debian\nSuites: bookworm\n\n\
                       Types: deb\nURIs: http://deb.example/debian-security\nSuites: s\n";
        assert_eq!(mirrors(sources), ["http://deb.example/debian"]);
        let list = "# deb-src http://deb.example/debian bookworm main\n\
                    deb [signed-by=/k] http://deb.example/debian/ bookworm main\n";
        assert_eq!(mirrors(list), ["http://deb.example/debian/"]);
    }
}
