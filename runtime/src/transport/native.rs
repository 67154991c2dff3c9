//! HTTP by reqwest over rustls. Redirects are answers like any other, never followed: the key stays where it was sent.

use std::sync::LazyLock;
use std::time::Duration;

use futures_util::StreamExt;
use libfx_api::FxError;
use libfx_api::limits::CONNECT_TIMEOUT_MS;
use libfx_api::support::{BoxFuture, Fetch, HttpRequest, HttpResponse};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

/// Connections kept for later requests; after a burst, the others are closed.
const MAX_IDLE_CONNECTIONS: usize = 32;

/// How much of one reply may wait unread in a connection that others share …
const HTTP2_STREAM_WINDOW: u32 = 256 * 1024;

/// … and of all its replies together: enough for 256 that nobody reads, before the next one has to wait.
const HTTP2_CONNECTION_WINDOW: u32 = 256 * HTTP2_STREAM_WINDOW;

/// One client for the whole process: it holds the connection pool and the parsed root certificates.
static CLIENT: LazyLock<reqwest::Client> = LazyLock::new(client);

/// The transport of native agents, which share one connection pool.
#[derive(Clone, Copy)]
pub(crate) struct NativeTransport;

impl NativeTransport {
    /// Builds what the first request would otherwise wait for.
    pub(crate) fn warm_up() {
        LazyLock::force(&CLIENT);
    }
}

fn client() -> reqwest::Client {
    let roots = rustls::RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let mut tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring supports the default protocol versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_millis(CONNECT_TIMEOUT_MS))
        .tcp_nodelay(true)
        .no_proxy()
        .pool_max_idle_per_host(MAX_IDLE_CONNECTIONS)
        .http2_initial_stream_window_size(HTTP2_STREAM_WINDOW)
        .http2_initial_connection_window_size(HTTP2_CONNECTION_WINDOW)
        .build()
        .expect("the client's settings are constant and valid")
}

impl Fetch for NativeTransport {
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        Box::pin(async move {
            let request = build(request)?;
            let response = CLIENT.execute(request).await.map_err(transport_error)?;
            Ok(answer(response))
        })
    }
}

fn build(request: HttpRequest) -> Result<reqwest::Request, FxError> {
    let mut headers = HeaderMap::with_capacity(request.headers.len());
    for (name, value) in &request.headers {
        let parsed = HeaderName::from_bytes(name.as_bytes())
            .ok()
            .zip(HeaderValue::from_str(value).ok());
        let Some((header, mut value)) = parsed else {
            // The value may be the key: only the name is told.
            return Err(FxError::invalid_argument(format!(
                "the value of the request header {name} has characters that HTTP does not allow"
            )));
        };
        value.set_sensitive(header == reqwest::header::AUTHORIZATION);
        headers.append(header, value);
    }
    let method = reqwest::Method::from_bytes(request.method.as_str().as_bytes())
        .expect("the runtime names only standard methods");
    CLIENT
        .request(method, &request.url)
        .headers(headers)
        .body(request.body)
        .build()
        .map_err(transport_error)
}

fn answer(response: reqwest::Response) -> HttpResponse {
    let headers = response
        .headers()
        .iter()
        .filter_map(|(name, value)| {
            let value = value.to_str().ok()?;
            Some((name.as_str().to_owned(), value.to_owned()))
        })
        .collect();
    HttpResponse {
        status: response.status().as_u16(),
        headers,
        body: Box::pin(
            response
                .bytes_stream()
                .map(|chunk| chunk.map_err(transport_error)),
        ),
    }
}

/// The whole chain of causes in one line: "connection refused" stands at its end.
fn transport_error(error: reqwest::Error) -> FxError {
    let timeout = error.is_timeout();
    let error = error.without_url();
    let mut message = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        let text = inner.to_string();
        if !message.contains(&text) {
            message.push_str(": ");
            message.push_str(&text);
        }
        cause = inner.source();
    }
    if timeout {
        FxError::timeout(message)
    } else {
        FxError::transport(message)
    }
}
