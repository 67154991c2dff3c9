//! A Debian of its own in a folder, for tool chains that only another release has: programs run inside of it.
//!
//! Each is made once for all checkouts, below the user's cache.

use std::env;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{apt, version_of};
use crate::progress::Progress;
use crate::workspace::Workspace;

/// What is unpacked into a folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contents {
    /// The folder's name below the cache.
    pub(crate) folder: &'static str,
    /// The release of Debian that has the packages.
    pub(crate) release: &'static str,
    /// As mmdebstrap takes them. Those that every Debian has are not there unless they are named.
    pub(crate) packages: &'static str,
    /// Links that the packages' own scripts would make, or ours to make: where to, and where.
    pub(crate) links: &'static [(&'static str, &'static str)],
}

/// Documentation is a third of the packages.
const LEFT_OUT: [&str; 3] = [
    "path-exclude=/usr/share/doc/*",
    "path-exclude=/usr/share/man/*",
    "path-exclude=/usr/share/locale/*",
];

/// Without translations; and from mirrors that stand still, too, since what they have is signed.
const OPTIONS: [&str; 2] = [
    "Acquire::Languages \"none\"",
    "Acquire::Check-Valid-Until \"false\"",
];

/// Folders that no package has.
const FOLDERS: [&str; 4] = ["proc", "dev", "tmp", "root"];

/// Runs a program inside of a folder with a system of its own, at a folder of this one, on the same network. Mounts end with it,
/// since they are made in a name space of its own.
const ENTER: &str = r#"
root=$1 tree=$2 target=$3; shift 3
mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" || exit 97
for folder in "$tree" "$target" /etc/ssl/certs; do
    [ -d "$folder" ] || continue
    mkdir -p "$root$folder" && mount --rbind "$folder" "$root$folder" || exit 97
done
cat /etc/resolv.conf > "$root/etc/resolv.conf"
exec chroot "$root" /usr/bin/env HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 \
    sh -c 'cd "$1" && shift && exec "$@"' sh "$tree" "$@"
"#;

/// Where the programs of a tool chain run.
#[derive(Debug, Clone)]
pub(crate) enum System {
    /// As any other program.
    This,
    /// Inside of this folder.
    Debian(PathBuf),
}

impl System {
    /// A command that runs at the root, and sees the repository and what is built, at their own paths.
    pub(crate) fn command(&self, workspace: &Workspace, program: impl AsRef<Path>) -> Command {
        let program = program.as_ref();
        let Self::Debian(folder) = self else {
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

/// A Debian in which this program runs, made if it is not there.
pub(crate) fn with(
    workspace: &Workspace,
    progress: &Progress,
    contents: Contents,
    program: &str,
) -> Result<System> {
    let folder = cache()?.join(contents.folder);
    let _alone = lock(&folder)?;
    if !folder.join("ready").exists() {
        make(workspace, progress, contents, &folder)?;
    }
    link(contents, &folder)?;
    let system = System::Debian(folder);
    if version_of(&mut system.command(workspace, program)).is_none() {
        bail!("{program} in {system:?} does not run, which takes the right to mount");
    }
    Ok(system)
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
    let path = folder.with_added_extension("lock");
    fs::create_dir_all(folder.parent().context("a folder below the cache")?)?;
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    file.lock()?;
    Ok(file)
}

fn make(
    workspace: &Workspace,
    progress: &Progress,
    contents: Contents,
    folder: &Path,
) -> Result<()> {
    let Some(mirror) = mirror() else {
        bail!("there is no mirror of Debian to take it from");
    };
    if version_of(&mut workspace.command("mmdebstrap")).is_none()
        && !apt::install(workspace, progress, "mmdebstrap", &["mmdebstrap"])?
    {
        bail!("there is no mmdebstrap, and no right to install it");
    }
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let mut extract = workspace.command("mmdebstrap");
    extract
        .args(["--quiet", "--variant=extract", "--mode=root"])
        .arg(format!("--include={}", contents.packages))
        .args(OPTIONS.map(|option| format!("--aptopt={option}")))
        .args(LEFT_OUT.map(|option| format!("--dpkgopt={option}")))
        .arg(contents.release)
        .arg(folder)
        .arg(mirror);
    let (name, release) = (contents.folder, contents.release);
    progress.require(
        &format!("setup: {name}, of Debian's {release}"),
        &mut extract,
    )?;
    finish(folder)
}

/// What has no package. Then the folder is ready.
fn finish(folder: &Path) -> Result<()> {
    for name in FOLDERS {
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

/// Makes the links that lack, in a folder that was made for fewer, too.
fn link(contents: Contents, folder: &Path) -> Result<()> {
    for (target, link) in contents.links {
        let link = folder.join(link);
        if !link.is_symlink() {
            symlink(target, &link).with_context(|| format!("cannot link {}", link.display()))?;
        }
    }
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
    use super::mirrors;

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
