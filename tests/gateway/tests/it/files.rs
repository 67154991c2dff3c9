//! Static files as a browser gets them.

use std::fs;

use crate::client::Client;
use libfx_gateway::{Files, Gateway, files::STRICT_POLICY};

/// A Gateway that serves `page/index.html`, `page/lib/module.wasm` from a folder of its own, and a file beside both.
async fn serving(policy: Option<&str>) -> (Gateway, tempfile::TempDir) {
    let place = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| fs::write(place.path().join(path), text).expect("written");
    fs::create_dir_all(place.path().join("page/lib")).expect("a folder");
    fs::create_dir(place.path().join("package")).expect("a folder");
    write("page/index.html", "<!doctype html>");
    write("page/lib/module.wasm", "hidden by the other folder");
    write("package/module.wasm", "\0asm");
    write("secret.txt", "outside");
    let mut files = Files::default()
        .mount("page", place.path().join("page"))
        .mount("page/lib", place.path().join("package"));
    if let Some(policy) = policy {
        files = files.policy(policy);
    }
    let gateway = Gateway::start_with(0, files).await.expect("a free port");
    (gateway, place)
}

/// The response to a request of a file, head and body.
async fn get(gateway: &Gateway, path: &str, last: &str) -> String {
    let mut client = Client::connect(gateway).await;
    let path = format!("GET /__gateway/files/{path}");
    client.request(&path, "127.0.0.1", "").await;
    String::from_utf8(client.read_to(last).await).expect("text")
}

#[tokio::test]
async fn a_file_comes_with_its_type_and_the_strict_policy() {
    let (gateway, _place) = serving(None).await;
    let page = get(&gateway, "page/index.html?key=value", "<!doctype html>").await;
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(
        page.contains("content-type: text/html; charset=utf-8\r\n"),
        "{page}"
    );
    assert!(page.contains("content-length: 15\r\n"), "{page}");
    assert!(
        page.contains(&format!("content-security-policy: {STRICT_POLICY}\r\n")),
        "{page}"
    );
}

#[tokio::test]
async fn a_mount_inside_another_hides_what_is_there() {
    let (gateway, _place) = serving(None).await;
    let module = get(&gateway, "page/lib/module.wasm", "\0asm").await;
    assert!(
        module.contains("content-type: application/wasm\r\n"),
        "{module}"
    );
}

#[tokio::test]
async fn the_policy_can_be_another_one() {
    let (gateway, _place) = serving(Some("default-src 'self'")).await;
    let page = get(&gateway, "page/index.html", "<!doctype html>").await;
    assert!(
        page.contains("content-security-policy: default-src 'self'\r\n"),
        "{page}"
    );
}

#[tokio::test]
async fn nothing_outside_the_folders_is_served() {
    let (gateway, _place) = serving(None).await;
    for path in [
        "page/missing.js",
        "page/../secret.txt",
        "page/",
        "pages/index.html",
        "secret.txt",
    ] {
        let answer = get(&gateway, path, path).await;
        assert!(
            answer.starts_with("HTTP/1.1 404 Not Found\r\n"),
            "{path}: {answer}"
        );
        assert!(!answer.contains("outside"), "{path}: {answer}");
    }
}
