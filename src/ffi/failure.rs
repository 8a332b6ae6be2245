//! `mcp_failure`: what was wrong with an argument.

use super::guard::guard_status;
use super::status::mcp_status;
use crate::failure::Failure;
use std::ffi::c_char;

/// Why an argument was refused.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_failure {
    /// Set by the caller.
    pub struct_size: usize,
    /// The parameter at fault.
    pub parameter: *const c_char,
    /// The member of it.
    pub member: *const c_char,
    /// What is wrong with it.
    pub problem: *const c_char,
    /// Where the text is not JSON.
    pub offset: usize,
}

/// The status of what `body` returns, explained.
pub(super) unsafe fn explain(_failure: *mut mcp_failure, body: impl FnOnce() -> Result<(), Failure>) -> mcp_status {
    guard_status(|| Ok(body()?))
}
