//! Sentences: what a kind and a code mean, and what a response says about the server's era.

use mcp_errors::code::{self, Emit};
use mcp_errors::{Era, Kind, McpError, Transport};

/// What a kind means.
pub fn kind(error: &McpError) -> &'static str {
    match (error.kind(), error.http_status().unwrap_or(0)) {
        (Kind::MethodNotFoundError, _) => "the server does not implement the method",
        (Kind::HeaderMismatchError, _) => "the request's headers contradict its body",
        (Kind::MissingRequiredClientCapabilityError, _) => "the request did not declare a client capability that the server requires",
        (Kind::UnsupportedProtocolVersionError, _) => "the server does not support the request's protocol version",
        (Kind::InsufficientScopeError, _) => "the access token lacks a scope",
        (Kind::InputRequiredError, _) => "the server needs input before it can finish the request",
        (Kind::InvalidResultError, _) => "the result is not valid",
        (Kind::ConnectionError, 401) => "the server requires authentication",
        (Kind::ConnectionError, 407) => "a proxy requires authentication",
        (Kind::ConnectionError, 403) => "the server, or a proxy in front of it, denies access",
        (Kind::ConnectionError, _) => "the request could not be delivered",
        (Kind::TransientServerError, _) => "the server, or a proxy in front of it, is busy or failed, perhaps for a short time",
        (Kind::RequestTimeoutError, _) => "no response came in time",
        (Kind::ResponseStreamClosedError, _) => "the connection or the event stream ended without a response",
        (Kind::ResponseTooLargeError, _) => "the response is larger than the limit",
        (Kind::TransportError, _) => "this is not a JSON-RPC response",
        (Kind::ServerError, 300..=399) if error.code_text().is_none() => "the server redirects to another URL",
        (Kind::ServerError, 100..=999) if error.code_text().is_none() => "the HTTP status is an error, and the body has no error code",
        (Kind::ServerError, _) => "the server refused the request, or failed",
        _ => "an error",
    }
}

/// The name of a code and its meaning, to print after the code.
pub fn code(error: &McpError) -> Option<String> {
    error.code_text()?;
    let Some(number) = error.code() else {
        return Some(", an integer beyond 64 bits, defined by the server".to_owned());
    };
    let name = code::name(number).map(|name| format!(" {name}")).unwrap_or_default();
    let meaning = match number {
        _ if code::is_modern(number) => "of revision 2026-07-28 and later".to_owned(),
        code::LEGACY_RESOURCE_NOT_FOUND | code::LEGACY_URL_ELICITATION_REQUIRED => {
            "of revision 2025-11-25 and earlier; retired, a modern server must not send it".to_owned()
        }
        -32700 | -32603..=-32600 => "a standard code of JSON-RPC".to_owned(),
        -32019..=-32000 => match code::draft_name(number) {
            Some(name) => {
                let now = code::MODERN_ERROR_CODES.into_iter().find(|&modern| code::name(modern) == Some(name)).unwrap_or(number);
                format!("a code without a fixed meaning; in drafts of 2026-07-28 it was {name}, which is now {now}")
            }
            None => "a code without a fixed meaning; each implementation uses it differently".to_owned(),
        },
        _ if code::may_emit(number) == Emit::Forbidden => "reserved for the specification, which does not define it".to_owned(),
        _ if code::may_emit(number) == Emit::Discouraged => "reserved by JSON-RPC, which does not define it".to_owned(),
        _ => "defined by the server".to_owned(),
    };
    Some(format!("{name}, {meaning}"))
}

/// Whether the error has the form that the specification requires.
pub fn form(error: &McpError) -> String {
    match error.malformed_reason() {
        Some(reason) => format!("no: {reason}"),
        None if !error.message_is_string() => "no: message is not a string, so the code does not count".to_owned(),
        None if error.kind() == Kind::InputRequiredError => "yes".to_owned(),
        None if error.code_text().is_none() && error.http_status().is_none_or(|status| status < 300) => match error.kind() {
            Kind::ServerError => "no: code is not an integer".to_owned(),
            _ => "there is no error object".to_owned(),
        },
        None if error.code_text().is_none() => "there is no error object with an integer code".to_owned(),
        None => match error.kind() {
            Kind::MissingRequiredClientCapabilityError | Kind::UnsupportedProtocolVersionError => "yes".to_owned(),
            _ => "yes; the specification requires nothing of its data".to_owned(),
        },
    }
}

/// Why a response to a probe means an era.
pub fn era(error: &McpError, transport: Transport, era: Era) -> String {
    let code = error.code().unwrap_or(0);
    match era {
        Era::Modern => {
            let data = if error.kind() == Kind::HeaderMismatchError { "" } else { " with the data that it requires" };
            format!("Only a server of revision 2026-07-28 or later sends {code}{data}.")
        }
        Era::ModernWithoutDiscover => {
            "Over HTTP, a modern server responds with 404 and -32601 to a method that it does not implement.".to_owned()
        }
        Era::Inconclusive => inconclusive(error, transport).to_owned(),
        Era::Legacy => legacy(error, transport, code),
    }
}

fn inconclusive(error: &McpError, transport: Transport) -> &'static str {
    match (error.kind(), error.http_status().unwrap_or(0)) {
        (Kind::TransportError, _) if error.is_local() => "What the server sent is not HTTP.",
        (Kind::TransportError, _) if transport == Transport::Stdio => "It is not a response. A client reads the next line.",
        (Kind::TransportError, _) => "It is not a JSON-RPC response, so it may not come from an MCP server.",
        (_, 401 | 403 | 407) => "Without access, a client cannot find out what the server is.",
        (_, 100..=199) => "The status is not final.",
        (_, 300..=399) => "A redirect says nothing about the server.",
        (Kind::TransientServerError, _) => "The failure may come from a proxy, and may pass.",
        (Kind::ConnectionError, _) => "The server was not reached.",
        (Kind::RequestTimeoutError | Kind::ResponseStreamClosedError | Kind::ResponseTooLargeError, _) => {
            "Without a response, a client cannot find out what the server is."
        }
        _ => "With this status, the request was probably refused before it reached an MCP server.",
    }
}

fn legacy(error: &McpError, transport: Transport, code: i64) -> String {
    let text = match error.kind() {
        _ if error.is_local() => "Over stdio, a server that does not respond to a probe is a legacy one.",
        Kind::ResponseStreamClosedError => "Over stdio, a server that does not respond to a probe is a legacy one.",
        Kind::InvalidResultError => "It is not the result that a modern server returns for server/discover.",
        Kind::UnsupportedProtocolVersionError if error.is_modern() => "It lists legacy versions only, which begin with initialize.",
        _ if code::is_modern(code) => {
            return match error.malformed_reason() {
                Some(reason) => format!("{code} is a modern code, but proves nothing without the data that it requires ({reason})."),
                None if !error.message_is_string() => format!("{code} is a modern code, but proves nothing if message is not a string."),
                None => format!("{code} is a modern code, but proves nothing in a body that is not JSON-RPC 2.0."),
            };
        }
        Kind::MethodNotFoundError if transport == Transport::Http => {
            return match error.http_status() {
                Some(status) => format!("-32601 proves a modern server with HTTP status 404 only, and the status is {status}."),
                None => "-32601 proves a modern server with HTTP status 404 only, and no status is known.".to_owned(),
            };
        }
        Kind::MethodNotFoundError => "Over stdio, -32601 proves nothing: any server returns it for a method it does not implement.",
        _ if code::draft_name(code).is_some() => "Codes of draft revisions prove nothing.",
        _ => "Only -32020, -32021 and -32022, well formed, prove a modern server.",
    };
    text.to_owned()
}
