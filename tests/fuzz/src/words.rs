//! What inputs are often made of, by target: mutations that use these get past the first comparison.

pub(crate) const EVENT_STREAM: &[&str] = &[
    "data:", "data: ", "data", "event: ", "id: ", "retry: ", ":", "\r", "\n", "\r\n", "\n\n", "\r\n\r\n", "\u{FEFF}", "[DONE]",
    "😀", "\0",
];

pub(crate) const LANGUAGE_MODEL: &[&str] = &[
    "text-start", "text-delta", "text-end", "reasoning-start", "reasoning-delta", "reasoning-end", "tool-input-start",
    "tool-input-delta", "tool-input-end", "tool-call", "tool-result", "response-metadata", "finish", "error", "stop", "length",
    "content-filter", "tool-calls", "[DONE]", "\"providerExecuted\":true,", "\"providerMetadata\":{\"a\":{\"b\":0.1}},",
    "\"toolCallId\":\"1\",", "\"toolName\":\"look\",", "\"input\":\"{\\\"a\\\":", "\"input\":{},", "\"result\":[1],", "\\ud83d",
    "\\ude00", "\\u0000", "\\", "data: ", "\n\n", KEY,
];

pub(crate) const CHAT_COMPLETIONS: &[&str] = &[
    "choices", "delta", "content", "tool_calls", "function", "arguments", "finish_reason", "stop", "length", "content_filter",
    "tool_calls", "usage", "prompt_tokens", "reasoning", "reasoning_content", "reasoning_details", "thinking_blocks",
    "\"type\":\"thinking\",", "signature", "refusal", "error", "message", "index", "\"id\":\"1\",", "\"index\":0,", "\"index\":1,",
    "\"name\":\"look\",", "[DONE]", "data: [DONE]\n\n", "\\ud83d", "\\ude00", "\\u0000", "{}", "\\", "x_groq", KEY,
];

pub(crate) const CHECKPOINT: &[&str] = &[
    "turns", "usage", "user", "steps", "reply", "results", "aborted", "true", "false", "\"type\":\"text\"", "reasoning", "tool_call",
    "provider_call", "provider_result", "error_text", "content", "resource", "images", "mediaType", "image/png", "\"failed\":true",
    "\"provider\":{\"a\":0.30000000000000004}", "\"id\":\"a\"", "\"name\":\"look\"", "\"input\":{}", "\"text\":\"\"", "inputTokens",
    "libfx", "1e16", "123456789.123456789", "-0.0", "5e-324", "\\u0000",
];

pub(crate) const ENDPOINT: &[&str] = &[
    "https://", "http://", "HTTP://", "ai-gateway.vercel.sh", "localhost", "127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]", "127.1",
    "0x7f.1", ":443", ":80", ":0", ":65536", ":00080", "@", "user:pass@", "%40", "\\", "/", "//", "/../", "?", "#", ".",
    "/v4/ai/language-model", "/v3/ai/language-model", "/v1/chat/completions", "\t", "%00", "é", "。",
];

pub(crate) const HTTP_ERROR: &[&str] = &[
    "retry-after: ", "x-request-id: ", "request-id: ", "retry-after: 1e300\n", "retry-after: -1\n", "retry-after: NaN\n",
    "Fri, 31 Dec 9999 23:59:59 GMT", "{\"error\":{\"message\":\"", "\"code\":\"", "\"detail\":[", "\"msg\":\"", "<html>", "\n\n",
    "\u{85}", "\u{2028}", "\u{7}", "\\u0007", KEY,
];

pub(crate) const CATALOGUE: &[&str] = &[
    "data", "id", "type", "language", "embedding", "context_window", "max_tokens", "tags", "vision", "tool-use", "\\ud83d",
    "\\ude00", "\u{FF5E}", "\u{1F600}", "1e3", "9007199254740992", "0.5", "null", KEY,
];

pub(crate) const ARGUMENTS: &[&str] = &[
    "apiKey", "model", "instructions", "tools", "checkpoint", "fetch", "onEvent", "gatewayChatUrl", "backend", "nativeAddon",
    "wasm", "signal", "name", "description", "inputSchema", "execute", "members", "\"$fx\":\"function\"", "\"$fx\":\"object\"",
    "{\"$fx\":\"bytes\",\"id\":0}", "{\"$fx\":\"signal\",\"aborted\":true}", "{\"$fx\":\"undefined\"}", "{\"$fx\":\"bigint\"}",
    "{\"$fx\":\"cycle\"}", "{\"$fx\":\"plain\",\"value\":{}}", "\"$fx\":1", "text", "resource", "uri", "mimeType", "blob", "image",
    "__proto__", "constructor", "é", "\\u0000", "1e400",
];

pub(crate) const IDL: &[&str] = &[
    "//! Docs.\n", "/// Docs.\n", "const ", "enum ", "record ", "union ", "runtime interface ", "host interface ", "foreign ",
    "errors ", "entry ", "naming ", "async ", "function ", "iterates ", "throws ", "export ", "by \"type\"", "by kind", "otherwise ",
    "list<", "map<", "future<", "fn (", "string", "bytes", "json", "jsonObject", "signal", "count", "u32", "i32", "f64", "bool",
    " | null", "?", ": ", "{", "}", "(", ")", "->", "..", "@secret ", "@since(\"1.0.0\") ", "@experimental ", "@limit(..4KiB) ",
    "@pattern(\"[a-z]+\") ", "@unique(name) ", "@only(javascript) ", "@byHand(rust) ", "@planned ", "@name(\"X\") ", "@strict ",
    "@inlinable ", "@open ", "[`A.b`]", "//- a.idl\n", "18446744073709551616", "type", "self", "await", "é",
];

/// What no error may repeat.
const KEY: &str = libfx::fuzzing::API_KEY;
