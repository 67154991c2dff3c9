//! Tools of the application, well-behaved and otherwise.

use std::sync::{Arc, Weak};

use libfx::api::{BoxFuture, HostError, HostTool, JsonObject};
use libfx::{ToolContext, ToolImage, ToolOutput, limits};
use serde_json::{Value, json};

use crate::application::desk::Desk;
use crate::executor::Yield;
use crate::ledger::TurnId;
use crate::ledger::call::Outcome;
use crate::ledger::history::Output;
use crate::random::Random;
use crate::world::World;

/// A tool that does something else at every call.
pub(crate) struct Tool {
    pub(crate) world: Arc<World>,
    pub(crate) name: String,
    pub(crate) schema: JsonObject,
    /// The agent it belongs to, which outlives its calls.
    pub(crate) desk: Weak<Desk>,
}

/// What a call of a tool does.
#[derive(Clone, Copy, Debug)]
enum Conduct {
    Return,
    Object,
    Rich,
    Fail,
    TooManyImages,
    BadImage,
    TooLarge,
    Panic,
    /// Never settles, whatever happens.
    Never,
    /// Waits for its signal, and answers all the same.
    Stubborn,
    /// Uses its own agent meanwhile.
    Reenter,
    Close,
}

impl HostTool for Tool {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        "does anything"
    }

    fn input_schema(&self) -> &JsonObject {
        &self.schema
    }

    fn execute(
        &self,
        input: Value,
        context: ToolContext,
    ) -> BoxFuture<'_, Result<ToolOutput, HostError>> {
        Box::pin(async move {
            let desk = self.desk.upgrade().expect("an agent outlives its calls");
            let begun = {
                let mut ledger = self.world.ledger();
                let turn = ledger
                    .active(desk.agent)
                    .ok_or("a tool is run without a turn".to_owned());
                turn.and_then(|id| {
                    let place = ledger
                        .turn(id)
                        .runs(&context.tool_call_id, &self.name, &input)?;
                    Ok((id, place))
                })
            };
            match begun {
                Ok((turn, place)) => self.run(&desk, turn, place, context).await,
                Err(fault) => {
                    self.world.check(Err(fault));
                    Err(HostError::new("unexpected"))
                }
            }
        })
    }
}

impl Tool {
    async fn run(
        &self,
        desk: &Arc<Desk>,
        turn: TurnId,
        place: (usize, usize),
        context: ToolContext,
    ) -> Result<ToolOutput, HostError> {
        let mut random = self.world.random();
        let endless = self.world.ledger().turn(turn).endless;
        let conduct = if endless {
            Conduct::Return
        } else {
            self.conduct(&mut random)
        };
        self.world
            .log(|| format!("tool call {:?}: {conduct:?}", context.tool_call_id));
        let mut call = Call {
            world: self.world.clone(),
            token: format!("result {};", self.world.number()),
            returned: false,
        };
        let pause = if endless { 0 } else { random.below(4) };
        Yield(pause).await;
        if !endless && random.percent(40) {
            self.world.sleep(random.delay(self.world.mix.pause)).await;
        }
        if matches!(conduct, Conduct::Never | Conduct::Stubborn) {
            self.world.ledger().turn(turn).hangs = true;
        }
        match conduct {
            Conduct::Never => std::future::pending().await,
            Conduct::Stubborn => context.signal.cancelled().await,
            Conduct::Reenter => desk.misuse().await,
            Conduct::Close => desk.close().await,
            _ => {}
        }
        let (answer, outcome) = answer(conduct, &call.token);
        call.returned = self.world.ledger().turn(turn).returns(place, outcome);
        if matches!(conduct, Conduct::Panic) {
            // Past the hook: nobody wants to read about it.
            std::panic::resume_unwind(Box::new("a tool panics"));
        }
        answer
    }

    fn conduct(&self, random: &mut Random) -> Conduct {
        if !random.percent(self.world.mix.wayward) {
            return *random.pick(&[
                Conduct::Return,
                Conduct::Return,
                Conduct::Object,
                Conduct::Rich,
            ]);
        }
        random.weighted(&[
            (20, Conduct::Fail),
            (5, Conduct::TooManyImages),
            (5, Conduct::BadImage),
            (1, Conduct::TooLarge),
            (5, Conduct::Panic),
            (8, Conduct::Never),
            (8, Conduct::Stubborn),
            (15, Conduct::Reenter),
            (1, Conduct::Close),
        ])
    }
}

/// One call under way. If it is dropped before it has returned, what it would have returned must never be seen.
struct Call {
    world: Arc<World>,
    token: String,
    returned: bool,
}

impl Drop for Call {
    fn drop(&mut self) {
        if !self.returned {
            self.world
                .ledger()
                .returned_late(std::mem::take(&mut self.token));
        }
    }
}

/// What a call answers, and what must become of it.
fn answer(conduct: Conduct, token: &str) -> (Result<ToolOutput, HostError>, Outcome) {
    match conduct {
        Conduct::Object => {
            let value = json!({"result": token, "list": [1, null, "é"]});
            let text = value.to_string();
            (Ok(value.into()), returned(text))
        }
        Conduct::Rich => {
            let image = "iVBORw0KGgo=".to_owned();
            let outcome = Outcome {
                output: Output::Content(token.to_owned(), vec![image.clone()]),
                content: Some(token.to_owned()),
                is_error: false,
            };
            (Ok(rich(token, vec![image])), outcome)
        }
        Conduct::Fail => {
            let outcome = Outcome {
                output: Output::Error(Some(token.to_owned())),
                content: Some(token.to_owned()),
                is_error: true,
            };
            (Err(HostError::new(token)), outcome)
        }
        Conduct::TooManyImages => {
            let images = vec!["AAAA".to_owned(); 1 + limits::MAX_TOOL_IMAGES as usize];
            (Ok(rich(token, images)), Outcome::failure())
        }
        Conduct::BadImage => (
            Ok(rich(token, vec!["not base64!".to_owned()])),
            Outcome::failure(),
        ),
        Conduct::TooLarge => {
            let large = "z".repeat(1 + limits::MAX_TOOL_RESULT_BYTES as usize);
            (Ok(Value::from(large).into()), Outcome::failure())
        }
        Conduct::Panic => (Err(HostError::new("unreachable")), Outcome::failure()),
        Conduct::Return
        | Conduct::Never
        | Conduct::Stubborn
        | Conduct::Reenter
        | Conduct::Close => (Ok(Value::from(token).into()), returned(token.to_owned())),
    }
}

fn returned(text: String) -> Outcome {
    Outcome {
        output: Output::Text(text.clone()),
        content: Some(text),
        is_error: false,
    }
}

fn rich(text: &str, images: Vec<String>) -> ToolOutput {
    let image = |data| ToolImage::Image {
        mime_type: "image/png".to_owned(),
        data,
    };
    ToolOutput::Rich {
        text: text.to_owned(),
        images: images.into_iter().map(image).collect(),
        is_error: None,
    }
}
