//! Faults that the simulation has found, each on its own.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use libfx::api::{BoxFuture, BoxStream, Fetch, HttpRequest, HttpResponse};
use libfx::{Agent, AgentBuilder, ErrorCode, FxError, HostTool, StopReason, TurnEvent};
use serde_json::{Map, Value, json};

use crate::executor::Executor;
use crate::mix::Family;
use crate::random::Random;
use crate::world::{SimulatedPlatform, World};

const KEY: &str = "the-key";

/// Answers requests in order; panics when there is no answer left.
#[derive(Default)]
struct Script {
    answers: Mutex<VecDeque<HttpResponse>>,
    requests: Mutex<Vec<Value>>,
}

impl Script {
    fn new(answers: impl IntoIterator<Item = HttpResponse>) -> Arc<Self> {
        Arc::new(Script {
            answers: Mutex::new(answers.into_iter().collect()),
            requests: Mutex::default(),
        })
    }

    fn request(&self, at: usize) -> Value {
        self.requests.lock().unwrap()[at].clone()
    }
}

impl Fetch for Script {
    fn fetch(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        let body = serde_json::from_slice(&request.body).unwrap();
        self.requests.lock().unwrap().push(body);
        let answer = self.answers.lock().unwrap().pop_front();
        let Some(answer) = answer else {
            std::panic::resume_unwind(Box::new("no answer is left"));
        };
        Box::pin(async { Ok(answer) })
    }
}

type Body = BoxStream<'static, Result<Bytes, FxError>>;

fn answer(status: u16, body: Body) -> HttpResponse {
    HttpResponse {
        status,
        headers: vec![("x-request-id".to_owned(), format!("for-{KEY}"))],
        body,
    }
}

fn events(parts: impl IntoIterator<Item = Value>) -> Body {
    let text: String = parts
        .into_iter()
        .map(|part| format!("data: {part}\n\n"))
        .collect();
    Box::pin(stream::iter([Ok(Bytes::from(text))]))
}

fn says(text: &str) -> HttpResponse {
    answer(
        200,
        events([
            json!({"type": "text-delta", "id": "0", "delta": text}),
            json!({"type": "finish", "finishReason": "stop"}),
        ]),
    )
}

fn calls(count: usize) -> HttpResponse {
    let call = |at| json!({"type": "tool-call", "toolCallId": format!("c{at}"), "toolName": "tool", "input": "{}"});
    let finish = json!({"type": "finish", "finishReason": "tool-calls"});
    answer(200, events((0..count).map(call).chain([finish])))
}

fn tool(panics: bool) -> HostTool {
    HostTool::new("tool", "", Map::new(), move |_, _| async move {
        if panics {
            std::panic::resume_unwind(Box::new("a tool panics"));
        }
        Ok(Value::from("done"))
    })
}

fn builder(script: &Arc<Script>) -> AgentBuilder {
    Agent::builder(KEY)
        .fetch(script.clone())
        .gateway_chat_url("http://127.0.0.1:9/v4/ai/language-model")
}

/// Lets `application` use the agent until nobody can run any more.
fn play<F>(agent: AgentBuilder, application: impl FnOnce(Agent, Arc<World>) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut random = Random::new(0);
    let mix = Family::Streams.mix(&mut random);
    let world = World::new(mix, random.fork(), false);
    let agent = agent
        .build_on(Arc::new(SimulatedPlatform(world.clone())))
        .unwrap();
    let task = world.spawn(application(agent, world.clone()));
    Executor::new(world.scheduler.clone(), random).run(&world);
    assert!(
        !world.scheduler.is_live(task),
        "the application has come to its end"
    );
}

/// Cancels a turn with so many calls once its events have filled the queue; returns ids of starts and ends.
fn cancelled_when_full(count: usize) -> (Vec<String>, Vec<String>) {
    let seen = Arc::new(Mutex::new((Vec::new(), Vec::new())));
    let record = seen.clone();
    let script = Script::new([calls(count)]);
    play(
        builder(&script).tool(tool(false)),
        |agent, world| async move {
            let mut turn = agent.prompt("go").unwrap();
            world.sleep(Duration::from_secs(1)).await;
            turn.cancel();
            while let Some(event) = turn.next().await {
                let mut record = record.lock().unwrap();
                match event.unwrap() {
                    TurnEvent::ToolStart { id, .. } => record.0.push(id),
                    TurnEvent::ToolEnd { id, .. } => record.1.push(id),
                    other => panic!("{other:?}"),
                }
            }
            assert_eq!(
                turn.result().await.unwrap().stop_reason,
                StopReason::Cancelled
            );
        },
    );
    std::mem::take(&mut *seen.lock().unwrap())
}

#[test]
fn a_call_whose_start_found_no_room_has_no_end() {
    let (starts, mut ends) = cancelled_when_full(300);
    assert_eq!(starts.len(), 256);
    ends.sort_by_key(|id| id[1..].parse::<usize>().unwrap());
    assert_eq!(starts, ends);
}

#[test]
fn a_call_whose_end_found_no_room_ends_all_the_same() {
    let (starts, mut ends) = cancelled_when_full(200);
    ends.sort_by_key(|id| id[1..].parse::<usize>().unwrap());
    assert_eq!(starts, ends);
}

#[test]
fn a_left_over_body_without_end_is_let_go_of() {
    static READ: AtomicUsize = AtomicUsize::new(0);
    let flood = stream::repeat_with(|| {
        assert!(
            READ.fetch_add(1, Ordering::Relaxed) < 1_000_000,
            "read without end"
        );
        Ok(Bytes::from_static(b": more\n\n"))
    });
    let finish = events([json!({"type": "finish", "finishReason": "stop"})]);
    let script = Script::new([answer(200, Box::pin(finish.chain(flood)))]);
    play(builder(&script), |agent, _| async move {
        let result = agent.prompt("go").unwrap().result().await;
        assert_eq!(result.unwrap().stop_reason, StopReason::EndTurn);
    });
}

#[test]
fn an_error_whose_body_falls_silent_still_tells_its_status() {
    let start = stream::iter([Ok(Bytes::from_static(b"{\"error\":"))]);
    let script = Script::new([answer(401, Box::pin(start.chain(stream::pending())))]);
    play(builder(&script), |agent, world| async move {
        let error = agent.prompt("go").unwrap().result().await.unwrap_err();
        assert_eq!(
            (error.code, error.status),
            (ErrorCode::GatewayHttp, Some(401))
        );
        assert_eq!(world.now(), Duration::from_secs(120));
    });
}

#[test]
fn a_request_id_that_quotes_the_key_is_not_told() {
    let script = Script::new([says("hello")]);
    let told = Arc::new(Mutex::new(String::new()));
    let listener = {
        let told = told.clone();
        move |event| {
            told.lock()
                .unwrap()
                .push_str(&serde_json::to_string(&event).unwrap())
        }
    };
    play(builder(&script).on_event(listener), |agent, _| async move {
        agent.prompt("go").unwrap().result().await.unwrap();
    });
    let told = told.lock().unwrap();
    assert!(
        told.contains("for-[redacted]") && !told.contains(KEY),
        "{told}"
    );
}

#[test]
fn a_tool_that_panics_has_failed_and_the_turn_goes_on() {
    let script = Script::new([calls(1), says("sorry")]);
    play(builder(&script).tool(tool(true)), |agent, _| async move {
        let result = agent.prompt("go").unwrap().result().await;
        assert_eq!(result.unwrap().stop_reason, StopReason::EndTurn);
    });
    let results = &script.request(1)["prompt"][2]["content"];
    assert_eq!(results[0]["output"]["type"], "error-text");
}

#[test]
fn a_panic_inside_a_turn_leaves_no_call_open() {
    let script = Script::new([calls(2)]);
    let next = script.clone();
    play(builder(&script).tool(tool(false)), |agent, _| async move {
        let error = agent.prompt("go").unwrap().result().await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Internal);
        next.answers.lock().unwrap().push_back(says("hello"));
        agent.prompt("again").unwrap().result().await.unwrap();
    });
    let last = script.request(2);
    let roles: Vec<&Value> = last["prompt"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["role"])
        .collect();
    assert_eq!(roles, ["user", "assistant", "tool", "user"]);
}
