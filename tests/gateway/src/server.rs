//! The listener: one port on loopback, any number of sessions below `/s/ID`, the control API and
//! static files below `/__gateway/`.

use std::{
    collections::HashMap,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::{
    net::{TcpListener, TcpStream},
    task::{JoinHandle, JoinSet},
};

use crate::{
    Reply, Responder, Script, Session,
    body::{self, Op},
    connection::{ClientGone, Connection, Request},
    control,
    files::{self, Files},
    player,
    session::SessionState,
};

/// A running Gateway. Dropping it closes the port and every connection.
pub struct Gateway {
    shared: Arc<Shared>,
    listening: JoinHandle<()>,
}

pub(crate) struct Shared {
    origin: String,
    files: Files,
    sessions: Mutex<HashMap<String, Session>>,
    next_session: AtomicU64,
}

impl Gateway {
    /// Listens on a free port of 127.0.0.1, in the tokio runtime that calls.
    pub async fn start() -> io::Result<Self> {
        Self::start_with(0, Files::default()).await
    }

    /// Listens on `port` of 127.0.0.1 (0 is a free one), and serves `files` too.
    pub async fn start_with(port: u16, files: Files) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let shared = Arc::new(Shared {
            origin: format!("http://{}", listener.local_addr()?),
            files,
            sessions: Mutex::default(),
            next_session: AtomicU64::new(1),
        });
        let listening = tokio::spawn(accept(listener, Arc::clone(&shared)));
        Ok(Self { shared, listening })
    }

    /// `http://127.0.0.1:PORT`
    pub fn origin(&self) -> &str {
        &self.shared.origin
    }

    /// The address to connect to.
    pub fn address(&self) -> SocketAddr {
        let address = self.shared.origin.strip_prefix("http://");
        address
            .and_then(|address| address.parse().ok())
            .expect("the origin was made of an address")
    }

    /// Opens a session that answers from `script`.
    pub fn session(&self, script: Script) -> Session {
        self.shared.open(script)
    }

    /// Opens a session that answers what `responder` makes up. Its address is `/s/NAME/…`.
    pub fn responding_session(&self, name: &str, responder: Arc<dyn Responder>) -> Session {
        let session = Session::responding(name.to_owned(), &self.shared.origin, responder);
        self.shared.insert(session.clone());
        session
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Shared {
    pub(crate) fn open(&self, script: Script) -> Session {
        let id = self
            .next_session
            .fetch_add(1, Ordering::Relaxed)
            .to_string();
        let session = Session::scripted(id, &self.origin, script);
        self.insert(session.clone());
        session
    }

    pub(crate) fn find(&self, id: &str) -> Option<Session> {
        self.sessions().get(id).cloned()
    }

    pub(crate) fn remove(&self, id: &str) -> Option<Session> {
        self.sessions().remove(id)
    }

    fn insert(&self, session: Session) {
        self.sessions().insert(session.0.id.clone(), session);
    }

    fn sessions(&self) -> std::sync::MutexGuard<'_, HashMap<String, Session>> {
        self.sessions.lock().expect("no panic holds this lock")
    }
}

/// Connections live in this task's set, so that ending it ends them.
async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    let mut next_id = 0;
    loop {
        tokio::select! {
            // A failed accept is one client's trouble (or a lack of descriptors that passes).
            accepted = listener.accept() => if let Ok((stream, _)) = accepted {
                next_id += 1;
                connections.spawn(serve(next_id, stream, Arc::clone(&shared)));
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn serve(id: u64, stream: TcpStream, shared: Arc<Shared>) {
    let Ok(mut connection) = Connection::new(id, stream) else {
        return;
    };
    while let Some(request) = connection.read_request().await {
        let next = match route(&shared, &request) {
            Route::Session(session) => answer_session(connection, &session.0, request).await,
            Route::File => {
                let reply = shared
                    .files
                    .reply(&request.path[files::PREFIX.len()..])
                    .await;
                answer_plainly(connection, &reply).await.ok()
            }
            Route::Control => {
                let reply = control::handle(&shared, &request).await;
                answer_plainly(connection, &reply).await.ok()
            }
            Route::Nowhere => {
                let reply = Reply::json(404, "no such session".into());
                answer_plainly(connection, &reply).await.ok()
            }
        };
        let Some(reusable) = next else {
            return;
        };
        connection = reusable;
    }
}

enum Route {
    Session(Session),
    File,
    Control,
    Nowhere,
}

fn route(shared: &Shared, Request { method, path, .. }: &Request) -> Route {
    if method == "GET" && path.starts_with(files::PREFIX) {
        return Route::File;
    }
    if path.starts_with(control::PREFIX) {
        return Route::Control;
    }
    let id = path
        .strip_prefix("/s/")
        .and_then(|rest| rest.split('/').next());
    match id.and_then(|id| shared.find(id)) {
        Some(session) => Route::Session(session),
        None => Route::Nowhere,
    }
}

async fn answer_session(
    connection: Connection,
    session: &SessionState,
    request: Request,
) -> Option<Connection> {
    if let Some(bytes) = session.send_buffer() {
        connection.set_send_buffer(bytes).ok()?;
    }
    let (index, reply) = session.accept(request, connection.state());
    player::play(connection, session, index, &reply).await
}

/// Sends a reply that is nobody's script.
async fn answer_plainly(
    mut connection: Connection,
    reply: &Reply,
) -> Result<Connection, ClientGone> {
    let head = body::head(reply, "").unwrap_or_default();
    connection.write(&head, |_| {}).await?;
    for op in body::ops(reply) {
        if let Op::Write(bytes) = op {
            connection.write(&bytes, |_| {}).await?;
        }
    }
    Ok(connection)
}
