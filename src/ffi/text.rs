//! Text in and out.

use super::failure::{explain, mcp_failure};
use super::status::mcp_status;
use crate::failure::{Failure, Word, word};
use crate::json::copy_lossy;
use std::borrow::Cow;
use std::ffi::c_char;
use std::ptr;

/// Text inside a handle: UTF-8, not NUL-terminated, valid until the handle is freed. It may hold NUL bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_str {
    /// Never NULL.
    pub ptr: *const c_char,
    /// In bytes.
    pub len: usize,
}

impl From<&str> for mcp_str {
    fn from(text: &str) -> Self {
        Self { ptr: text.as_ptr().cast(), len: text.len() }
    }
}

/// The bytes of an argument: `(NULL, 0)` is empty, `(NULL, n)` an invalid argument.
///
/// # Safety
///
/// Unless NULL, `ptr` points to `len` bytes that stay as they are for `'a`.
pub(super) unsafe fn bytes<'a>(ptr: *const c_char, len: usize, parameter: Word) -> Result<&'a [u8], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    if ptr.is_null() {
        return Err(Failure::argument(parameter, word!("must not be NULL while its length is not 0")));
    }
    if isize::try_from(len).is_err() {
        return Err(Failure::argument(parameter, word!("must be shorter than half of the address space")));
    }
    // SAFETY: not NULL, len fits isize, and the caller vouches for the rest.
    Ok(unsafe { std::slice::from_raw_parts(ptr.cast(), len) })
}

/// As [`bytes`], where NULL means absent, which is not the same as empty.
///
/// # Safety
///
/// As for [`bytes`].
pub(super) unsafe fn bytes_or_absent<'a>(ptr: *const c_char, len: usize, parameter: Word) -> Result<Option<&'a [u8]>, Failure> {
    // SAFETY: passed on.
    let bytes = unsafe { bytes(ptr, len, parameter) }?;
    Ok((!ptr.is_null()).then_some(bytes))
}

/// Bytes as text: ill-formed UTF-8 is replaced.
pub(super) fn lossy(bytes: &[u8]) -> Result<Cow<'_, str>, Failure> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) => copy_lossy(bytes).map(Cow::Owned),
    }
}

/// Gives text to the caller: a copy with a NUL at its end, and its length.
///
/// # Safety
///
/// `out` is valid for a write; `out_len` is so or NULL.
pub(super) unsafe fn give_text(text: &str, out: *mut *mut c_char, out_len: *mut usize) -> Result<(), Failure> {
    // SAFETY: malloc may be called with any size; the length of a str is below isize::MAX, so the sum cannot overflow.
    let copy = unsafe { libc::malloc(text.len() + 1) }.cast::<u8>();
    if copy.is_null() {
        return Err(Failure::OUT_OF_MEMORY);
    }
    // SAFETY: `copy` has len + 1 bytes and overlaps nothing; the caller vouches for the out-pointers.
    unsafe {
        ptr::copy_nonoverlapping(text.as_ptr(), copy, text.len());
        copy.add(text.len()).write(0);
        out.write(copy.cast());
        if !out_len.is_null() {
            out_len.write(text.len());
        }
    }
    Ok(())
}

/// Makes an out-pointer NULL, so that it is NULL unless the call succeeds. NULL itself is an invalid argument.
///
/// # Safety
///
/// `out` is NULL or valid for a write.
pub(super) unsafe fn clear<T>(out: *mut *mut T) -> Result<(), Failure> {
    if out.is_null() {
        return Err(Failure::argument(word!("out"), word!("must not be NULL")));
    }
    // SAFETY: not NULL, and the caller vouches for the rest.
    unsafe { out.write(ptr::null_mut()) };
    Ok(())
}

/// Writes what `make` returns as text made by a call, and says in `failure` why it could not.
///
/// # Safety
///
/// `out` is NULL or valid for a write; `out_len` and `failure` are so too, and `failure` has its `struct_size`.
pub(super) unsafe fn make_text(
    out: *mut *mut c_char,
    out_len: *mut usize,
    failure: *mut mcp_failure,
    make: impl FnOnce() -> Result<String, Failure>,
) -> mcp_status {
    // SAFETY: passed on.
    unsafe {
        explain(failure, || {
            clear(out)?;
            give_text(&make()?, out, out_len)
        })
    }
}

/// Frees text that a call made.
///
/// @param text What a call wrote to an out-parameter of type `char **`; NULL is safe. Do not free it twice.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_string_free(text: *mut c_char) {
    // SAFETY: NULL, or what malloc gave in `give_text`.
    unsafe { libc::free(text.cast()) };
}
