//! A TCP client that hides nothing.

use std::io;

use libfx_gateway::{Gateway, Session};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The smallest body of a valid model call.
pub(crate) const MODEL_CALL: &str =
    r#"{"prompt":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}"#;

const HEADERS: &str = "authorization: Bearer raw-client-key\r\ncontent-type: application/json\r\n\
    ai-gateway-protocol-version: 0.0.1\r\nai-language-model-specification-version: 4\r\n\
    ai-language-model-id: creator/model\r\nai-language-model-streaming: true\r\nx-session-id: s\r\n\
    x-session-affinity: s\r\n";

pub(crate) struct Client(TcpStream);

impl Client {
    pub(crate) async fn connect(gateway: &Gateway) -> Self {
        let stream = TcpStream::connect(gateway.address()).await;
        Self(stream.expect("the gateway listens"))
    }

    pub(crate) async fn send(&mut self, session: &Session, body: &str) {
        let url = session.url();
        let path = url
            .split_once("//")
            .and_then(|(_, rest)| rest.split_once('/'));
        let (host, path) = path.expect("an address");
        self.request(&format!("POST /{path}"), host, body).await;
    }

    pub(crate) async fn request(&mut self, method_and_path: &str, host: &str, body: &str) {
        let length = body.len();
        let request = format!(
            "{method_and_path} HTTP/1.1\r\nhost: {host}\r\n{HEADERS}content-length: {length}\r\n\r\n{body}"
        );
        self.send_bytes(request.as_bytes()).await.expect("sent");
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).await
    }

    /// What one read of the socket gives; empty at the end.
    pub(crate) async fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; 64 * 1024];
        let length = self.0.read(&mut bytes).await?;
        bytes.truncate(length);
        Ok(bytes)
    }

    /// Reads until what was read holds `last` at its end.
    pub(crate) async fn read_to(&mut self, last: &str) -> Vec<u8> {
        let mut all = Vec::new();
        while !holds(&all, last) {
            let bytes = self.read().await.expect("an open connection");
            assert!(
                !bytes.is_empty(),
                "ended before {last:?}: {}",
                String::from_utf8_lossy(&all)
            );
            all.extend(bytes);
        }
        all
    }

    pub(crate) async fn read_to_end(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        self.0.read_to_end(&mut all).await.expect("an end");
        all
    }
}

/// `last` ends what was read, or a JSON document that does.
fn holds(all: &[u8], last: &str) -> bool {
    let tail = &all[all.len().saturating_sub(last.len() + 8)..];
    tail.windows(last.len())
        .any(|window| window == last.as_bytes())
}
