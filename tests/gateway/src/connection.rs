//! One client's connection: requests in, bytes out, and when the client went away.
//!
//! HTTP is spoken by hand here because scripts need what frameworks prevent: half a response, a chunk cut anywhere, a
//! reset.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU64, Ordering},
};
use std::{collections::BTreeMap, io, time::Instant};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const MAX_HEAD_BYTES: usize = 64 * 1024;
const MAX_HEADERS: usize = 64;

/// What others may know of a connection while it lives and after.
#[derive(Debug)]
pub(crate) struct ConnectionState {
    pub(crate) id: u64,
    pub(crate) opened: Instant,
    bytes_written: AtomicU64,
    closed: Mutex<Option<Instant>>,
}

impl ConnectionState {
    pub(crate) fn bytes_written(&self) -> u64 {
        self.bytes_written.load(Ordering::Relaxed)
    }

    pub(crate) fn closed(&self) -> Option<Instant> {
        *self.closed.lock().expect("no panic holds this lock")
    }

    fn close(&self) {
        let mut closed = self.closed.lock().expect("no panic holds this lock");
        closed.get_or_insert_with(Instant::now);
    }
}

/// A request as it came over the wire. Header names are in lower case.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// The client closed or reset the connection.
#[derive(Debug)]
pub(crate) struct ClientGone;

impl From<io::Error> for ClientGone {
    fn from(_: io::Error) -> Self {
        Self
    }
}

pub(crate) struct Connection {
    stream: TcpStream,
    /// Bytes received and not yet part of a request.
    inbox: Vec<u8>,
    state: Arc<ConnectionState>,
}

impl Connection {
    pub(crate) fn new(id: u64, stream: TcpStream) -> io::Result<Self> {
        // Chunks must leave as they are cut, not when the kernel has gathered enough.
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            inbox: Vec::new(),
            state: Arc::new(ConnectionState {
                id,
                opened: Instant::now(),
                bytes_written: AtomicU64::new(0),
                closed: Mutex::new(None),
            }),
        })
    }

    pub(crate) fn state(&self) -> &Arc<ConnectionState> {
        &self.state
    }

    pub(crate) fn set_send_buffer(&self, bytes: usize) -> io::Result<()> {
        socket2::SockRef::from(&self.stream).set_send_buffer_size(bytes)
    }

    /// The next request; `None` once the client is done, or says what is no HTTP.
    pub(crate) async fn read_request(&mut self) -> Option<Request> {
        loop {
            match parse_head(&self.inbox) {
                Ok(Some((mut request, body_start, body))) => {
                    self.inbox.drain(..body_start);
                    request.body = self.read_body(body).await?;
                    return Some(request);
                }
                Ok(None) if self.inbox.len() < MAX_HEAD_BYTES => self.receive().await.ok()?,
                _ => return None,
            }
        }
    }

    async fn read_body(&mut self, body: BodyLength) -> Option<Vec<u8>> {
        match body {
            BodyLength::Known(length) => {
                while self.inbox.len() < length {
                    self.receive().await.ok()?;
                }
                Some(self.inbox.drain(..length).collect())
            }
            BodyLength::Chunked => {
                let mut body = Vec::new();
                loop {
                    let (start, length) = loop {
                        match httparse::parse_chunk_size(&self.inbox).ok()? {
                            httparse::Status::Complete(found) => break found,
                            httparse::Status::Partial => self.receive().await.ok()?,
                        }
                    };
                    let length = usize::try_from(length).ok()?;
                    while self.inbox.len() < start + length + 2 {
                        self.receive().await.ok()?;
                    }
                    body.extend_from_slice(&self.inbox[start..start + length]);
                    self.inbox.drain(..start + length + 2);
                    if length == 0 {
                        return Some(body);
                    }
                }
            }
        }
    }

    async fn receive(&mut self) -> Result<(), ClientGone> {
        match self.stream.read_buf(&mut self.inbox).await {
            Ok(read) if read > 0 => Ok(()),
            _ => {
                self.state.close();
                Err(ClientGone)
            }
        }
    }

    /// Writes all of `bytes`, at the speed the client reads, and calls `wrote` as bytes leave.
    pub(crate) async fn write(
        &mut self,
        mut bytes: &[u8],
        mut wrote: impl FnMut(usize),
    ) -> Result<(), ClientGone> {
        while !bytes.is_empty() {
            let (mut reader, mut writer) = self.stream.split();
            let written = tokio::select! {
                read = reader.read_buf(&mut self.inbox) => match read {
                    Ok(read) if read > 0 => continue,
                    _ => Err(ClientGone),
                },
                written = writer.write(bytes) => Ok(written?),
            };
            let written = written.inspect_err(|_| self.state.close())?;
            self.state
                .bytes_written
                .fetch_add(written as u64, Ordering::Relaxed);
            wrote(written);
            bytes = &bytes[written..];
        }
        Ok(())
    }

    /// Waits, unless the client goes away first.
    pub(crate) async fn wait(&mut self, duration: std::time::Duration) -> Result<(), ClientGone> {
        tokio::select! {
            () = tokio::time::sleep(duration) => Ok(()),
            gone = self.until_gone() => Err(gone),
        }
    }

    /// Stays silent until the client closes or resets.
    pub(crate) async fn until_gone(&mut self) -> ClientGone {
        loop {
            if let Err(gone) = self.receive().await {
                return gone;
            }
        }
    }

    /// Says that nothing more will be written. The client may still send.
    pub(crate) async fn shutdown_write(&mut self) {
        // Failing here means the client is gone already, which the next read tells.
        let _ = self.stream.shutdown().await;
    }

    /// Resets the connection: the client gets `ECONNRESET`, and bytes not yet delivered are lost.
    pub(crate) fn reset(self) {
        // Without it the close below would be a FIN; a test that needs the RST fails then by its own expectation.
        let _ = self.stream.set_zero_linger();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.state.close();
    }
}

enum BodyLength {
    Known(usize),
    Chunked,
}

/// The request's head, where its body starts, and how long that is; `None` while the head is incomplete.
fn parse_head(bytes: &[u8]) -> Result<Option<(Request, usize, BodyLength)>, httparse::Error> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(body_start) = parsed.parse(bytes)? else {
        return Ok(None);
    };
    let headers: BTreeMap<_, _> = parsed
        .headers
        .iter()
        .map(|header| {
            let value = String::from_utf8_lossy(header.value).into_owned();
            (header.name.to_ascii_lowercase(), value)
        })
        .collect();
    let chunked = headers
        .get("transfer-encoding")
        .is_some_and(|value| value.eq_ignore_ascii_case("chunked"));
    let length = if chunked {
        BodyLength::Chunked
    } else {
        let length = headers.get("content-length").map_or("0", String::as_str);
        BodyLength::Known(length.parse().map_err(|_| httparse::Error::HeaderValue)?)
    };
    let request = Request {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: parsed.path.unwrap_or_default().to_owned(),
        headers,
        body: Vec::new(),
    };
    Ok(Some((request, body_start, length)))
}
