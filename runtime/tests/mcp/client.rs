//! A client that answers from a script, and keeps what it was asked.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use libfx::api::{BoxFuture, HostError, JsonObject};
use libfx::mcp::{
    McpCallOptions, McpClient, McpPageRequest, McpPromptRequest, McpResourceRequest, McpToolCall,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// What a method answers: a result, or the message of what it throws.
pub(crate) type Answer = Result<Value, String>;

type OnPage = dyn Fn(usize) -> Answer + Send + Sync;

/// Lacks every method that it may lack, until it is given one.
pub(crate) struct Client {
    /// By the number of the request.
    on_page: Box<OnPage>,
    on_call: Answer,
    /// Calls are never answered.
    hangs: bool,
    resources: Option<HashMap<String, Answer>>,
    prompts: Option<HashMap<String, Answer>>,
    close: Option<Result<(), String>>,
    asked: Mutex<Vec<Value>>,
    signals: Mutex<Vec<CancellationToken>>,
}

impl Client {
    /// A server whose list is made by `on_page`, by the number of the request.
    pub(crate) fn listing(on_page: impl Fn(usize) -> Answer + Send + Sync + 'static) -> Self {
        Client {
            on_page: Box::new(on_page),
            on_call: Ok(json!({ "content": [] })),
            hangs: false,
            resources: None,
            prompts: None,
            close: None,
            asked: Mutex::default(),
            signals: Mutex::default(),
        }
    }

    /// A server of these pages.
    pub(crate) fn with_pages(pages: Vec<Value>) -> Self {
        Client::listing(move |at| Ok(pages[at].clone()))
    }

    /// A server of one page.
    pub(crate) fn with_tools(tools: Value) -> Self {
        Client::with_pages(vec![json!({ "tools": tools })])
    }

    pub(crate) fn answering(mut self, answer: Answer) -> Self {
        self.on_call = answer;
        self
    }

    pub(crate) fn hanging(mut self) -> Self {
        self.hangs = true;
        self
    }

    pub(crate) fn resource(mut self, uri: &str, answer: Answer) -> Self {
        let resources = self.resources.get_or_insert_default();
        resources.insert(uri.to_owned(), answer);
        self
    }

    pub(crate) fn prompt(mut self, name: &str, answer: Answer) -> Self {
        let prompts = self.prompts.get_or_insert_default();
        prompts.insert(name.to_owned(), answer);
        self
    }

    pub(crate) fn closing(mut self, result: Result<(), String>) -> Self {
        self.close = Some(result);
        self
    }

    pub(crate) fn shared(self) -> Arc<Self> {
        Arc::new(self)
    }

    /// The requests so far: the method and its parameters.
    pub(crate) fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }

    /// The signals of the calls so far.
    pub(crate) fn signals(&self) -> Vec<CancellationToken> {
        self.signals.lock().unwrap().clone()
    }

    /// Notes a request, and returns how many there were of its kind.
    fn note(&self, method: &str, params: Value) -> usize {
        let mut asked = self.asked.lock().unwrap();
        let before = asked.iter().filter(|request| request[0] == method).count();
        asked.push(json!([method, params]));
        before
    }
}

impl McpClient for Client {
    fn list_tools(
        &self,
        params: Option<McpPageRequest>,
    ) -> BoxFuture<'_, Result<JsonObject, HostError>> {
        let at = self.note("listTools", json!(params.map(|page| page.cursor)));
        ready((self.on_page)(at))
    }

    fn call_tool(
        &self,
        params: McpToolCall,
        result_schema: Option<Value>,
        options: Option<McpCallOptions>,
    ) -> BoxFuture<'_, Result<JsonObject, HostError>> {
        assert_eq!(result_schema, None);
        let options = options.expect("a signal");
        self.signals.lock().unwrap().push(options.signal);
        self.note("callTool", json!([params.name, params.arguments]));
        if self.hangs {
            return Box::pin(std::future::pending());
        }
        ready(self.on_call.clone())
    }

    fn read_resource(
        &self,
        params: McpResourceRequest,
    ) -> Option<BoxFuture<'_, Result<JsonObject, HostError>>> {
        self.note("readResource", json!(params.uri));
        let resources = self.resources.as_ref()?;
        Some(ready(resources[&params.uri].clone()))
    }

    fn get_prompt(
        &self,
        params: McpPromptRequest,
    ) -> Option<BoxFuture<'_, Result<JsonObject, HostError>>> {
        self.note("getPrompt", json!([params.name, params.arguments]));
        let prompts = self.prompts.as_ref()?;
        Some(ready(prompts[&params.name].clone()))
    }

    fn close(&self) -> Option<BoxFuture<'_, Result<(), HostError>>> {
        self.note("close", json!(null));
        let result = self.close.clone()?;
        Some(Box::pin(async move {
            // Others get a chance to close meanwhile.
            tokio::task::yield_now().await;
            result.map_err(HostError::new)
        }))
    }
}

fn ready(answer: Answer) -> BoxFuture<'static, Result<JsonObject, HostError>> {
    let answer = match answer {
        Ok(Value::Object(object)) => Ok(object),
        Ok(other) => panic!("a client cannot answer {other}"),
        Err(message) => Err(HostError::new(message)),
    };
    Box::pin(std::future::ready(answer))
}
