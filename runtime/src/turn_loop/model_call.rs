//! One model call: the request, its retries, and the reply as it streams in.

use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use libfx_api::support::{BoxStream, HttpResponse};
use libfx_api::{FxError, TurnEvent};
use serde_json::json;

use super::TurnLoop;
use super::idle::IdleLimit;
use super::retry;
use crate::gateway::{self, ModelCall, Reply, ReplyDecoder, ReplyPart};

type Body = BoxStream<'static, Result<bytes::Bytes, FxError>>;

/// How much of an error's body is read for its message.
const ERROR_BODY_BYTES: usize = 64 * 1024;

/// How long, and how far, a finished reply's left-over body is read, so that the connection can serve the next request.
const DRAIN_TIME: Duration = Duration::from_millis(250);
const DRAIN_BYTES: usize = 64 * 1024;

impl TurnLoop {
    /// Sends the conversation and receives the reply, trying again while nothing of the turn has been shown.
    pub(super) async fn model_call(&mut self) -> Result<Reply, FxError> {
        let started = self.agent.platform.now();
        for attempt in 1.. {
            let failure = match self.attempt(attempt).await {
                Ok(reply) => return Ok(reply),
                // A server may quote what it was sent.
                Err(failure) => gateway::without_secret(failure, &self.agent.settings.api_key),
            };
            self.receiving = None;
            self.report_error(attempt, started, &failure);
            let random = self.agent.platform.random();
            let Some(delay) = retry::delay(attempt, &failure, random).filter(|_| !self.shown)
            else {
                return Err(failure);
            };
            self.report_retry(attempt, started, &failure);
            self.agent.platform.sleep(delay).await;
        }
        unreachable!("the retry policy ends the attempts")
    }

    async fn attempt(&mut self, attempt: u32) -> Result<Reply, FxError> {
        let started = self.agent.platform.now();
        let mut idle = IdleLimit::new(self.agent.platform.clone());
        let response = idle.guard(self.send(attempt)).await??;
        if response.status != 200 {
            return Err(http_error(self, response, &mut idle).await);
        }
        let reply = self.receive(response.body, &mut idle).await?;
        self.report_finish(attempt, started, &reply);
        Ok(reply)
    }

    async fn send(&self, attempt: u32) -> Result<HttpResponse, FxError> {
        let agent = &self.agent;
        let settings = &agent.settings;
        let started = agent.platform.now();
        let fit = agent.fit();
        let (request, left_out) = agent.conversation(|conversation| {
            let request = gateway::encode(&ModelCall {
                endpoint: &settings.endpoint,
                api_key: &settings.api_key,
                model: &settings.model,
                session_id: &settings.session_id,
                instructions: settings.instructions.as_deref(),
                tools: settings.tools.specs(),
                messages: conversation.messages(fit),
            });
            (request, conversation.left_out(fit))
        });
        if left_out > 0 {
            agent
                .diagnostics
                .report("history.trimmed", || json!({ "turns": left_out }));
        }
        agent.diagnostics.report("transport.start", || {
            json!({
                "attempt": attempt,
                "method": "POST",
                "endpoint": settings.endpoint.url(),
                "model": settings.model,
            })
        });
        let response = settings.transport.fetch(request).await?;
        agent.diagnostics.report("transport.response", || {
            let elapsed = agent.platform.now() - started;
            json!({
                "attempt": attempt,
                "status": response.status,
                "elapsedMs": millis(elapsed),
                "requestId": gateway::request_id(&response.headers)
                    .map(|id| gateway::redacted(id, &settings.api_key)),
                "model": settings.model,
            })
        });
        Ok(response)
    }

    /// Reads the body and shows what it says, until the model has finished.
    async fn receive(&mut self, mut body: Body, idle: &mut IdleLimit) -> Result<Reply, FxError> {
        let protocol = self.agent.settings.endpoint.protocol();
        self.receiving = Some(ReplyDecoder::new(protocol));
        let mut parts = Vec::new();
        loop {
            let chunk = idle.guard(body.next()).await;
            let decoder = self.receiving.as_mut().expect("set above");
            let heard = decoder.events();
            let fed = match chunk {
                Ok(Some(Ok(bytes))) => decoder.feed(&bytes, &mut |part| parts.push(part)),
                // What was received may be complete all the same.
                Ok(Some(Err(error))) => decoder
                    .end(&mut |part| parts.push(part))
                    .map_err(|_| broken(&error)),
                Ok(None) => decoder.end(&mut |part| parts.push(part)),
                Err(silence) if !decoder.has_stopped() => Err(silence),
                Err(silence) => decoder
                    .end(&mut |part| parts.push(part))
                    .map_err(|_| silence),
            };
            let finished = decoder.is_finished();
            let stopped = decoder.has_stopped();
            let spoke = decoder.events() > heard;
            for part in parts.drain(..) {
                self.show(event_of(part)).await;
            }
            match spoke {
                true if stopped => idle.note_stopped(),
                true => idle.note(),
                // A body that always has more, and never anything of the model, must not keep the task from noticing a
                // cancellation or the idle limit.
                false => tokio::task::yield_now().await,
            }
            fed?;
            if finished {
                self.leave(body);
                let decoder = self.receiving.take().expect("set above");
                return Ok(decoder.into_reply());
            }
        }
    }

    /// Lets go of a finished reply's body: what little may follow is read for a moment, so that the connection can be
    /// used again; more is aborted.
    fn leave(&self, body: Body) {
        let mut rest = Box::pin(drain(body));
        if (&mut rest).now_or_never().is_some() {
            return;
        }
        let deadline = self.agent.platform.sleep(DRAIN_TIME);
        self.agent.platform.spawn(Box::pin(async move {
            futures_util::future::select(rest, deadline).await;
        }));
    }

    fn report_finish(&self, attempt: u32, started: Duration, reply: &Reply) {
        let agent = &self.agent;
        agent.diagnostics.report("transport.finish", || {
            let told = |text: &Option<String>| {
                let text = text.as_deref()?;
                Some(gateway::redacted(text, &agent.settings.api_key))
            };
            json!({
                "attempt": attempt,
                "elapsedMs": millis(agent.platform.now() - started),
                "generationId": told(&reply.meta.generation_id),
                "model": told(&reply.meta.model),
                "provider": told(&reply.meta.provider),
            })
        });
    }

    fn report_error(&self, attempt: u32, started: Duration, failure: &FxError) {
        self.agent.diagnostics.report("transport.error", || {
            json!({
                "attempt": attempt,
                "elapsedMs": millis(self.agent.platform.now() - started),
                "error": failure.message,
            })
        });
    }

    fn report_retry(&self, attempt: u32, started: Duration, failure: &FxError) {
        self.agent.diagnostics.report("transport.retry", || {
            json!({
                "attempt": attempt,
                "nextAttempt": attempt + 1,
                "elapsedMs": millis(self.agent.platform.now() - started),
                "error": failure.message,
            })
        });
    }
}

/// Reads a body until it ends, breaks, or has sent too much.
async fn drain(mut body: Body) {
    let mut left = DRAIN_BYTES;
    while left > 0 {
        let Some(Ok(chunk)) = body.next().await else {
            return;
        };
        // An empty chunk counts as well: a body of nothing else would never end.
        left = left.saturating_sub(chunk.len().max(1));
    }
}

/// What an answer other than 200 says.
async fn http_error(turn: &TurnLoop, response: HttpResponse, idle: &mut IdleLimit) -> FxError {
    let HttpResponse {
        status,
        headers,
        mut body,
    } = response;
    let mut text = Vec::new();
    while text.len() < ERROR_BODY_BYTES {
        match idle.guard(body.next()).await {
            Ok(Some(Ok(chunk))) => text.extend_from_slice(&chunk),
            // The status is the news; a body that breaks off or falls silent has told what it could.
            Ok(Some(Err(_)) | None) | Err(_) => break,
        }
    }
    text.truncate(ERROR_BODY_BYTES);
    gateway::http_error(status, &headers, &text, turn.agent.platform.unix_time())
}

fn broken(error: &FxError) -> FxError {
    FxError::gateway_stream(format!(
        "the connection broke before the reply was complete ({}); prompt again",
        error.message
    ))
}

fn event_of(part: ReplyPart) -> TurnEvent {
    match part {
        ReplyPart::TextDelta(delta) => TurnEvent::TextDelta { delta },
        ReplyPart::ReasoningDelta(delta) => TurnEvent::ReasoningDelta { delta },
    }
}

fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1_000_000.0).round() / 1000.0
}
