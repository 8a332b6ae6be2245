//! What can go wrong in a call of this library: its own errors, as opposed to the peer's.

mod words;

use std::ffi::CStr;
use std::fmt;
use std::num::NonZeroU64;
use words::WORDS;

/// One of the texts that a failure names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word(u8);

impl Word {
    /// No text.
    pub const EMPTY: Self = word!("");

    /// The word of a text. Evaluated by the compiler only, see [`word!`].
    #[allow(clippy::panic, clippy::indexing_slicing, clippy::cast_possible_truncation)] // stops the build
    pub const fn of(text: &str) -> Self {
        let mut index = 0;
        while index < WORDS.len() {
            if is_same(WORDS[index].to_bytes(), text.as_bytes()) {
                return Self(index as u8);
            }
            index += 1;
        }
        panic!("a failure's text is missing in src/failure/words.rs");
    }

    /// The text for C.
    pub fn c_str(self) -> &'static CStr {
        WORDS.get(usize::from(self.0)).copied().unwrap_or_default()
    }

    /// The text.
    pub fn text(self) -> &'static str {
        crate::name::text(self.c_str())
    }
}

const _: () = assert!(WORDS.len() <= 1 << u8::BITS);

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

/// Why a call returned no result; [`Failure::cause`] tells it.
///
/// Nearly every function of this library can fail. So a failure is one number, which is returned in a register, and all its texts are
/// numbers of one table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Failure(NonZeroU64);

/// Why a call returned no result.
///
/// The texts are static and NUL-terminated, so that the C ABI can pass them on as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// A parameter, or a member of an object passed in, is invalid.
    #[error("{}{}{} {}", text(parameter), if member.is_empty() { "" } else { ": " }, text(member), text(problem))]
    InvalidArgument {
        /// The parameter, by its name in the C ABI.
        parameter: &'static CStr,
        /// The member of the parameter that is at fault, as a path; empty if it is the parameter itself.
        member: &'static CStr,
        /// What is wrong with it, such as "must be an object".
        problem: &'static CStr,
    },
    /// A text is not JSON (RFC 8259).
    #[error("{} must be JSON, and is not at byte {offset}", text(parameter))]
    InvalidJson {
        /// The parameter, by its name in the C ABI.
        parameter: &'static CStr,
        /// The first byte, counted from 0, that no JSON text can have there; the length where the text ends too early.
        offset: usize,
    },
    /// The message is a response with a result.
    #[error("the message is a result, not an error")]
    NotAnError,
    /// The error was built here with a code that an implementation of 2026-07-28 must not emit.
    #[error("an error with this code must not be sent")]
    ForbiddenCode,
    /// Memory for a copy of the input could not be allocated.
    #[error("out of memory")]
    OutOfMemory,
}

/// A text of our own for a sentence.
fn text(text: &'static CStr) -> &'static str {
    crate::name::text(text)
}

/// How many bits of the number a word takes, and what tells the causes apart.
const BITS: u32 = 8;
const ARGUMENT: u64 = 1;
const JSON: u64 = 2;

impl Failure {
    /// The message is a response with a result.
    pub const NOT_AN_ERROR: Self = Self::new(3, 0);
    /// The error was built here with a code that an implementation of 2026-07-28 must not emit.
    pub const FORBIDDEN_CODE: Self = Self::new(4, 0);
    /// Memory for a copy of the input could not be allocated.
    pub const OUT_OF_MEMORY: Self = Self::new(5, 0);

    const fn new(cause: u64, rest: u64) -> Self {
        Self(NonZeroU64::MIN.saturating_add((rest << BITS | cause) - 1))
    }

    /// A parameter that is at fault itself.
    pub(crate) const fn argument(parameter: Word, problem: Word) -> Self {
        Self::member(parameter, Word::EMPTY, problem)
    }

    /// The same failure, where the parameter at fault is a member of another.
    pub(crate) fn within(self, whole: Word) -> Self {
        let [cause, parameter, _, problem, ..] = self.0.get().to_le_bytes();
        if u64::from(cause) == ARGUMENT { Self::member(whole, Word(parameter), Word(problem)) } else { self }
    }

    /// A member of a parameter that is at fault.
    pub(crate) const fn member(parameter: Word, member: Word, problem: Word) -> Self {
        Self::new(ARGUMENT, parameter.0 as u64 | (member.0 as u64) << BITS | (problem.0 as u64) << (2 * BITS))
    }

    /// A text that is not JSON. An offset of 2^48 and more, which no memory holds, loses its upper bits.
    pub(crate) const fn json(parameter: Word, offset: usize) -> Self {
        Self::new(JSON, parameter.0 as u64 | (offset as u64) << BITS)
    }

    /// The cause.
    #[must_use]
    pub fn cause(self) -> Cause {
        let word = |place: u32| Word(self.0.get().to_le_bytes().get(place as usize).copied().unwrap_or_default()).c_str();
        match self {
            Self::NOT_AN_ERROR => Cause::NotAnError,
            Self::FORBIDDEN_CODE => Cause::ForbiddenCode,
            Self::OUT_OF_MEMORY => Cause::OutOfMemory,
            _ if self.is_json() => {
                Cause::InvalidJson { parameter: word(1), offset: usize::try_from(self.0.get() >> (2 * BITS)).unwrap_or(usize::MAX) }
            }
            _ => Cause::InvalidArgument { parameter: word(1), member: word(2), problem: word(3) },
        }
    }

    /// Whether a text is not JSON.
    pub(crate) const fn is_json(self) -> bool {
        self.0.get() & ((1 << BITS) - 1) == JSON
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.cause(), formatter)
    }
}

impl fmt::Display for Failure {
    /// "context_json: supported_caps.elicitation must be an object".
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cause(), formatter)
    }
}

impl std::error::Error for Failure {}

impl From<std::collections::TryReserveError> for Failure {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::OUT_OF_MEMORY
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, Failure, WORDS};

    #[test]
    fn every_text_stands_once_and_in_order() {
        assert!(WORDS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(WORDS.iter().all(|text| text.to_bytes().is_ascii()));
    }

    #[test]
    fn tells_its_cause() {
        let failure = Failure::member(word!("context_json"), word!("era"), word!("must be an object"));
        let cause = Cause::InvalidArgument { parameter: c"context_json", member: c"era", problem: c"must be an object" };
        assert_eq!((failure.cause(), failure.to_string().as_str()), (cause, "context_json: era must be an object"));
        for offset in [0, 1, 255, 256, (1 << 48) - 1] {
            assert_eq!(Failure::json(word!("json"), offset).cause(), Cause::InvalidJson { parameter: c"json", offset });
        }
        for (failure, cause) in [
            (Failure::NOT_AN_ERROR, Cause::NotAnError),
            (Failure::FORBIDDEN_CODE, Cause::ForbiddenCode),
            (Failure::OUT_OF_MEMORY, Cause::OutOfMemory),
        ] {
            assert_eq!(failure.cause(), cause);
        }
        assert_eq!(Failure::argument(word!("id_json"), word!("must be an object")).to_string(), "id_json must be an object");
        assert_eq!(size_of::<Result<(), Failure>>(), size_of::<u64>());
    }
}
