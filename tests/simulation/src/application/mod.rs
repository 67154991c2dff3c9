//! The application: it prompts, reads, cancels, saves, restores and closes, in seeded order.

pub(crate) mod desk;
mod moments;
mod reader;

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::executor::Yield;
use crate::random::Random;
use crate::world::World;
use desk::{Desk, Saved};
use reader::Reader;

/// What an application does between two turns.
#[derive(Clone, Copy, Debug)]
enum Errand {
    RoundTrip,
    /// Goes on with another agent, from a checkpoint.
    Restore,
    Close,
    PromptAborted,
    PromptInvalid,
    Pause,
}

/// One application: one agent after the other, one turn after the other.
pub(crate) async fn run(world: Arc<World>) {
    let mut application = Application {
        random: world.random(),
        desk: Desk::open(&world, None),
        saved: None,
        world,
    };
    for _ in 0..application.random.between(1, application.world.mix.turns) {
        while application.random.percent(application.world.mix.lifecycle) {
            application.errand().await;
        }
        application.turn().await;
    }
    application.desk.round_trip().await;
    if application.random.percent(50) {
        application.desk.close().await;
    }
}

struct Application {
    world: Arc<World>,
    random: Random,
    desk: Arc<Desk>,
    saved: Option<Saved>,
}

impl Application {
    async fn errand(&mut self) {
        let errand = self.random.weighted(&[
            (5, Errand::RoundTrip),
            (3, Errand::Restore),
            (1, Errand::Close),
            (2, Errand::PromptAborted),
            (1, Errand::PromptInvalid),
            (2, Errand::Pause),
        ]);
        self.world
            .log(|| format!("agent {}: {errand:?}", self.desk.agent));
        match errand {
            Errand::RoundTrip => self.saved = self.desk.round_trip().await.or(self.saved.take()),
            Errand::Restore => self.reopen(),
            Errand::Close => {
                self.desk.close().await;
                self.desk.close().await;
                self.desk.misuse().await;
            }
            Errand::PromptAborted => self.desk.prompt_aborted(&mut self.random).await,
            Errand::PromptInvalid => self.desk.prompt_invalid(),
            Errand::Pause => {
                let pause = self.random.delay(self.world.mix.pause);
                self.world.sleep(pause).await;
            }
        }
    }

    fn reopen(&mut self) {
        self.desk = Desk::open(&self.world, self.saved.as_ref());
    }

    /// One turn to its end, with others who use the agent meanwhile.
    async fn turn(&mut self) {
        let signal = CancellationToken::new();
        let Some((turn, id)) = self.desk.prompt(&mut self.random, Some(signal.clone())) else {
            return self.reopen();
        };
        while self.random.percent(self.world.mix.meddle) {
            self.meddle();
        }
        Reader::new(self.desk.clone(), turn, id, signal).run().await;
        // A turn that was dropped needs a moment to end.
        while self.world.ledger().active(id.agent).is_some() {
            Yield(1).await;
        }
    }

    fn meddle(&mut self) {
        let (desk, world) = (self.desk.clone(), self.world.clone());
        let (steps, pause) = (self.random.below(200), self.random.delay(world.mix.pause));
        let closes = self.random.percent(5);
        self.world.spawn(async move {
            Yield(steps).await;
            world.sleep(pause).await;
            match closes {
                true => desk.close().await,
                false => desk.misuse().await,
            }
        });
    }
}
