//! Reads an error member: where its parts are, and what is wrong with the shape of its data.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use crate::capabilities::{self, Fault};
use crate::json::{Passed, Scan, Scanner, Token, name_among};
use crate::kind::Kind;

/// Where something stands in the bytes that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    /// Nowhere: what was not sent.
    pub const ABSENT: Self = Self { start: usize::MAX, end: usize::MAX };

    pub const fn is_absent(self) -> bool {
        self.start == usize::MAX
    }

    /// The span in a text that begins `offset` bytes later.
    pub const fn rebased(self, offset: usize) -> Self {
        if self.is_absent() { self } else { Self { start: self.start - offset, end: self.end - offset } }
    }

    /// What stands there.
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.start..self.end)
    }

    /// What stands there.
    pub fn bytes(self, bytes: &[u8]) -> Option<&[u8]> {
        bytes.get(self.start..self.end)
    }
}

/// The text of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// A string of the peer's: its inside.
    Json { inside: Span, escaped: bool },
    /// Anything else of the peer's: its JSON.
    Value(Span),
    /// Plain text, not JSON, of an error that was built of parts.
    Plain { text: Span, is_string: bool },
    /// The peer sent an error member without a message.
    Unknown,
    /// An HTTP answer without an error object.
    HttpStatus,
    /// What came is not a JSON-RPC response.
    NoResponse,
    /// A response that never came.
    Ended,
    /// A result that requires input.
    InputRequired,
    /// A result that is not valid.
    InvalidResult,
}

impl Message {
    /// Whether it is a string of the peer's or a text of our own making; see section 3 of the rules.
    pub const fn is_string(self) -> bool {
        !matches!(self, Self::Value(_) | Self::Unknown | Self::Plain { is_string: false, .. })
    }
}

/// The members that mean something, of an error member and of its data.
#[derive(Clone, Copy)]
enum Name {
    Code,
    Message,
    Data,
    Required,
    Supported,
    Requested,
}

/// What stands in an error member. Also of a member that is not an object: that reads as an empty one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErrorMember {
    /// Whether the member is an object.
    pub object: bool,
    /// The code, if it fits.
    pub code: Option<i64>,
    /// The digits of the code.
    pub code_text: Span,
    pub message: Message,
    pub data: Span,
    pub data_fault: Option<Fault>,
    /// `data.requiredCapabilities`, whatever it is.
    pub required: Span,
    pub required_fault: Option<Fault>,
    /// `data.supported`, whatever it is.
    pub supported: Span,
    pub supported_fault: Option<Fault>,
    /// `data.requested`, whatever it is.
    pub requested: Span,
    pub requested_fault: Option<Fault>,
    /// Whether data may have bytes that are not ASCII.
    pub data_non_ascii: bool,
    /// Whether the message may have bytes that are not ASCII.
    pub message_non_ascii: bool,
}

impl ErrorMember {
    /// An empty error member.
    pub const EMPTY: Self = Self {
        object: false,
        code: None,
        code_text: Span::ABSENT,
        message: Message::Unknown,
        data: Span::ABSENT,
        data_fault: Some(Fault::DataAbsent),
        required: Span::ABSENT,
        required_fault: None,
        supported: Span::ABSENT,
        supported_fault: None,
        requested: Span::ABSENT,
        requested_fault: None,
        data_non_ascii: false,
        message_non_ascii: false,
    };

    /// At the value of an error member: reads it.
    #[inline(always)]
    pub fn read(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        if self.object {
            *self = Self::EMPTY; // a repeated member; what was not an object has left nothing
        }
        if scanner.peek() != Some(b'{') {
            scanner.value()?;
            return Ok(());
        }
        self.object = true;
        let mut more = scanner.enter(b'}');
        while more {
            let name = name_among!(
                scanner,
                b"\"code\":" => Name::Code,
                b"\"message\":" => Name::Message,
                b"\"data\":" => Name::Data,
            );
            match name? {
                Some(Name::Code) => self.read_code(scanner)?,
                Some(Name::Message) => self.read_message(scanner)?,
                Some(Name::Data) => self.read_data(scanner)?,
                _ => {
                    scanner.value()?;
                }
            }
            more = scanner.has_more(b'}')?;
        }
        Ok(())
    }

    #[inline(always)]
    fn read_code(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        let start = scanner.offset();
        let token = scanner.value()?;
        (self.code, self.code_text) = (None, Span::ABSENT);
        if token == Token::Integer {
            self.code_text = Span { start, end: scanner.offset() };
            self.code = self.code_text.bytes(scanner.bytes()).and_then(integer);
            if self.code == Some(0) {
                self.code_text.start = self.code_text.end - 1; // -0 is 0
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn read_message(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        let start = scanner.offset();
        scanner.forget();
        self.message = match scanner.value()? {
            token if token.is_string() => {
                let inside = Span { start: start + 1, end: scanner.offset() - 1 };
                Message::Json { inside, escaped: token == Token::EscapedString }
            }
            Token::Null | Token::False => Message::Unknown,
            _ => Message::Value(Span { start, end: scanner.offset() }),
        };
        self.message_non_ascii = scanner.saw_non_ascii();
        Ok(())
    }

    /// At the value of `data`: reads it.
    #[inline(always)]
    pub fn read_data(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        scanner.outlined(|bytes, at| self.read_data_outlined(bytes, at))
    }

    #[inline(never)]
    fn read_data_outlined(&mut self, bytes: &[u8], at: usize) -> (usize, Passed) {
        let mut scanner = Scanner::at(bytes, at);
        let outcome = self.read_any_data(&mut scanner);
        scanner.passed(outcome)
    }

    #[inline(always)]
    fn read_any_data(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        let start = scanner.offset();
        scanner.forget();
        (self.required, self.supported, self.requested) = (Span::ABSENT, Span::ABSENT, Span::ABSENT);
        self.required_fault = Some(Fault::RequiredAbsent);
        self.supported_fault = Some(Fault::SupportedAbsent);
        self.requested_fault = Some(Fault::RequestedAbsent);
        self.data_fault = None;
        if scanner.peek() == Some(b'{') {
            self.read_data_members(scanner)?;
        } else {
            scanner.value()?;
            self.data_fault = Some(Fault::DataNotObject);
        }
        self.data = Span { start, end: scanner.offset() };
        self.data_non_ascii = scanner.saw_non_ascii();
        Ok(())
    }

    #[inline(always)]
    fn read_data_members(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        let mut more = scanner.enter(b'}');
        while more {
            let name = name_among!(
                scanner,
                b"\"requiredCapabilities\":" => Name::Required,
                b"\"supported\":" => Name::Supported,
                b"\"requested\":" => Name::Requested,
            )?;
            let start = scanner.offset();
            match name {
                Some(Name::Required) => {
                    self.required_fault = capabilities::scan(scanner)?;
                    self.required = Span { start, end: scanner.offset() };
                }
                Some(Name::Supported) => {
                    self.supported_fault = versions(scanner)?;
                    self.supported = Span { start, end: scanner.offset() };
                }
                Some(Name::Requested) => {
                    let token = scanner.value()?;
                    self.requested_fault = (!token.is_string()).then_some(Fault::RequestedNotString);
                    self.requested = Span { start, end: scanner.offset() };
                }
                _ => {
                    scanner.value()?;
                }
            }
            more = scanner.has_more(b'}')?;
        }
        Ok(())
    }

    /// What is wrong with the data, for an error of a kind.
    #[inline(always)]
    pub fn fault(&self, kind: Kind) -> Option<Fault> {
        match kind {
            Kind::MissingRequiredClientCapabilityError => self.data_fault.or(self.required_fault),
            Kind::UnsupportedProtocolVersionError => self.data_fault.or(self.supported_fault).or(self.requested_fault),
            _ => None,
        }
    }

    /// The kind by code, which only a string message makes count.
    #[inline(always)]
    pub fn kind(&self) -> Kind {
        match (self.message, self.code) {
            (Message::Json { .. }, Some(code)) => Kind::for_code(code),
            _ => Kind::ServerError,
        }
    }

    /// The member in a text that begins `offset` bytes later.
    pub fn rebased(mut self, offset: usize) -> Self {
        for span in [&mut self.code_text, &mut self.data, &mut self.required, &mut self.supported, &mut self.requested] {
            *span = span.rebased(offset);
        }
        match &mut self.message {
            Message::Json { inside: span, .. } | Message::Value(span) | Message::Plain { text: span, .. } => *span = span.rebased(offset),
            _ => {}
        }
        self
    }
}

/// At the value of `supported`: an array of strings only.
#[inline(always)]
fn versions(scanner: &mut Scanner<'_>) -> Scan<Option<Fault>> {
    if scanner.peek() != Some(b'[') {
        scanner.value()?;
        return Ok(Some(Fault::SupportedNotArray));
    }
    let mut fault = None;
    let mut more = scanner.enter(b']');
    while more {
        if !scanner.value()?.is_string() {
            fault = Some(Fault::SupportedElement);
        }
        more = scanner.has_more(b']')?;
    }
    Ok(fault)
}

/// The value of an integer's digits, if 64 bits hold it.
pub(crate) fn integer(digits: &[u8]) -> Option<i64> {
    let (negative, digits) = match digits.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let step = |value: i64, digit: u8| -> Option<i64> { value.checked_mul(10)?.checked_sub(i64::from(digit.wrapping_sub(b'0'))) };
    // Counted down, since the range reaches one further there. So many digits always fit.
    let (short, long) = digits.split_at(digits.len().min(18));
    let value = short.iter().fold(0_i64, |value, &digit| value.wrapping_mul(10).wrapping_sub(digit.wrapping_sub(b'0').into()));
    let value = long.iter().try_fold(value, |value, &digit| step(value, digit))?;
    if negative { Some(value) } else { value.checked_neg() }
}
