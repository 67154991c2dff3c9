//! Reading the Gateway's catalogue of models, within its limits of size and time.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::{Either, select};
use libfx_api::limits::{CATALOGUE_TIMEOUT_MS, MAX_CATALOGUE_BYTES};
use libfx_api::support::{Fetch, HttpResponse, Path, Validate};
use libfx_api::{FxError, ListModelsOptions};
use secrecy::SecretString;
use tokio::sync::oneshot;

use crate::gateway::{self, Models};
use crate::platform::Platform;

/// Lists the models on a platform of the caller's.
///
/// # Errors
/// As documented at [`api::ModelsFunctions`](libfx_api::ModelsFunctions::list_models).
pub async fn list_models_on(
    options: ListModelsOptions,
    platform: Arc<dyn Platform>,
) -> Result<Vec<String>, FxError> {
    options.validate(&Path::Root("options"))?;
    let transport = options
        .fetch
        .or_else(|| platform.transport())
        .ok_or_else(|| {
            FxError::invalid_argument("options.fetch: required here, expected a function")
        })?;
    // The platform's tasks have what its transport needs; the caller's executor may not.
    let (send, receive) = oneshot::channel();
    let on = platform.clone();
    platform.spawn(Box::pin(async move {
        // Nobody may be waiting any more.
        let _ = send.send(download(&*transport, &options.api_key, &*on).await);
    }));
    let models = receive
        .await
        .unwrap_or_else(|_| Err(FxError::closed("the platform has been shut down")))?;
    Ok(gateway::sorted_ids(models))
}

/// Lists the ids of the language models that the Gateway offers, each once, sorted by code unit.
///
/// ```no_run
/// # async fn example() -> Result<(), libfx::FxError> {
/// let models = libfx::list_models(libfx::ListModelsOptions::new("my AI Gateway key")).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As documented at [`api::ModelsFunctions`](libfx_api::ModelsFunctions::list_models).
#[cfg(not(target_arch = "wasm32"))]
pub async fn list_models(options: ListModelsOptions) -> Result<Vec<String>, FxError> {
    list_models_on(options, Arc::new(crate::native::NativePlatform)).await
}

/// One request for the catalogue, as a whole no longer than [`CATALOGUE_TIMEOUT_MS`].
pub(crate) async fn download(
    transport: &dyn Fetch,
    api_key: &SecretString,
    platform: &dyn Platform,
) -> Result<Models, FxError> {
    let request = gateway::catalogue_request(api_key);
    let work = async {
        let response = transport.fetch(request).await?;
        read(response, platform.unix_time()).await
    };
    let deadline = platform.sleep(Duration::from_millis(CATALOGUE_TIMEOUT_MS));
    let body = match select(std::pin::pin!(work), deadline).await {
        Either::Left((body, _)) => body,
        Either::Right(_) => Err(FxError::timeout(format!(
            "the Gateway did not send its catalogue of models within {} seconds; try again later",
            CATALOGUE_TIMEOUT_MS / 1000
        ))),
    };
    body.and_then(|body| gateway::catalogue(&body))
        .map_err(|error| gateway::without_secret(error, api_key))
}

/// The body, or what an answer other than 200 says.
async fn read(response: HttpResponse, now: Duration) -> Result<Vec<u8>, FxError> {
    let announced = response.header("content-length").map(str::parse::<u64>);
    if let Some(Ok(bytes)) = announced
        && bytes > MAX_CATALOGUE_BYTES
    {
        return Err(too_large());
    }
    let HttpResponse {
        status,
        headers,
        body: mut chunks,
    } = response;
    let mut body = Vec::new();
    while let Some(chunk) = chunks.next().await {
        body.extend_from_slice(&chunk?);
        if body.len() as u64 > MAX_CATALOGUE_BYTES {
            return Err(too_large());
        }
    }
    match status {
        200 => Ok(body),
        _ => Err(gateway::http_error(status, &headers, &body, now)),
    }
}

fn too_large() -> FxError {
    FxError::limit_exceeded(format!(
        "the Gateway's catalogue of models: expected at most {MAX_CATALOGUE_BYTES} bytes"
    ))
}
