//! The headers that repeat what a request's body says.
//!
//! Source: MCP 2026-07-28, `basic/transports/streamable-http` (standard request headers).

use crate::failure::Failure;
use crate::json::{Object, Value};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::borrow::Cow;

/// What the body of a request says that headers must repeat.
pub(super) struct Body<'a> {
    pub version: &'a str,
    pub method: &'a str,
    pub params: &'a Object<'a>,
}

/// What is wrong with the headers, if anything is.
pub(super) fn mismatch(headers: &Object<'_>, body: &Body<'_>) -> Result<Option<&'static str>, Failure> {
    let header = |name| headers.some(name).map_or(Ok(None), Value::as_str);
    let version = header("mcp-protocol-version")?;
    if value_of(version.as_deref()) != Some(body.version) {
        return Ok(Some("The MCP-Protocol-Version header does not repeat the body's protocol version"));
    }
    let method = header("mcp-method")?;
    if value_of(method.as_deref()) != Some(body.method) {
        return Ok(Some("The Mcp-Method header does not repeat the body's method"));
    }
    let named = match body.method {
        "tools/call" | "prompts/get" => body.params.get("name"),
        "resources/read" => body.params.get("uri"),
        _ => None,
    };
    if let Some(name) = named.map_or(Ok(None), Value::as_str)? {
        let sent = header("mcp-name")?;
        if value_of(sent.as_deref()).map_or(Ok(None), decoded)?.as_deref() != Some(name.as_ref()) {
            return Ok(Some("The Mcp-Name header does not repeat the name or URI in the body"));
        }
    }
    Ok(None)
}

/// A field's value without the blanks around it; none if it has characters that it cannot have.
fn value_of(field: Option<&str>) -> Option<&str> {
    let value = field?.trim_matches([' ', '\t']);
    value.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~')).then_some(value)
}

/// A name as it was meant: `=?base64?…?=` holds UTF-8 in Base64; none if that is malformed.
fn decoded(value: &str) -> Result<Option<Cow<'_, str>>, Failure> {
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Ok(Some(Cow::Borrowed(value)));
    };
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(encoded.len())?; // more than enough, so that nothing is allocated where it cannot fail
    let decoded = STANDARD.decode_vec(encoded, &mut bytes);
    Ok(decoded.ok().and_then(|()| String::from_utf8(bytes).ok()).map(Cow::Owned))
}
