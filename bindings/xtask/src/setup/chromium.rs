//! Chromium, in which the package is tested as a page uses it.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::apt;
use crate::progress::Progress;
use crate::workspace::Workspace;

/// Tests find the program by this variable; set by the user, it names the browser to test with.
pub(crate) const PROGRAM: &str = "LIBFX_CHROMIUM";

/// The names it goes by.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// The program, installed if there is none.
pub(crate) fn program(workspace: &Workspace, progress: &Progress) -> Result<PathBuf> {
    if let Some(given) = env::var_os(PROGRAM) {
        return Ok(given.into());
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    // Without a font, a screenshot shows boxes.
    apt::install(
        workspace,
        progress,
        "Chromium",
        &["chromium", "fonts-dejavu-core"],
    )?;
    match find() {
        Some(installed) => Ok(installed),
        None => bail!(
            "no Chromium on PATH: install it (apt-get install chromium), or set {PROGRAM} to its program"
        ),
    }
}

fn find() -> Option<PathBuf> {
    let folders: Vec<_> = env::split_paths(&env::var_os("PATH")?).collect();
    let on_path = |name: &&str| {
        // An absolute name stays as it is.
        let mut places = folders.iter().map(|folder| folder.join(name));
        places.find(|place| Path::is_file(place))
    };
    NAMES.iter().find_map(on_path)
}
