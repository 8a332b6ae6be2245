//! The corpus that every binding of the library runs.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::{Failure, HttpResponse, Kind, McpError};
use serde_json::Value;
use std::path::Path;

/// The rows of a file of JSON lines below `tests/`.
pub fn rows(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<Value> = text.lines().map(parse).collect();
    assert!(!rows.is_empty());
    rows
}

/// JSON of any depth as a tree. Numbers that `serde_json` cannot hold are kept as strings, exactly; the corpus is written by
/// Python, which has a word for floats beyond its own.
pub fn parse(text: &str) -> Value {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let is_word = |char: char| char.is_ascii_alphanumeric() || matches!(char, '+' | '-' | '.');
        let length = if char == '"' { string_length(rest) } else { rest.find(|char| !is_word(char)).unwrap_or(rest.len()).max(1) };
        let (token, after) = rest.split_at(length);
        rest = after;
        if !is_word(char) || matches!(token, "true" | "false" | "null") {
            plain += token;
            continue;
        }
        let large = token.len() > 18 && token.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        let float: f64 = token.parse().unwrap_or_else(|_| panic!("{token}"));
        plain += &match (large, float.is_infinite()) {
            (true, _) => format!("\"{token}\""),
            (_, true) => format!("\"{float}\""),
            _ if token == "-0" => "0".to_owned(), // which serde_json reads as a float
            _ => token.to_owned(),
        };
    }
    let mut deserializer = serde_json::Deserializer::from_str(&plain);
    deserializer.disable_recursion_limit();
    serde::Deserialize::deserialize(&mut deserializer).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The length of the string at the start of JSON text, with its quotes.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let inside = text[1..].find(|char| {
        let end = char == '"' && !escaped;
        escaped = char == '\\' && !escaped;
        end
    });
    inside.map_or(text.len(), |end| end + 2)
}

/// The bytes that a row sends.
pub fn body(row: &Value) -> Vec<u8> {
    use base64::Engine;
    match row["body_b64"].as_str() {
        Some(encoded) => base64::engine::general_purpose::STANDARD.decode(encoded).unwrap(),
        None => row["body"].as_str().unwrap_or_default().as_bytes().to_vec(),
    }
}

/// The bytes of a row of `messages`.
pub fn text(row: &Value) -> Vec<u8> {
    use base64::Engine;
    match row["text_b64"].as_str() {
        Some(encoded) => base64::engine::general_purpose::STANDARD.decode(encoded).unwrap(),
        None => row["text"].as_str().unwrap().as_bytes().to_vec(),
    }
}

/// The context of a row, as JSON text: its `context` with the row's transport, or its `context_text` alone.
pub fn context(row: &Value) -> Option<Vec<u8>> {
    if let Some(text) = row["context_text"].as_str() {
        return Some(text.as_bytes().to_vec());
    }
    let mut context = row.get("context")?.clone();
    context.as_object_mut().unwrap().entry("transport").or_insert_with(|| row["transport"].clone());
    Some(context.to_string().into_bytes())
}

/// The error of a row of `responses`, `advice` or the captured responses. With a context results are judged.
pub fn error(row: &Value, context: Option<&[u8]>) -> Result<McpError, Failure> {
    if let Some(event) = row["event"].as_str() {
        let kind = match event {
            "timeout" => Kind::RequestTimeoutError,
            "closed" => Kind::ResponseStreamClosedError,
            "network_error" => Kind::ConnectionError,
            "too_large" => Kind::ResponseTooLargeError,
            other => panic!("unknown event {other}"),
        };
        return McpError::local(kind, "local");
    }
    let body = body(row);
    if row["transport"] == "stdio" {
        return match context {
            Some(context) => McpError::from_answer(&body, context),
            None => McpError::from_response(&body),
        };
    }
    let header = |name: &str| {
        let headers = row["headers"].as_object().unwrap();
        headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).and_then(|(_, value)| value.as_str()).map(str::as_bytes)
    };
    let response = HttpResponse {
        status: u16::try_from(row["http_status"].as_u64().unwrap()).unwrap(),
        content_type: header("content-type"),
        www_authenticate: header("www-authenticate"),
        retry_after: header("retry-after"),
        location: header("location"),
        body: &body,
        max_error_body: row["max_error_body"].as_u64().map_or(0, |limit| usize::try_from(limit).unwrap()),
    };
    McpError::from_http(&response, context)
}

/// The members of `expect` that `got` does not have.
pub fn differences(expect: &Value, got: &Value) -> Vec<String> {
    let members = expect.as_object().unwrap().iter().filter(|(name, _)| !matches!(name.as_str(), "result" | "era"));
    members
        .filter(|(name, value)| got.get(name.as_str()).unwrap_or(&Value::Null) != *value)
        .map(|(name, value)| format!("{name}: {} want {value}", got[name.as_str()]))
        .collect()
}

/// Every text of the corpus that goes into a parser, as bytes.
pub fn inputs() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for row in rows("vectors/errors.jsonl") {
        inputs.push(row["error"].as_str().unwrap().as_bytes().to_vec());
    }
    for file in ["vectors/responses.jsonl", "vectors/advice.jsonl", "vectors/negotiate.jsonl", "wire/answers.jsonl"] {
        inputs.extend(rows(file).iter().map(body));
    }
    inputs.extend(rows("vectors/messages.jsonl").iter().map(text));
    for row in rows("vectors/server.jsonl") {
        inputs.extend(row["request"].as_str().map(|text| text.as_bytes().to_vec()));
    }
    inputs.sort();
    inputs.dedup();
    inputs
}
