//! The typed error: the facts of an error member and a copy of the bytes they speak of, immutable.

mod construct;
mod log_line;
mod supported;
mod view;

use crate::facts::{Facts, flag};
use crate::failure::Failure;
use crate::http::Challenge;
use crate::json::{Value, copy_compact, decode};
use crate::kind::Kind;
use crate::member::{Message, Span};
use crate::message::MessageType;
use crate::result::Flaw;
use once_cell::race::OnceBox;
use std::fmt;
use supported::Strings;

pub use construct::HttpStatus;
pub(crate) use construct::read_member;

/// Who made an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provenance {
    /// It was read from what a peer sent.
    Peer,
    /// It is a local condition: no peer said it.
    Local,
    /// It was built here, to be sent or to stand for a host's own.
    Built,
}

/// What a response says beside its error member.
#[derive(Clone, Debug, Default)]
pub(crate) struct Envelope {
    /// What the text was; none unless the error was read from bytes.
    pub message_type: Option<MessageType>,
    /// The `id` as it was sent, JSON.
    pub id: Option<Box<str>>,
    /// The Bearer challenge of a 401, 403 or 407.
    pub challenge: Challenge,
    /// The `Retry-After` field.
    pub retry_after: Option<Box<str>>,
    /// The `Location` field of a 3xx.
    pub location: Option<Box<str>>,
    /// The last event id of a stream that ended without a response.
    pub last_event_id: Option<Box<str>>,
    /// The last `retry` field of such a stream.
    pub retry_ms: Option<u64>,
    /// Whether the body has an `error` member that is an object.
    pub error_object: bool,
    /// Whether the body was ignored because of its size.
    pub body_ignored: bool,
    /// What is wrong with a result that is not valid.
    pub flaw: Option<Flaw>,
}

/// An error of the Model Context Protocol.
///
/// Immutable, and shared between threads without a lock. Texts that are not slices of the peer's own are made when they
/// are first asked for; where memory for one cannot be had, it reads as empty.
pub struct McpError {
    /// What the facts speak of: the error member's JSON, or the parts that the error was built of.
    text: Box<str>,
    facts: Facts,
    provenance: Provenance,
    envelope: Envelope,
    message: OnceBox<String>,
    supported: OnceBox<Strings>,
    supported_suffix: OnceBox<String>,
    log_line: OnceBox<String>,
    view_json: OnceBox<String>,
}

/// A text that is made on first use.
fn once<T>(cell: &OnceBox<T>, make: impl FnOnce() -> Result<T, Failure>) -> Option<&T> {
    cell.get_or_try_init(|| make().map(Box::new)).ok()
}

impl McpError {
    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.facts.kind
    }

    /// The code, if there is one and it fits; see [`McpError::code_text`].
    #[must_use]
    pub const fn code(&self) -> Option<i64> {
        self.facts.member.code
    }

    /// The exact digits of the code, of any width.
    #[must_use]
    pub fn code_text(&self) -> Option<&str> {
        self.facts.member.code_text.of(&self.text)
    }

    /// The message, decoded: the peer's own where it sent a string. It may hold any character; see [`McpError::log_line`].
    #[must_use]
    pub fn message(&self) -> &str {
        let made = |make: &dyn Fn() -> Result<String, Failure>| once(&self.message, make).map_or("", String::as_str);
        match self.facts.member.message {
            Message::Json { inside, escaped: false } | Message::Plain { text: inside, .. } => inside.of(&self.text).unwrap_or_default(),
            Message::Json { inside, .. } => made(&|| decode(inside.of(&self.text).unwrap_or_default()).map(std::borrow::Cow::into_owned)),
            Message::Value(span) => made(&|| copy_compact(span.of(&self.text).unwrap_or_default())),
            Message::Unknown => "Unknown server error",
            Message::HttpStatus => made(&|| Ok(format!("HTTP {}", self.facts.http_status))),
            Message::NoResponse => "No JSON-RPC response",
            Message::Ended => "The response ended without an answer",
            Message::InputRequired => "Input required",
            Message::InvalidResult => "Invalid result",
        }
    }

    /// False only if a peer sent an error member without a string message.
    #[must_use]
    pub const fn message_is_string(&self) -> bool {
        self.facts.member.message.is_string()
    }

    /// The JSON of the data as it was sent, ill-formed UTF-8 in strings replaced. `Some("null")` is not `None`.
    #[must_use]
    pub fn data_json(&self) -> Option<&str> {
        self.facts.member.data.of(&self.text)
    }

    /// The HTTP status of the answer, if it came over HTTP.
    #[must_use]
    pub const fn http_status(&self) -> Option<u16> {
        if self.facts.http_status == 0 { None } else { Some(self.facts.http_status) }
    }

    /// The `Retry-After` field of the answer, as it was sent.
    #[must_use]
    pub fn retry_after(&self) -> Option<&str> {
        self.envelope.retry_after.as_deref()
    }

    /// Whether this is a local condition ([`McpError::local`]): no peer said it.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.provenance == Provenance::Local
    }

    /// Whether the error was made here to be sent.
    #[must_use]
    pub fn is_built(&self) -> bool {
        self.provenance == Provenance::Built
    }

    /// Every predicate as a bit; see [`flag`].
    #[must_use]
    pub fn verdicts(&self) -> u32 {
        self.facts.verdicts()
    }

    fn is(&self, flag: u32) -> bool {
        self.verdicts() & flag != 0
    }

    /// `well_formed?`: whether the data has the shape that the kind prescribes.
    #[must_use]
    pub fn is_well_formed(&self) -> bool {
        self.is(flag::WELL_FORMED)
    }

    /// `modern_protocol_error?`: whether the error proves a modern server.
    #[must_use]
    pub fn is_modern(&self) -> bool {
        self.is(flag::MODERN)
    }

    /// `modern_http_protocol_error?`: as [`McpError::is_modern`], and a method not found with status 404.
    #[must_use]
    pub fn is_modern_http(&self) -> bool {
        self.is(flag::MODERN_HTTP)
    }

    /// `modern_protocol_error_for_probe?`: as [`McpError::is_modern`].
    #[must_use]
    pub fn is_modern_for_probe(&self) -> bool {
        self.is(flag::MODERN_FOR_PROBE)
    }

    /// `protocol_error?`: as [`McpError::is_modern`]; always true where input is required or the result is not valid.
    #[must_use]
    pub fn is_protocol_error(&self) -> bool {
        self.is(flag::PROTOCOL_ERROR)
    }

    /// `era_inconclusive?`: whether the kind of error says nothing about the server's era.
    #[must_use]
    pub fn is_era_inconclusive(&self) -> bool {
        self.is(flag::ERA_INCONCLUSIVE)
    }

    /// The JSON object `data.requiredCapabilities`, `{}` where there is none or the kind has none.
    #[must_use]
    pub fn required_capabilities_json(&self) -> &str {
        self.facts.required_capabilities().of(&self.text).unwrap_or("{}")
    }

    /// The strings in `data.supported`; none where the kind has none.
    #[must_use]
    pub fn supported(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.strings().unwrap_or(&supported::NONE).iter()
    }

    /// One of the strings in `data.supported`, counted from 0.
    #[must_use]
    pub fn supported_at(&self, index: usize) -> Option<&str> {
        self.strings().ok()?.get(index)
    }

    /// As [`McpError::supported`], for what must not take a failure for an empty list.
    fn strings(&self) -> Result<&Strings, Failure> {
        let Some(array) = self.supported_json() else { return Ok(&supported::NONE) };
        once(&self.supported, || Strings::read(Value::checked(array))).ok_or(Failure::OUT_OF_MEMORY)
    }

    /// The JSON array `data.supported`, where the kind has it and it is one.
    pub(crate) fn supported_json(&self) -> Option<&str> {
        self.facts.supported().of(&self.text)
    }

    /// ` (server supports: a, b)`, or empty.
    #[must_use]
    pub fn supported_suffix(&self) -> &str {
        let Some(supported) = self.strings().ok().filter(|supported| supported.len() > 0) else { return "" };
        let make = || {
            let mut out = crate::json::Out::with_room(supported.bytes() + 2 * supported.len() + 32)?;
            out.raw(" (server supports: ")?;
            for (index, version) in supported.iter().enumerate() {
                out.raw(if index == 0 { "" } else { ", " })?.raw(version)?;
            }
            out.raw(")")?;
            Ok(out.finish())
        };
        once(&self.supported_suffix, make).map_or("", String::as_str)
    }

    /// The JSON value of `data.requested`, whatever it is.
    #[must_use]
    pub fn requested_json(&self) -> Option<&str> {
        self.facts.requested().of(&self.text)
    }

    /// The scope that a Bearer challenge asked for.
    #[must_use]
    pub fn scope(&self) -> Option<&str> {
        self.envelope.challenge.scope.as_deref()
    }

    /// The `error_description` of a Bearer challenge.
    #[must_use]
    pub fn error_description(&self) -> Option<&str> {
        self.envelope.challenge.description.as_deref()
    }

    /// The `error` of a Bearer challenge.
    #[must_use]
    pub fn challenge_error(&self) -> Option<&str> {
        self.envelope.challenge.error.as_deref()
    }

    /// The `resource_metadata` of a Bearer challenge. The peer chose it: check the URL before you fetch it.
    #[must_use]
    pub fn resource_metadata(&self) -> Option<&str> {
        self.envelope.challenge.resource_metadata.as_deref()
    }

    /// The `Location` field of a 3xx response, as it was sent.
    #[must_use]
    pub fn location(&self) -> Option<&str> {
        self.envelope.location.as_deref()
    }

    /// The last event id of an event stream that ended without a response.
    #[must_use]
    pub fn last_event_id(&self) -> Option<&str> {
        self.envelope.last_event_id.as_deref()
    }

    /// The last `retry` field of an event stream that ended without a response, in milliseconds.
    #[must_use]
    pub const fn retry_ms(&self) -> Option<u64> {
        self.envelope.retry_ms
    }

    /// What the text was that the error was read from; none if it was not read from bytes.
    #[must_use]
    pub const fn message_type(&self) -> Option<MessageType> {
        self.envelope.message_type
    }

    /// The `id` of the response, JSON, as it was sent.
    #[must_use]
    pub fn id_json(&self) -> Option<&str> {
        self.envelope.id.as_deref()
    }

    /// Whether the body has an `error` member that is an object.
    pub(crate) const fn has_error_object(&self) -> bool {
        self.envelope.error_object
    }

    /// Whether the body was ignored because of its size.
    pub(crate) const fn body_ignored(&self) -> bool {
        self.envelope.body_ignored
    }

    /// Why the error is not well formed. Names members of the schema, never names the peer chose.
    #[must_use]
    pub fn malformed_reason(&self) -> Option<&'static str> {
        self.envelope.flaw.map(Flaw::text).or_else(|| self.facts.fault().map(crate::capabilities::Fault::text))
    }

    /// One line of at most 512 bytes, safe for logs and terminals: kind, code, status, the required capabilities or the supported
    /// versions, and the message in quotes. Never the data, and no unescaped text of the peer.
    #[must_use]
    pub fn log_line(&self) -> &str {
        once(&self.log_line, || Ok(log_line::log_line(self))).map_or("", String::as_str)
    }

    /// Everything as one JSON object; see the C function `mcp_error_view_json` for its members.
    #[must_use]
    pub fn view_json(&self) -> &str {
        once(&self.view_json, || view::write(self)).map_or("", String::as_str)
    }

    pub(crate) const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// What stands at a span of the facts.
    pub(crate) fn slice(&self, span: Span) -> Option<&str> {
        span.of(&self.text)
    }
}

/// A copy of a text, where there is memory for one.
pub(crate) fn copy(text: &str) -> Result<String, Failure> {
    let mut copied = String::new();
    copied.try_reserve_exact(text.len())?;
    copied.push_str(text);
    Ok(copied)
}

impl fmt::Display for McpError {
    /// The message, as it is.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.message())
    }
}

impl fmt::Debug for McpError {
    /// The log line: safe to print anywhere.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "McpError({})", self.log_line())
    }
}

impl std::error::Error for McpError {}
