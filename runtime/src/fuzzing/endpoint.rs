//! Destinations: what is accepted is where requests really go, in the eyes of the reader of URLs that sends them.

use libfx_api::ErrorCode;
use reqwest::Url;

use super::{CHAT_COMPLETIONS, LANGUAGE_MODEL, LANGUAGE_MODEL_V3};
use crate::gateway::{Endpoint, Protocol};

pub(super) fn check(url: &str) {
    let endpoint = match Endpoint::parse(Some(url)) {
        Ok(endpoint) => endpoint,
        Err(error) => {
            assert!(matches!(
                error.code,
                ErrorCode::InvalidArgument | ErrorCode::LimitExceeded
            ));
            assert!(error.message.starts_with("options.gatewayChatUrl: "));
            assert!(error.message.len() < 300, "{}", error.message);
            return;
        }
    };
    let again = Endpoint::parse(Some(endpoint.url()));
    assert_eq!(
        again.as_ref(),
        Ok(&endpoint),
        "accepted once, accepted again"
    );
    for spelling in [url, endpoint.url()] {
        let read = Url::parse(spelling).expect("a URL");
        assert!(read.username().is_empty() && read.password().is_none());
        assert_eq!(read.fragment(), None);
        match endpoint.is_public() {
            true => check_public(&endpoint, &read),
            false => check_loopback(&endpoint, &read),
        }
    }
}

fn check_public(endpoint: &Endpoint, read: &Url) {
    let known = [LANGUAGE_MODEL, LANGUAGE_MODEL_V3, CHAT_COMPLETIONS];
    assert!(known.contains(&endpoint.url()), "{}", endpoint.url());
    assert_eq!(read.as_str(), endpoint.url());
    assert_eq!(
        endpoint.protocol() == Protocol::ChatCompletions,
        endpoint.url() == CHAT_COMPLETIONS
    );
}

fn check_loopback(endpoint: &Endpoint, read: &Url) {
    let hosts = ["localhost", "127.0.0.1", "[::1]"];
    assert_eq!(read.scheme(), "http");
    assert!(hosts.iter().any(|host| read.host_str() == Some(host)));
    let after_host = endpoint.url().split_once("://").map(|(_, rest)| rest);
    let port = read.port_or_known_default().expect("a port");
    let begins_so = |host: &&str| {
        let start = format!("{host}:{port}");
        after_host.is_some_and(|rest| rest.starts_with(&start))
    };
    assert!(hosts.iter().any(begins_so), "{read}");
}
