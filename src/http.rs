//! An HTTP response: its status ranks above its body.
//!
//! Source: MCP 2026-07-28, `basic/transports/streamable-http` and `basic/authorization`; RFC 9110, section 15 (statuses).

mod challenge;

use crate::json::Scan;
use crate::kind::Kind;
use crate::member::Message;
use crate::response::Response;

pub(crate) use challenge::{Challenge, challenge};

/// Outside 2xx a body of more raw bytes than this counts as absent, unless the caller sets another limit.
pub const MAX_ERROR_BODY: usize = 65_536;

/// An HTTP response to a request.
///
/// Header values are bytes, since a server may send anything. Join a field that was sent several times with `", "`.
#[derive(Clone, Copy, Debug, Default)]
pub struct HttpResponse<'a> {
    /// 100..=999.
    pub status: u16,
    /// `Content-Type`.
    pub content_type: Option<&'a [u8]>,
    /// `WWW-Authenticate`.
    pub www_authenticate: Option<&'a [u8]>,
    /// `Retry-After`.
    pub retry_after: Option<&'a [u8]>,
    /// `Location`.
    pub location: Option<&'a [u8]>,
    /// The body, unchanged.
    pub body: &'a [u8],
    /// Outside 2xx a longer body counts as absent. 0: [`MAX_ERROR_BODY`].
    pub max_error_body: usize,
}

impl HttpResponse<'_> {
    /// Whether the body counts, before anything of it is unwrapped.
    pub(crate) fn body_counts(&self) -> bool {
        let limit = if self.max_error_body == 0 { MAX_ERROR_BODY } else { self.max_error_body };
        is_success(self.status) || self.body.len() <= limit
    }

    /// Returns whether the body is a stream of server-sent events: it begins like one, or its `Content-Type` says so and it does
    /// not begin like JSON. A byte order mark and white space before it do not matter here.
    pub(crate) fn is_event_stream(&self) -> bool {
        let text = self.body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(self.body);
        let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        let text = text.get(blanks..).unwrap_or_default();
        let fields: [&[u8]; 5] = [b"data:", b"event:", b"id:", b"retry:", b":"];
        let json = matches!(text.first(), Some(b'{' | b'['));
        let declared = || !self.body.is_empty() && !json && is_event_stream(self.content_type.unwrap_or_default());
        fields.iter().any(|field| text.starts_with(field)) || declared()
    }
}

/// Returns whether a `Content-Type` is `text/event-stream`, with any parameters.
#[must_use]
pub fn is_event_stream(content_type: &[u8]) -> bool {
    let media_type = content_type.split(|&byte| byte == b';' || byte == b',').next().unwrap_or_default();
    media_type.trim_ascii().eq_ignore_ascii_case(b"text/event-stream")
}

pub(crate) const fn is_success(status: u16) -> bool {
    matches!(status, 200..=299)
}

/// Parses a response into what was [`Response::NONE`]. `body` is JSON, or empty where nothing of it counts. Headers are not used.
pub(crate) fn read(status: u16, body: &[u8], response: &mut Response) -> Scan<()> {
    if is_success(status) && body.is_empty() {
        if matches!(status, 202 | 204) {
            response.own(Kind::TransportError, Message::NoResponse, status);
        } else {
            response.own(Kind::ResponseStreamClosedError, Message::Ended, status);
        }
        return Ok(());
    }
    response.read(body)?;
    if is_success(status) {
        response.in_band(status);
        return Ok(());
    }
    let by_status = match status {
        401 | 403 | 407 => Some(Kind::ConnectionError),
        // Some servers send 600 to 999, and clients pass them on.
        408 | 425 | 429 | 500..=999 => Some(Kind::TransientServerError),
        _ => None,
    };
    if response.has_error() && response.facts.member.object {
        let by_code = || if response.jsonrpc { response.facts.member.kind() } else { Kind::ServerError };
        response.facts.kind = by_status.unwrap_or_else(by_code);
        response.facts.http_status = status;
    } else {
        response.own(by_status.unwrap_or(Kind::ServerError), Message::HttpStatus, status);
    }
    Ok(())
}

/// As [`read`], for an event stream without a response. Unlike an empty body, it is a lost response on 202 and 204 too.
pub(crate) fn read_unanswered_stream(status: u16, response: &mut Response) -> Scan<()> {
    if is_success(status) {
        response.own(Kind::ResponseStreamClosedError, Message::Ended, status);
        return Ok(());
    }
    read(status, &[], response)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_stream(content_type: Option<&str>, body: &[u8]) -> bool {
        HttpResponse { content_type: content_type.map(str::as_bytes), body, ..HttpResponse::default() }.is_event_stream()
    }

    #[test]
    fn a_body_that_begins_with_a_field_is_a_stream_whatever_its_type() {
        for body in ["data:", "event: x", "id:1", "retry: 5", ":", "\u{FEFF}data: {}", " \r\n\tid:", "\u{FEFF}\n: x"] {
            assert!(is_stream(None, body.as_bytes()) && is_stream(Some("application/json"), body.as_bytes()), "{body}");
        }
        for body in ["", "data", "Data:", "database:", "{\"data:\":1}", "retrys: 4", "\u{C}data:", "\n\u{FEFF}data:"] {
            assert!(!is_stream(None, body.as_bytes()) && !is_stream(Some("application/json"), body.as_bytes()), "{body}");
        }
    }

    #[test]
    fn the_type_makes_a_stream_of_what_is_not_empty_and_does_not_begin_like_json() {
        for content_type in ["text/event-stream", "Text/Event-Stream ; charset=utf-8", "text/event-stream, application/json"] {
            for body in ["x", "vendor: 1", "\"data\"", "\n", "\u{FEFF}"] {
                assert!(is_stream(Some(content_type), body.as_bytes()), "{content_type} {body}");
            }
            for body in ["", "{", "[", " \n{\"a\":1}", "\u{FEFF} ["] {
                assert!(!is_stream(Some(content_type), body.as_bytes()), "{content_type} {body}");
            }
        }
        assert!(!is_stream(Some("application/json, text/event-stream"), b"x"));
    }

    fn kind(status: u16, body: &[u8]) -> Kind {
        let mut response = Response::NONE;
        assert!(read(status, body, &mut response).is_ok());
        assert_eq!(response.facts.http_status, status);
        response.facts.kind
    }

    #[test]
    fn statuses_from_600_on_count_as_5xx() {
        let body = br#"{"jsonrpc":"2.0","error":{"code":-32020,"message":"m"}}"#;
        for status in [408, 425, 429, 500, 599, 600, 999] {
            assert_eq!([kind(status, b""), kind(status, body)], [Kind::TransientServerError; 2], "{status}");
        }
        assert_eq!([kind(499, body), kind(399, body)], [Kind::HeaderMismatchError; 2]);
    }

    #[test]
    fn an_empty_body_is_no_response_with_202_and_204_and_a_lost_one_with_other_2xx() {
        assert_eq!([202, 204].map(|status| kind(status, b"")), [Kind::TransportError; 2]);
        assert_eq!([200, 201, 203, 299].map(|status| kind(status, b"")), [Kind::ResponseStreamClosedError; 4]);
        assert_eq!(kind(200, b" "), Kind::TransportError, "white space is a body");
    }

    #[test]
    fn a_stream_without_a_response_is_a_lost_response_with_2xx_only() {
        for (status, expected) in [
            (200, Kind::ResponseStreamClosedError),
            (202, Kind::ResponseStreamClosedError),
            (400, Kind::ServerError),
            (401, Kind::ConnectionError),
            (600, Kind::TransientServerError),
        ] {
            let mut response = Response::NONE;
            assert!(read_unanswered_stream(status, &mut response).is_ok());
            assert_eq!((response.facts.kind, response.facts.http_status), (expected, status));
        }
    }

    #[test]
    fn only_outside_2xx_a_long_body_does_not_count() {
        let body = vec![b' '; MAX_ERROR_BODY + 1];
        let counts = |status, body, max_error_body| HttpResponse { status, body, max_error_body, ..HttpResponse::default() }.body_counts();
        assert!(counts(200, &body, 0) && counts(200, &body, 1) && counts(400, &body[1..], 0) && counts(400, &body[..1], 1));
        assert!(!counts(400, &body, 0) && !counts(600, &body[..2], 1));
    }
}
