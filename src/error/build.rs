//! How errors come to be: read from bytes, or built of parts.

use super::{Challenge, Envelope, McpError, Provenance, copy};
use crate::facts::{ErrorMember, Facts, Message, Span, integer};
use crate::failure::Failure;
use crate::http::{self, HttpResponse};
use crate::json::{Scanner, Stop, copy_lossy, to_text};
use crate::kind::Kind;
use crate::response::Response;
use crate::sse;
use once_cell::race::OnceBox;
use std::ffi::CStr;

/// An HTTP status: 100..=999, or none. RFC 9110, section 15, reads 600 to 999 as 5xx.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HttpStatus(u16);

impl HttpStatus {
    /// No status.
    pub const NONE: Self = Self(0);

    /// A status; 0 is none.
    ///
    /// # Errors
    ///
    /// [`Failure::InvalidArgument`] for a number that is no HTTP status.
    pub const fn new(status: u16) -> Result<Self, Failure> {
        match status {
            0 | 100..=999 => Ok(Self(status)),
            _ => Err(Failure::argument(c"http_status", c"must be 0 or 100 to 999")),
        }
    }
}

/// What an error is built of.
#[derive(Default)]
pub(super) struct Parts<'a> {
    pub message: &'a str,
    /// Whether the peer sent the message as a string, or it is our own.
    pub message_is_string: bool,
    pub code_text: Option<&'a str>,
    /// Checked JSON.
    pub data: Option<&'a str>,
    pub http_status: u16,
    pub retry_after: Option<&'a str>,
    pub scope: Option<&'a str>,
    pub description: Option<&'a str>,
}

impl McpError {
    /// The error of the value of a response's `error` member. What is no object reads as an empty one.
    ///
    /// # Errors
    ///
    /// [`Failure::InvalidJson`] if the bytes are not JSON.
    pub fn from_jsonrpc(json: &[u8], http_status: HttpStatus) -> Result<Self, Failure> {
        let member = read_member(json, c"json")?;
        Self::of_peer(json, Facts::of(member, http_status.0), Span { start: 0, end: json.len() })
    }

    /// The error of a whole response that came in band (a line of stdio, a 2xx body). What is no JSON-RPC response is a
    /// `TransportError`.
    ///
    /// # Errors
    ///
    /// [`Failure::NotAnError`] for a result.
    pub fn from_response(bytes: &[u8]) -> Result<Self, Failure> {
        let mut response = Response::NONE;
        response.read(bytes).map_err(stopped)?;
        response.in_band(0);
        Self::of_response(bytes, &response)
    }

    /// The error of an HTTP answer. The status ranks above the body, and the body is read whatever its content type, except
    /// that `text/event-stream` is unwrapped.
    ///
    /// # Errors
    ///
    /// [`Failure::NotAnError`] for a result, [`Failure::InvalidArgument`] for a status outside 100..=999.
    pub fn from_http(answer: &HttpResponse<'_>) -> Result<Self, Failure> {
        if !matches!(answer.status, 100..=999) {
            return Err(Failure::member(c"response", c"status", c"must be 100 to 999"));
        }
        let body = if answer.body_counts() { answer.body } else { &[] };
        let answer = HttpResponse { body, ..*answer };
        let stream = if answer.is_event_stream() { Some(sse::read(body)?) } else { None };
        let body = stream.as_ref().map_or(Some(body), |stream| stream.response.as_deref());
        let mut response = Response::NONE;
        match body {
            Some(body) => http::read(answer.status, body, &mut response),
            None => http::read_unanswered_stream(answer.status, &mut response),
        }
        .map_err(stopped)?;
        let challenge = match answer.status {
            401 | 403 | 407 => http::challenge(answer.www_authenticate.unwrap_or_default())?.unwrap_or_default(),
            _ => Challenge::default(),
        };
        if answer.status == 403 && challenge.error.as_deref() == Some("insufficient_scope") {
            response.facts.kind = Kind::InsufficientScopeError;
        }
        let mut error = Self::of_response(body.unwrap_or_default(), &response)?;
        error.envelope.retry_after = answer.retry_after.map(copy_lossy).transpose()?.map(String::into_boxed_str);
        error.envelope.challenge = challenge;
        if let Some(stream) = stream.filter(|stream| stream.response.is_none() && matches!(answer.status, 200..=299)) {
            error.envelope.last_event_id = stream.last_event_id;
            error.envelope.retry_ms = stream.retry_ms;
        }
        Ok(error)
    }

    /// A local condition: a timeout, a lost connection, anything that no peer said. It has no code, so that it cannot be
    /// mistaken for an answer.
    ///
    /// # Errors
    ///
    /// [`Failure::OutOfMemory`].
    pub fn local(kind: Kind, message: &str) -> Result<Self, Failure> {
        Self::of_parts(kind, Provenance::Local, &Parts { message, message_is_string: true, ..Parts::default() })
    }

    /// An error of the `ServerError` tree with any code and any data: to be sent, or to stand for one that a host has parsed.
    ///
    /// # Errors
    ///
    /// [`Failure::InvalidArgument`] for a kind outside that tree, [`Failure::InvalidJson`] for data that is not JSON.
    pub fn server(kind: Kind, message: &str, code: Option<i64>, data: Option<&[u8]>, http_status: HttpStatus) -> Result<Self, Failure> {
        if !kind.is_a(Kind::ServerError) {
            return Err(Failure::argument(c"kind", c"must be ServerError or a kind below it"));
        }
        let data = data.map(|data| to_text(data, c"data_json")).transpose()?;
        let code_text = code.map(|code| code.to_string());
        let parts = Parts {
            message,
            message_is_string: true,
            code_text: code_text.as_deref(),
            data: data.as_deref(),
            http_status: http_status.0,
            ..Parts::default()
        };
        Self::of_parts(kind, Provenance::Built, &parts)
    }

    /// An `InsufficientScopeError` that a host found in a challenge of its own reading.
    ///
    /// # Errors
    ///
    /// [`Failure::OutOfMemory`].
    pub fn insufficient_scope(message: &str, scope: Option<&str>, description: Option<&str>) -> Result<Self, Failure> {
        let parts = Parts { message, message_is_string: true, http_status: 403, scope, description, ..Parts::default() };
        Self::of_parts(Kind::InsufficientScopeError, Provenance::Built, &parts)
    }

    /// The error that [`McpError::view_json`] wrote.
    ///
    /// # Errors
    ///
    /// [`Failure::InvalidJson`], and [`Failure::InvalidArgument`] for what is no view.
    pub fn from_view_json(view: &[u8]) -> Result<Self, Failure> {
        super::view::read(view)
    }

    fn of_response(bytes: &[u8], response: &Response) -> Result<Self, Failure> {
        if response.not_an_error {
            return Err(Failure::NotAnError);
        }
        Self::of_peer(bytes, response.facts, response.place)
    }

    /// Copies the error member out of the bytes that the facts speak of.
    fn of_peer(bytes: &[u8], mut facts: Facts, member: Span) -> Result<Self, Failure> {
        let sent = member.bytes(bytes).unwrap_or_default();
        let text = if let Ok(text) = std::str::from_utf8(sent) {
            facts.member = facts.member.behind(if member.is_absent() { 0 } else { member.start });
            copy(text)?
        } else {
            // Replacing moves what stands behind, so the member is read again.
            let text = copy_lossy(sent)?;
            facts.member = read_member(text.as_bytes(), c"json")?;
            text
        };
        Ok(Self::new(text, facts, Provenance::Peer))
    }

    pub(super) fn of_parts(kind: Kind, provenance: Provenance, parts: &Parts<'_>) -> Result<Self, Failure> {
        let mut text = String::new();
        let (code, data) = (parts.code_text.unwrap_or_default(), parts.data.unwrap_or_default());
        text.try_reserve_exact(parts.message.len() + code.len() + data.len())?;
        let mut member = ErrorMember { object: true, ..ErrorMember::EMPTY };
        if parts.data.is_some() {
            let mut scanner = Scanner::new(data.as_bytes());
            member.read_data(&mut scanner).map_err(stopped)?;
            text.push_str(data);
        }
        let mut append = |part: &str| {
            let start = text.len();
            text.push_str(part);
            Span { start, end: text.len() }
        };
        if let Some(digits) = parts.code_text {
            member.code = integer(digits.as_bytes());
            member.code_text = append(if member.code == Some(0) { "0" } else { digits });
        }
        member.message = Message::Plain { text: append(parts.message), is_string: parts.message_is_string };
        let facts = Facts { kind, http_status: parts.http_status, member };
        let mut error = Self::new(text, facts, provenance);
        let boxed = |text: Option<&str>| text.map(copy).transpose().map(|text| text.map(String::into_boxed_str));
        error.envelope.retry_after = boxed(parts.retry_after)?;
        error.envelope.challenge.scope = boxed(parts.scope)?;
        error.envelope.challenge.description = boxed(parts.description)?;
        Ok(error)
    }

    fn new(text: String, facts: Facts, provenance: Provenance) -> Self {
        Self {
            text: text.into_boxed_str(),
            facts,
            provenance,
            envelope: Envelope::default(),
            message: OnceBox::default(),
            supported: OnceBox::default(),
            supported_suffix: OnceBox::default(),
            log_line: OnceBox::default(),
            view_json: OnceBox::default(),
        }
    }
}

/// Reads the value of an error member that makes up the whole text.
pub(crate) fn read_member(json: &[u8], parameter: &'static CStr) -> Result<ErrorMember, Failure> {
    let mut scanner = Scanner::new(json);
    scanner.space();
    let mut member = ErrorMember::EMPTY;
    let read = member.read(&mut scanner).and_then(|()| scanner.end());
    read.map(|()| member).map_err(|stop| match stop {
        Stop::Syntax => Failure::InvalidJson { parameter, offset: scanner.offset() },
        Stop::Memory => Failure::OutOfMemory,
    })
}

/// The failure of a scan that passes over what is not JSON.
fn stopped(_: Stop) -> Failure {
    Failure::OutOfMemory
}
