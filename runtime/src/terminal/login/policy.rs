//! What is trusted: providers reached by https, and those on this machine.

use libfx_api::limits::{MAX_LOGIN_TEXT_BYTES, MAX_LOGIN_URL_BYTES};
use libfx_api::{FxError, LoginOptions};

use crate::gateway::UrlParts;

/// # Errors
/// `invalidArgument`, naming the option.
pub(super) fn check(options: &LoginOptions) -> Result<(), FxError> {
    let issuer = &options.issuer;
    if reach(issuer).is_none() || issuer.contains('?') {
        return Err(FxError::invalid_argument(
            "options.login.issuer: expected an https: URL without query and fragment, or an http: URL on localhost, \
             127.0.0.1 or [::1] with an explicit port",
        ));
    }
    check_text("options.login.clientId", &options.client_id)?;
    match &options.scope {
        Some(scope) => check_text("options.login.scope", scope),
        None => Ok(()),
    }
}

fn check_text(option: &str, text: &str) -> Result<(), FxError> {
    let is_printable = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_printable && (1..=MAX_LOGIN_TEXT_BYTES).contains(&(text.len() as u64)) {
        return Ok(());
    }
    Err(FxError::invalid_argument(format!(
        "{option}: expected 1 to {MAX_LOGIN_TEXT_BYTES} printable characters of ASCII"
    )))
}

/// Whether a provider may name this address as one of its own. Tokens that go to another machine go by https, and a provider
/// on another machine has no business on this one.
pub(super) fn may_be_endpoint(issuer: &str, url: &str) -> bool {
    match reach(url) {
        Some(Reach::Secure) => true,
        Some(Reach::Loopback) => reach(issuer) == Some(Reach::Loopback),
        None => false,
    }
}

/// Whether an address may be shown to the user and opened: a page, and nothing that a browser or a shell takes for more.
pub(super) fn may_be_shown(url: &str) -> bool {
    let (page, fragment) = url.split_once('#').unwrap_or((url, ""));
    let is_fragment = !fragment.contains('#') && fragment.bytes().all(is_of_urls);
    is_fragment && is_short(url) && split(page).is_some_and(|parts| is_web(&parts))
}

/// How safely an address is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Secure,
    Loopback,
}

/// How an address is reached, if tokens may go there.
fn reach(url: &str) -> Option<Reach> {
    let parts = split(url)?;
    let is_loopback = parts.is_on_this_machine() && parts.port.is_some();
    match parts.scheme.as_str() {
        "https" if is_web(&parts) => Some(Reach::Secure),
        "http" if is_web(&parts) && is_loopback => Some(Reach::Loopback),
        _ => None,
    }
}

fn split(url: &str) -> Option<UrlParts<'_>> {
    let is_plain = is_short(url) && url.bytes().all(is_of_urls);
    is_plain.then(|| UrlParts::split(url).ok()).flatten()
}

fn is_short(url: &str) -> bool {
    url.len() as u64 <= MAX_LOGIN_URL_BYTES
}

fn is_web(parts: &UrlParts<'_>) -> bool {
    let is_port = |port: &str| {
        let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
        is_number && port.parse::<u16>().is_ok_and(|port| port > 0)
    };
    let is_host = !parts.host.is_empty() && !parts.host.contains('%');
    matches!(parts.scheme.as_str(), "http" | "https") && is_host && parts.port.is_none_or(is_port)
}

/// The characters of RFC 3986: no quotes, brackets of shells or backticks.
fn is_of_urls(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REMOTE: &str = "https://id.example.com";
    const LOCAL: &str = "http://localhost:3000";

    #[test]
    fn endpoints_are_reached_by_https_or_lie_beside_a_provider_on_this_machine() {
        for url in [REMOTE, "https://api.example.com:8443/token?tenant=1"] {
            assert!(
                may_be_endpoint(REMOTE, url) && may_be_endpoint(LOCAL, url),
                "{url}"
            );
        }
        for url in [LOCAL, "http://127.0.0.1:3000/a", "HTTP://[::1]:3000/"] {
            assert!(may_be_endpoint(LOCAL, url), "{url}");
            assert!(!may_be_endpoint(REMOTE, url), "{url}");
        }
        let long = format!("{REMOTE}/{}", "a".repeat(MAX_LOGIN_URL_BYTES as usize));
        for url in [
            "",
            "http://localhost",
            "http://localhost:",
            "http://localhost:0",
            "http://localhost:65536",
            "http://127.0.0.2:80",
            "http://localhost.example.com:80",
            "http://id.example.com",
            "https://",
            "https://:443",
            "https://id.example.com:+443",
            "https://user@id.example.com",
            "https://id%2Eexample.com",
            "https://id.example.com/#a",
            "https:\\\\id.example.com",
            "//id.example.com",
            "file:///etc/passwd",
            &long,
        ] {
            assert!(!may_be_endpoint(LOCAL, url), "{url}");
        }
    }

    #[test]
    fn pages_are_shown_by_http_too_and_with_a_fragment_but_hold_nothing_that_a_shell_could_run() {
        for url in [
            "https://id.example.com/device?user_code=AB-CD",
            "https://id.example.com/app#/device",
            "http://id.intranet/device",
        ] {
            assert!(may_be_shown(url), "{url}");
        }
        for url in [
            "javascript:alert(1)",
            "https://id.example.com/\u{1b}[2J",
            "https://id.example.com/#\n",
            "https://id.example.com/#a#b",
            "https://id.example.com/`reboot`",
            "https://id.example.com/\"|reboot",
            "https://id.example.com@evil.example.com/",
            "https://id.example.com/ü",
        ] {
            assert!(!may_be_shown(url), "{url}");
        }
    }

    #[test]
    fn options_that_no_provider_takes_are_refused_by_name() {
        let refused = |options: LoginOptions| {
            let error = check(&options).expect_err("a refusal");
            assert_eq!(error.code, libfx_api::ErrorCode::InvalidArgument);
            error
                .message
                .split(':')
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        assert!(check(&LoginOptions::new("https://id.example.com/tenant/", "app")).is_ok());
        for issuer in [
            "",
            "https://id.example.com/?tenant=1",
            "http://id.example.com",
        ] {
            let options = LoginOptions::new(issuer, "app");
            assert_eq!(refused(options), "options.login.issuer", "{issuer}");
        }
        for text in ["", "a\nb", "ä", &"a".repeat(1025)] {
            let options = LoginOptions::new(REMOTE, text);
            assert_eq!(refused(options), "options.login.clientId", "{text}");
            let options = LoginOptions::new(REMOTE, "app").with_scope(text);
            assert_eq!(refused(options), "options.login.scope", "{text}");
        }
    }
}
