//! The sentences: what a kind and a code mean, and why an answer does or does not show a modern server.

use mcp_errors::code::{self, Emit};
use mcp_errors::{Era, Kind, MAX_ERROR_BODY, McpError, Transport, is_legacy_version};

/// What a kind means.
pub fn kind(error: &McpError) -> &'static str {
    match (error.kind(), error.http_status().unwrap_or(0)) {
        (Kind::MethodNotFoundError, _) => "the server does not know the method",
        (Kind::HeaderMismatchError, _) => "the request's headers contradict its body",
        (Kind::MissingRequiredClientCapabilityError, _) => "the request did not declare a client capability that its work needs",
        (Kind::UnsupportedProtocolVersionError, _) => "the server does not speak the protocol version that the request names",
        (Kind::InsufficientScopeError, _) => "the token lacks a scope",
        (Kind::ConnectionError, 401) => "the server wants to know who is asking",
        (Kind::ConnectionError, 407) => "a proxy before the server wants to know who is asking",
        (Kind::ConnectionError, 403) => "the server, or a proxy before it, does not let the client in",
        (Kind::ConnectionError, _) => "the request could not be delivered",
        (Kind::TransientServerError, _) => "the server, or a proxy before it, is busy or in trouble, which may pass",
        (Kind::RequestTimeoutError, _) => "no answer came in time",
        (Kind::ResponseStreamClosedError, _) => "the connection or the stream ended without an answer",
        (Kind::ResponseTooLargeError, _) => "the answer is larger than what is read",
        (Kind::TransportError, _) => "this is no JSON-RPC response",
        (Kind::ServerError, 300..=599) if error.code_text().is_none() => {
            "the HTTP status refuses the request, and no error object says more"
        }
        (Kind::ServerError, _) => "the server refused the request, or failed at it",
        _ => "an error",
    }
}

/// What a code is, to be put behind it: its name, if it has one, and its standing.
pub fn code(error: &McpError) -> Option<String> {
    error.code_text()?;
    let Some(number) = error.code() else {
        return Some(", an integer beyond 64 bits, the server's own".to_owned());
    };
    let name = code::name(number).map(|name| format!(" {name}")).unwrap_or_default();
    let standing = match number {
        _ if code::is_modern(number) => "of revision 2026-07-28 and later".to_owned(),
        code::LEGACY_RESOURCE_NOT_FOUND | code::LEGACY_URL_ELICITATION_REQUIRED => {
            "of revision 2025-11-25 and earlier; retired: a modern server must not send it".to_owned()
        }
        -32700 | -32603..=-32600 => "a standard code of JSON-RPC".to_owned(),
        -32019..=-32000 => match code::draft_name(number) {
            Some(name) => {
                let now = code::MODERN_ERROR_CODES.into_iter().find(|&modern| code::name(modern) == Some(name)).unwrap_or(number);
                format!("a code without a fixed meaning; in drafts of 2026-07-28 it was {name}, which is {now} now")
            }
            None => "a code without a fixed meaning: each server uses it in its own way".to_owned(),
        },
        _ if code::may_emit(number) == Emit::Forbidden => "kept for the specification, which has not given it a meaning".to_owned(),
        _ if code::may_emit(number) == Emit::Discouraged => "kept by JSON-RPC, without a meaning".to_owned(),
        _ => "the server's own".to_owned(),
    };
    Some(format!("{name}, {standing}"))
}

/// Whether the data are as prescribed, in words.
pub fn form(error: &McpError) -> String {
    match error.malformed_reason() {
        Some(reason) => format!("no: {reason}"),
        None if !error.message_is_string() => "no: it has no message that is a string, so a code counts for nothing".to_owned(),
        None if error.code_text().is_none() && error.http_status().is_none_or(|status| status < 300) => match error.kind() {
            Kind::ServerError => "no: code is not an integer".to_owned(),
            _ => "there is no error object".to_owned(),
        },
        None if error.code_text().is_none() => "there is no error object, or one without an integer for its code".to_owned(),
        None => match error.kind() {
            Kind::MissingRequiredClientCapabilityError | Kind::UnsupportedProtocolVersionError => "yes".to_owned(),
            _ => "yes; nothing is prescribed for its data".to_owned(),
        },
    }
}

/// Why an era follows from an answer to a probe.
pub fn why(error: &McpError, transport: Transport, era: Era) -> String {
    let code = error.code().unwrap_or(0);
    sentence(match era {
        Era::Modern => {
            let shape = if error.kind() == Kind::HeaderMismatchError { "" } else { ", with the data that this code prescribes" };
            format!("only a server of revision 2026-07-28 or later sends {code}{shape}")
        }
        Era::ModernWithoutDiscover => "over HTTP a modern server answers a method that it does not have with 404 and -32601".to_owned(),
        Era::Inconclusive => inconclusive(error).to_owned(),
        Era::Legacy => legacy(error, transport, code),
    })
}

/// Words as a sentence.
fn sentence(words: impl Into<String>) -> String {
    let words = words.into();
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| format!("{}{}.", first.to_ascii_uppercase(), chars.as_str()))
}

fn inconclusive(error: &McpError) -> &'static str {
    match (error.kind(), error.http_status().unwrap_or(0)) {
        (_, 401 | 403 | 407) => "a client that is not let in learns nothing of what is behind the door",
        (_, 100..=199 | 300..=399) => "the status is no answer of an MCP server",
        (Kind::TransientServerError, _) => "a server, or a proxy, in trouble says nothing of what the server speaks",
        (Kind::ConnectionError, _) => "the server was not reached",
        _ => "an answer that did not come says nothing of what the server speaks",
    }
}

fn legacy(error: &McpError, transport: Transport, code: i64) -> String {
    let text = match error.kind() {
        _ if error.is_local() => "a server that does not answer a probe over stdio is an older one",
        Kind::UnsupportedProtocolVersionError if error.is_modern() => {
            "it lists older versions only, so it wants to be spoken to by handshake"
        }
        _ if code::is_modern(code) => {
            return match error.malformed_reason() {
                Some(reason) => format!("{code} is a modern code, but proves nothing without the data that it prescribes ({reason})"),
                None if !error.message_is_string() => {
                    format!("{code} is a modern code, but proves nothing without a message that is a string")
                }
                None => format!("{code} is a modern code, but proves nothing in an answer that is no JSON-RPC 2.0 response"),
            };
        }
        Kind::MethodNotFoundError if transport == Transport::Http => {
            return match error.http_status() {
                Some(status) => format!("-32601 shows a modern server with status 404 only, and this came with {status}"),
                None => "-32601 shows a modern server with HTTP status 404 only, and here is no status".to_owned(),
            };
        }
        Kind::MethodNotFoundError => "over stdio -32601 shows nothing: any server answers so what it does not know",
        _ if code::draft_name(code).is_some() => "codes of draft revisions prove nothing",
        Kind::TransportError => "a modern server answers with a JSON-RPC response",
        _ => "nothing in it shows a modern server: such a one sends -32020, -32021 or -32022, well formed",
    };
    text.to_owned()
}

/// Why an era follows from the versions that a result of `server/discover` lists.
pub fn of_versions(versions: Option<&[String]>) -> (Option<Era>, String) {
    let (era, why) = match versions {
        Some(versions) if versions.iter().all(|version| is_legacy_version(version)) => {
            (Some(Era::Legacy), "it answers server/discover, but lists older versions only: speak to it by handshake")
        }
        Some(_) => (Some(Era::Modern), "it answers server/discover and lists a version that is not an older one"),
        None => (None, "the result is not that of server/discover, which lists supportedVersions"),
    };
    (era, sentence(why))
}

/// Remarks on the shape of a message that is no error object.
pub fn shape(error: &McpError, message: &[u8], is_bad_json: bool) -> Option<String> {
    let status = error.http_status();
    if status.is_some_and(|status| !matches!(status, 200..=299)) && message.len() > MAX_ERROR_BODY {
        return Some(format!("The body has {} bytes; with this status no more than {MAX_ERROR_BODY} are looked at.", message.len()));
    }
    if error.kind() != Kind::TransportError || error.is_local() || is_bad_json {
        return None;
    }
    let text = match message.trim_ascii_start().first() {
        None => "There is no response in it.",
        Some(b'[') => "It is JSON, but an array: batches are no part of MCP since revision 2025-06-18.",
        Some(b'{') => "It is a JSON object, but has neither an error nor a result: a request or a notification, or none of JSON-RPC.",
        Some(_) => "It is JSON, but no object.",
    };
    Some(text.to_owned())
}
