//! What a session answers, as data: the JSON that scenario files and control requests hold.
//!
//! Nothing here touches a socket. `body` turns a [`Reply`] into bytes and waits, `player` sends them.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::Value;

use crate::{protocol::Protocol, recorded::Recorded};

/// The replies of one session, given in order, one a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Script {
    /// What `parts` are written in, and so the session's address.
    #[serde(default)]
    pub protocol: Protocol,
    pub replies: Vec<Reply>,
    /// Starts again with the first reply once all were given, instead of refusing further requests.
    #[serde(default)]
    pub cycle: bool,
    /// Bytes the kernel may hold for the socket (`SO_SNDBUF`). Small values make a reader that stops be felt at once.
    pub send_buffer: Option<usize>,
}

/// Why a script is refused.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    #[error("not a script: {0}")]
    Shape(#[from] serde_json::Error),
    #[error(
        "replies[{0}]: only one of parts, recorded, json, text, base64 and wire can be the body"
    )]
    SeveralBodies(usize),
}

impl Script {
    /// Reads a script from its JSON.
    pub fn parse(json: Value) -> Result<Self, ScriptError> {
        let script: Self = serde_json::from_value(json)?;
        match script.replies.iter().position(|reply| reply.bodies() > 1) {
            Some(index) => Err(ScriptError::SeveralBodies(index)),
            None => Ok(script),
        }
    }
}

/// One response, from its status line to the way its connection ends.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reply {
    #[serde(default = "ok")]
    pub status: u16,
    /// Added to the headers the body implies; `null` takes one of those away. Values may hold `{url}` (the session's
    /// address) and `{date+N}` or `{date-N}` (the HTTP date N seconds from now).
    #[serde(default)]
    pub headers: BTreeMap<String, Option<String>>,
    /// Silence before the status line.
    #[serde(default)]
    pub delay_ms: u64,
    #[serde(default)]
    pub framing: Framing,
    #[serde(default)]
    pub cuts: Cuts,
    /// Silence after each chunk.
    #[serde(default)]
    pub pause_ms: u64,
    #[serde(default)]
    pub end: End,

    /// Events of a server-sent stream. At most one of the six bodies is given.
    pub parts: Option<Vec<Item>>,
    /// A stream that a real server sent: the name of a file below `tests/fixtures`.
    pub recorded: Option<Recorded>,
    /// Line end of the events made from `parts`.
    #[serde(default)]
    pub newline: Newline,
    /// Whether `data: [DONE]` follows the parts.
    #[serde(default = "yes")]
    pub done: bool,
    pub json: Option<Value>,
    pub text: Option<String>,
    pub base64: Option<Base64>,
    /// The whole response as it goes over the wire; no head is made. Empty: not a byte is answered.
    pub wire: Option<String>,
}

impl Default for Reply {
    fn default() -> Self {
        Self {
            status: ok(),
            headers: BTreeMap::new(),
            delay_ms: 0,
            framing: Framing::default(),
            cuts: Cuts::default(),
            pause_ms: 0,
            end: End::default(),
            parts: None,
            recorded: None,
            newline: Newline::default(),
            done: yes(),
            json: None,
            text: None,
            base64: None,
            wire: None,
        }
    }
}

impl Reply {
    /// A server-sent stream of these parts.
    pub fn stream(parts: Vec<Item>) -> Self {
        Self {
            parts: Some(parts),
            ..Self::default()
        }
    }

    /// A JSON answer.
    pub fn json(status: u16, json: Value) -> Self {
        Self {
            status,
            json: Some(json),
            framing: Framing::Length,
            ..Self::default()
        }
    }

    fn bodies(&self) -> usize {
        let given = [
            self.parts.is_some(),
            self.recorded.is_some(),
            self.json.is_some(),
            self.text.is_some(),
            self.base64.is_some(),
            self.wire.is_some(),
        ];
        given.into_iter().filter(|given| *given).count()
    }
}

/// How the client learns where the body ends.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Framing {
    #[default]
    Chunked,
    Length,
    Close,
}

/// Where the body is cut into chunks. Every chunk is one write, and one HTTP chunk under [`Framing::Chunked`].
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Cuts {
    /// After each part.
    #[default]
    Part,
    /// Only where the script waits.
    None,
    /// After every so many bytes.
    Every(std::num::NonZeroUsize),
    /// At these offsets of the body, ascending.
    At(Vec<usize>),
}

/// What happens to the connection after the body.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum End {
    /// The body is finished; the connection serves the next request (or is closed, if that is what ends the body).
    #[default]
    Complete,
    /// Silence until the client closes.
    Open,
    /// The connection is closed in mid-body: no last chunk, or fewer bytes than announced.
    Fin,
    /// As `fin`, but the client may go on sending.
    HalfClose,
    /// The connection is reset.
    Reset,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
pub enum Newline {
    #[default]
    #[serde(rename = "\n")]
    Lf,
    #[serde(rename = "\r\n")]
    CrLf,
    #[serde(rename = "\r")]
    Cr,
}

impl Newline {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Lf => "\n",
            Self::CrLf => "\r\n",
            Self::Cr => "\r",
        }
    }
}

/// One entry of `parts`: an event's JSON, or a directive, which is an object whose first key starts with `$`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub enum Item {
    /// `{"type": "text-delta", …}`: one event.
    Part(Template),
    /// `{"$raw": "…"}`: bytes as they stand, outside any event framing.
    Raw(Template),
    /// `{"$base64": "…"}`: as `$raw`, for what is not text.
    Bytes(Vec<u8>),
    /// `{"$delayMs": 50}`
    Delay(u64),
    /// `{"$repeat": 20000, "parts": […]}`: `{i}` in the parts is the round, from 0.
    Repeat { times: u64, items: Vec<Item> },
}

impl Item {
    /// An event of the stream.
    pub fn part(json: &Value) -> Self {
        Self::Part(Template::new(&json.to_string()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
enum Directive {
    #[serde(rename = "$raw")]
    Raw(String),
    #[serde(rename = "$base64")]
    Base64(Base64),
    #[serde(rename = "$delayMs")]
    Delay(u64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repeat {
    #[serde(rename = "$repeat")]
    times: u64,
    parts: Vec<Item>,
}

impl TryFrom<Value> for Item {
    type Error = serde_json::Error;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        let first_key = value.as_object().and_then(|object| object.keys().next());
        match first_key.map(String::as_str) {
            Some("$repeat") => {
                let Repeat { times, parts } = serde_json::from_value(value)?;
                Ok(Self::Repeat {
                    times,
                    items: parts,
                })
            }
            Some(key) if key.starts_with('$') => Ok(match serde_json::from_value(value)? {
                Directive::Raw(text) => Self::Raw(Template::new(&text)),
                Directive::Base64(Base64(bytes)) => Self::Bytes(bytes),
                Directive::Delay(ms) => Self::Delay(ms),
            }),
            _ => Ok(Self::part(&value)),
        }
    }
}

/// Text with `{i}` in some places, split once so that 20,000 rounds are cheap.
#[derive(Clone, Debug)]
pub struct Template(Vec<String>);

impl Template {
    fn new(text: &str) -> Self {
        Self(text.split("{i}").map(String::from).collect())
    }

    /// Appends the text of a round; outside a repetition (`None`) `{i}` stands for itself.
    pub(crate) fn write(&self, round: Option<u64>, out: &mut Vec<u8>) {
        let round = round.map_or_else(|| "{i}".to_owned(), |round| round.to_string());
        for (index, literal) in self.0.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(round.as_bytes());
            }
            out.extend_from_slice(literal.as_bytes());
        }
    }
}

/// Bytes written in JSON as standard base64.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Base64(pub Vec<u8>);

impl TryFrom<String> for Base64 {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        STANDARD.decode(text).map(Self)
    }
}

fn ok() -> u16 {
    200
}

fn yes() -> bool {
    true
}
