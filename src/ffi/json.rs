//! JSON texts of a host's own: checked, decoded, encoded, put together.

use super::failure::{explain, mcp_failure, report};
use super::guard::guard;
use super::status::mcp_status;
use super::text::{bytes, bytes_or_absent, give_text, lossy};
use crate::failure::{Cause, Failure, word};
use crate::json;
use std::ffi::{CStr, c_char};
use std::ptr;

/// Decodes the inside of a JSON string (without its quotes). A lone surrogate, and each maximal ill-formed part of the UTF-8, reads as
/// U+FFFD.
///
/// @param in Any bytes, such as the range `message` of a classification.
/// @param len In bytes.
/// @param out Receives the text, without a NUL at its end. If it does not fit, what is written is not usable. May be NULL if `capacity`
/// is 0. Must not overlap `in`, since a text can grow.
/// @param capacity The size of `out` in bytes. The text is never longer than three times `len`.
/// @return The size of the text in bytes; 0 for NULL, and if the buffers overlap.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_json_string_decode(r#in: *const c_char, len: usize, out: *mut c_char, capacity: usize) -> usize {
    // SAFETY: the pointers are what the header asks for.
    unsafe { convert(r#in, len, out, capacity, |inside, put| json::decode_into(inside, put)) }
}

/// Encodes text as a JSON string, with its quotes.
///
/// @param text UTF-8; ill-formed bytes are replaced by U+FFFD.
/// @param len In bytes.
/// @param out Receives the JSON string, without a NUL at its end. If it does not fit, what is written is not usable. May be NULL if
/// `capacity` is 0. Must not overlap `text`.
/// @param capacity The size of `out` in bytes. The string is never longer than six times `len` and two.
/// @return The size of the JSON string in bytes; 0 for NULL, and if the buffers overlap.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_json_string_encode(text: *const c_char, len: usize, out: *mut c_char, capacity: usize) -> usize {
    // SAFETY: the pointers are what the header asks for.
    unsafe { convert(text, len, out, capacity, |text, put| json::encode_into(text, put)) }
}

/// Writes what a conversion of `in` puts, as far as it fits.
///
/// # Safety
///
/// Unless NULL, `in` points to `len` bytes and `out` to `capacity` bytes.
unsafe fn convert(
    r#in: *const c_char,
    len: usize,
    out: *mut c_char,
    capacity: usize,
    conversion: impl FnOnce(&[u8], &mut dyn FnMut(&[u8])) -> usize,
) -> usize {
    guard(0, || {
        let mut room = if out.is_null() { 0 } else { capacity };
        let overlaps = (r#in.addr() < out.addr().saturating_add(room)) && (out.addr() < r#in.addr().saturating_add(len));
        // SAFETY: passed on.
        let Ok(bytes) = (unsafe { bytes(r#in, len, word!("in")) }) else { return 0 };
        if room > 0 && overlaps {
            return 0;
        }
        let mut at = out.cast::<u8>();
        conversion(bytes, &mut |part| {
            if part.len() <= room {
                // SAFETY: there is room for it, and the buffers do not overlap.
                unsafe {
                    ptr::copy_nonoverlapping(part.as_ptr(), at, part.len());
                    at = at.add(part.len());
                }
                room -= part.len();
            } else {
                room = 0;
            }
        })
    })
}

/// Checks that bytes are one JSON text (RFC 8259), of any depth. One leading byte order mark is skipped; lone surrogates and ill-formed
/// UTF-8 inside strings are accepted.
///
/// @param json Any bytes.
/// @param len In bytes.
/// @param offset On `MCP_STATUS_INVALID_JSON` receives the first byte that no JSON text can have there, counted from 0; `len` if the text
/// ends too early. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_json_check(json: *const c_char, len: usize, offset: *mut usize) -> mcp_status {
    report(|| {
        // SAFETY: the pointers are what the header asks for.
        let outcome = json::check(unsafe { bytes(json, len, word!("json")) }?, word!("json"));
        if let (Some(Cause::InvalidJson { offset: at, .. }), false) = (outcome.err().map(Failure::cause), offset.is_null()) {
            // SAFETY: not NULL, and valid for a write, as the header says.
            unsafe { offset.write(at) };
        }
        outcome
    })
}

/// Sets, replaces or removes one member of a JSON object that this function made. So a host makes contexts and server descriptions without
/// a JSON library, and no text that it passes can break out of its string.
///
/// ```c
/// char *context = NULL;
/// mcp_json_set(&context, NULL, "purpose", "probe", 5, 0, NULL);
/// mcp_json_set(&context, NULL, "client_versions", "[\"2026-07-28\"]", 14, 1, NULL);
/// ```
///
/// @param object The object: what an earlier call wrote there, or NULL for a new one. Replaced on success; left unchanged on failure. Free
/// it with `mcp_string_free`.
/// @param object_len The length of the object in bytes, read and replaced like it. May be NULL.
/// @param name The member's name, NUL-terminated UTF-8.
/// @param value The value: text that will be encoded as a JSON string, or JSON. NULL removes the member.
/// @param value_len In bytes.
/// @param value_is_json 0 if `value` is text, otherwise it is JSON.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or if `object` is not a JSON object;
/// `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any, but one at a time on one object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_json_set(
    object: *mut *mut c_char,
    object_len: *mut usize,
    name: *const c_char,
    value: *const c_char,
    value_len: usize,
    value_is_json: i32,
    failure: *mut mcp_failure,
) -> mcp_status {
    let body = || {
        if object.is_null() {
            return Err(Failure::argument(word!("object"), word!("must not be NULL")));
        }
        if name.is_null() {
            return Err(Failure::argument(word!("name"), word!("must not be NULL")));
        }
        // SAFETY: NULL or a text that this function made, which has a NUL at its end and none inside; the rest is what the header asks
        // for.
        let (before, name, value) = unsafe {
            let before = object.read();
            let before = if before.is_null() { None } else { Some(CStr::from_ptr(before)) };
            (before, CStr::from_ptr(name), bytes_or_absent(value, value_len, word!("value"))?)
        };
        let value = match value {
            Some(value) if value_is_json != 0 => Some(json::to_text(value, word!("value"))?),
            Some(text) => Some(json::encode(&lossy(text)?)?.into()),
            None => None,
        };
        let after = json::set_member(before.map_or(b"{}", CStr::to_bytes), &lossy(name.to_bytes())?, value.as_deref())?;
        // SAFETY: the old object came from malloc here, and is replaced only once the new one stands.
        unsafe {
            let old = object.read();
            give_text(&after, object, object_len)?;
            libc::free(old.cast());
        }
        Ok(())
    };
    // SAFETY: NULL or a struct with its size, as the header says.
    unsafe { explain(failure, body) }
}
