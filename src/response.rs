//! From the bytes of a message to its error member: in band, where no status speaks.
//!
//! Source: MCP 2026-07-28, `basic/index` (responses), and what real servers send: errors without `jsonrpc`, beside a
//! `result`, or that are no objects.

use crate::facts::{ErrorMember, Facts, Message, Span};
use crate::json::{LONGEST_NAME, Scan, Scanner, Stop, Text, Token};
use crate::kind::Kind;

/// What a message is, as far as an error is concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Response {
    /// The error member; empty without one.
    pub error: ErrorMember,
    /// Where the error member stands; absent if it is absent, `null` or `false`.
    pub place: Span,
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
    const NONE: Self = Self { error: ErrorMember::EMPTY, place: Span::ABSENT, result: false, jsonrpc: false };

    /// Reads bytes in one pass. What is not JSON, and what is no object, is no response.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] only.
    pub fn read(bytes: &[u8]) -> Scan<Self> {
        let mut read = Self::NONE;
        match read.scan(&mut Scanner::new(bytes)) {
            Ok(()) => Ok(read),
            Err(Stop::Syntax) => Ok(Self::NONE),
            Err(Stop::Memory) => Err(Stop::Memory),
        }
    }

    fn scan(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        scanner.space();
        if scanner.peek() != Some(b'{') {
            scanner.value()?;
            return scanner.end();
        }
        let mut buffer = [0; LONGEST_NAME];
        let mut more = scanner.enter(b'}')?;
        while more {
            let name = scanner.name()?;
            match scanner.plain(name, &mut buffer) {
                b"error" => {
                    let start = scanner.offset();
                    // Of the values beside an object only null and false are as good as absent.
                    let absent = matches!(scanner.peek(), Some(b'n' | b'f'));
                    self.error.read(scanner)?;
                    self.place = if absent { Span::ABSENT } else { Span { start, end: scanner.offset() } };
                }
                b"jsonrpc" => {
                    let start = scanner.offset() + 1;
                    self.jsonrpc = match scanner.value()? {
                        Token::String { escaped } => {
                            let text = Text { start, end: scanner.offset() - 1, escaped };
                            scanner.plain(text, &mut buffer) == b"2.0"
                        }
                        _ => false,
                    };
                }
                b"result" => {
                    self.result = true;
                    scanner.value()?;
                }
                _ => {
                    scanner.value()?;
                }
            }
            more = scanner.another(b'}')?;
        }
        scanner.end()
    }

    /// The error member, if there is one.
    pub const fn error(&self) -> Option<&ErrorMember> {
        if self.place.is_absent() { None } else { Some(&self.error) }
    }

    /// Whether the message is a JSON-RPC response: it has a result or an error.
    pub const fn is_response(&self) -> bool {
        self.result || self.error().is_some()
    }

    /// The message as it reads in band; `http_status` is kept, and judges nothing.
    pub fn in_band(&self, http_status: u16) -> Reading {
        match self.error() {
            Some(&member) => Reading::Error(Facts::of(member, http_status), self.place),
            None if self.result => Reading::NotAnError,
            None => Reading::Error(Facts::own(Kind::TransportError, Message::NoResponse, http_status), Span::ABSENT),
        }
    }
}
