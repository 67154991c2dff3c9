//! HTTP as the application provides it: one request in, a streamed response out.

use std::fmt;

use bytes::Bytes;

use super::{BoxFuture, BoxStream, MaybeSend, MaybeSync};
use crate::FxError;

/// Sends HTTP requests. Implement it to route, record or refuse what the runtime sends; dropping the future or the
/// body's stream cancels the exchange.
pub trait Fetch: MaybeSend + MaybeSync {
    /// Sends `request` and resolves once the response's headers have arrived. A status of 400 and above is a response,
    /// not an error; a network failure is an error.
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>>;
}

/// The methods that the runtime uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    Get,
    Post,
}

impl Method {
    /// As it stands in the request line.
    pub fn as_str(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
        }
    }
}

/// A request, complete with its body.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpRequest {
    pub method: Method,
    pub url: String,
    /// Names in lower case, in the order they are sent.
    pub headers: Vec<(String, String)>,
    pub body: Bytes,
}

impl HttpRequest {
    /// The value of the header called `name` (in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        find(&self.headers, name)
    }
}

/// A response whose body is still arriving.
pub struct HttpResponse {
    pub status: u16,
    /// Names in lower case, in the order they arrived.
    pub headers: Vec<(String, String)>,
    pub body: BoxStream<'static, Result<Bytes, FxError>>,
}

impl HttpResponse {
    /// The value of the header called `name` (in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        find(&self.headers, name)
    }
}

fn find<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.as_str())
}

/// Requests are logged when something goes wrong: neither the credentials nor the conversation may be in there.
impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpRequest")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &Redacted(&self.headers))
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish()
    }
}

impl fmt::Debug for HttpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpResponse")
            .field("status", &self.status)
            .field("headers", &Redacted(&self.headers))
            .finish_non_exhaustive()
    }
}

struct Redacted<'a>(&'a [(String, String)]);

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SECRET: [&str; 5] = [
            "authorization",
            "proxy-authorization",
            "cookie",
            "set-cookie",
            "x-api-key",
        ];
        let shown = self.0.iter().map(|(name, value)| {
            let secret = SECRET.iter().any(|known| name.eq_ignore_ascii_case(known));
            (name, if secret { "[redacted]" } else { value })
        });
        f.debug_map().entries(shown).finish()
    }
}
