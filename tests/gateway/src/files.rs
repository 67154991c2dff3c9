//! Static files, so that a page is of the Gateway's own origin and may talk to it.
//!
//! Folders are mounted below `/__gateway/files/`. Every answer carries a Content-Security-Policy, by default one under which
//! a page runs nothing but modules and WebAssembly from here, and talks to nobody else.

use std::path::{Component, Path, PathBuf};

use crate::{
    Reply,
    script::{Base64, Framing},
};

pub(crate) const PREFIX: &str = "/__gateway/files/";

/// No inline script, no `eval`, no other host.
pub const STRICT_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     connect-src 'self'; base-uri 'none'; form-action 'none'";

const TEXT: &str = "text/plain; charset=utf-8";

/// What is served, and under which policy.
#[derive(Clone, Debug)]
pub struct Files {
    mounts: Vec<Mount>,
    policy: String,
}

/// A folder and the path it is served below, which may have several segments.
#[derive(Clone, Debug)]
struct Mount {
    name: String,
    folder: PathBuf,
}

impl Default for Files {
    fn default() -> Self {
        Self {
            mounts: Vec::new(),
            policy: STRICT_POLICY.to_owned(),
        }
    }
}

impl Files {
    /// Serves a folder below `NAME/`. A mount may lie inside another one, and hides what is there.
    #[must_use]
    pub fn mount(mut self, name: &str, folder: impl Into<PathBuf>) -> Self {
        self.mounts.push(Mount {
            name: name.to_owned(),
            folder: folder.into(),
        });
        // The innermost comes first.
        self.mounts
            .sort_by_key(|mount| std::cmp::Reverse(mount.name.len()));
        self
    }

    /// Replaces the policy.
    #[must_use]
    pub fn policy(mut self, policy: impl Into<String>) -> Self {
        self.policy = policy.into();
        self
    }

    /// The answer to a `GET` of a path below [`PREFIX`], which may have a query.
    pub(crate) async fn reply(&self, path: &str) -> Reply {
        let path = path.split_once('?').map_or(path, |(path, _)| path);
        let content = match self.locate(path) {
            Some(file) => tokio::fs::read(file).await.ok(),
            None => None,
        };
        let (status, kind, bytes) = match content {
            Some(bytes) => (200, content_type(path), bytes),
            None => (404, TEXT, format!("no file {path}").into_bytes()),
        };
        let headers = [
            ("content-type", kind),
            ("content-security-policy", &self.policy),
            ("x-content-type-options", "nosniff"),
            // A page must see the file as it is now.
            ("cache-control", "no-store"),
        ];
        Reply {
            status,
            headers: headers
                .map(|(name, value)| (name.to_owned(), Some(value.to_owned())))
                .into(),
            base64: Some(Base64(bytes)),
            framing: Framing::Length,
            ..Reply::default()
        }
    }

    /// The file at a path, unless that leaves the folder.
    fn locate(&self, path: &str) -> Option<PathBuf> {
        self.mounts.iter().find_map(|mount| {
            let inside = path.strip_prefix(&mount.name)?.strip_prefix('/')?;
            let plain = |part| matches!(part, Component::Normal(_));
            Path::new(inside)
                .components()
                .all(plain)
                .then(|| mount.folder.join(inside))
        })
    }
}

fn content_type(path: &str) -> &'static str {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "txt" | "md" => TEXT,
        _ => "application/octet-stream",
    }
}
