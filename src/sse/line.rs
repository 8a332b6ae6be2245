//! The lines of a stream and the fields in them.

use super::steps;
use std::ops::Range;

/// The byte order mark that may begin a stream.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// A position in a stream, at the start of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor {
    /// Where the line begins.
    pub at: usize,
    /// Up to where the line is known to hold no line end.
    pub searched: usize,
    /// Whether a CR ended the line before: an LF that follows belongs to it.
    pub after_cr: bool,
}

impl Cursor {
    pub const fn at(at: usize) -> Self {
        Self { at, searched: at, after_cr: false }
    }

    /// Returns the next line that has ended, without its CRLF, LF or CR.
    pub fn line(&mut self, bytes: &[u8]) -> Option<Range<usize>> {
        if self.after_cr {
            match bytes.get(self.at) {
                None => return None,
                Some(b'\n') => *self = Self::at(self.at + 1),
                Some(_) => self.after_cr = false,
            }
        }
        let rest = bytes.get(self.searched..)?;
        let Some(length) = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r') else {
            steps::look(rest.len());
            self.searched = bytes.len();
            return None;
        };
        steps::look(length + 1);
        let line = self.at..self.searched + length;
        *self = Self { after_cr: rest.get(length) == Some(&b'\r'), ..Self::at(line.end + 1) };
        Some(line)
    }

    /// Returns what is there of the line that has not ended.
    pub const fn open(&self, bytes: &[u8]) -> Range<usize> {
        self.at..bytes.len()
    }
}

/// A field with its value. The value of an id and of a retry is not checked.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Field<'a> {
    Data(&'a [u8]),
    Id(&'a [u8]),
    Retry(&'a [u8]),
    /// A field of no use here, a comment, or an empty line.
    Other,
}

/// If a line of this length is no [`Field`] of use, no more bytes make it one.
pub(super) const LONGEST_FIELD: usize = b"retry:".len();

/// Parses a line in constant time.
pub(super) fn field(line: &[u8]) -> Field<'_> {
    let value = |name: &[u8]| match line.strip_prefix(name)? {
        [] => Some(&[] as &[u8]),
        [b':', b' ', value @ ..] | [b':', value @ ..] => Some(value),
        _ => None,
    };
    if let Some(value) = value(b"data") {
        Field::Data(value)
    } else if let Some(value) = value(b"id") {
        Field::Id(value)
    } else if let Some(value) = value(b"retry") {
        Field::Retry(value)
    } else {
        Field::Other
    }
}

/// Returns whether an id counts. The standard ignores one with a NUL.
pub(super) fn is_id(value: &[u8]) -> bool {
    steps::look(value.len());
    !value.contains(&0)
}

/// Returns the time of a `retry` field, if it consists of ASCII digits. More than 64 bits is the largest.
pub(super) fn milliseconds(value: &[u8]) -> Option<u64> {
    steps::look(value.len());
    let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
    let add = |number: u64, digit: &u8| number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    digits.then(|| value.iter().fold(0, add))
}
