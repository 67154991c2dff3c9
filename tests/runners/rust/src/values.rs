//! Placeholders of scenario files, turned into the form in which host values cross to Rust.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use serde_json::{Map, Value, json};

use crate::host::Host;

/// Members of a tool that the language layers read.
const TOOL_MEMBERS: [&str; 4] = ["name", "description", "inputSchema", "execute"];

/// Turns scenario JSON into crossing JSON; bytes and functions are left with the host.
pub(crate) fn cross(value: &Value, host: &Host) -> Value {
    match value {
        Value::Object(members) => match placeholder(members) {
            Some((name, argument)) => cross_placeholder(name, argument, host),
            None => Value::Object(cross_members(members, host)),
        },
        Value::Array(items) => items.iter().map(|item| cross(item, host)).collect(),
        plain => plain.clone(),
    }
}

/// As [`cross`], for options and records: their tools are objects that stay with the host.
pub(crate) fn cross_options(options: &Value, host: &Host) -> Value {
    let mut crossed = cross(options, host);
    if let Some(Value::Array(tools)) = crossed.get_mut("tools") {
        for tool in tools {
            describe_tool(tool, host);
        }
    }
    crossed
}

fn describe_tool(tool: &mut Value, host: &Host) {
    let Value::Object(members) = tool else {
        return;
    };
    if members.contains_key("$fx") {
        return;
    }
    let declared: Map<_, _> = TOOL_MEMBERS
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), members.get(*name)?.clone())))
        .collect();
    let name = declared
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let execute = declared
        .get("execute")
        .and_then(|execute| execute["id"].as_u64());
    let id = host.keep_tool(name, execute);
    *tool = json!({ "$fx": "object", "id": id, "members": declared });
}

fn cross_members(members: &Map<String, Value>, host: &Host) -> Map<String, Value> {
    let present = members.iter().filter(|(_, value)| value["$absent"] != true);
    present
        .map(|(name, value)| (name.clone(), cross(value, host)))
        .collect()
}

/// The name and the argument of a placeholder, if that is what the object is.
pub(crate) fn placeholder(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let (name, argument) = members.iter().next().filter(|_| members.len() == 1)?;
    let name = name.strip_prefix('$')?;
    (name != "fx").then_some((name, argument))
}

fn cross_placeholder(name: &str, argument: &Value, host: &Host) -> Value {
    match name {
        "data" => argument.clone(),
        "undefined" | "bigint" | "symbol" | "cycle" => json!({ "$fx": name }),
        "function" => {
            json!({ "$fx": "function", "id": host.keep_behaviour(json!({ "returns": null })) })
        }
        "execute" => json!({ "$fx": "function", "id": host.keep_behaviour(argument.clone()) }),
        "signal" => json!({ "$fx": "signal", "aborted": argument == "aborted" }),
        "bytes" => {
            let bytes = STANDARD.decode(argument.as_str().unwrap_or_default());
            host.cross_bytes(Bytes::from(bytes.expect("scenario bytes are base64")))
        }
        "text" => {
            let text = argument["text"].as_str().unwrap_or_default();
            let rounds = rounds(argument);
            rounds
                .map(|round| text.replace("{i}", &round.to_string()))
                .collect::<String>()
                .into()
        }
        "list" => {
            let item = argument["item"].to_string();
            let items = rounds(argument).map(|round| {
                let item = item.replace("{i}", &round.to_string());
                let item = serde_json::from_str(&item).expect("a round number keeps JSON valid");
                cross(&item, host)
            });
            items.collect()
        }
        unknown => panic!("${unknown} is no placeholder of scenarios"),
    }
}

fn rounds(argument: &Value) -> std::ops::Range<u64> {
    0..argument["times"].as_u64().expect("how often is a number")
}
