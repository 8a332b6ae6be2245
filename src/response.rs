//! From the bytes of a message to its error member: in band, where no status speaks.
//!
//! Source: MCP 2026-07-28, `basic/index` (responses), and what real servers send: errors without `jsonrpc`, beside a
//! `result`, or that are no objects.

use crate::facts::{ErrorMember, Facts, Message, Span};
use crate::json::{Scan, Scanner, Stop, Token, text_is};
use crate::kind::Kind;

/// What a message is, as far as an error is concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response {
    /// The error member and where it stands, if it is neither absent nor `null` nor `false`.
    pub error: Option<(ErrorMember, Span)>,
    /// Whether there is a `result`.
    pub result: bool,
    /// Whether `jsonrpc` is `"2.0"`.
    pub jsonrpc: bool,
}

/// What the bytes of a message, or of an HTTP answer, say.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {
    /// A response with a result.
    NotAnError,
    /// An error, and where its member stands if it has one.
    Error(Facts, Span),
}

impl Response {
    /// No response at all.
    const NONE: Self = Self { error: None, result: false, jsonrpc: false };

    /// Reads bytes in one pass. What is not JSON, and what is no object, is no response.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] only.
    pub fn read(bytes: &[u8]) -> Scan<Self> {
        let mut scanner = Scanner::new(bytes);
        match Self::scan(&mut scanner) {
            Err(Stop::Syntax) => Ok(Self::NONE),
            read => read,
        }
    }

    fn scan(scanner: &mut Scanner<'_>) -> Scan<Self> {
        let mut read = Self::NONE;
        scanner.space();
        if scanner.peek() != Some(b'{') {
            scanner.value()?;
            scanner.end()?;
            return Ok(read);
        }
        let mut more = scanner.enter(b'}')?;
        while more {
            let name = scanner.name()?;
            let is = |known| text_is(scanner.bytes(), name, known);
            if is("error") {
                let start = scanner.offset();
                // Of the values beside an object only null and false are as good as absent.
                let absent = matches!(scanner.peek(), Some(b'n' | b'f'));
                let member = ErrorMember::read(scanner)?;
                read.error = (!absent).then_some((member, Span { start, end: scanner.offset() }));
            } else if is("jsonrpc") {
                read.jsonrpc = matches!(scanner.value()?, Token::String(text) if text_is(scanner.bytes(), text, "2.0"));
            } else {
                read.result |= is("result");
                scanner.value()?;
            }
            more = scanner.another(b'}')?;
        }
        scanner.end()?;
        Ok(read)
    }

    /// Whether the message is a JSON-RPC response: it has a result or an error.
    pub const fn is_response(&self) -> bool {
        self.result || self.error.is_some()
    }

    /// The message as it reads in band; `http_status` is kept, and judges nothing.
    pub fn in_band(&self, http_status: u16) -> Reading {
        match self.error {
            Some((member, span)) => Reading::Error(Facts::of(member, http_status), span),
            None if self.result => Reading::NotAnError,
            None => Reading::Error(Facts::own(Kind::TransportError, Message::NoResponse, http_status), Span::ABSENT),
        }
    }
}
