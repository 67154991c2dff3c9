//! The list of a server's tools, page by page, no further than the limits.

use std::collections::HashSet;
use std::io;

use libfx_api::limits::{
    MAX_MCP_CURSOR_CHARS, MAX_MCP_PAGES, MAX_MCP_TOOL_NAME_CHARS, MAX_TOOL_DESCRIPTION_BYTES,
    MAX_TOOL_SCHEMA_BYTES, MAX_TOOLS,
};
use libfx_api::support::JsonObject;
use libfx_api::{FxError, McpClient, McpPageRequest};
use libfx_wire::mcp::{Tool, ToolList};
use serde_json::{Value, json};

use super::answer::{self, quoted, refused};

const CALL: &str = "listTools";

/// A tool as its server describes it.
#[derive(Debug)]
pub(super) struct ListedTool {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) input_schema: JsonObject,
}

/// Reads pages until one is the last.
pub(super) async fn all_tools(client: &dyn McpClient) -> Result<Vec<ListedTool>, FxError> {
    let mut listing = Listing::default();
    let mut page = None;
    for _ in 0..MAX_MCP_PAGES {
        let answer = client.list_tools(page).await;
        let answer = answer.map_err(|error| answer::failed(CALL, &error))?;
        match listing.add(answer)? {
            Some(cursor) => page = Some(McpPageRequest { cursor }),
            None => return Ok(listing.tools),
        }
    }
    Err(exceeded(format!(
        "expected at most {MAX_MCP_PAGES} pages, and the server has more"
    )))
}

/// What the pages so far held.
#[derive(Default)]
struct Listing {
    tools: Vec<ListedTool>,
    names: HashSet<String>,
    cursors: HashSet<String>,
}

impl Listing {
    /// Adds a page, and says where the next one begins.
    fn add(&mut self, page: JsonObject) -> Result<Option<String>, FxError> {
        let page: ToolList = answer::read(CALL, "the answer", page)?;
        // Before any of them is looked at: there is no end to what a server may send.
        if self.tools.len() + page.tools.len() > MAX_TOOLS as usize {
            return Err(exceeded(format!(
                "expected at most {MAX_TOOLS} tools, and the server has more"
            )));
        }
        for tool in page.tools {
            self.add_tool(tool)?;
        }
        page.next_cursor
            .map(|cursor| self.follow(cursor))
            .transpose()
    }

    fn add_tool(&mut self, tool: Value) -> Result<(), FxError> {
        let place = format!("tool {}", self.tools.len() + 1);
        let tool: Tool = answer::read(CALL, place, tool)?;
        let tool = checked(tool)?;
        if !self.names.insert(tool.name.clone()) {
            let name = quoted(&tool.name);
            return Err(refused(CALL, format!("two tools have the name {name}")));
        }
        self.tools.push(tool);
        Ok(())
    }

    fn follow(&mut self, cursor: Value) -> Result<String, FxError> {
        let Value::String(cursor) = cursor else {
            return Err(refused(CALL, "expected a string as nextCursor"));
        };
        if longer(&cursor, MAX_MCP_CURSOR_CHARS) {
            return Err(exceeded(format!(
                "expected at most {MAX_MCP_CURSOR_CHARS} characters as nextCursor"
            )));
        }
        if !self.cursors.insert(cursor.clone()) {
            let cursor = quoted(&cursor);
            let fault = format!("the server repeats the nextCursor {cursor}, and would for ever");
            return Err(refused(CALL, fault));
        }
        Ok(cursor)
    }
}

/// The tool, if an agent can take it.
fn checked(tool: Tool) -> Result<ListedTool, FxError> {
    if tool.name.is_empty() {
        return Err(refused(CALL, "a tool has an empty name"));
    }
    if longer(&tool.name, MAX_MCP_TOOL_NAME_CHARS) {
        let start = quoted(&tool.name.chars().take(64).collect::<String>());
        return Err(exceeded(format!(
            "expected at most {MAX_MCP_TOOL_NAME_CHARS} characters as the name of a tool, got one that begins with {start}"
        )));
    }
    let name = quoted(&tool.name);
    let description = tool.description.unwrap_or_default();
    let bytes = description.len();
    if bytes as u64 > MAX_TOOL_DESCRIPTION_BYTES {
        return Err(exceeded(format!(
            "expected at most {MAX_TOOL_DESCRIPTION_BYTES} bytes of UTF-8 as the description of the tool {name}, got {bytes}"
        )));
    }
    let input_schema = tool.input_schema.unwrap_or_else(no_arguments);
    if !fits(&input_schema, MAX_TOOL_SCHEMA_BYTES) {
        return Err(exceeded(format!(
            "expected at most {MAX_TOOL_SCHEMA_BYTES} bytes of JSON as the input schema of the tool {name}"
        )));
    }
    Ok(ListedTool {
        name: tool.name,
        description,
        input_schema,
    })
}

/// The schema of a tool that has none.
fn no_arguments() -> JsonObject {
    JsonObject::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), json!({})),
    ])
}

fn exceeded(fault: String) -> FxError {
    FxError::limit_exceeded(format!("client.{CALL}: {fault}"))
}

fn longer(text: &str, max_chars: u64) -> bool {
    text.len() as u64 > max_chars && text.chars().count() as u64 > max_chars
}

/// Whether the object takes at most `max_bytes` as compact JSON. Stops counting there.
fn fits(object: &JsonObject, max_bytes: u64) -> bool {
    serde_json::to_writer(Room(max_bytes), object).is_ok()
}

/// Takes what fits into it, and keeps nothing.
struct Room(u64);

impl io::Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.checked_sub(bytes.len() as u64) {
            Some(left) => self.0 = left,
            None => return Err(io::ErrorKind::FileTooLarge.into()),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
