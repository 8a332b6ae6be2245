//! Constructs errors: from the bytes that a peer sent, or from parts.

use super::{Envelope, McpError, Provenance, copy};
use crate::context::{self, Context};
use crate::facts::Facts;
use crate::failure::{Failure, Word, word};
use crate::http::{self, Challenge, HttpResponse};
use crate::json::{Scanner, Stop, Value, copy_lossy, to_text};
use crate::kind::Kind;
use crate::member::{ErrorMember, Message, Span, integer};
use crate::response::Response;
use crate::result::{Judgement, judge};
use crate::sse;
use once_cell::race::OnceBox;
use std::borrow::Cow;

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
    /// [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for a number that is not an HTTP status.
    pub const fn new(status: u16) -> Result<Self, Failure> {
        match status {
            0 | 100..=999 => Ok(Self(status)),
            _ => Err(Failure::argument(word!("http_status"), word!("must be 0 or 100 to 999"))),
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
    pub envelope: Envelope,
}

impl McpError {
    /// The error of the value of a response's `error` member. What is not an object reads as an empty one.
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidJson`](crate::Cause::InvalidJson) if the bytes are not JSON.
    pub fn from_jsonrpc(json: &[u8], http_status: HttpStatus) -> Result<Self, Failure> {
        let member = read_member(json, word!("json"))?;
        let mut error = Self::of_peer(json, Facts::of(member, http_status.0), Span { start: 0, end: json.len() })?;
        error.envelope.error_object = member.object;
        Ok(error)
    }

    /// Parses a whole response: a line of stdio, or the body of a 2xx response. Bytes that are not a JSON-RPC response give a
    /// `TransportError`.
    ///
    /// # Errors
    ///
    /// [`Failure::NOT_AN_ERROR`] for a result.
    pub fn from_response(bytes: &[u8]) -> Result<Self, Failure> {
        Self::in_band(bytes, None)
    }

    /// Parses a whole response as [`McpError::from_response`] does, and judges a result by what was asked.
    ///
    /// `context` is the JSON object that [`crate::McpError::advise`] takes.
    ///
    /// # Errors
    ///
    /// [`Failure::NOT_AN_ERROR`] for a result that answers the request; [`Cause::InvalidJson`](crate::Cause::InvalidJson) and [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for
    /// a wrong context.
    pub fn from_answer(bytes: &[u8], context: &[u8]) -> Result<Self, Failure> {
        let text = context::text(context)?;
        Self::in_band(bytes, Some(&Context::read(&text)?))
    }

    fn in_band(bytes: &[u8], context: Option<&Context<'_>>) -> Result<Self, Failure> {
        let mut response = Response::NONE;
        response.read(bytes).map_err(stopped)?;
        let error_object = response.has_error_object();
        response.in_band(0);
        Self::of_response(bytes, &response, context, Envelope { error_object, ..Envelope::default() })
    }

    /// Parses an HTTP response: the status ranks above the body. The body is read as JSON whatever its content type, or as an event
    /// stream if it begins like one or its content type says so. With a context results are judged as by [`McpError::from_answer`].
    ///
    /// # Errors
    ///
    /// [`Failure::NOT_AN_ERROR`] for a result, [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for a status outside 100..=999; those of
    /// [`McpError::from_answer`] for the context.
    pub fn from_http(answer: &HttpResponse<'_>, context: Option<&[u8]>) -> Result<Self, Failure> {
        if !matches!(answer.status, 100..=999) {
            return Err(Failure::member(word!("response"), word!("status"), word!("must be 100 to 999")));
        }
        let text = context.map(context::text).transpose()?;
        let context = text.as_deref().map(Context::read).transpose()?;
        let mut envelope = Envelope { body_ignored: !answer.body_counts(), ..Envelope::default() };
        let body = if envelope.body_ignored { &[] } else { answer.body };
        let answer = HttpResponse { body, ..*answer };
        let stream = if answer.is_event_stream() { Some(sse::read(body)?) } else { None };
        let body = stream.as_ref().map_or(Some(body), |stream| stream.response.as_deref());
        let mut response = Response::NONE;
        match body {
            Some(body) => http::read(answer.status, body, &mut response),
            None => http::read_unanswered_stream(answer.status, &mut response),
        }
        .map_err(stopped)?;
        let body = body.unwrap_or_default();
        envelope.error_object = response.has_error_object();
        match answer.status {
            401 | 403 | 407 => {
                if let Some(challenge) = http::challenge(answer.www_authenticate.unwrap_or_default())? {
                    if answer.status == 403 && challenge.error.as_deref() == Some("insufficient_scope") {
                        response.facts.kind = Kind::InsufficientScopeError;
                    }
                    envelope.challenge = challenge;
                }
            }
            300..=399 => envelope.location = field(answer.location)?,
            _ => {}
        }
        envelope.retry_after = field(answer.retry_after)?;
        let mut error = Self::of_response(body, &response, context.as_ref().filter(|_| http::is_success(answer.status)), envelope)?;
        if let Some(stream) = stream.filter(|stream| stream.response.is_none() && http::is_success(answer.status)) {
            (error.envelope.last_event_id, error.envelope.retry_ms) = (stream.last_event_id, stream.retry_ms);
        }
        Ok(error)
    }

    /// A local condition: a timeout, a lost connection, anything that no peer said. It has no code, so that it cannot be
    /// mistaken for an answer.
    ///
    /// # Errors
    ///
    /// [`Failure::OUT_OF_MEMORY`].
    pub fn local(kind: Kind, message: &str) -> Result<Self, Failure> {
        Self::of_parts(kind, Provenance::Local, Parts { message, message_is_string: true, ..Parts::default() })
    }

    /// An error of the `ServerError` tree with any code and any data: to be sent, or to stand for one that a host has parsed.
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for a kind outside that tree, [`Cause::InvalidJson`](crate::Cause::InvalidJson) for data that is not JSON.
    pub fn server(kind: Kind, message: &str, code: Option<i64>, data: Option<&[u8]>, http_status: HttpStatus) -> Result<Self, Failure> {
        if !kind.is_a(Kind::ServerError) {
            return Err(Failure::argument(word!("kind"), word!("must be ServerError or a kind below it")));
        }
        let data = data.map(|data| to_text(data, word!("data_json"))).transpose()?;
        let code_text = code.map(|code| code.to_string());
        let envelope = Envelope { error_object: code.is_some() || data.is_some(), ..Envelope::default() };
        let parts = Parts {
            message,
            message_is_string: true,
            code_text: code_text.as_deref(),
            data: data.as_deref(),
            http_status: http_status.0,
            envelope,
        };
        Self::of_parts(kind, Provenance::Built, parts)
    }

    /// An `InsufficientScopeError` that a host found in a challenge of its own reading.
    ///
    /// # Errors
    ///
    /// [`Failure::OUT_OF_MEMORY`].
    pub fn insufficient_scope(message: &str, scope: Option<&str>, description: Option<&str>) -> Result<Self, Failure> {
        let boxed = |text: Option<&str>| text.map(copy).transpose().map(|text| text.map(String::into_boxed_str));
        let challenge = Challenge { scope: boxed(scope)?, description: boxed(description)?, ..Challenge::default() };
        let envelope = Envelope { challenge, ..Envelope::default() };
        let parts = Parts { message, message_is_string: true, http_status: 403, envelope, ..Parts::default() };
        Self::of_parts(Kind::InsufficientScopeError, Provenance::Built, parts)
    }

    /// The error that [`McpError::view_json`] wrote.
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidJson`](crate::Cause::InvalidJson), and [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for what is not a view.
    pub fn from_view_json(view: &[u8]) -> Result<Self, Failure> {
        super::view::read(view)
    }

    fn of_response(bytes: &[u8], response: &Response, context: Option<&Context<'_>>, mut envelope: Envelope) -> Result<Self, Failure> {
        envelope.message_type = Some(response.message_type);
        if response.not_an_error {
            return match context {
                Some(context) => Self::of_result(bytes, response, context, envelope),
                None => Err(Failure::NOT_AN_ERROR),
            };
        }
        envelope.id = field(response.id.bytes(bytes))?;
        let mut error = Self::of_peer(bytes, response.facts, response.place)?;
        error.envelope = envelope;
        Ok(error)
    }

    /// Judges a result: an error unless it answers the request.
    fn of_result(bytes: &[u8], response: &Response, context: &Context<'_>, mut envelope: Envelope) -> Result<Self, Failure> {
        let result = lossy(response.result.bytes(bytes).unwrap_or_default())?;
        let (kind, message) = match judge(Value::checked(&result), context)? {
            Judgement::Answer => return Err(Failure::NOT_AN_ERROR),
            Judgement::InputRequired => (Kind::InputRequiredError, Message::InputRequired),
            Judgement::Invalid(flaw) => {
                envelope.flaw = Some(flaw);
                (Kind::InvalidResultError, Message::InvalidResult)
            }
        };
        envelope.id = field(response.id.bytes(bytes))?;
        let mut facts = Facts::own(kind, message, response.facts.http_status);
        facts.member.data = Span { start: 0, end: result.len() };
        facts.member.data_fault = None;
        let text = match result {
            Cow::Borrowed(text) => copy(text)?,
            Cow::Owned(text) => text,
        };
        let mut error = Self::new(text, facts, Provenance::Peer);
        error.envelope = envelope;
        Ok(error)
    }

    /// Copies the error member out of the bytes that the facts speak of.
    fn of_peer(bytes: &[u8], mut facts: Facts, member: Span) -> Result<Self, Failure> {
        let sent = member.bytes(bytes).unwrap_or_default();
        let text = if let Ok(text) = std::str::from_utf8(sent) {
            facts.member = facts.member.rebased(if member.is_absent() { 0 } else { member.start });
            copy(text)?
        } else {
            // Replacing moves what stands after, so the member is read again.
            let text = copy_lossy(sent)?;
            facts.member = read_member(text.as_bytes(), word!("json"))?;
            text
        };
        Ok(Self::new(text, facts, Provenance::Peer))
    }

    pub(super) fn of_parts(kind: Kind, provenance: Provenance, parts: Parts<'_>) -> Result<Self, Failure> {
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
        error.envelope = parts.envelope;
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
pub(crate) fn read_member(json: &[u8], parameter: Word) -> Result<ErrorMember, Failure> {
    let mut scanner = Scanner::new(json);
    scanner.skip_space();
    let mut member = ErrorMember::EMPTY;
    let read = member.read(&mut scanner).and_then(|()| scanner.end());
    read.map(|()| member).map_err(|stop| match stop {
        Stop::Syntax => Failure::json(parameter, scanner.offset()),
        Stop::Memory => Failure::OUT_OF_MEMORY,
    })
}

/// A copy of a field that a peer sent, ill-formed UTF-8 replaced.
fn field(value: Option<&[u8]>) -> Result<Option<Box<str>>, Failure> {
    value.map(copy_lossy).transpose().map(|text| text.map(String::into_boxed_str))
}

/// Bytes as text, ill-formed UTF-8 replaced.
fn lossy(bytes: &[u8]) -> Result<Cow<'_, str>, Failure> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => copy_lossy(bytes).map(Cow::Owned),
    }
}

/// The failure of a scan that skips what is not JSON.
fn stopped(_: Stop) -> Failure {
    Failure::OUT_OF_MEMORY
}
