//! The body of a reply as it arrives.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use libfx::api::BoxFuture;
use libfx::{ErrorCode, FxError};

use super::Open;
use super::plan::{Chunk, End, Script, Wait};
use crate::ledger::fate::Fate;

pub(super) struct ReplyBody {
    open: Open,
    chunks: VecDeque<Chunk>,
    end: End,
    /// The pause before the next chunk, once it has begun.
    pause: Option<BoxFuture<'static, ()>>,
}

impl ReplyBody {
    pub(super) fn new(open: Open, script: Script) -> Self {
        ReplyBody {
            open,
            chunks: script.chunks.into(),
            end: script.end,
            pause: None,
        }
    }

    fn poll_pause(&mut self, wait: Wait, context: &mut Context<'_>) -> Poll<()> {
        if self.pause.is_none() {
            let world = self.open.world.clone();
            self.pause = Some(Box::pin(async move { wait.wait(&world).await }));
        }
        let pause = self.pause.as_mut().expect("set above");
        let poll = pause.as_mut().poll(context);
        if poll.is_ready() {
            self.pause = None;
        }
        poll
    }

    fn deliver(&self, chunk: Chunk) -> Bytes {
        let world = &self.open.world;
        world.log(|| {
            format!(
                "request {}: {} bytes, {:?}",
                self.open.exchange,
                chunk.bytes.len(),
                chunk.meanings
            )
        });
        let now = world.now();
        world
            .ledger()
            .delivered(self.open.exchange, chunk.meanings, now);
        chunk.bytes
    }

    fn poll_end(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, FxError>>> {
        let cut = Fate::failed(ErrorCode::GatewayStream);
        match self.end {
            End::Close => {
                self.open.fails(cut);
                Poll::Ready(None)
            }
            End::Reset => {
                self.open.fails(cut);
                Poll::Ready(Some(Err(FxError::transport("connection reset"))))
            }
            End::Silence => Poll::Pending,
            End::KeepAlive(pause) => {
                let poll = self.poll_pause(Wait::Time(pause), context);
                poll.map(|()| Some(Ok(Bytes::from_static(b": ping\n\n"))))
            }
            End::Flood => Poll::Ready(Some(Ok(Bytes::from_static(b": more and more\n\n")))),
        }
    }
}

impl Stream for ReplyBody {
    type Item = Result<Bytes, FxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let world = self.open.world.clone();
        let now = world.now();
        world.ledger().polled(self.open.exchange, now);
        if !world.is_still_sane("reading a body") {
            return Poll::Ready(None);
        }
        let Some(chunk) = self.chunks.front() else {
            return self.poll_end(context);
        };
        let wait = chunk.wait;
        if self.poll_pause(wait, context).is_pending() {
            return Poll::Pending;
        }
        let chunk = self.chunks.pop_front().expect("looked at above");
        Poll::Ready(Some(Ok(self.deliver(chunk))))
    }
}
