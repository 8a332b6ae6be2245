//! An HTTP answer: its status ranks above its body.
//!
//! Source: MCP 2026-07-28, `basic/transports/streamable-http` and `basic/authorization`; RFC 9110, sections 11 (challenges)
//! and 15 (statuses).

use crate::facts::Message;
use crate::failure::Failure;
use crate::json::{Scan, copy_lossy};
use crate::kind::Kind;
use crate::response::Response;

/// Outside 2xx a body of more raw bytes than this counts as absent, unless the caller sets another limit.
pub const MAX_ERROR_BODY: usize = 65_536;

/// An HTTP answer to a request.
///
/// Header values are bytes, since nothing makes a server send UTF-8; fields that were sent several times are joined by `", "`.
#[derive(Clone, Copy, Debug, Default)]
pub struct HttpResponse<'a> {
    /// 100..=599.
    pub status: u16,
    /// `Content-Type`.
    pub content_type: Option<&'a [u8]>,
    /// `WWW-Authenticate`.
    pub www_authenticate: Option<&'a [u8]>,
    /// `Retry-After`.
    pub retry_after: Option<&'a [u8]>,
    /// The body, as it came.
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

    /// Whether the body is a stream of events.
    pub(crate) fn is_event_stream(&self) -> bool {
        is_event_stream(self.content_type.unwrap_or_default())
    }
}

/// Whether a `Content-Type` says that the body is a stream of server-sent events.
#[must_use]
pub fn is_event_stream(content_type: &[u8]) -> bool {
    let media_type = content_type.split(|&byte| byte == b';' || byte == b',').next().unwrap_or_default();
    media_type.trim_ascii().eq_ignore_ascii_case(b"text/event-stream")
}

const fn is_success(status: u16) -> bool {
    matches!(status, 200..=299)
}

/// Reads what an answer says into what was [`Response::NONE`]: `body` is JSON, or empty where nothing of it counts. Headers are
/// not looked at.
pub(crate) fn read(status: u16, body: &[u8], response: &mut Response) -> Scan<()> {
    if is_success(status) && body.is_empty() {
        response.own(Kind::ResponseStreamClosedError, Message::Ended, status);
        return Ok(());
    }
    response.read(body)?;
    if is_success(status) {
        response.in_band(status);
        return Ok(());
    }
    let by_status = match status {
        401 | 403 | 407 => Some(Kind::ConnectionError),
        408 | 425 | 429 | 500..=599 => Some(Kind::TransientServerError),
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

/// What a Bearer challenge says that asks for a scope the token lacks.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct InsufficientScope {
    pub scope: Option<String>,
    pub description: Option<String>,
}

/// The first Bearer challenge of a `WWW-Authenticate` value whose error is `insufficient_scope`.
///
/// Of a repeated parameter the first counts. What cannot be read is passed over.
pub(crate) fn insufficient_scope(value: &[u8]) -> Result<Option<InsufficientScope>, Failure> {
    let mut parts = Challenges { rest: value, separated: true };
    let mut bearer = false;
    let [mut error, mut scope, mut description] = [None; 3];
    loop {
        match parts.next() {
            Some(Part::Parameter(name, parameter)) => {
                let place = match () {
                    () if name.eq_ignore_ascii_case(b"error") => &mut error,
                    () if name.eq_ignore_ascii_case(b"scope") => &mut scope,
                    () if name.eq_ignore_ascii_case(b"error_description") => &mut description,
                    () => continue,
                };
                if bearer {
                    place.get_or_insert(parameter);
                }
            }
            next => {
                if error.is_some_and(|error: Parameter<'_>| error.characters().eq(b"insufficient_scope".iter().copied())) {
                    let copy = |parameter: Option<Parameter<'_>>| parameter.map(Parameter::copy).transpose();
                    return Ok(Some(InsufficientScope { scope: copy(scope)?, description: copy(description)? }));
                }
                let Some(Part::Scheme(scheme)) = next else { return Ok(None) };
                bearer = scheme.eq_ignore_ascii_case(b"bearer");
                [error, scope, description] = [None; 3];
            }
        }
    }
}

/// The value of a parameter: a token, or the inside of a quoted string with its escapes.
#[derive(Clone, Copy)]
struct Parameter<'a> {
    raw: &'a [u8],
    quoted: bool,
}

impl<'a> Parameter<'a> {
    /// The bytes that it stands for.
    fn characters(self) -> impl Iterator<Item = u8> + use<'a> {
        let mut bytes = self.raw.iter().copied();
        std::iter::from_fn(move || {
            let byte = bytes.next()?;
            if byte == b'\\' && self.quoted { bytes.next() } else { Some(byte) }
        })
    }

    fn copy(self) -> Result<String, Failure> {
        let mut plain = Vec::new();
        plain.try_reserve_exact(self.raw.len())?;
        plain.extend(self.characters());
        copy_lossy(&plain)
    }
}

/// A piece of a list of challenges (RFC 9110, section 11.6.1).
enum Part<'a> {
    Scheme(&'a [u8]),
    Parameter(&'a [u8], Parameter<'a>),
}

/// Splits a list of challenges into schemes and parameters.
struct Challenges<'a> {
    rest: &'a [u8],
    /// Whether a comma, or nothing, stands before the rest: only there a scheme can begin.
    separated: bool,
}

impl<'a> Challenges<'a> {
    fn take_while(&mut self, taken: fn(u8) -> bool) -> &'a [u8] {
        let length = self.rest.iter().take_while(|&&byte| taken(byte)).count();
        let (head, rest) = self.rest.split_at(length);
        self.rest = rest;
        head
    }

    /// Behind an opening quote: the inside up to the closing one.
    fn quoted(&mut self) -> &'a [u8] {
        let mut end = 0;
        while let Some(&byte) = self.rest.get(end)
            && byte != b'"'
        {
            end += if byte == b'\\' { 2 } else { 1 };
        }
        let inside = self.rest.get(..end).unwrap_or(self.rest);
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        inside
    }
}

impl<'a> Iterator for Challenges<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        loop {
            self.separated |= self.take_while(|byte| matches!(byte, b' ' | b'\t' | b',')).contains(&b',');
            let separated = std::mem::take(&mut self.separated);
            let name = self.take_while(is_token);
            if name.is_empty() {
                // Nothing that a challenge can have here: a stray quoted string goes as a whole, anything else byte by byte.
                let (&byte, rest) = self.rest.split_first()?;
                self.rest = rest;
                if byte == b'"' {
                    self.quoted();
                }
                continue;
            }
            let behind = self.rest;
            self.take_while(is_blank);
            if let Some(rest) = self.rest.strip_prefix(b"=") {
                self.rest = rest;
                self.take_while(is_blank);
                let quoted = self.rest.strip_prefix(b"\"");
                let raw = match quoted {
                    Some(rest) => {
                        self.rest = rest;
                        self.quoted()
                    }
                    None => self.take_while(is_token),
                };
                return Some(Part::Parameter(name, Parameter { raw, quoted: quoted.is_some() }));
            }
            self.rest = behind;
            if separated {
                return Some(Part::Scheme(name));
            }
            // A token68: credentials in one piece, of no use here.
        }
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// A character of a token (RFC 9110, section 5.6.2), or of a token68, which may stand behind a scheme.
const fn is_token(byte: u8) -> bool {
    matches!(byte,
        b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~' | b'/'
        | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z')
}
