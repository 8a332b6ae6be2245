//! What can go wrong in a call of this library: its own errors, as opposed to the peer's.

/// Why a call gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// An argument, or a member of an object passed in, is not what it must be.
    #[error("{argument} {problem}")]
    InvalidArgument {
        /// The argument or the member, by path.
        argument: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A text is not JSON (RFC 8259).
    #[error("{argument} is not JSON: it goes wrong at byte {offset}")]
    InvalidJson {
        /// The argument.
        argument: &'static str,
        /// The first byte, counted from 0, that no JSON text can have there; the length where the text ends too early.
        offset: usize,
    },
    /// The message is a response with a result.
    #[error("the message is a result, not an error")]
    NotAnError,
    /// The error was built here with a code that an implementation of 2026-07-28 must not emit.
    #[error("an error of this code must not be emitted")]
    ForbiddenCode,
    /// Memory could not be had for a copy of the input.
    #[error("out of memory")]
    OutOfMemory,
}

impl Failure {
    /// An [`Failure::InvalidArgument`].
    pub(crate) const fn argument(argument: &'static str, problem: &'static str) -> Self {
        Self::InvalidArgument { argument, problem }
    }
}

impl From<std::collections::TryReserveError> for Failure {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::OutOfMemory
    }
}
