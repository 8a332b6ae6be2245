//! From the bytes of a message to its type, its id, and its error member or result.
//!
//! Source: MCP 2026-07-28, `basic/index` (responses), and what real servers send: errors without `jsonrpc`, beside a
//! `result`, that are not objects, or alone in an array.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use crate::facts::Facts;
use crate::failure::Failure;
use crate::json::{LONGEST_NAME, Scan, Scanner, Stop, Text, Token, name_among, trimmed};
use crate::kind::Kind;
use crate::member::{ErrorMember, Message, Span};
use crate::message::MessageType;
use std::ops::Range;

/// The members of a message.
#[derive(Clone, Copy)]
enum Name {
    Jsonrpc,
    Id,
    Error,
    Result,
    Method,
}

/// A message, as far as responses are concerned. Large, so it is made once, filled in place, and lent on from there.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    /// The error. Its kind is that of the way it came only after [`Response::in_band`] or `http::read`.
    pub facts: Facts,
    /// The error member; absent if it is absent, `null` or `false`.
    pub place: Span,
    /// The `result`.
    pub result: Span,
    /// The `id` of a response.
    pub id: Span,
    pub message_type: MessageType,
    /// Whether `jsonrpc` is `"2.0"`.
    pub jsonrpc: bool,
    /// Whether it is a result: there is no error.
    pub not_an_error: bool,
    /// Whether `method` is a string.
    method: bool,
}

impl Response {
    /// No message at all.
    pub const NONE: Self = Self {
        facts: Facts { kind: Kind::TransportError, http_status: 0, member: ErrorMember::EMPTY },
        place: Span::ABSENT,
        result: Span::ABSENT,
        id: Span::ABSENT,
        message_type: MessageType::Empty,
        jsonrpc: false,
        not_an_error: false,
        method: false,
    };

    /// Reads bytes in one pass into what was [`Response::NONE`].
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] only.
    pub fn read(&mut self, bytes: &[u8]) -> Scan<()> {
        match self.scan(bytes, 0) {
            Err(Stop::Syntax) => *self = Self { message_type: type_of_other_text(bytes), ..Self::NONE },
            outcome => return outcome,
        }
        Ok(())
    }

    /// Reads the text that begins at `start`. Not inlined, since an array's one element is read by it too.
    #[inline(never)]
    fn scan(&mut self, bytes: &[u8], start: usize) -> Scan<()> {
        let scanner = &mut if start == 0 { Scanner::new(bytes) } else { Scanner::at(bytes, start) };
        scanner.skip_space();
        match scanner.peek() {
            Some(b'{') => {
                self.object(scanner)?;
                self.message_type = self.type_of_object(bytes);
                if !self.message_type.is_response() {
                    self.id = Span::ABSENT;
                }
                scanner.end()
            }
            Some(b'[') => self.array(bytes, scanner.offset()),
            _ => {
                scanner.skip()?;
                self.message_type = MessageType::Other;
                scanner.end()
            }
        }
    }

    #[inline(always)]
    fn object(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        let mut more = scanner.enter(b'}');
        while more {
            // Nearly every message begins so, and one comparison is cheaper than a name and a string.
            if scanner.is_name(b"\"jsonrpc\":\"2.0\"") {
                self.jsonrpc = true;
                more = scanner.has_more(b'}')?;
                continue;
            }
            let name = name_among!(
                scanner,
                b"\"id\":" => Name::Id,
                b"\"error\":" => Name::Error,
                b"\"result\":" => Name::Result,
                b"\"method\":" => Name::Method,
                b"\"jsonrpc\":" => Name::Jsonrpc,
            );
            let name = name?;
            let start = scanner.offset();
            match name {
                Some(Name::Error) => {
                    // Of the values beside an object only null and false are as good as absent.
                    let absent = matches!(scanner.peek(), Some(b'n' | b'f'));
                    self.facts.member.read(scanner)?;
                    self.place = if absent { Span::ABSENT } else { Span { start, end: scanner.offset() } };
                }
                Some(Name::Jsonrpc) => {
                    let token = scanner.value()?;
                    let text = Text { start: start + 1, end: scanner.offset() - 1, escaped: token == Token::EscapedString };
                    self.jsonrpc = token.is_string() && scanner.plain(text, &mut [0; LONGEST_NAME]) == b"2.0";
                }
                Some(Name::Result) => {
                    scanner.value()?;
                    self.result = Span { start, end: scanner.offset() };
                }
                Some(Name::Id) => {
                    scanner.value()?;
                    self.id = Span { start, end: scanner.offset() };
                }
                Some(Name::Method) => self.method = scanner.value()?.is_string(),
                None => {
                    scanner.value()?;
                }
            }
            more = scanner.has_more(b'}')?;
        }
        Ok(())
    }

    fn type_of_object(&self, bytes: &[u8]) -> MessageType {
        if self.has_error() {
            MessageType::Error
        } else if !self.result.is_absent() {
            MessageType::Result
        } else if !self.method {
            MessageType::Other
        } else if self.id.is_absent() || self.id.bytes(bytes) == Some(b"null") {
            MessageType::Notification
        } else {
            MessageType::Request
        }
    }

    /// At an array: reads its one element if that is a response.
    #[cold]
    #[inline(never)]
    fn array(&mut self, bytes: &[u8], at: usize) -> Scan<()> {
        let mut scanner = Scanner::at(bytes, at);
        let (mut count, mut only) = (0_usize, Span::ABSENT);
        let mut is_first = true;
        while scanner.next_element(&mut is_first)? {
            let start = scanner.offset();
            scanner.skip()?;
            only = Span { start, end: scanner.offset() };
            count += 1;
        }
        scanner.end()?;
        if count == 1 && bytes.get(only.start) == Some(&b'{') {
            self.scan(bytes.get(..only.end).unwrap_or_default(), only.start)?;
        }
        if !self.message_type.is_response() {
            *self = Self { message_type: MessageType::Batch, ..Self::NONE };
        }
        Ok(())
    }

    /// Whether there is an error member.
    pub const fn has_error(&self) -> bool {
        !self.place.is_absent()
    }

    /// Whether the message is a JSON-RPC response: it has a result or an error.
    pub const fn is_response(&self) -> bool {
        self.message_type.is_response()
    }

    /// Whether there is an error member that is an object.
    pub const fn has_error_object(&self) -> bool {
        self.has_error() && self.facts.member.object
    }

    /// Judges the message as it reads in band; `http_status` is kept, and judges nothing.
    #[inline(always)]
    pub fn in_band(&mut self, http_status: u16) {
        if self.has_error() {
            self.facts.http_status = http_status;
            self.facts.kind = self.facts.member.kind();
        } else {
            self.not_an_error = self.message_type == MessageType::Result;
            self.own(Kind::TransportError, Message::NoResponse, http_status);
        }
    }

    /// Makes it an error of our own making.
    pub const fn own(&mut self, kind: Kind, message: Message, http_status: u16) {
        self.facts = Facts::own(kind, message, http_status);
        self.place = Span::ABSENT;
    }
}

/// The type of a text that is not JSON.
#[cold]
fn type_of_other_text(bytes: &[u8]) -> MessageType {
    let text = trimmed(bytes);
    let begins_with = |name: &[u8]| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    if text.is_empty() {
        MessageType::Empty
    } else if begins_with(b"Content-Length:") || begins_with(b"Content-Type:") {
        MessageType::Framing
    } else {
        MessageType::NotJson
    }
}

/// Returns the type of a message, and the byte range of its `id` if it is a response that has one.
///
/// # Errors
///
/// [`Failure::OUT_OF_MEMORY`], possible beyond 65,536 levels of nesting only.
pub fn message_type_of(bytes: &[u8]) -> Result<(MessageType, Option<Range<usize>>), Failure> {
    let mut response = Response::NONE;
    response.read(bytes).map_err(|_| Failure::OUT_OF_MEMORY)?;
    let id = response.id;
    Ok((response.message_type, if id.is_absent() { None } else { Some(id.start..id.end) }))
}
