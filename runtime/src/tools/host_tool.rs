//! Tools written as closures.

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use libfx_api::support::{BoxFuture, HostError, MaybeSend, MaybeSync};
use libfx_api::{ToolContext, ToolOutput};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A tool made from a closure. Anything else that implements [`libfx::api::HostTool`](libfx_api::HostTool) is a tool,
/// too.
///
/// ```
/// use libfx::HostTool;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct CountWords {
///     /// The text to count the words of.
///     text: String,
/// }
///
/// let tool = HostTool::typed::<CountWords>("count_words", "Counts the words of a text.")
///     .execute(|input, _context| async move { Ok(input.text.split_whitespace().count().to_string()) });
/// ```
#[derive(Clone)]
pub struct HostTool(Arc<dyn libfx_api::HostTool>);

impl HostTool {
    /// A tool whose input is described by a JSON Schema and arrives as JSON.
    pub fn new<F, R, O>(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: Map<String, Value>,
        execute: F,
    ) -> Self
    where
        F: Fn(Value, ToolContext) -> R + MaybeSend + MaybeSync + 'static,
        R: Future<Output = Result<O, HostError>> + MaybeSend + 'static,
        O: Into<ToolOutput>,
    {
        HostTool(Arc::new(Closure {
            name: name.into(),
            description: description.into(),
            input_schema,
            execute,
        }))
    }

    /// A tool whose input is a Rust type: its JSON Schema is derived, and input that does not fit becomes a failed
    /// result that tells the model why.
    pub fn typed<Args>(name: impl Into<String>, description: impl Into<String>) -> TypedTool<Args>
    where
        Args: DeserializeOwned + JsonSchema,
    {
        TypedTool {
            name: name.into(),
            description: description.into(),
            args: PhantomData,
        }
    }
}

impl From<HostTool> for Arc<dyn libfx_api::HostTool> {
    fn from(tool: HostTool) -> Self {
        tool.0
    }
}

/// A typed tool that still needs its closure: see [`HostTool::typed`].
#[must_use = "a tool needs `execute`"]
pub struct TypedTool<Args> {
    name: String,
    description: String,
    args: PhantomData<fn(Args)>,
}

impl<Args: DeserializeOwned + JsonSchema + MaybeSend + 'static> TypedTool<Args> {
    /// What the tool does when the model calls it.
    pub fn execute<F, R, O>(self, execute: F) -> HostTool
    where
        F: Fn(Args, ToolContext) -> R + MaybeSend + MaybeSync + 'static,
        R: Future<Output = Result<O, HostError>> + MaybeSend + 'static,
        O: Into<ToolOutput>,
    {
        let execute = Arc::new(execute);
        let parsed = move |input: Value, context| {
            let execute = execute.clone();
            async move {
                let args = serde_json::from_value(input)
                    .map_err(|error| HostError::from(format!("invalid input: {error}")))?;
                execute(args, context).await
            }
        };
        HostTool::new(self.name, self.description, schema_of::<Args>(), parsed)
    }
}

fn schema_of<Args: JsonSchema>() -> Map<String, Value> {
    let mut schema = schemars::generate::SchemaSettings::draft07()
        .with(|settings| settings.meta_schema = None)
        .into_generator()
        .into_root_schema_for::<Args>();
    schema.remove("title");
    match schema.to_value() {
        Value::Object(schema) => schema,
        // `true` and `false` are schemas as well; neither says anything that a model could use.
        _ => Map::from_iter([("type".to_owned(), Value::from("object"))]),
    }
}

struct Closure<F> {
    name: String,
    description: String,
    input_schema: Map<String, Value>,
    execute: F,
}

impl<F, R, O> libfx_api::HostTool for Closure<F>
where
    F: Fn(Value, ToolContext) -> R + MaybeSend + MaybeSync,
    R: Future<Output = Result<O, HostError>> + MaybeSend + 'static,
    O: Into<ToolOutput>,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn input_schema(&self) -> &Map<String, Value> {
        &self.input_schema
    }

    fn execute(
        &self,
        input: Value,
        context: ToolContext,
    ) -> BoxFuture<'_, Result<ToolOutput, HostError>> {
        let answer = (self.execute)(input, context);
        Box::pin(async move { answer.await.map(Into::into) })
    }
}
