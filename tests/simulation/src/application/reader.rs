//! Readers: the many ways in which applications treat a turn.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_core::Stream;
use libfx::{FxError, Turn, TurnEvent, TurnResult, limits};
use tokio_util::sync::CancellationToken;

use super::desk::Desk;
use super::moments::Moments;
use crate::ledger::TurnId;
use crate::random::Random;

type Item = Result<TurnEvent, FxError>;

/// How a turn is read.
#[derive(Clone, Copy, Debug)]
enum Manner {
    Steady,
    /// With pauses between events.
    Slow,
    /// Some events, a long pause, the others.
    Pause(usize),
    /// Only the result is waited for; what is left is read afterwards.
    ResultOnly,
    /// Some events, and then the turn is dropped.
    Drop(usize),
}

/// How a turn is cancelled.
#[derive(Clone, Copy, Debug)]
enum Means {
    Turn,
    Signal,
    Close,
}

pub(crate) struct Reader {
    desk: Arc<Desk>,
    turn: Turn,
    id: TurnId,
    random: Random,
    signal: CancellationToken,
    means: Means,
    moments: Moments,
}

impl Reader {
    pub(crate) fn new(desk: Arc<Desk>, turn: Turn, id: TurnId, signal: CancellationToken) -> Self {
        let mut random = desk.world.random();
        Reader {
            moments: Moments::plan(&desk.world, &mut random),
            means: random.weighted(&[(5, Means::Turn), (4, Means::Signal), (1, Means::Close)]),
            desk,
            turn,
            id,
            random,
            signal,
        }
    }

    /// Treats the turn in one of the manners, to its end.
    pub(crate) async fn run(mut self) {
        let manner = match self.random.percent(self.desk.world.mix.slow) {
            false => Manner::Steady,
            true => self.random.weighted(&[
                (3, Manner::Slow),
                (1, Manner::Pause(0)),
                (2, Manner::Pause(3)),
                (2, Manner::ResultOnly),
                (1, Manner::Drop(0)),
                (1, Manner::Drop(2)),
            ]),
        };
        self.desk
            .world
            .log(|| format!("{:?} is read: {manner:?}", self.id));
        match manner {
            Manner::Steady => {}
            Manner::Slow => self.slowly().await,
            Manner::ResultOnly => self.result().await,
            Manner::Pause(events) => {
                if !self.some(events).await {
                    self.pause().await;
                }
            }
            Manner::Drop(events) => {
                self.some(events).await;
                return self.leave();
            }
        }
        while self.next().await.is_some() {}
        self.result().await;
    }

    async fn slowly(&mut self) {
        for _ in 0..20 {
            if self.next().await.is_none() {
                return;
            }
            self.pause().await;
        }
    }

    /// Reads so many events; tells whether they have ended.
    async fn some(&mut self, events: usize) -> bool {
        for _ in 0..events {
            if self.next().await.is_none() {
                return true;
            }
        }
        false
    }

    fn leave(self) {
        self.desk.world.log(|| format!("{:?} is dropped", self.id));
        self.desk
            .world
            .ledger()
            .agent(self.id.agent)
            .cancel(self.id.turn);
    }

    async fn next(&mut self) -> Option<Item> {
        loop {
            let next = poll_fn(|context| {
                if let Poll::Ready(item) = Pin::new(&mut self.turn).poll_next(context) {
                    return Poll::Ready(Some(item));
                }
                self.moments.poll_next(context).map(|()| None)
            });
            match next.await {
                Some(item) => {
                    self.sees(item.as_ref());
                    return item;
                }
                None => self.cancel(),
            }
        }
    }

    /// Waits for the result and judges it.
    async fn result(&mut self) {
        let mut moments = std::mem::take(&mut self.moments);
        let result = {
            let mut result = pin!(self.turn.result());
            loop {
                let next = poll_fn(|context| {
                    if let Poll::Ready(result) = result.as_mut().poll(context) {
                        return Poll::Ready(Some(result));
                    }
                    moments.poll_next(context).map(|()| None)
                });
                match next.await {
                    Some(result) => break result,
                    None => self.cancel(),
                }
            }
        };
        self.moments = moments;
        self.settles(&result);
    }

    /// Does not read for a while, and then looks at what has piled up.
    async fn pause(&mut self) {
        let world = self.desk.world.clone();
        let longest = self.desk.world.mix.pause.max(Duration::from_millis(5)) * 3;
        let mut pause = world.sleep(self.random.delay(longest));
        loop {
            let next = poll_fn(|context| {
                if Pin::new(&mut pause).poll(context).is_ready() {
                    return Poll::Ready(true);
                }
                self.moments.poll_next(context).map(|()| false)
            });
            if next.await {
                break;
            }
            self.cancel();
        }
        self.gulp();
    }

    /// Takes everything that waits at this moment, without giving the turn time to add to it.
    fn gulp(&mut self) {
        let mut context = Context::from_waker(Waker::noop());
        let (mut events, mut bytes) = (0, 0);
        while let Poll::Ready(Some(Ok(event))) = Pin::new(&mut self.turn).poll_next(&mut context) {
            // Ends of calls that were cut short pass without room.
            events += u64::from(!matches!(event, TurnEvent::ToolEnd { .. }));
            bytes += text_bytes(&event);
            self.sees(Some(&Ok(event)));
        }
        let bounded = events <= limits::MAX_UNREAD_EVENTS
            && (bytes <= limits::MAX_UNREAD_BYTES || events <= 1);
        self.desk.world.expect(bounded, || {
            format!("{events} events with {bytes} bytes were unread")
        });
    }

    fn cancel(&self) {
        self.desk
            .world
            .log(|| format!("{:?} is cancelled: {:?}", self.id, self.means));
        self.desk
            .world
            .ledger()
            .agent(self.id.agent)
            .cancel(self.id.turn);
        match self.means {
            Means::Turn => self.turn.cancel(),
            Means::Signal => self.signal.cancel(),
            Means::Close => {
                let desk = self.desk.clone();
                self.turn.cancel();
                self.desk.world.spawn(async move { desk.close().await });
            }
        }
    }

    fn sees(&mut self, item: Option<&Item>) {
        let world = &self.desk.world;
        let mut ledger = world.ledger();
        match item {
            Some(Ok(event)) => {
                world.log(|| format!("{:?} reads {event:?}", self.id));
                let read = ledger.turn(self.id).reads(event);
                world.check(read);
            }
            Some(Err(error)) => {
                world.check(ledger.error(self.id.agent, error));
                world.check(ledger.turn(self.id).fails_to_be_read(error));
            }
            None => {
                world.log(|| format!("{:?}: the events end", self.id));
                let ended = ledger.active(self.id.agent) != Some(self.id);
                world.expect(ended, || "the events ended before the turn".to_owned());
                world.check(ledger.turn(self.id).is_read());
            }
        }
    }

    fn settles(&self, result: &Result<TurnResult, FxError>) {
        let world = &self.desk.world;
        world.log(|| format!("{:?} settles: {result:?}", self.id));
        let mut ledger = world.ledger();
        if let Err(error) = result {
            world.check(ledger.error(self.id.agent, error));
        }
        world.check(ledger.turn(self.id).settles(result));
    }
}

fn text_bytes(event: &TurnEvent) -> u64 {
    let text = match event {
        TurnEvent::TextDelta { delta } | TurnEvent::ReasoningDelta { delta } => delta.len(),
        TurnEvent::ToolStart { id, name, .. } => id.len() + name.len(),
        TurnEvent::ToolEnd { content, .. } => content.as_ref().map_or(0, String::len),
    };
    text as u64
}
