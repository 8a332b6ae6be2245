//! `mcp_status`: the outcome of a call.

use crate::failure::{Cause, Failure};
use std::ffi::{CStr, c_char};

/// What a call returned. The numbers never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Success: the outputs are written.
    Ok = 0,
    /// An argument is wrong; see `mcp_failure`.
    InvalidArgument = 1,
    /// A text that must be JSON is not; see `mcp_failure`.
    InvalidJson = 2,
    /// The message is a result, not an error.
    NotAnError = 3,
    /// The error was made here with a code that must not be sent.
    ForbiddenCode = 4,
    /// A bug in this library.
    Internal = 5,
    /// Memory could not be allocated.
    OutOfMemory = 6,
}

/// A status, as it crosses the ABI.
pub type mcp_status = i32;

impl From<Failure> for Status {
    fn from(failure: Failure) -> Self {
        match failure.cause() {
            Cause::InvalidArgument { .. } => Self::InvalidArgument,
            Cause::InvalidJson { .. } => Self::InvalidJson,
            Cause::NotAnError => Self::NotAnError,
            Cause::ForbiddenCode => Self::ForbiddenCode,
            Cause::OutOfMemory => Self::OutOfMemory,
        }
    }
}

/// Returns a sentence about a status.
///
/// @param status Any number.
/// @return Static NUL-terminated text, never NULL, not to be freed. An unknown number has its own sentence.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_status_text(status: mcp_status) -> *const c_char {
    let text: &'static CStr = match status {
        0 => c"success",
        1 => c"an argument is wrong",
        2 => c"a text that must be JSON is not JSON",
        3 => c"the message is a result, not an error",
        4 => c"an error with this code must not be sent",
        5 => c"a bug in the library",
        6 => c"out of memory",
        _ => c"not a status of this library",
    };
    text.as_ptr()
}
