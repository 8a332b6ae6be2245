//! The rules that follow from an error member, its kind and its HTTP status: the verdicts, as one small value that borrows nothing.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use crate::capabilities::Fault;
use crate::code;
use crate::kind::Kind;
use crate::member::{ErrorMember, Message, Span};

/// The verdicts and properties of an error as bits; the numbers are those of the C ABI.
pub mod flag {
    /// The data has the shape that the kind prescribes (`well_formed?`).
    pub const WELL_FORMED: u32 = 1;
    /// `modern_protocol_error?`: the error proves a modern server.
    pub const MODERN: u32 = 1 << 1;
    /// `modern_http_protocol_error?`.
    pub const MODERN_HTTP: u32 = 1 << 2;
    /// `modern_protocol_error_for_probe?`.
    pub const MODERN_FOR_PROBE: u32 = 1 << 3;
    /// `protocol_error?`.
    pub const PROTOCOL_ERROR: u32 = 1 << 4;
    /// `era_inconclusive?`.
    pub const ERA_INCONCLUSIVE: u32 = 1 << 5;
    /// The error has a code.
    pub const HAS_CODE: u32 = 1 << 6;
    /// The code is an integer that 64 bits do not hold.
    pub const CODE_OVERFLOW: u32 = 1 << 7;
    /// The error has data, `null` included.
    pub const HAS_DATA: u32 = 1 << 8;
    /// The message is a string of the peer's, or a text of our own making.
    pub const MESSAGE_IS_STRING: u32 = 1 << 9;
    /// The message has escapes or bytes that are not UTF-8.
    pub const MESSAGE_NEEDS_DECODING: u32 = 1 << 10;
    /// The data has bytes in strings that are not UTF-8.
    pub const DATA_NOT_UTF8: u32 = 1 << 11;
    /// The message is a result: there is no error.
    pub const NOT_AN_ERROR: u32 = 1 << 12;
}

/// The predicates of an error as flags: everything that follows from kind, code, status and shape. The one place of these rules.
#[must_use]
pub fn verdicts(kind: Kind, code: Option<i64>, http_status: u16, well_formed: bool) -> u32 {
    let modern = kind.is_modern_class() && well_formed && code.is_some_and(code::is_modern);
    let mut flags = 0;
    let mut set = |flag, condition: bool| flags |= if condition { flag } else { 0 };
    set(flag::WELL_FORMED, well_formed);
    set(flag::MODERN, modern);
    set(flag::MODERN_HTTP, if kind == Kind::MethodNotFoundError { http_status == 404 } else { modern });
    set(flag::MODERN_FOR_PROBE, modern);
    set(flag::PROTOCOL_ERROR, modern || matches!(kind, Kind::InputRequiredError | Kind::InvalidResultError));
    set(flag::ERA_INCONCLUSIVE, kind.is_era_inconclusive());
    flags
}

/// An error member with the kind and the status that the way it came gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub kind: Kind,
    /// 0: none.
    pub http_status: u16,
    pub member: ErrorMember,
}

impl Facts {
    /// An error whose kind follows from its code.
    pub fn of(member: ErrorMember, http_status: u16) -> Self {
        Self { kind: member.kind(), http_status, member }
    }

    /// An error of our own making.
    pub const fn own(kind: Kind, message: Message, http_status: u16) -> Self {
        Self { kind, http_status, member: ErrorMember { message, ..ErrorMember::EMPTY } }
    }

    /// What is wrong with the data.
    #[inline(always)]
    pub fn fault(&self) -> Option<Fault> {
        self.member.fault(self.kind)
    }

    /// The predicates.
    #[inline(always)]
    pub fn verdicts(&self) -> u32 {
        verdicts(self.kind, self.member.code, self.http_status, self.fault().is_none())
    }

    /// All flags, for the bytes that were read.
    #[inline(always)]
    pub fn flags(&self, bytes: &[u8]) -> u32 {
        let member = &self.member;
        let mut flags = self.verdicts();
        let mut set = |flag, condition: bool| flags |= if condition { flag } else { 0 };
        let not_utf8 = |span: Span| span.bytes(bytes).is_some_and(|bytes| std::str::from_utf8(bytes).is_err());
        set(flag::HAS_CODE, !member.code_text.is_absent());
        set(flag::CODE_OVERFLOW, !member.code_text.is_absent() && member.code.is_none());
        set(flag::HAS_DATA, !member.data.is_absent());
        set(flag::MESSAGE_IS_STRING, member.message.is_string());
        if let Message::Json { inside, escaped } = member.message {
            set(flag::MESSAGE_NEEDS_DECODING, escaped || (member.message_non_ascii && not_utf8(inside)));
        }
        set(flag::DATA_NOT_UTF8, member.data_non_ascii && not_utf8(member.data));
        flags
    }

    /// `data.requiredCapabilities`, if the kind has them and they are an object.
    pub fn required_capabilities(&self) -> Span {
        let is_object = !matches!(self.member.required_fault, Some(Fault::RequiredAbsent | Fault::RequiredNotObject));
        if self.kind == Kind::MissingRequiredClientCapabilityError && is_object { self.member.required } else { Span::ABSENT }
    }

    /// `data.supported`, if the kind has it and it is an array.
    pub fn supported(&self) -> Span {
        let is_array = self.member.supported_fault != Some(Fault::SupportedNotArray);
        if self.kind == Kind::UnsupportedProtocolVersionError && is_array { self.member.supported } else { Span::ABSENT }
    }

    /// `data.requested`, if the kind has it.
    pub fn requested(&self) -> Span {
        if self.kind == Kind::UnsupportedProtocolVersionError { self.member.requested } else { Span::ABSENT }
    }
}
