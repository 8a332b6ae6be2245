//! The scanner: walks over JSON text once, notes where things stand, builds nothing and never recurses.

use super::open::{Deep, Open, Shallow};

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
    String(Text),
    Array,
    Object,
}

/// Walks over JSON text. After a [`Stop`] it stands at the first byte that no JSON text can have there.
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Every byte of a string that was passed, or'ed; high bits tell that some were not ASCII.
    seen: u64,
}

const ONES: u64 = u64::from_ne_bytes([0x01; 8]);
const HIGHS: u64 = u64::from_ne_bytes([0x80; 8]);

/// Marks (in the high bit of its byte) the first of eight bytes that ends a plain run of a string: `"`, `\` or a control.
/// Later marks may be wrong, since a borrow can run on from the first.
const fn string_stop(word: u64) -> u64 {
    let quote = word ^ (ONES * b'"' as u64);
    let slash = word ^ (ONES * b'\\' as u64);
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    (quote.wrapping_sub(ONES) & !quote | slash.wrapping_sub(ONES) & !slash | control) & HIGHS
}

impl<'a> Scanner<'a> {
    /// At the start of a text; one leading byte order mark is passed over.
    pub fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self { bytes, at, seen: 0 }
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
        self.seen = 0;
    }

    /// Whether a string since [`Scanner::forget`] may have had a byte that is not ASCII. Never false if one had.
    #[inline]
    pub const fn saw_non_ascii(&self) -> bool {
        self.seen & HIGHS != 0
    }

    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Passes over white space.
    #[inline]
    pub fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
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
        let name = self.string()?;
        if self.peek() != Some(b':') {
            self.space();
            if self.peek() != Some(b':') {
                return Err(Stop::Syntax);
            }
        }
        self.at += 1;
        self.space();
        Ok(name)
    }

    /// Reads the value at which the scanner stands, white space before it allowed.
    #[inline]
    pub fn value(&mut self) -> Scan<Token> {
        self.space();
        match self.peek() {
            Some(b'"') => self.string().map(Token::String),
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

    /// At an opening quote: reads the string.
    #[inline]
    fn string(&mut self) -> Scan<Text> {
        self.at += 1;
        let start = self.at;
        let mut escaped = false;
        loop {
            while let Some(chunk) = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<8>()) {
                let word = u64::from_le_bytes(*chunk);
                let stop = string_stop(word);
                self.seen |= word;
                if stop != 0 {
                    self.at += (stop.trailing_zeros() / 8) as usize;
                    break;
                }
                self.at += 8;
            }
            match self.peek() {
                Some(b'"') => {
                    let end = self.at;
                    self.at += 1;
                    return Ok(Text { start, end, escaped });
                }
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(byte @ 0x20..) => {
                    self.seen |= u64::from(byte);
                    self.at += 1;
                }
                _ => return Err(Stop::Syntax),
            }
        }
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
