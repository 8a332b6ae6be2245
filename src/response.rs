//! From the bytes of a message to its error member: in band, where no status speaks.
//!
//! Source: MCP 2026-07-28, `basic/index` (responses), and what real servers send: errors without `jsonrpc`, beside a
//! `result`, or that are no objects.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use crate::facts::{ErrorMember, Facts, Message, Span};
use crate::json::{LONGEST_NAME, Scan, Scanner, Stop, Text, Token, name_among};
use crate::kind::Kind;

/// The members of a response.
#[derive(Clone, Copy)]
enum Name {
    Jsonrpc,
    Id,
    Error,
    Result,
}

/// What a message is, as far as an error is concerned. Large, so it is made once, filled in place, and lent on from there.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    /// The error. Its kind is that of the way it came only after [`Response::in_band`] or `http::read`.
    pub facts: Facts,
    /// Where the error member stands; absent if it is absent, `null` or `false`.
    pub place: Span,
    /// Whether there is a `result`.
    pub result: bool,
    /// Whether `jsonrpc` is `"2.0"`.
    pub jsonrpc: bool,
    /// Whether it is a result: there is no error.
    pub not_an_error: bool,
}

impl Response {
    /// No response at all.
    pub const NONE: Self = Self {
        facts: Facts { kind: Kind::TransportError, http_status: 0, member: ErrorMember::EMPTY },
        place: Span::ABSENT,
        result: false,
        jsonrpc: false,
        not_an_error: false,
    };

    /// Reads bytes in one pass into what was [`Response::NONE`]. What is not JSON, and what is no object, is no response.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] only.
    pub fn read(&mut self, bytes: &[u8]) -> Scan<()> {
        match self.scan(Scanner::new(bytes)) {
            Err(Stop::Syntax) => *self = Self::NONE,
            outcome => return outcome,
        }
        Ok(())
    }

    #[inline(always)]
    fn scan(&mut self, mut scanner: Scanner<'_>) -> Scan<()> {
        let scanner = &mut scanner;
        scanner.space();
        if scanner.peek() != Some(b'{') {
            scanner.value()?;
            return scanner.end();
        }
        let mut more = scanner.enter(b'}');
        while more {
            let name = name_among!(
                scanner,
                b"\"jsonrpc\":" => Name::Jsonrpc,
                b"\"id\":" => Name::Id, // says nothing, but stands in nearly every response
                b"\"error\":" => Name::Error,
                b"\"result\":" => Name::Result,
            );
            match name? {
                Some(Name::Error) => {
                    let start = scanner.offset();
                    // Of the values beside an object only null and false are as good as absent.
                    let absent = matches!(scanner.peek(), Some(b'n' | b'f'));
                    self.facts.member.read(scanner)?;
                    self.place = if absent { Span::ABSENT } else { Span { start, end: scanner.offset() } };
                }
                Some(Name::Jsonrpc) => {
                    let start = scanner.offset() + 1;
                    let token = scanner.value()?;
                    let text = Text { start, end: scanner.offset() - 1, escaped: token == Token::EscapedString };
                    self.jsonrpc = token.is_string() && scanner.plain(text, &mut [0; LONGEST_NAME]) == b"2.0";
                }
                Some(Name::Result) => {
                    self.result = true;
                    scanner.value()?;
                }
                Some(Name::Id) | None => {
                    scanner.value()?;
                }
            }
            more = scanner.another(b'}')?;
        }
        scanner.end()
    }

    /// Whether there is an error member.
    pub const fn has_error(&self) -> bool {
        !self.place.is_absent()
    }

    /// Whether the message is a JSON-RPC response: it has a result or an error.
    pub const fn is_response(&self) -> bool {
        self.result || self.has_error()
    }

    /// Judges the message as it reads in band; `http_status` is kept, and judges nothing.
    pub fn in_band(&mut self, http_status: u16) {
        if self.has_error() {
            self.facts.http_status = http_status;
            self.facts.kind = self.facts.member.kind();
        } else {
            self.not_an_error = self.result;
            self.own(Kind::TransportError, Message::NoResponse, http_status);
        }
    }

    /// Makes it an error of our own making.
    pub const fn own(&mut self, kind: Kind, message: Message, http_status: u16) {
        self.facts = Facts::own(kind, message, http_status);
        self.place = Span::ABSENT;
    }
}
