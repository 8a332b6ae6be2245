//! Handles: opaque to C, an `Arc` or a `Box` to us.

use crate::advice::Advice;
use crate::error::McpError;
use crate::failure::{Failure, word};
use std::sync::Arc;

/// An error. Immutable; may be read by any number of threads at once. Freed by `mcp_error_free`.
pub struct mcp_error {
    _private: [u8; 0],
}

/// What to do next. Immutable; may be read by any number of threads at once. Freed by `mcp_advice_free`.
pub struct mcp_advice {
    _private: [u8; 0],
}

/// Gives an error to the caller.
///
/// # Safety
///
/// `out` is valid for a write.
pub(super) unsafe fn give_error(error: McpError, out: *mut *mut mcp_error) {
    // SAFETY: the caller vouches for out.
    unsafe { out.write(Arc::into_raw(Arc::new(error)).cast_mut().cast()) };
}

/// What a handle stands for, or None for NULL.
///
/// # Safety
///
/// `error` is NULL or a handle that is not freed during `'a`.
pub(super) unsafe fn error<'a>(error: *const mcp_error) -> Option<&'a McpError> {
    // SAFETY: a handle is what Arc::into_raw gave for an McpError, and lives as long as the caller says.
    unsafe { error.cast::<McpError>().as_ref() }
}

/// As [`error`], where NULL is an invalid argument.
///
/// # Safety
///
/// As for [`error`].
pub(super) unsafe fn given_error<'a>(handle: *const mcp_error) -> Result<&'a McpError, Failure> {
    // SAFETY: passed on.
    unsafe { error(handle) }.ok_or(Failure::argument(word!("error"), word!("must not be NULL")))
}

/// Adds one owner of an error.
///
/// # Safety
///
/// `error` is a handle that is not freed during the call.
pub(super) unsafe fn share_error(error: *const mcp_error) -> *mut mcp_error {
    // SAFETY: the pointer came from Arc::into_raw and its count is at least one.
    unsafe { Arc::increment_strong_count(error.cast::<McpError>()) };
    error.cast_mut()
}

/// Removes one owner of an error.
///
/// # Safety
///
/// `error` is a handle that its owner does not use afterwards.
pub(super) unsafe fn drop_error(error: *mut mcp_error) {
    // SAFETY: the pointer came from Arc::into_raw, and this owner's share of it is given up once.
    drop(unsafe { Arc::from_raw(error.cast::<McpError>().cast_const()) });
}

/// Gives an advice to the caller.
///
/// # Safety
///
/// `out` is valid for a write.
pub(super) unsafe fn give_advice(advice: Advice, out: *mut *mut mcp_advice) {
    // SAFETY: the caller vouches for out.
    unsafe { out.write(Box::into_raw(Box::new(advice)).cast()) };
}

/// What a handle stands for, or None for NULL.
///
/// # Safety
///
/// `advice` is NULL or a handle that is not freed during `'a`.
pub(super) unsafe fn advice<'a>(advice: *const mcp_advice) -> Option<&'a Advice> {
    // SAFETY: a handle is what Box::into_raw gave for an Advice, and lives as long as the caller says.
    unsafe { advice.cast::<Advice>().as_ref() }
}

/// Frees an advice.
///
/// # Safety
///
/// `advice` is a handle that is not used afterwards.
pub(super) unsafe fn drop_advice(advice: *mut mcp_advice) {
    // SAFETY: the pointer came from Box::into_raw and is given up once.
    drop(unsafe { Box::from_raw(advice.cast::<Advice>()) });
}
