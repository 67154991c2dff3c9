//! Rust source, printed: prettyplease for the tree, then the toolchain's own rustfmt, so that generated code passes the
//! check that hand-written code must pass.

use std::io::Write;
use std::process::{Command, Stdio};

/// Prints `file` as rustfmt would have it, an empty line between items but not between neighbours of one list: imports of
/// one origin, declarations of modules.
///
/// # Panics
/// If rustfmt cannot be run or refuses what prettyplease printed: both are faults of the set-up or of ours.
pub fn print(file: &syn::File) -> String {
    let mut items = String::new();
    for (at, item) in file.items.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &file.items[at]);
        if before.is_some_and(|before| !is_one_list(before, item)) {
            items.push('\n');
        }
        items.push_str(&print_item(item));
    }
    let attributes = prettyplease::unparse(&syn::File {
        items: Vec::new(),
        ..file.clone()
    });
    format(&format!("{attributes}\n{items}"))
}

fn is_one_list(before: &syn::Item, item: &syn::Item) -> bool {
    match (before, item) {
        (syn::Item::Use(before), syn::Item::Use(item)) => {
            let is_public = |item: &syn::ItemUse| matches!(item.vis, syn::Visibility::Public(_));
            is_public(before) == is_public(item) && origin(&before.tree) == origin(&item.tree)
        }
        (syn::Item::Mod(before), syn::Item::Mod(item)) => {
            before.content.is_none() && item.content.is_none()
        }
        _ => false,
    }
}

/// Where an import comes from: the standard library, this crate, or another one.
fn origin(tree: &syn::UseTree) -> &'static str {
    let syn::UseTree::Path(path) = tree else {
        return "other";
    };
    match path.ident.to_string().as_str() {
        "std" | "core" | "alloc" => "standard",
        "crate" | "super" | "self" => "own",
        _ => "other",
    }
}

fn print_item(item: &syn::Item) -> String {
    prettyplease::unparse(&syn::File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items: vec![item.clone()],
    })
}

/// Runs rustfmt over `source`.
///
/// # Panics
/// As [`print()`].
pub fn format(source: &str) -> String {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--emit", "stdout", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt is part of the pinned toolchain: `rustup component add rustfmt`");
    let mut stdin = rustfmt.stdin.take().expect("stdin is piped");
    // rustfmt reads everything before it writes anything, so this cannot block on its output.
    stdin
        .write_all(source.as_bytes())
        .expect("rustfmt reads its input");
    drop(stdin);
    let output = rustfmt.wait_with_output().expect("rustfmt ends");
    assert!(output.status.success(), "rustfmt refuses:\n{source}");
    String::from_utf8(output.stdout).expect("rustfmt writes UTF-8")
}
