//! When a turn is cancelled.

use std::collections::VecDeque;
use std::task::{Context, Poll};
use std::time::Duration;

use libfx::api::BoxFuture;

use crate::executor::Yield;
use crate::random::Random;
use crate::world::World;

/// Moments at which a reader cancels its turn: the planned one, if any, and the one at which the application gives up.
#[derive(Default)]
pub(super) struct Moments(VecDeque<BoxFuture<'static, ()>>);

impl Moments {
    pub(super) fn plan(world: &World, random: &mut Random) -> Self {
        let mut moments = Moments::default();
        if random.percent(world.mix.cancel) {
            moments.0.push_back(soon(world, random));
        }
        let give_up = world.give_up.clone();
        moments
            .0
            .push_back(Box::pin(async move { give_up.cancelled().await }));
        moments
    }

    /// Ready when the next of them has come. They come in order, since nobody gives up while time is still waited for.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(moment) = self.0.front_mut() else {
            return Poll::Pending;
        };
        let poll = moment.as_mut().poll(context);
        if poll.is_ready() {
            self.0.pop_front();
        }
        poll
    }
}

/// A moment within a turn, early ones more often than late ones.
fn soon(world: &World, random: &mut Random) -> BoxFuture<'static, ()> {
    let longest = *random.pick(&[1, 4, 40, 400]);
    let steps = random.below(longest);
    let pause = match random.percent(50) {
        true => Duration::ZERO,
        false => random.delay(world.mix.pause * 2),
    };
    let sleep = world.sleep(pause);
    Box::pin(async move {
        sleep.await;
        Yield(steps).await;
    })
}
