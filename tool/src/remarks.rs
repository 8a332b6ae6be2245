//! Notes on what is unusual about a response.

use crate::escape::quoted;
use crate::message::{self, Id, Members, Response};
use crate::probe::Request;
use crate::received::HttpResponse;
use mcp_errors::{Kind, MAX_ERROR_BODY, McpError, MessageType};

/// Notes on a JSON-RPC response. `sent` is the request, if this tool sent it.
pub fn on_response(response: &Response, message: &[u8], sent: Option<&Request>) -> Vec<String> {
    let mut notes = Vec::new();
    if response.in_array {
        notes.push("The response is the only element of an array. Batches are not part of MCP since revision 2025-06-18.".to_owned());
    }
    let members = response.members();
    // An error of OAuth or of a gateway is not meant to be JSON-RPC.
    let is_meant = members.get("error").is_none_or(|error| error.get().starts_with('{'));
    if is_meant && members.get("jsonrpc").and_then(|version| message::string(version)).as_deref() != Some("2.0") {
        notes.push("The response does not have the member \"jsonrpc\":\"2.0\".".to_owned());
    }
    if members.contains_key("result") && is_error(&members) {
        notes.push("The response has both a result and an error. The error counts.".to_owned());
    }
    if let Some(id) = sent.and_then(|request| message::compare_id(message, request.id)).and_then(|id| on_id(&id, sent)) {
        notes.push(id);
    }
    notes
}

fn is_error(members: &Members<'_>) -> bool {
    members.get("error").is_some_and(|error| !["null", "false"].contains(&error.get()))
}

/// A note on an id that is not the request's.
pub fn on_id(id: &Id, sent: Option<&Request>) -> Option<String> {
    let number = sent.map_or(0, |request| request.id);
    match id {
        Id::Matches => None,
        Id::StringOfDigits => Some(format!(
            "The id is the string \"{number}\", but the request has the number {number}. A client that compares ids keeps waiting."
        )),
        Id::Differs(id) => Some(format!("The id is {id}, but the request has the id {number}. A client that compares ids keeps waiting.")),
    }
}

/// Notes on an HTTP response.
pub fn on_http(response: &HttpResponse) -> Option<String> {
    let encoding = String::from_utf8_lossy(response.content_encoding.as_deref()?).into_owned();
    let plain = encoding.split(',').all(|coding| coding.trim().is_empty() || coding.trim().eq_ignore_ascii_case("identity"));
    let encoding = quoted(&encoding, 40);
    (!plain).then(|| format!("The response has the Content-Encoding {encoding}. The tool does not decode it; use curl --compressed."))
}

/// Notes on an error that is not a JSON-RPC error.
pub fn on_error(error: &McpError, message: &[u8]) -> Option<String> {
    let status = error.http_status();
    if status.is_some_and(|status| !matches!(status, 200..=299)) && message.len() > MAX_ERROR_BODY {
        return Some(format!(
            "The body has {} bytes. With this status, a body of more than {MAX_ERROR_BODY} bytes is ignored.",
            message.len()
        ));
    }
    if error.kind() != Kind::TransportError || error.is_local() {
        return None;
    }
    let text = match error.message_type()? {
        MessageType::Empty => "There is no message in the body.",
        MessageType::Framing => {
            "It begins with a header, as in the Language Server Protocol. Over stdio, an MCP message is one line of JSON without a header."
        }
        MessageType::Request => "It is a JSON-RPC request: it has a method and an id. A response has a result or an error.",
        MessageType::Notification => "It is a JSON-RPC notification: it has a method and no id. A response has a result or an error.",
        MessageType::Batch => "It is a JSON array. Batches are not part of MCP since revision 2025-06-18.",
        MessageType::Other => "It is JSON, but not a JSON-RPC message.",
        MessageType::NotJson | MessageType::Error | MessageType::Result => return None,
    };
    Some(text.to_owned())
}

/// Returns the first text of a tool result with `isError`.
pub fn tool_error(result: &Members<'_>) -> Option<String> {
    result.get("isError").filter(|value| value.get() == "true")?;
    let content: Vec<serde_json::Value> =
        result.get("content").and_then(|content| serde_json::from_str(content.get()).ok()).unwrap_or_default();
    let text = content.iter().find_map(|part| part.get("text")?.as_str().map(str::to_owned));
    Some(text.unwrap_or_default())
}
