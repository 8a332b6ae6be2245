//! `mcp_status`: what a call came to.

use crate::failure::Failure;
use std::ffi::{CStr, c_char};

/// The outcome of a call that can fail. The numbers never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Success: the outputs are written.
    Ok = 0,
    /// An argument is not what it must be.
    InvalidArgument = 1,
    /// A text that must be JSON is not; `mcp_json_check` tells where it goes wrong.
    InvalidJson = 2,
    /// The message is a result.
    NotAnError = 3,
    /// The error was built here with a code that must not be emitted.
    ForbiddenCode = 4,
    /// A fault of this library.
    Internal = 5,
    /// Memory for a copy of the input could not be had.
    OutOfMemory = 6,
}

/// An outcome, as it crosses the ABI.
pub type mcp_status = i32;

impl From<Failure> for Status {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::InvalidArgument { .. } => Self::InvalidArgument,
            Failure::InvalidJson { .. } => Self::InvalidJson,
            Failure::NotAnError => Self::NotAnError,
            Failure::ForbiddenCode => Self::ForbiddenCode,
            Failure::OutOfMemory => Self::OutOfMemory,
        }
    }
}

/// A sentence about a status.
///
/// @param status Any number.
/// @return Static text with a NUL behind it, never NULL; not to be freed. An unknown number has its own sentence.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_status_text(status: mcp_status) -> *const c_char {
    let text: &'static CStr = match status {
        0 => c"success",
        1 => c"an argument is not what it must be",
        2 => c"a text that must be JSON is not",
        3 => c"the message is a result, not an error",
        4 => c"an error of this code must not be emitted",
        5 => c"a fault of the library",
        6 => c"out of memory",
        _ => c"not a status of this library",
    };
    text.as_ptr()
}
