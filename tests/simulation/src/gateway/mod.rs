//! The Gateway of the simulation: it answers every request by a seeded plan, mostly as it should.

mod body;
mod event;
mod frames;
mod plan;
mod reply;
mod status;

use std::sync::Arc;

use libfx::api::{BoxFuture, Fetch, HttpRequest, HttpResponse};
use libfx::{ErrorCode, FxError};

use crate::ledger::fate::Fate;
use crate::ledger::{AgentId, ExchangeId};
use crate::world::World;
use body::ReplyBody;
use plan::{Answer, Plan};
use status::ErrorBody;

/// The transport of one agent.
pub(crate) struct Transport {
    pub(crate) world: Arc<World>,
    pub(crate) agent: AgentId,
}

impl Fetch for Transport {
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        let world = self.world.clone();
        let now = world.now();
        let booked = world.ledger().request(self.agent, &request, now);
        let exchange = match booked {
            Ok(exchange) => exchange,
            Err(fault) => {
                world.check(Err(fault));
                return Box::pin(std::future::pending());
            }
        };
        let plan = Plan::make(&world, self.agent);
        world.log(|| format!("agent {} request {exchange}: {plan:?}", self.agent));
        let open = Open {
            world,
            exchange,
            otherwise: None,
        };
        Box::pin(answer(open, plan))
    }
}

async fn answer(mut open: Open, plan: Plan) -> Result<HttpResponse, FxError> {
    plan.wait.wait(&open.world).await;
    match plan.answer {
        Answer::Silence => std::future::pending().await,
        Answer::NoConnection(message) => {
            open.fails(Fate::failed(ErrorCode::Transport));
            Err(FxError::transport(message))
        }
        Answer::Panic => {
            open.fails(Fate::failed(ErrorCode::Internal));
            // Past the hook: nobody wants to read about it.
            std::panic::resume_unwind(Box::new("the transport panics"));
        }
        Answer::Status(answer) => {
            open.otherwise = Some(answer.fate.clone());
            Ok(HttpResponse {
                status: answer.status,
                headers: answer.headers,
                body: Box::pin(ErrorBody::new(open, answer.text, answer.ends)),
            })
        }
        Answer::Reply(script) => {
            open.world.ledger().answered(open.exchange);
            Ok(HttpResponse {
                status: 200,
                headers: vec![("content-type".to_owned(), "text/event-stream".to_owned())],
                body: Box::pin(ReplyBody::new(open, script)),
            })
        }
    }
}

/// Lives as long as the runtime holds the request or its answer.
struct Open {
    world: Arc<World>,
    exchange: ExchangeId,
    /// What the answer means if it need not be read to its end.
    otherwise: Option<Fate>,
}

impl Open {
    fn fails(&self, fate: Fate) {
        let now = self.world.now();
        self.world
            .log(|| format!("request {} fails: {fate:?}", self.exchange));
        self.world.ledger().failed(self.exchange, fate, now);
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let now = self.world.now();
        self.world
            .log(|| format!("request {} is let go of", self.exchange));
        let otherwise = self.otherwise.take();
        let dropped = self.world.ledger().dropped(self.exchange, otherwise, now);
        self.world.check(dropped);
    }
}
