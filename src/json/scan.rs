//! The scanner: walks over JSON text once, notes where things stand, builds nothing and never recurses.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use super::block::{self, HIGHS};
use super::nested;
use super::number;
use super::steps::look;
use super::text::decode_name;
use std::mem;

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

/// What a walk of its own came to: small, so that it is returned in registers, beside the place where the walk ended.
#[derive(Clone, Copy)]
pub(crate) enum Passed {
    Ascii,
    /// A string may have had a byte that is not ASCII.
    NonAscii,
    Stopped(Stop),
}

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
    /// At the start of a text; one leading byte order mark is skipped.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        let at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        Self::at(bytes, at)
    }

    /// At a place inside a text.
    #[inline(always)]
    pub const fn at(bytes: &'a [u8], at: usize) -> Self {
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

    /// Whether a string since [`Scanner::forget`], or one close after it, may have a byte that is not ASCII.
    #[inline(always)]
    pub const fn saw_non_ascii(&self) -> bool {
        self.seen & HIGHS != 0
    }

    #[inline(always)]
    pub fn peek(&self) -> Option<u8> {
        look();
        self.bytes.get(self.at).copied()
    }

    /// Skips white space.
    #[inline(always)]
    pub fn skip_space(&mut self) {
        if self.peek().is_some_and(|byte| byte <= b' ') {
            self.at = after_space(self.bytes, self.at);
        }
    }

    /// Skips a byte that must stand here.
    #[inline(always)]
    fn expect(&mut self, byte: u8) -> Scan<()> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(Stop::Syntax)
        }
    }

    /// After the one value of the text: nothing but white space may follow.
    #[inline]
    pub fn end(&mut self) -> Scan<()> {
        self.skip_space();
        if self.at == self.bytes.len() { Ok(()) } else { Err(Stop::Syntax) }
    }

    /// Skips one byte.
    #[inline(always)]
    pub(super) fn step(&mut self) {
        self.at += 1;
    }

    /// At an opening bracket: moves past it, and tells whether anything stands before `close`, else moves past that too.
    #[inline(always)]
    pub fn enter(&mut self, close: u8) -> bool {
        self.step();
        !self.closes(close)
    }

    /// After an opening bracket: whether nothing stands before `close`; then moves past that.
    #[inline(always)]
    pub(super) fn closes(&mut self, close: u8) -> bool {
        self.skip_space();
        if self.peek() == Some(close) {
            self.at += 1;
            return true;
        }
        false
    }

    /// After a member or an element: whether another follows, else moves past `close`.
    #[inline(always)]
    pub fn has_more(&mut self, close: u8) -> Scan<bool> {
        let mut next = self.peek();
        if next != Some(b',') && next != Some(close) {
            self.at = after_space(self.bytes, self.at);
            next = self.peek();
        }
        if next == Some(b',') {
            self.at += 1;
            self.skip_space();
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
        self.skip_space();
        Ok(Text { start, end, escaped })
    }

    /// Whether a member's name stands here letter for letter, given with its quotes and the colon; then goes to its value.
    #[inline(always)]
    pub fn is_name<const N: usize>(&mut self, name: &[u8; N]) -> bool {
        // The length is a constant, so the comparison is one of a few words.
        let here = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk) == Some(name);
        if here {
            self.at += N;
            self.skip_space();
        }
        here
    }

    /// At a name that is none of `names` letter for letter: reads it and the colon, stands at the value, and tells which of them it is
    /// after all, spelled with escapes or with white space after it.
    #[inline(always)]
    pub fn other_name<T: Copy>(&mut self, names: &[(&[u8], T)]) -> Scan<Option<T>> {
        let mut meaning = None;
        self.outlined(|bytes, at| other_name(bytes, at, names, &mut meaning))?;
        Ok(meaning)
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
                self.string().map(|escaped| if escaped { Token::EscapedString } else { Token::String })
            }
            Some(b'{') => self.nested(b'}').map(|()| Token::Object),
            Some(b'[') => self.nested(b']').map(|()| Token::Array),
            _ => self.scalar(),
        }
    }

    /// Lets `walk`, which is not inlined, go on from a place in the text, and stands where it ended.
    #[inline(always)]
    pub fn outlined(&mut self, walk: impl FnOnce(&'a [u8], usize) -> (usize, Passed)) -> Scan<()> {
        let (at, passed) = walk(self.bytes, self.at);
        self.at = at;
        match passed {
            Passed::Ascii => Ok(()),
            Passed::NonAscii => {
                self.seen |= HIGHS;
                Ok(())
            }
            Passed::Stopped(stop) => Err(stop),
        }
    }

    /// What a walk of its own hands back to [`Scanner::outlined`].
    #[inline(always)]
    pub const fn passed(&self, outcome: Scan<()>) -> (usize, Passed) {
        let passed = match outcome {
            Ok(()) if self.saw_non_ascii() => Passed::NonAscii,
            Ok(()) => Passed::Ascii,
            Err(stop) => Passed::Stopped(stop),
        };
        (self.at, passed)
    }

    /// At an object's bracket, or after one of its members: goes to the value of the next member and returns its name; none after the
    /// last. Size matters more than speed here, as in what stands below.
    #[inline(never)]
    pub fn next_member(&mut self, is_first: &mut bool) -> Scan<Option<Text>> {
        let more = if mem::take(is_first) { self.enter(b'}') } else { self.has_more(b'}')? };
        if more { self.name().map(Some) } else { Ok(None) }
    }

    /// As [`Scanner::next_member`], in an array: false after the last element.
    #[inline(never)]
    pub fn next_element(&mut self, is_first: &mut bool) -> Scan<bool> {
        if mem::take(is_first) { Ok(self.enter(b']')) } else { self.has_more(b']') }
    }

    /// Reads the value at which the scanner stands, and tells what it is.
    #[inline(never)]
    pub fn token(&mut self) -> Scan<Token> {
        self.value()
    }

    /// Skips the value at which the scanner stands.
    #[inline(never)]
    pub fn skip(&mut self) -> Scan<()> {
        self.value().map(|_| ())
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

    /// After an opening quote: moves past the string, and tells whether it has escapes.
    #[inline(always)]
    fn string(&mut self) -> Scan<bool> {
        // The end of a short one is in the first block.
        let mut at = self.at;
        if let Some(word) = block::block(self.bytes, at) {
            let stops = block::stops(word);
            if stops == 0 {
                self.seen |= word;
                at += block::BLOCK;
            } else if let (plain, b'"') = block::first(word, stops) {
                self.seen |= word;
                self.at += plain + 1;
                return Ok(false);
            }
        }
        let (at, seen) = block::pass(self.bytes, at);
        self.at = at;
        self.seen |= u64::from(seen.non_ascii()) * HIGHS;
        if seen.fault() { Err(Stop::Syntax) } else { Ok(seen.escaped()) }
    }

    /// At an opening bracket: skips the array or object, however deep.
    #[inline(always)]
    fn nested(&mut self, close: u8) -> Scan<()> {
        if self.bytes.get(self.at + 1) == Some(&close) {
            self.at += 2;
            return Ok(());
        }
        self.outlined(nested::pass)
    }
}

/// See [`Scanner::other_name`].
#[inline(never)]
fn other_name<T: Copy>(bytes: &[u8], at: usize, names: &[(&[u8], T)], meaning: &mut Option<T>) -> (usize, Passed) {
    let mut scanner = Scanner::at(bytes, at);
    let name = scanner.name();
    let outcome = name.map(|name| {
        let mut buffer = [0; LONGEST_NAME];
        let plain = scanner.plain(name, &mut buffer);
        *meaning = names.iter().find(|(name, _)| name.get(1..name.len() - 2) == Some(plain)).map(|&(_, meaning)| meaning);
    });
    scanner.passed(outcome)
}

/// At a member: reads its name and the colon, and stands at the value. Which of a few the name is, each given with its quotes and the
/// colon: nearly always one of them stands there letter for letter, which is quicker to see than where a string ends.
macro_rules! name_among {
    ($scanner:expr, $($name:expr => $meaning:expr),+ $(,)?) => {
        $(if $scanner.is_name($name) { Ok(Some($meaning)) } else)+ {
            $scanner.other_name(&[$((&$name[..], $meaning)),+])
        }
    };
}
pub(crate) use name_among;

/// Where the white space that begins at a place ends.
#[inline(never)]
fn after_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\t' | b'\r') = bytes.get(at) {
        look();
        at += 1;
    }
    at
}
