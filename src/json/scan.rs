//! The scanner: walks over JSON text once, notes where things stand, builds nothing and never recurses.

use super::block::{self, BLOCK};
use super::open::{Deep, Open, Shallow};
use super::text::decode_name;

/// Why a scan ended early. Where it did is [`Scanner::offset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The text is not JSON.
    Syntax,
    /// Memory for the open levels beyond 65,536 could not be had.
    Memory,
}

pub(crate) type Scan<T> = Result<T, Stop>;

/// Where a string's inside stands (without its quotes), and whether it has escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub start: usize,
    pub end: usize,
    pub escaped: bool,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Null,
    False,
    True,
    /// A number; `integer` if it has neither fraction nor exponent.
    Number {
        integer: bool,
    },
    /// A string; `escaped` if it has escapes.
    String {
        escaped: bool,
    },
    Array,
    Object,
}

/// No member whose name means something to us has a longer one.
pub(crate) const LONGEST_NAME: usize = 24;

/// Walks over JSON text. After a [`Stop`] it stands at the first byte that no JSON text can have there.
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Whether a byte of a string that was passed is not ASCII.
    non_ascii: bool,
}

impl<'a> Scanner<'a> {
    /// At the start of a text; one leading byte order mark is passed over.
    pub fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self { bytes, at, non_ascii: false }
    }

    /// Where the scanner stands.
    #[inline]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// The text being scanned.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Forgets which string bytes were seen; see [`Scanner::saw_non_ascii`].
    #[inline]
    pub fn forget(&mut self) {
        self.non_ascii = false;
    }

    /// Whether a string since [`Scanner::forget`] had a byte that is not ASCII.
    #[inline]
    pub const fn saw_non_ascii(&self) -> bool {
        self.non_ascii
    }

    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Passes over white space.
    #[inline]
    pub fn space(&mut self) {
        while let Some(byte) = self.peek()
            && byte <= b' '
            && matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
        {
            self.at += 1;
        }
    }

    /// Behind the one value of the text: nothing but white space may follow.
    #[inline]
    pub fn end(&mut self) -> Scan<()> {
        self.space();
        if self.at == self.bytes.len() { Ok(()) } else { Err(Stop::Syntax) }
    }

    /// At an opening bracket: goes behind it, and tells whether anything stands before `close`, else goes behind that too.
    #[inline]
    pub fn enter(&mut self, close: u8) -> Scan<bool> {
        self.at += 1;
        self.space();
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(false);
        }
        Ok(true)
    }

    /// Behind a member or an element: whether another follows, else goes behind `close`.
    #[inline]
    pub fn another(&mut self, close: u8) -> Scan<bool> {
        self.space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.space();
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(Stop::Syntax),
        }
    }

    /// Reads a member's name and the colon, and stands at the value.
    #[inline]
    pub fn name(&mut self) -> Scan<Text> {
        if self.peek() != Some(b'"') {
            return Err(Stop::Syntax);
        }
        let start = self.at + 1;
        let escaped = self.string()?;
        let end = self.at - 1;
        if self.peek() != Some(b':') {
            self.space();
            if self.peek() != Some(b':') {
                return Err(Stop::Syntax);
            }
        }
        self.at += 1;
        self.space();
        Ok(Text { start, end, escaped })
    }

    /// The bytes of a name, decoded into `buffer` if it has escapes. A name that is longer than every known one reads as empty then.
    #[inline]
    pub fn plain<'b>(&self, name: Text, buffer: &'b mut [u8; LONGEST_NAME]) -> &'b [u8]
    where
        'a: 'b,
    {
        let inside = self.bytes.get(name.start..name.end).unwrap_or_default();
        if name.escaped { decode_name(inside, buffer) } else { inside }
    }

    /// Reads the value at which the scanner stands, white space before it allowed.
    #[inline]
    pub fn value(&mut self) -> Scan<Token> {
        self.space();
        match self.peek() {
            Some(b'"') => self.string().map(|escaped| Token::String { escaped }),
            Some(b'{') => self.nested().map(|()| Token::Object),
            Some(b'[') => self.nested().map(|()| Token::Array),
            _ => self.scalar(),
        }
    }

    /// A number or one of the three literals.
    fn scalar(&mut self) -> Scan<Token> {
        match self.peek() {
            Some(b'n') => self.literal(b"null").map(|()| Token::Null),
            Some(b't') => self.literal(b"true").map(|()| Token::True),
            Some(b'f') => self.literal(b"false").map(|()| Token::False),
            Some(b'-' | b'0'..=b'9') => self.number().map(|integer| Token::Number { integer }),
            _ => Err(Stop::Syntax),
        }
    }

    fn literal(&mut self, word: &'static [u8]) -> Scan<()> {
        for &byte in word {
            if self.peek() != Some(byte) {
                return Err(Stop::Syntax);
            }
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Scan<bool> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        let mut integer = true;
        if self.peek() == Some(b'.') {
            integer = false;
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            integer = false;
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(integer)
    }

    /// One digit or more.
    fn digits(&mut self) -> Scan<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { Err(Stop::Syntax) } else { Ok(()) }
    }

    /// At an opening quote: goes behind the string, and tells whether it has escapes.
    fn string(&mut self) -> Scan<bool> {
        let bytes = self.bytes;
        let mut escaped = false;
        let mut non_ascii = false;
        let mut at = self.at + 1;
        let outcome = loop {
            while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
                let found = block::examine(block);
                non_ascii |= found.non_ascii;
                at += found.plain;
                if found.plain < BLOCK {
                    break;
                }
            }
            match bytes.get(at) {
                Some(b'"') => {
                    at += 1;
                    break Ok(escaped);
                }
                Some(b'\\') => {
                    escaped = true;
                    self.at = at;
                    let outcome = self.escape();
                    at = self.at;
                    if outcome.is_err() {
                        break Err(Stop::Syntax);
                    }
                }
                Some(byte @ 0x20..) => {
                    non_ascii |= *byte >= 0x80;
                    at += 1;
                }
                _ => break Err(Stop::Syntax),
            }
        };
        self.at = at;
        self.non_ascii |= non_ascii;
        outcome
    }

    /// At a backslash: passes over the escape. Lone surrogates are no error.
    fn escape(&mut self) -> Scan<()> {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 1;
                Ok(())
            }
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return Err(Stop::Syntax);
                    }
                    self.at += 1;
                }
                Ok(())
            }
            _ => Err(Stop::Syntax),
        }
    }

    /// At an opening bracket: passes over the array or object, however deep.
    fn nested(&mut self) -> Scan<()> {
        let mut open = Shallow::default();
        if self.walk(&mut open)? { Ok(()) } else { self.nested_deep(open) }
    }

    /// Goes on where [`Shallow`] has no room.
    #[cold]
    #[inline(never)]
    fn nested_deep(&mut self, open: Shallow) -> Scan<()> {
        self.walk(&mut Deep::from(open)).map(|_| ())
    }

    /// At a value: walks until every open bracket is closed. False if `open` had no room; then it stands at the bracket.
    #[inline]
    fn walk(&mut self, open: &mut impl Open) -> Scan<bool> {
        loop {
            let byte = self.peek();
            match byte {
                Some(b'"') => {
                    self.string()?;
                }
                Some(b'{' | b'[') => {
                    let object = byte == Some(b'{');
                    if !open.push(object)? {
                        return Ok(false);
                    }
                    if self.enter(if object { b'}' } else { b']' })? {
                        if object {
                            self.name()?;
                        }
                        continue;
                    }
                    open.pop();
                }
                _ => {
                    self.scalar()?;
                }
            }
            loop {
                if open.is_empty() {
                    return Ok(true);
                }
                let object = open.in_object();
                if self.another(if object { b'}' } else { b']' })? {
                    if object {
                        self.name()?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }
}
