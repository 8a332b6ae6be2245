//! `mcp_failure`: what a host got wrong.

use super::guard::guard;
use super::sized::{self, Sized, end_of};
use super::status::{Status, mcp_status};
use crate::failure::{Cause, Failure, word};
use std::ffi::c_char;

/// What is wrong with an argument: "tried.reissue" of "context_json" "must be an integer of at least 0".
///
/// All texts are static and NUL-terminated, and never NULL once a call has returned. A call that returns neither
/// `MCP_STATUS_INVALID_ARGUMENT` nor `MCP_STATUS_INVALID_JSON` leaves them empty.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_failure {
    /// `sizeof(mcp_failure)`, set by the caller and never written.
    pub struct_size: usize,
    /// The name of the parameter, as the header spells it.
    pub parameter: *const c_char,
    /// The member of the parameter, as a path; empty if the parameter itself is at fault.
    pub member: *const c_char,
    /// What is wrong with it, such as "must be an object".
    pub problem: *const c_char,
    /// The first byte that no JSON text can have there, counted from 0; `SIZE_MAX` unless the status is `MCP_STATUS_INVALID_JSON`.
    pub offset: usize,
}

// SAFETY: repr(C), begins with its size, and consists of integers and pointers.
unsafe impl Sized for mcp_failure {
    const FIRST: usize = end_of!(mcp_failure, offset: usize);
}

impl From<Option<Failure>> for mcp_failure {
    fn from(failure: Option<Failure>) -> Self {
        let (parameter, member, problem, offset) = match failure.map(Failure::cause) {
            Some(Cause::InvalidArgument { parameter, member, problem }) => (parameter, member, problem, usize::MAX),
            Some(Cause::InvalidJson { parameter, offset }) => (parameter, c"", c"must be JSON", offset),
            _ => (c"", c"", c"", usize::MAX),
        };
        Self { struct_size: size_of::<Self>(), parameter: parameter.as_ptr(), member: member.as_ptr(), problem: problem.as_ptr(), offset }
    }
}

/// Runs the body of a function that ends with a `mcp_failure`, and says there what went wrong. No panic leaves it.
///
/// # Safety
///
/// Unless NULL, `failure` points to a struct whose `struct_size` is its size.
pub(super) unsafe fn explain(failure: *mut mcp_failure, body: impl FnOnce() -> Result<(), Failure>) -> mcp_status {
    let mut body = Some(body);
    // SAFETY: passed on.
    unsafe { explain_outlined(failure, &mut || body.take().map_or(Ok(()), |body| body())) }
}

/// As [`explain`]; there is one of it for all functions, since what catches panics is large.
///
/// # Safety
///
/// As for [`explain`].
#[inline(never)]
unsafe fn explain_outlined(failure: *mut mcp_failure, body: &mut dyn FnMut() -> Result<(), Failure>) -> mcp_status {
    let outcome = guard(Err(Status::Internal), || {
        if !failure.is_null() {
            // Written at once, so that it is defined after a panic too. SAFETY: passed on.
            unsafe { sized::write(failure, &None.into(), word!("failure")) }?;
        }
        let outcome = body();
        if !failure.is_null() {
            // SAFETY: passed on.
            unsafe { sized::write(failure, &outcome.err().into(), word!("failure")) }?;
        }
        Ok(outcome?)
    });
    outcome.err().unwrap_or(Status::Ok) as mcp_status
}

/// As [`explain`], for a function without a `mcp_failure`.
pub(super) fn report(body: impl FnOnce() -> Result<(), Failure>) -> mcp_status {
    // SAFETY: NULL is allowed.
    unsafe { explain(std::ptr::null_mut(), body) }
}

/// As [`report`], where speed matters more than size.
#[inline]
pub(super) fn report_here(body: impl FnOnce() -> Result<(), Failure>) -> mcp_status {
    guard(Err(Status::Internal), || Ok(body()?)).err().unwrap_or(Status::Ok) as mcp_status
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_internal() {
        assert_eq!(report(|| panic!("on purpose")), Status::Internal as mcp_status);
        assert_eq!(report(|| Ok(())), 0);
    }
}
