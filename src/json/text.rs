//! Texts out of JSON: checked, copied, decoded, compared.

use super::scan::{LONGEST_NAME, Scanner, Stop};
use super::steps::look;
use crate::failure::{Failure, Word};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Whether bytes are one JSON text.
///
/// # Errors
///
/// [`Cause::InvalidJson`](crate::Cause::InvalidJson) with the offset, [`Failure::OUT_OF_MEMORY`].
pub(crate) fn check(bytes: &[u8], parameter: Word) -> Result<(), Failure> {
    let mut scanner = Scanner::new(bytes);
    scanner.skip_space();
    scanner.skip().and_then(|()| scanner.end()).map_err(|stop| failure(stop, &scanner, parameter))
}

/// The failure of a scan.
pub(crate) fn failure(stop: Stop, scanner: &Scanner<'_>, parameter: Word) -> Failure {
    match stop {
        Stop::Syntax => Failure::json(parameter, scanner.offset()),
        Stop::Memory => Failure::OUT_OF_MEMORY,
    }
}

/// JSON bytes as text, ready for [`super::Value`]: checked, ill-formed UTF-8 inside strings replaced, nothing around the value.
pub(crate) fn to_text(bytes: &[u8], parameter: Word) -> Result<Cow<'_, str>, Failure> {
    check(bytes, parameter)?;
    let bytes = trimmed(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => copy_lossy(bytes).map(Cow::Owned),
    }
}

/// A text without a byte order mark and the white space of JSON around it.
pub(crate) fn trimmed(bytes: &[u8]) -> &[u8] {
    let mut bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = bytes {
        bytes = rest;
    }
    while let [rest @ .., b' ' | b'\t' | b'\n' | b'\r'] = bytes {
        bytes = rest;
    }
    bytes
}

/// A copy of bytes as text: U+FFFD for each maximal part that is not UTF-8.
pub(crate) fn copy_lossy(bytes: &[u8]) -> Result<String, Failure> {
    const REPLACEMENT: &str = "\u{FFFD}";
    let parts = || bytes.utf8_chunks().flat_map(|chunk| [chunk.valid(), if chunk.invalid().is_empty() { "" } else { REPLACEMENT }]);
    let mut out = String::new();
    // A text of nothing but such parts is three times as long; growing to that by doubling would hold it twice.
    out.try_reserve_exact(parts().map(str::len).sum())?;
    out.extend(parts());
    Ok(out)
}

/// A copy of JSON text without the white space between its tokens.
pub(crate) fn copy_compact(json: &str) -> Result<String, Failure> {
    let mut out = String::new();
    out.try_reserve_exact(json.len())?;
    let mut in_string = false;
    let mut escaped = false;
    for char in json.chars() {
        if in_string {
            in_string = escaped || char != '"';
            escaped = !escaped && char == '\\';
        } else if matches!(char, ' ' | '\t' | '\n' | '\r') {
            continue;
        } else {
            in_string = char == '"';
        }
        out.push(char);
    }
    Ok(out)
}

/// The inside of a string, decoded: the text itself where it has no escape.
pub(crate) fn decode(inside: &str) -> Result<Cow<'_, str>, Failure> {
    if !inside.contains('\\') {
        return Ok(Cow::Borrowed(inside));
    }
    let mut out = String::new();
    out.try_reserve_exact(inside.len())?; // an escape is never shorter than what it stands for
    out.extend(Chars(inside.as_bytes()));
    Ok(Cow::Owned(out))
}

/// Writes the inside of a string, decoded, and returns how many bytes that takes. What does not fit is not written.
pub(crate) fn decode_into(inside: &[u8], mut put: impl FnMut(&[u8])) -> usize {
    let mut needed = 0;
    let mut rest = inside;
    while !rest.is_empty() {
        // A plain stretch in one go; char by char only where there is something to decode.
        let plain = rest.iter().position(|&byte| byte == b'\\' || byte >= 0x80).unwrap_or(rest.len());
        let (stretch, after) = rest.split_at(plain);
        if !stretch.is_empty() {
            needed += stretch.len();
            put(stretch);
        }
        let mut chars = Chars(after);
        if let Some(char) = chars.next() {
            let mut buffer = [0; 4];
            let bytes = char.encode_utf8(&mut buffer).as_bytes();
            needed += bytes.len();
            put(bytes);
        }
        rest = chars.0;
    }
    needed
}

/// A name's inside, decoded into `buffer`; empty if it does not fit.
#[cold]
#[inline(never)]
pub(super) fn decode_name<'b>(inside: &[u8], buffer: &'b mut [u8; LONGEST_NAME]) -> &'b [u8] {
    let mut length = 0;
    decode_into(inside, |part| {
        if let Some(place) = buffer.get_mut(length..length + part.len()) {
            place.copy_from_slice(part);
        }
        length += part.len();
    });
    buffer.get(..length).unwrap_or_default()
}

/// Compares the insides of two strings by what they read as once decoded.
pub(crate) fn compare_text(a: &[u8], b: &[u8]) -> Ordering {
    if a == b { Ordering::Equal } else { Chars(a).cmp(Chars(b)) }
}

/// The characters of the inside of a string, decoded one by one.
pub(crate) fn chars(inside: &str) -> impl Iterator<Item = char> + '_ {
    Chars(inside.as_bytes())
}

/// Whether the inside of a string reads as `text` once decoded.
pub(super) fn reads_as(inside: &str, text: &str) -> bool {
    if inside.contains('\\') { Chars(inside.as_bytes()).eq(text.chars()) } else { inside == text }
}

/// The order of the insides of two strings once decoded, by their characters. Each ends with its text or before a quote, so
/// that a place in a text will do. Takes no longer than what they have in common, however long one of them is.
pub(super) fn order(a: &[u8], b: &[u8]) -> Ordering {
    let same = in_common(a, b);
    Inside::from_byte(a, same).cmp(Inside::from_byte(b, same))
}

/// As [`order`], for the inside of a string and a text.
pub(super) fn order_of(inside: &[u8], text: &str) -> Ordering {
    let same = in_common(inside, text.as_bytes());
    Inside::from_byte(inside, same).cmp(text.get(same..).unwrap_or_default().chars())
}

/// How many bytes two insides have in common that stand for themselves.
fn in_common(a: &[u8], b: &[u8]) -> usize {
    let common = a.iter().zip(b).take_while(|&(a, b)| a == b && a.is_ascii() && !matches!(a, b'"' | b'\\'));
    common.inspect(|_| look()).count()
}

/// The characters of a string's inside that ends with its text or before a quote.
struct Inside<'a>(Chars<'a>);

impl<'a> Inside<'a> {
    fn from_byte(inside: &'a [u8], bytes: usize) -> Self {
        Self(Chars(inside.get(bytes..).unwrap_or_default()))
    }
}

impl Iterator for Inside<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        if self.0.0.first() == Some(&b'"') { None } else { self.0.next() }
    }
}

/// The characters of a string's inside. A lone surrogate and each maximal part that is not UTF-8 read as U+FFFD, and so
/// does the backslash of an escape that JSON does not have.
struct Chars<'a>(&'a [u8]);

impl Chars<'_> {
    /// The 16 bits of a `\uXXXX` at the start of `bytes`.
    fn unit(bytes: &[u8]) -> Option<u32> {
        let digits = bytes.strip_prefix(b"\\u")?.first_chunk::<4>()?;
        digits.iter().try_fold(0, |value, &digit| Some(value << 4 | char::from(digit).to_digit(16)?))
    }

    fn skip(&mut self, bytes: usize) {
        self.0 = self.0.get(bytes..).unwrap_or_default();
    }

    fn escape(&mut self) -> char {
        if let Some(unit) = Self::unit(self.0) {
            self.skip(6);
            let code = match (unit, Self::unit(self.0)) {
                (high @ 0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) => {
                    self.skip(6);
                    0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
                }
                _ => unit,
            };
            return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        let char = match self.0.get(1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => {
                self.skip(1);
                return char::REPLACEMENT_CHARACTER;
            }
        };
        self.skip(2);
        char
    }
}

impl Iterator for Chars<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        look();
        let first = *self.0.first()?;
        if first == b'\\' {
            return Some(self.escape());
        }
        if first < 0x80 {
            self.skip(1);
            return Some(char::from(first));
        }
        // Four bytes hold the longest sequence, and the longest ill-formed part too.
        let chunk = self.0.get(..4).unwrap_or(self.0).utf8_chunks().next()?;
        if let Some(char) = chunk.valid().chars().next() {
            self.skip(char.len_utf8());
            return Some(char);
        }
        self.skip(chunk.invalid().len().max(1));
        Some(char::REPLACEMENT_CHARACTER)
    }
}
