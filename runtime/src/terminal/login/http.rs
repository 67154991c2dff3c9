//! Requests to the provider: short, bounded, and never redirected.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use libfx_api::FxError;
use libfx_api::support::{Fetch, HttpRequest, Method};
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;

use super::error::LoginError;
use crate::gateway::USER_AGENT;
use crate::json;
use crate::platform::Platform;

/// The longest that a request may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The largest answer, in bytes. A description of a provider has some KiB.
const MAX_ANSWER_BYTES: usize = 64 * 1024;

const FORM_TYPE: &str = "application/x-www-form-urlencoded";

/// Fields to send, at most one of them secret.
pub(super) struct Form<'a> {
    fields: Vec<(&'a str, &'a str)>,
    secret: Option<&'a SecretString>,
}

impl<'a> Form<'a> {
    pub(super) fn new<const N: usize>(fields: [(&'a str, &'a str); N]) -> Self {
        Form {
            fields: fields.into(),
            secret: None,
        }
    }

    pub(super) fn with_secret(mut self, name: &'a str, secret: &'a SecretString) -> Self {
        self.fields.push((name, secret.expose_secret()));
        self.secret = Some(secret);
        self
    }

    pub(super) fn encoded(&self) -> String {
        form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&self.fields)
            .finish()
    }
}

/// An answer with its whole body.
pub(super) struct Answer {
    pub(super) status: u16,
    body: Vec<u8>,
    /// What the provider was sent and must not be quoted with.
    pub(super) sent: Option<SecretString>,
}

impl Answer {
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        json::parse(&self.body)
    }

    /// Whether the same request may get another answer later.
    pub(super) fn is_for_now(&self) -> bool {
        self.status == 429 || self.status >= 500
    }

    #[cfg(test)]
    pub(super) fn new(status: u16, body: &str, sent: Option<SecretString>) -> Self {
        Answer {
            status,
            body: body.as_bytes().into(),
            sent,
        }
    }
}

#[derive(Clone)]
pub(super) struct Http {
    transport: Arc<dyn Fetch>,
    platform: Arc<dyn Platform>,
}

impl Http {
    pub(super) fn new(transport: Arc<dyn Fetch>, platform: Arc<dyn Platform>) -> Self {
        Http {
            transport,
            platform,
        }
    }

    pub(super) async fn get(&self, url: &str) -> Result<Answer, LoginError> {
        let request = HttpRequest {
            method: Method::Get,
            url: url.to_owned(),
            headers: headers(&[]),
            body: Bytes::new(),
        };
        self.send(request, None).await
    }

    pub(super) async fn post(&self, url: &str, form: Form<'_>) -> Result<Answer, LoginError> {
        let request = HttpRequest {
            method: Method::Post,
            url: url.to_owned(),
            headers: headers(&[("content-type", FORM_TYPE)]),
            body: form.encoded().into(),
        };
        self.send(request, form.secret.cloned()).await
    }

    async fn send(
        &self,
        request: HttpRequest,
        sent: Option<SecretString>,
    ) -> Result<Answer, LoginError> {
        let exchange = std::pin::pin!(self.exchange(request, sent));
        match select(exchange, self.platform.sleep(TIMEOUT)).await {
            Either::Left((answer, _)) => answer,
            Either::Right(_) => Err(LoginError::unreachable(format_args!(
                "it did not answer within {} seconds",
                TIMEOUT.as_secs()
            ))),
        }
    }

    async fn exchange(
        &self,
        request: HttpRequest,
        sent: Option<SecretString>,
    ) -> Result<Answer, LoginError> {
        let failed = |error| connection_failed(&error, sent.is_some());
        let response = self.transport.fetch(request).await.map_err(failed)?;
        let (status, mut chunks) = (response.status, response.body);
        if (300..400).contains(&status) {
            let fault = "it answers with a redirect, which is never followed";
            return Err(LoginError::unusable(fault));
        }
        let mut body = Vec::new();
        while let Some(chunk) = chunks.next().await {
            body.extend_from_slice(&chunk.map_err(failed)?);
            if body.len() > MAX_ANSWER_BYTES {
                let fault = format_args!("its answer has more than {MAX_ANSWER_BYTES} bytes");
                return Err(LoginError::unusable(fault));
            }
        }
        Ok(Answer { status, body, sent })
    }
}

/// The transport may be the application's, and may quote what it was to send: it is told only of requests without a secret.
fn connection_failed(error: &FxError, has_secret: bool) -> LoginError {
    match has_secret {
        true => LoginError::unreachable("the connection failed"),
        false => LoginError::unreachable(&error.message),
    }
}

fn headers(more: &[(&str, &str)]) -> Vec<(String, String)> {
    let always = [("accept", "application/json"), ("user-agent", USER_AGENT)];
    let headers = always.iter().chain(more);
    headers
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}
