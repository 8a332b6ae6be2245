//! Codes, as numbers.

use super::guard::guard;
use crate::code::{self, Origin};
use std::ffi::{CStr, c_char};
use std::ptr;

/// An `Emit`, as it crosses the ABI.
pub type EmitNumber = i32;
/// An `Origin`, as it crosses the ABI.
pub type OriginNumber = i32;

/// No verdict: the answer for a failure.
pub const MCP_EMIT_NONE: i32 = -1;

fn name(name: Option<&'static CStr>) -> *const c_char {
    name.map_or(ptr::null(), CStr::as_ptr)
}

/// The name that the specification gives a code, such as "HeaderMismatch".
///
/// @param code Any code.
/// @return Static text with a NUL behind it, not to be freed; NULL if the code has no name.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_name(code: i64) -> *const c_char {
    guard(ptr::null(), || name(code::c_name(code)))
}

/// What a draft of the revision 2026-07-28 meant by one of the legacy codes -32001, -32003, -32004: a hint for people, that
/// proves nothing.
///
/// @param code Any code.
/// @return Static text with a NUL behind it, not to be freed; NULL for every other code.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_draft_name(code: i64) -> *const c_char {
    guard(ptr::null(), || name(code::c_draft_name(code)))
}

/// Whether a code is one of the three that only a modern server sends: -32020, -32021, -32022.
///
/// @param code Any code.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_is_modern(code: i64) -> bool {
    guard(false, || code::is_modern(code))
}

/// Whether a code answers `resources/read` with "no such resource": -32002 always, -32602 only in a modern session.
///
/// @param code Any code.
/// @param modern Whether the session is a modern one: 0 or not 0.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_is_resource_not_found(code: i64, modern: i32) -> bool {
    guard(false, || code::is_resource_not_found(code, modern != 0))
}

/// Whether an implementation of 2026-07-28 may send a code.
///
/// @param code Any code.
/// @return `MCP_EMIT_OK`, `MCP_EMIT_DISCOURAGED` or `MCP_EMIT_FORBIDDEN`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_may_emit(code: i64) -> EmitNumber {
    guard(MCP_EMIT_NONE, || code::may_emit(code) as i32)
}

/// The HTTP status of the answer that carries an error with a code.
///
/// @param code Any code.
/// @param origin `MCP_ORIGIN_PROTOCOL` (refused before a handler ran) or `MCP_ORIGIN_HANDLER`.
/// @return 0 for an unknown origin.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_http_status(code: i64, origin: OriginNumber) -> u16 {
    guard(0, || match origin {
        0 => code::http_status(code, Origin::Protocol),
        1 => code::http_status(code, Origin::Handler),
        _ => 0,
    })
}
