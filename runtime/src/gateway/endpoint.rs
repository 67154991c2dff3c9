//! Where model requests may go.
//!
//! The key travels with every request, so the list is short: the Gateway's own addresses, and servers on this machine. A
//! URL is read by hand, strictly, and everything that readers of URLs are known to disagree on (backslashes, percent signs
//! in hosts, odd spellings of addresses) is refused rather than repaired.

use libfx_api::FxError;
use libfx_api::limits::{DEFAULT_GATEWAY_CHAT_URL, MAX_GATEWAY_CHAT_URL_BYTES};

const OPTION: &str = "options.gatewayChatUrl";
const GATEWAY_HOST: &str = "ai-gateway.vercel.sh";
const LOOPBACK_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// How requests and replies are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// The Gateway's own: the AI SDK's language-model call.
    LanguageModel(Specification),
}

/// The version of the language-model call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Specification {
    V3,
    V4,
}

/// An accepted destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    url: String,
    protocol: Protocol,
}

impl Endpoint {
    /// Checks `url`; the Gateway's language-model address if there is none.
    ///
    /// # Errors
    /// `invalidArgument` or `limitExceeded`, naming the option. The URL is never quoted: it may hold credentials.
    pub(crate) fn parse(url: Option<&str>) -> Result<Self, FxError> {
        let url = url.unwrap_or(DEFAULT_GATEWAY_CHAT_URL);
        let bytes = url.len() as u64;
        if bytes > MAX_GATEWAY_CHAT_URL_BYTES {
            return Err(FxError::limit_exceeded(format!(
                "{OPTION}: expected at most {MAX_GATEWAY_CHAT_URL_BYTES} bytes of UTF-8, got {bytes}"
            )));
        }
        accept(url).map_err(|got| {
            FxError::invalid_argument(format!(
                "{OPTION}: expected {DEFAULT_GATEWAY_CHAT_URL:?} or an http: URL on localhost, 127.0.0.1 or [::1] with an \
                 explicit port, got {got}"
            ))
        })
    }

    /// Scheme and host in lower case; the rest as it was given.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }
}

/// What is wrong with a URL, as it stands after "got".
type Fault = &'static str;

fn accept(url: &str) -> Result<Endpoint, Fault> {
    let parts = Parts::split(url)?;
    match parts.scheme.as_str() {
        "https" if parts.host == GATEWAY_HOST => gateway(&parts),
        "http" if LOOPBACK_HOSTS.contains(&parts.host.as_str()) => loopback(&parts),
        "https" if LOOPBACK_HOSTS.contains(&parts.host.as_str()) => Err("https: on this machine"),
        "http" | "https" => Err("another host"),
        _ => Err("another scheme"),
    }
}

fn gateway(parts: &Parts<'_>) -> Result<Endpoint, Fault> {
    if parts.port.is_some() {
        return Err("the Gateway with a port");
    }
    let protocol = match parts.rest {
        "/v4/ai/language-model" => Protocol::LanguageModel(Specification::V4),
        "/v3/ai/language-model" => Protocol::LanguageModel(Specification::V3),
        "/v1/chat/completions" => return Err(CHAT_COMPLETIONS),
        _ => return Err("another address of the Gateway"),
    };
    Ok(Endpoint {
        url: format!("https://{GATEWAY_HOST}{}", parts.rest),
        protocol,
    })
}

fn loopback(parts: &Parts<'_>) -> Result<Endpoint, Fault> {
    let port = match parts.port {
        None | Some("") => return Err("a URL without a port"),
        Some(port) if port.bytes().all(|digit| digit.is_ascii_digit()) => port.parse::<u16>(),
        Some(_) => return Err("a port that is no number"),
    };
    let Some(port) = port.ok().filter(|port| *port > 0) else {
        return Err("a port outside 1 to 65535");
    };
    let path = parts.rest.split('?').next().unwrap_or_default();
    if path.ends_with("/chat/completions") {
        return Err(CHAT_COMPLETIONS);
    }
    let specification = if path.ends_with("/v3/ai/language-model") {
        Specification::V3
    } else {
        Specification::V4
    };
    Ok(Endpoint {
        url: format!("http://{}:{port}{}", parts.host, parts.rest),
        protocol: Protocol::LanguageModel(specification),
    })
}

const CHAT_COMPLETIONS: Fault = "a chat-completions URL, a protocol that is not supported";

/// A URL in its parts, none of them interpreted.
struct Parts<'a> {
    /// In lower case, without the colon.
    scheme: String,
    /// In lower case.
    host: String,
    port: Option<&'a str>,
    /// Path and query.
    rest: &'a str,
}

impl<'a> Parts<'a> {
    fn split(url: &'a str) -> Result<Self, Fault> {
        if url.is_empty() {
            return Err("an empty string");
        }
        if !url.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("a URL with blanks, control characters or characters beyond ASCII");
        }
        if url.contains('\\') {
            return Err("a URL with a backslash");
        }
        if url.contains('#') {
            return Err("a URL with a fragment");
        }
        let (scheme, after) = url.split_once("://").ok_or("no absolute URL")?;
        let end = after.find(['/', '?']).unwrap_or(after.len());
        let (authority, rest) = after.split_at(end);
        if authority.contains('@') {
            return Err("a URL with credentials");
        }
        let (host, port) = split_port(authority);
        Ok(Parts {
            scheme: scheme.to_ascii_lowercase(),
            host: host.to_ascii_lowercase(),
            port,
            rest,
        })
    }
}

/// The colons of an address in brackets are not the port's.
fn split_port(authority: &str) -> (&str, Option<&str>) {
    let from = authority.rfind(']').unwrap_or(0);
    match authority[from..].find(':') {
        Some(colon) => {
            let (host, port) = authority.split_at(from + colon);
            (host, Some(&port[1..]))
        }
        None => (authority, None),
    }
}

#[cfg(test)]
mod tests {
    use libfx_api::ErrorCode;

    use super::*;

    fn accepted(url: &str) -> Endpoint {
        Endpoint::parse(Some(url)).unwrap_or_else(|error| panic!("{url}: {error}"))
    }

    fn refused(url: &str) -> String {
        let error = Endpoint::parse(Some(url)).expect_err(url);
        assert_eq!(error.code, ErrorCode::InvalidArgument, "{url}");
        let (_, got) = error
            .message
            .split_once(", got ")
            .unwrap_or_else(|| panic!("{}", error.message));
        assert!(
            error
                .message
                .starts_with("options.gatewayChatUrl: expected ")
        );
        got.to_owned()
    }

    #[test]
    fn without_a_url_requests_go_to_the_gateway() {
        let endpoint = Endpoint::parse(None).unwrap();
        assert_eq!(
            endpoint.url(),
            "https://ai-gateway.vercel.sh/v4/ai/language-model"
        );
        assert_eq!(
            endpoint.protocol(),
            Protocol::LanguageModel(Specification::V4)
        );
    }

    #[test]
    fn the_gateways_own_addresses_are_accepted() {
        let older = accepted("https://ai-gateway.vercel.sh/v3/ai/language-model");
        assert_eq!(older.protocol(), Protocol::LanguageModel(Specification::V3));
        let shouted = accepted("HTTPS://AI-Gateway.Vercel.SH/v4/ai/language-model");
        assert_eq!(shouted, Endpoint::parse(None).unwrap());
    }

    #[test]
    fn no_other_address_of_the_gateway_is_accepted() {
        for url in [
            "https://ai-gateway.vercel.sh",
            "https://ai-gateway.vercel.sh/",
            "https://ai-gateway.vercel.sh/v4/ai/language-model/",
            "https://ai-gateway.vercel.sh/v4/ai/language-model?x=1",
            "https://ai-gateway.vercel.sh/v4/ai/../ai/language-model",
            "https://ai-gateway.vercel.sh/V4/ai/language-model",
            "https://ai-gateway.vercel.sh/v2/ai/language-model",
        ] {
            assert_eq!(refused(url), "another address of the Gateway", "{url}");
        }
        for url in [
            "https://ai-gateway.vercel.sh:443/v4/ai/language-model",
            "https://ai-gateway.vercel.sh:/v4/ai/language-model",
        ] {
            assert_eq!(refused(url), "the Gateway with a port", "{url}");
        }
    }

    #[test]
    fn this_machine_is_accepted_over_http_with_a_port() {
        for (url, normal) in [
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://LOCALHOST:8080/x", "http://localhost:8080/x"),
            (
                "HTTP://127.0.0.1:1/v4/ai/language-model",
                "http://127.0.0.1:1/v4/ai/language-model",
            ),
            ("http://[::1]:65535/?a=b", "http://[::1]:65535/?a=b"),
            ("http://localhost:080?x", "http://localhost:80?x"),
        ] {
            assert_eq!(accepted(url).url(), normal);
        }
        let older = accepted("http://localhost:1/base/v3/ai/language-model?x=y");
        assert_eq!(older.protocol(), Protocol::LanguageModel(Specification::V3));
    }

    #[test]
    fn a_port_must_be_explicit_and_real() {
        for (url, got) in [
            ("http://localhost", "a URL without a port"),
            ("http://localhost/x:80", "a URL without a port"),
            ("http://localhost:/x", "a URL without a port"),
            ("http://[::1]", "a URL without a port"),
            ("http://localhost:0", "a port outside 1 to 65535"),
            ("http://localhost:65536", "a port outside 1 to 65535"),
            (
                "http://localhost:99999999999999999999",
                "a port outside 1 to 65535",
            ),
            ("http://localhost:+80", "a port that is no number"),
            ("http://localhost:80:80", "a port that is no number"),
            ("http://localhost:8a", "a port that is no number"),
        ] {
            assert_eq!(refused(url), got, "{url}");
        }
    }

    #[test]
    fn no_other_host_is_accepted_however_it_is_spelled() {
        for url in [
            "http://example.com:80/",
            "https://example.com/v4/ai/language-model",
            "http://ai-gateway.vercel.sh/v4/ai/language-model",
            "https://ai-gateway.vercel.sh./v4/ai/language-model",
            "https://ai-gateway.vercel.sh.evil.example/v4/ai/language-model",
            "http://localhost.:80",
            "http://localhost.evil.example:80",
            "http://evil.localhost:80",
            "http://%6cocalhost:80",
            "http://127.0.0.2:80",
            "http://127.1:80",
            "http://2130706433:80",
            "http://0x7f.0.0.1:80",
            "http://0177.0.0.1:80",
            "http://0.0.0.0:80",
            "http://127.0.0.1.:80",
            "http://[::]:80",
            "http://[0:0:0:0:0:0:0:1]:80",
            "http://[::ffff:127.0.0.1]:80",
            "http://[::1%25lo]:80",
            "http://::1:80",
            "http://[::1]x:80",
            "http://:80",
            "http:///localhost:80",
            "http://?localhost:80",
        ] {
            assert_eq!(refused(url), "another host", "{url}");
        }
    }

    #[test]
    fn other_schemes_and_relative_urls_are_refused() {
        assert_eq!(refused("https://localhost:8080/"), "https: on this machine");
        assert_eq!(refused("ws://localhost:8080/"), "another scheme");
        assert_eq!(
            refused("ftp://ai-gateway.vercel.sh/v4/ai/language-model"),
            "another scheme"
        );
        for url in [
            "localhost:8080",
            "http:/localhost:80",
            "http:localhost:80",
            "//localhost:80",
        ] {
            assert_eq!(refused(url), "no absolute URL", "{url}");
        }
        assert_eq!(refused(""), "an empty string");
    }

    #[test]
    fn credentials_are_refused_and_not_repeated() {
        for url in [
            "http://user:hunter2@localhost:80/",
            "http://@localhost:80/",
            "http://localhost:80@evil.example/",
            "https://hunter2@ai-gateway.vercel.sh/v4/ai/language-model",
        ] {
            assert_eq!(refused(url), "a URL with credentials", "{url}");
            let error = Endpoint::parse(Some(url)).unwrap_err();
            assert!(!error.message.contains("hunter2"));
        }
    }

    #[test]
    fn what_readers_of_urls_disagree_on_is_refused() {
        for url in [
            "http://localhost:80/#",
            "http://localhost:80/#a",
            "http://localhost:80#@x",
        ] {
            assert_eq!(refused(url), "a URL with a fragment", "{url}");
        }
        for url in [
            "http://localhost:80\\@evil.example/",
            "http:\\\\localhost:80",
        ] {
            assert_eq!(refused(url), "a URL with a backslash", "{url}");
        }
        for url in [
            " http://localhost:80",
            "http://localhost:80 ",
            "http://local\thost:80",
            "http://localhost:80\n",
            "http://localhost:80/\u{0}",
            "http://ｌocalhost:80",
            "http://localhost:80/é",
        ] {
            let blanks = "a URL with blanks, control characters or characters beyond ASCII";
            assert_eq!(refused(url), blanks, "{url:?}");
        }
    }

    #[test]
    fn a_url_is_bounded() {
        let url = format!("http://localhost:80/{}", "x".repeat(16 * 1024));
        let error = Endpoint::parse(Some(&url)).unwrap_err();
        assert_eq!(error.code, ErrorCode::LimitExceeded);
        assert_eq!(
            error.message,
            "options.gatewayChatUrl: expected at most 16384 bytes of UTF-8, got 16404"
        );
    }

    #[test]
    fn a_protocol_that_is_not_spoken_is_said_to_be_so() {
        for url in [
            "https://ai-gateway.vercel.sh/v1/chat/completions",
            "http://localhost:11434/v1/chat/completions?x",
        ] {
            assert_eq!(
                refused(url),
                "a chat-completions URL, a protocol that is not supported"
            );
        }
    }
}
