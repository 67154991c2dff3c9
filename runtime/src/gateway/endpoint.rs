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
    /// OpenAI's chat completions.
    ChatCompletions,
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

    /// Whether requests go to the public Gateway, and not to a server on this machine.
    pub(crate) fn is_public(&self) -> bool {
        self.url.starts_with("https:")
    }

    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }
}

/// What is wrong with a URL, as it stands after "got".
type Fault = &'static str;

fn accept(url: &str) -> Result<Endpoint, Fault> {
    let parts = UrlParts::split(url)?;
    match parts.scheme.as_str() {
        "https" if parts.host == GATEWAY_HOST => gateway(&parts),
        "http" if parts.is_on_this_machine() => loopback(&parts),
        "https" if parts.is_on_this_machine() => Err("https: on this machine"),
        "http" | "https" => Err("another host"),
        _ => Err("another scheme"),
    }
}

fn gateway(parts: &UrlParts<'_>) -> Result<Endpoint, Fault> {
    if parts.port.is_some() {
        return Err("the Gateway with a port");
    }
    let protocol = match parts.rest {
        "/v4/ai/language-model" => Protocol::LanguageModel(Specification::V4),
        "/v3/ai/language-model" => Protocol::LanguageModel(Specification::V3),
        "/v1/chat/completions" => Protocol::ChatCompletions,
        _ => return Err("another address of the Gateway"),
    };
    Ok(Endpoint {
        url: format!("https://{GATEWAY_HOST}{}", parts.rest),
        protocol,
    })
}

fn loopback(parts: &UrlParts<'_>) -> Result<Endpoint, Fault> {
    let port = match parts.port {
        None | Some("") => return Err("a URL without a port"),
        Some(port) if port.bytes().all(|digit| digit.is_ascii_digit()) => port.parse::<u16>(),
        Some(_) => return Err("a port that is no number"),
    };
    let Some(port) = port.ok().filter(|port| *port > 0) else {
        return Err("a port outside 1 to 65535");
    };
    let path = parts.rest.split('?').next().unwrap_or_default();
    let protocol = if path.ends_with("/chat/completions") {
        Protocol::ChatCompletions
    } else if path.ends_with("/v3/ai/language-model") {
        Protocol::LanguageModel(Specification::V3)
    } else {
        Protocol::LanguageModel(Specification::V4)
    };
    Ok(Endpoint {
        url: format!("http://{}:{port}{}", parts.host, parts.rest),
        protocol,
    })
}

/// A URL in its parts, none of them interpreted.
pub(crate) struct UrlParts<'a> {
    /// In lower case, without the colon.
    pub(crate) scheme: String,
    /// In lower case.
    pub(crate) host: String,
    pub(crate) port: Option<&'a str>,
    /// Path and query.
    pub(crate) rest: &'a str,
}

impl<'a> UrlParts<'a> {
    pub(crate) fn is_on_this_machine(&self) -> bool {
        LOOPBACK_HOSTS.contains(&self.host.as_str())
    }

    pub(crate) fn split(url: &'a str) -> Result<Self, Fault> {
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
        Ok(UrlParts {
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
mod tests;
