//! Plays one reply on a connection and keeps its record.

use std::time::Duration;

use crate::{
    Reply,
    body::{self, Op},
    connection::{ClientGone, Connection},
    record::Outcome,
    script::{End, Framing},
    session::SessionState,
};

/// Plays `reply`, and gives the connection back if it can serve another request.
pub(crate) async fn play(
    mut connection: Connection,
    session: &SessionState,
    index: usize,
    reply: &Reply,
) -> Option<Connection> {
    if send(&mut connection, session, index, reply).await.is_err() {
        client_closed(session, index);
        return None;
    }
    match reply.end {
        End::Complete | End::Reset | End::Fin | End::HalfClose => played(session, index),
        End::Open => {}
    }
    match reply.end {
        End::Complete if reply.framing == Framing::Close => connection.shutdown_write().await,
        End::Complete => return Some(connection),
        End::Fin => connection.shutdown_write().await,
        End::Reset => connection.reset(),
        End::HalfClose => {
            connection.shutdown_write().await;
            connection.until_gone().await;
        }
        End::Open => {
            connection.until_gone().await;
            client_closed(session, index);
        }
    }
    None
}

async fn send(
    connection: &mut Connection,
    session: &SessionState,
    index: usize,
    reply: &Reply,
) -> Result<(), ClientGone> {
    connection
        .wait(Duration::from_millis(reply.delay_ms))
        .await?;
    if let Some(head) = body::head(reply, session.root()) {
        write(connection, session, index, &head).await?;
        session.update(index, |record, now| record.head_at_ms = Some(now));
    }
    for op in body::ops(reply) {
        match op {
            Op::Wait(duration) => connection.wait(duration).await?,
            Op::Write(bytes) => {
                session.update(index, |record, now| {
                    record.first_body_at_ms.get_or_insert(now);
                });
                write(connection, session, index, &bytes).await?;
            }
        }
    }
    if reply.end == End::Complete {
        write(connection, session, index, body::terminator(reply)).await?;
    }
    Ok(())
}

async fn write(
    connection: &mut Connection,
    session: &SessionState,
    index: usize,
    bytes: &[u8],
) -> Result<(), ClientGone> {
    let count = |written: usize| {
        session.update(index, |record, _| record.bytes_written += written as u64);
    };
    connection.write(bytes, count).await
}

fn played(session: &SessionState, index: usize) {
    session.update(index, |record, now| {
        record.outcome = Outcome::Played;
        record.ended_at_ms = Some(now);
    });
}

fn client_closed(session: &SessionState, index: usize) {
    session.update(index, |record, now| {
        record.outcome = Outcome::ClientClosed;
        record.client_closed_at_ms = Some(now);
        record.ended_at_ms = Some(now);
    });
}
