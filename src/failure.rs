//! What can go wrong in a call of this library: its own errors, as opposed to the peer's.

use std::ffi::CStr;

/// Why a call returned no result.
///
/// The texts are static and NUL-terminated, so that the C ABI can pass them on as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// A parameter, or a member of an object passed in, is invalid.
    #[error("{}", Sentence { parameter, member, problem })]
    InvalidArgument {
        /// The parameter, by its name in the C ABI.
        parameter: &'static CStr,
        /// The member of the parameter that is at fault, as a path; empty if it is the parameter itself.
        member: &'static CStr,
        /// What is wrong with it, such as "must be an object".
        problem: &'static CStr,
    },
    /// A text is not JSON (RFC 8259).
    #[error("{}: is not JSON, see byte {offset}", text(parameter))]
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
    #[error("an error of this code must not be emitted")]
    ForbiddenCode,
    /// Memory for a copy of the input could not be allocated.
    #[error("out of memory")]
    OutOfMemory,
}

impl Failure {
    /// A parameter that is at fault itself.
    pub(crate) const fn argument(parameter: &'static CStr, problem: &'static CStr) -> Self {
        Self::InvalidArgument { parameter, member: c"", problem }
    }

    /// A member of a parameter that is at fault.
    pub(crate) const fn member(parameter: &'static CStr, member: &'static CStr, problem: &'static CStr) -> Self {
        Self::InvalidArgument { parameter, member, problem }
    }
}

impl From<std::collections::TryReserveError> for Failure {
    fn from(_: std::collections::TryReserveError) -> Self {
        Self::OutOfMemory
    }
}

/// A text of our own, all of which are UTF-8.
fn text(text: &'static CStr) -> &'static str {
    text.to_str().unwrap_or_default()
}

/// "context_json: supported_caps.elicitation must be an object".
struct Sentence<'a> {
    parameter: &'a &'static CStr,
    member: &'a &'static CStr,
    problem: &'a &'static CStr,
}

impl std::fmt::Display for Sentence<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [parameter, member, problem] = [self.parameter, self.member, self.problem].map(|part| text(part));
        if member.is_empty() { write!(formatter, "{parameter} {problem}") } else { write!(formatter, "{parameter}: {member} {problem}") }
    }
}
