//! Looking into a JSON-RPC message, to show what the library does not.

use mcp_errors::MessageType;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The members of a JSON object, each with its JSON text. Of a repeated name the last one counts.
pub type Members<'a> = BTreeMap<String, &'a RawValue>;

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Returns the members of an object, or nothing if the text is not one.
pub fn members(json: &str) -> Option<Members<'_>> {
    serde_json::from_str(json).ok()
}

/// Returns the string that a JSON text is.
pub fn string(json: &RawValue) -> Option<String> {
    serde_json::from_str(json.get()).ok()
}

/// A response.
pub struct Response {
    text: String,
    /// Whether it is the only element of an array.
    pub in_array: bool,
}

impl Response {
    /// Takes a message of the type `error` or `result`.
    pub fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(without_bom(bytes)).into_owned();
        let only = if text.trim_start().starts_with('[') { serde_json::from_str::<Vec<&RawValue>>(&text).ok() } else { None };
        match only.as_deref() {
            Some([only]) => Self { text: only.get().to_owned(), in_array: true },
            _ => Self { text, in_array: false },
        }
    }

    /// The members of the response.
    pub fn members(&self) -> Members<'_> {
        members(&self.text).unwrap_or_default()
    }

    /// The members of its result, if that is an object.
    pub fn result(&self) -> Members<'_> {
        self.members().get("result").and_then(|result| members(result.get())).unwrap_or_default()
    }
}

fn without_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BOM).unwrap_or(bytes)
}

/// Returns whether bytes begin like an event stream.
pub fn begins_like_events(bytes: &[u8]) -> bool {
    const FIELDS: [&[u8]; 5] = [b"data:", b"event:", b"id:", b"retry:", b":"];
    let start = without_bom(bytes).trim_ascii_start();
    FIELDS.iter().any(|field| start.starts_with(field))
}

/// Returns the message in a body: the last response of an event stream, or the body itself.
pub fn of_body(body: &[u8], declares_event_stream: bool) -> Result<Cow<'_, [u8]>, mcp_errors::Failure> {
    let start = without_bom(body).trim_ascii_start();
    let is_json = matches!(start.first(), Some(b'{' | b'['));
    if begins_like_events(body) || (declares_event_stream && !is_json) {
        return Ok(mcp_errors::sse_response(body)?.unwrap_or_default());
    }
    Ok(Cow::Borrowed(body))
}

/// What the `id` of a message is to a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Id {
    /// The request's, or the message is an error without an `id`.
    Matches,
    /// A string with the digits of the request's number.
    StringOfDigits,
    /// The id of another request, or a result has none. JSON, escaped.
    Differs(String),
}

/// Compares the id of a response with that of the request. Nothing if the message is not a response.
pub fn compare_id(message: &[u8], request_id: usize) -> Option<Id> {
    let (message_type, place) = mcp_errors::message_type_of(message).ok()?;
    if !message_type.is_response() {
        return None;
    }
    let number = request_id.to_string();
    Some(match place.and_then(|place| message.get(place)) {
        None | Some(b"null") if message_type == MessageType::Error => Id::Matches,
        None => Id::Differs("absent".to_owned()),
        Some(id) if id == number.as_bytes() => Id::Matches,
        Some(id) if id.strip_prefix(b"\"").and_then(|id| id.strip_suffix(b"\"")) == Some(number.as_bytes()) => Id::StringOfDigits,
        Some(id) => Id::Differs(crate::escape::json(&String::from_utf8_lossy(id), 60)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_only_response_out_of_an_array() {
        let response = Response::of(b"\xEF\xBB\xBF [ {\"result\":{\"a\":1,\"a\":2}} ] ");
        assert!(response.in_array);
        assert_eq!(response.result().get("a").map(|value| value.get()), Some("2"));
        let deep = format!("{{\"result\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(Response::of(deep.as_bytes()).members().contains_key("result"));
        assert!(Response::of(b"[").members().is_empty());
    }

    #[test]
    fn compares_ids_by_value_and_type() {
        for (message, id) in [
            (r#"{"id":7,"result":1}"#, Some(Id::Matches)),
            (r#"[{"id":"7","result":1}]"#, Some(Id::StringOfDigits)),
            (r#"{"id":null,"error":{}}"#, Some(Id::Matches)),
            (r#"{"error":{}}"#, Some(Id::Matches)),
            (r#"{"result":{}}"#, Some(Id::Differs("absent".to_owned()))),
            (r#"{"id":null,"result":{}}"#, Some(Id::Differs("null".to_owned()))),
            (r#"{"id":70,"result":{}}"#, Some(Id::Differs("70".to_owned()))),
            (r#"{"id":7,"method":"m"}"#, None),
            ("x", None),
        ] {
            assert_eq!(compare_id(message.as_bytes(), 7), id, "{message}");
        }
    }

    #[test]
    fn takes_the_message_out_of_a_body() {
        let stream = b"data: {\"result\":1}\n\n";
        for (body, declared, message) in [
            (stream.as_slice(), false, b"{\"result\":1}".as_slice()),
            (b":\n\n", true, b""),
            (b"{\"a\":1}", true, b"{\"a\":1}"),
            (b"<html>\ndata: {\"result\":1}\n\n", false, b"<html>\ndata: {\"result\":1}\n\n"),
        ] {
            assert_eq!(of_body(body, declared).ok().as_deref(), Some(message));
        }
    }
}
