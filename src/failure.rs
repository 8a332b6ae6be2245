//! What can go wrong in a call of this library: its own errors, as opposed to the peer's.

mod words;

use std::ffi::CStr;
use std::fmt;
use std::ops::Deref;
use words::WORDS;

/// One of the texts that a failure names: static and NUL-terminated, so that the C ABI can pass it on as it is.
///
/// It is a number, since nearly every function here can fail, and what it then returns must be small.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word(u16);

impl Word {
    /// No text.
    pub(crate) const EMPTY: Self = word!("");

    /// The word of a text. Evaluated by the compiler only, see [`word!`].
    #[allow(clippy::panic, clippy::indexing_slicing, clippy::cast_possible_truncation)] // stops the build
    pub(crate) const fn of(text: &str) -> Self {
        let mut index = 0;
        while index < WORDS.len() {
            if is_same(WORDS[index].to_bytes(), text.as_bytes()) {
                return Self(index as u16);
            }
            index += 1;
        }
        panic!("a failure's text is missing in src/failure/words.rs");
    }

    /// The text for C.
    #[must_use]
    #[allow(clippy::indexing_slicing)] // every word is made by `of`
    pub const fn c_str(self) -> &'static CStr {
        WORDS[self.0 as usize]
    }

    /// The text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        crate::name::text(self.c_str())
    }
}

#[allow(clippy::indexing_slicing)] // runs in the compiler
const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// The [`Word`] of a literal; the build stops where `words.rs` lacks it.
macro_rules! word {
    ($text:literal) => {
        const { $crate::failure::Word::of($text) }
    };
}
pub(crate) use word;

impl Deref for Word {
    type Target = CStr;

    fn deref(&self) -> &'static CStr {
        self.c_str()
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.c_str().fmt(formatter)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}

/// Why a call returned no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// A parameter, or a member of an object passed in, is invalid.
    #[error("{parameter}{}{member} {problem}", if member.is_empty() { "" } else { ": " })]
    InvalidArgument {
        /// The parameter, by its name in the C ABI.
        parameter: Word,
        /// The member of the parameter that is at fault, as a path; empty if it is the parameter itself.
        member: Word,
        /// What is wrong with it, such as "must be an object".
        problem: Word,
    },
    /// A text is not JSON (RFC 8259).
    #[error("{parameter}: is not JSON, see byte {offset}")]
    InvalidJson {
        /// The parameter, by its name in the C ABI.
        parameter: Word,
        /// The first byte, counted from 0, that no JSON text can have there; the length where the text ends too early.
        offset: usize,
    },
    /// The message is a response with a result.
    #[error("the message is a result, not an error")]
    NotAnError,
    /// The error was built here with a code that an implementation of 2026-07-28 must not emit.
    #[error("an error of this code must not be emitted")]
    ForbiddenCode,
    /// Memory for a copy of the input could not be allocated.
    #[error("out of memory")]
    OutOfMemory,
}

// Two words of the machine are returned in registers.
const _: () = assert!(size_of::<Result<(), Failure>>() <= 16);

impl Failure {
    /// A parameter that is at fault itself.
    pub(crate) const fn argument(parameter: Word, problem: Word) -> Self {
        Self::InvalidArgument { parameter, member: Word::EMPTY, problem }
    }

    /// A member of a parameter that is at fault.
    pub(crate) const fn member(parameter: Word, member: Word, problem: Word) -> Self {
        Self::InvalidArgument { parameter, member, problem }
    }
}

impl From<std::collections::TryReserveError> for Failure {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::OutOfMemory
    }
}

#[cfg(test)]
mod tests {
    use super::WORDS;

    #[test]
    fn every_text_stands_once_and_in_order() {
        assert!(WORDS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(WORDS.iter().all(|text| text.to_bytes().is_ascii()));
    }
}
