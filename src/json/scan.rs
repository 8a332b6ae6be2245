//! The scanner: walks over JSON text once, notes where things stand, builds nothing and never recurses.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use super::block::{self, HIGHS};
use super::nested::{self, Passed};
use super::number;
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
    /// A number without fraction and exponent.
    Integer,
    /// Another number.
    Decimal,
    /// A string without escapes.
    String,
    /// A string with escapes.
    EscapedString,
    Array,
    Object,
}

impl Token {
    pub const fn is_string(self) -> bool {
        matches!(self, Self::String | Self::EscapedString)
    }
}

/// No member whose name means something to us has a longer one.
pub(crate) const LONGEST_NAME: usize = 24;

/// Walks over JSON text. After a [`Stop`] it stands at the first byte that no JSON text can have there.
///
/// What is called for every token is inlined, and what is not takes the place by value, so that a caller's scanner lives in
/// registers: a place that goes through memory costs more than looking at a byte does.
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The blocks of the strings that were passed, put together: a high bit for a byte that is not ASCII.
    seen: u64,
}

impl<'a> Scanner<'a> {
    /// At the start of a text; one leading byte order mark is passed over.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self::at(bytes, at)
    }

    /// At a place inside a text.
    #[inline(always)]
    pub(super) const fn at(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, seen: 0 }
    }

    /// Where the scanner stands.
    #[inline(always)]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// The text being scanned.
    #[inline(always)]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Forgets which string bytes were seen; see [`Scanner::saw_non_ascii`].
    #[inline(always)]
    pub fn forget(&mut self) {
        self.seen = 0;
    }

    /// Whether a string since [`Scanner::forget`], or one close behind it, may have a byte that is not ASCII.
    #[inline(always)]
    pub const fn saw_non_ascii(&self) -> bool {
        self.seen & HIGHS != 0
    }

    #[inline(always)]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Passes over white space.
    #[inline(always)]
    pub fn space(&mut self) {
        if self.peek().is_some_and(|byte| byte <= b' ') {
            self.at = after_space(self.bytes, self.at);
        }
    }

    /// Passes over a byte that must stand here.
    #[inline(always)]
    fn expect(&mut self, byte: u8) -> Scan<()> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(Stop::Syntax)
        }
    }

    /// Behind the one value of the text: nothing but white space may follow.
    #[inline]
    pub fn end(&mut self) -> Scan<()> {
        self.space();
        if self.at == self.bytes.len() { Ok(()) } else { Err(Stop::Syntax) }
    }

    /// At an opening bracket: goes behind it, and tells whether anything stands before `close`, else goes behind that too.
    #[inline(always)]
    pub fn enter(&mut self, close: u8) -> bool {
        self.at += 1;
        self.space();
        if self.peek() == Some(close) {
            self.at += 1;
            return false;
        }
        true
    }

    /// Behind a member or an element: whether another follows, else goes behind `close`.
    #[inline(always)]
    pub fn another(&mut self, close: u8) -> Scan<bool> {
        let mut next = self.peek();
        if next != Some(b',') && next != Some(close) {
            self.at = after_space(self.bytes, self.at);
            next = self.peek();
        }
        if next == Some(b',') {
            self.at += 1;
            self.space();
            return Ok(true);
        }
        self.expect(close).map(|()| false)
    }

    /// Reads a member's name and the colon, and stands at the value.
    #[inline(always)]
    pub fn name(&mut self) -> Scan<Text> {
        self.expect(b'"')?;
        let start = self.at;
        let escaped = self.string()?;
        let end = self.at - 1;
        if self.peek() != Some(b':') {
            self.at = after_space(self.bytes, self.at);
        }
        self.expect(b':')?;
        self.space();
        Ok(Text { start, end, escaped })
    }

    /// Reads a member's name and the colon, and stands at the value: which of a few the name is, each given with its quotes and
    /// the colon.
    #[inline(always)]
    pub fn name_among<T: Copy, const N: usize>(&mut self, names: &'static [(&'static [u8], T); N]) -> Scan<Option<T>> {
        // Nearly always one of them stands here letter for letter, which is quicker to see than where a string ends.
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        for &(name, meaning) in names {
            if rest.starts_with(name) {
                self.at += name.len();
                self.space();
                return Ok(Some(meaning));
            }
        }
        let (at, non_ascii, outcome) = other_name(self.bytes, self.at, names);
        self.at = at;
        self.seen |= u64::from(non_ascii) * HIGHS;
        outcome
    }

    /// The bytes of a name, decoded into `buffer` if it has escapes. A name that is longer than every known one reads as empty then.
    #[inline(always)]
    pub fn plain<'b>(&self, name: Text, buffer: &'b mut [u8; LONGEST_NAME]) -> &'b [u8]
    where
        'a: 'b,
    {
        let inside = self.bytes.get(name.start..name.end).unwrap_or_default();
        if name.escaped { decode_name(inside, buffer) } else { inside }
    }

    /// Reads the value at which the scanner stands.
    #[inline(always)]
    pub fn value(&mut self) -> Scan<Token> {
        match self.peek() {
            Some(b'"') => {
                self.at += 1;
                self.long_string().map(|escaped| if escaped { Token::EscapedString } else { Token::String })
            }
            Some(b'{') => self.nested(b'}').map(|()| Token::Object),
            Some(b'[') => self.nested(b']').map(|()| Token::Array),
            _ => self.scalar(),
        }
    }

    /// Reads the value at which the scanner stands, which is neither array nor object.
    #[inline(always)]
    pub(super) fn flat(&mut self) -> Scan<()> {
        if self.peek() == Some(b'"') {
            self.at += 1;
            self.string().map(|_| ())
        } else {
            self.scalar().map(|_| ())
        }
    }

    /// A number or one of the three literals.
    #[inline(always)]
    fn scalar(&mut self) -> Scan<Token> {
        let (at, token) = number::pass(self.bytes, self.at);
        self.at = at;
        token.ok_or(Stop::Syntax)
    }

    /// Behind an opening quote: goes behind the string, and tells whether it has escapes.
    #[inline(always)]
    fn string(&mut self) -> Scan<bool> {
        // The end of a short one is in the first block.
        if let Some(word) = block::block(self.bytes, self.at) {
            let stops = block::stops(word);
            if stops != 0
                && let (plain, b'"') = block::first(word, stops)
            {
                self.seen |= word;
                self.at += plain + 1;
                return Ok(false);
            }
        }
        self.long_string()
    }

    /// As [`Scanner::string`], for what is seldom short.
    #[inline(always)]
    fn long_string(&mut self) -> Scan<bool> {
        let (at, seen) = block::pass(self.bytes, self.at);
        self.at = at;
        self.seen |= u64::from(seen.non_ascii()) * HIGHS;
        if seen.fault() { Err(Stop::Syntax) } else { Ok(seen.escaped()) }
    }

    /// At an opening bracket: passes over the array or object, however deep.
    #[inline(always)]
    fn nested(&mut self, close: u8) -> Scan<()> {
        if self.bytes.get(self.at + 1) == Some(&close) {
            self.at += 2;
            return Ok(());
        }
        let (at, outcome) = nested::pass(self.bytes, self.at);
        self.at = at;
        match outcome {
            Passed::Ascii => {}
            Passed::NonAscii => self.seen |= HIGHS,
            Passed::Stopped(stop) => return Err(stop),
        }
        Ok(())
    }
}

/// At a name that does not stand letter for letter as [`Scanner::name_among`] expects it: where its value stands, or the fault;
/// whether it may have a byte that is not ASCII; and which of the names it is after all.
#[inline(never)]
fn other_name<T: Copy>(bytes: &[u8], at: usize, names: &[(&'static [u8], T)]) -> (usize, bool, Scan<Option<T>>) {
    let mut scanner = Scanner::at(bytes, at);
    let name = scanner.name();
    let meaning = name.map(|name| {
        let mut buffer = [0; LONGEST_NAME];
        let plain = scanner.plain(name, &mut buffer);
        names.iter().find(|(name, _)| name.get(1..name.len() - 2) == Some(plain)).map(|&(_, meaning)| meaning)
    });
    (scanner.at, scanner.saw_non_ascii(), meaning)
}

/// Where the white space that begins at a place ends.
#[inline(never)]
fn after_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\t' | b'\r') = bytes.get(at) {
        at += 1;
    }
    at
}
