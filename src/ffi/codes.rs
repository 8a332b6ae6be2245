//! Codes, as numbers.

use super::guard::guard;
use crate::code::{self, Origin};
use std::ffi::{CStr, c_char};
use std::ptr;

/// An `Emit`, as it crosses the ABI.
pub type EmitNumber = i32;
/// An `Origin`, as it crosses the ABI.
pub type OriginNumber = i32;

/// The JSON could not be parsed.
pub const MCP_CODE_PARSE_ERROR: i64 = -32_700;
/// The JSON is not a valid request.
pub const MCP_CODE_INVALID_REQUEST: i64 = -32_600;
/// The method does not exist or is not available.
pub const MCP_CODE_METHOD_NOT_FOUND: i64 = -32_601;
/// The parameters of the method are not valid.
pub const MCP_CODE_INVALID_PARAMS: i64 = -32_602;
/// An internal error of the server.
pub const MCP_CODE_INTERNAL_ERROR: i64 = -32_603;
/// HTTP header fields and body of a request contradict each other (2026-07-28).
pub const MCP_CODE_HEADER_MISMATCH: i64 = -32_020;
/// The request did not declare a client capability that its work needs (2026-07-28).
pub const MCP_CODE_MISSING_REQUIRED_CLIENT_CAPABILITY: i64 = -32_021;
/// The server does not support the protocol version of the request (2026-07-28).
pub const MCP_CODE_UNSUPPORTED_PROTOCOL_VERSION: i64 = -32_022;
/// Resource not found (2025-11-25 and earlier). Retired: must not be sent in a modern session.
pub const MCP_CODE_LEGACY_RESOURCE_NOT_FOUND: i64 = -32_002;
/// URL elicitation required (2025-11-25 only). Retired: must not be sent in a modern session.
pub const MCP_CODE_LEGACY_URL_ELICITATION_REQUIRED: i64 = -32_042;

const _: () = assert!(
    MCP_CODE_PARSE_ERROR == code::PARSE_ERROR
        && MCP_CODE_INVALID_REQUEST == code::INVALID_REQUEST
        && MCP_CODE_METHOD_NOT_FOUND == code::METHOD_NOT_FOUND
        && MCP_CODE_INVALID_PARAMS == code::INVALID_PARAMS
        && MCP_CODE_INTERNAL_ERROR == code::INTERNAL_ERROR
        && MCP_CODE_HEADER_MISMATCH == code::HEADER_MISMATCH
        && MCP_CODE_MISSING_REQUIRED_CLIENT_CAPABILITY == code::MISSING_REQUIRED_CLIENT_CAPABILITY
        && MCP_CODE_UNSUPPORTED_PROTOCOL_VERSION == code::UNSUPPORTED_PROTOCOL_VERSION
        && MCP_CODE_LEGACY_RESOURCE_NOT_FOUND == code::LEGACY_RESOURCE_NOT_FOUND
        && MCP_CODE_LEGACY_URL_ELICITATION_REQUIRED == code::LEGACY_URL_ELICITATION_REQUIRED
);

/// No verdict: returned after a bug in the library.
pub const MCP_EMIT_NONE: i32 = -1;

fn name(name: Option<&'static CStr>) -> *const c_char {
    name.map_or(ptr::null(), CStr::as_ptr)
}

/// Returns the name that the specification gives a code, such as "HeaderMismatch".
///
/// @param code Any code.
/// @return Static NUL-terminated text, not to be freed; NULL if the code has no name.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_name(code: i64) -> *const c_char {
    guard(ptr::null(), || name(code::c_name(code)))
}

/// Returns what drafts of revision 2026-07-28 meant by the legacy codes -32001, -32003 and -32004: a hint for people that proves nothing.
///
/// @param code Any code.
/// @return Static NUL-terminated text, not to be freed; NULL for every other code.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_draft_name(code: i64) -> *const c_char {
    guard(ptr::null(), || name(code::c_draft_name(code)))
}

/// Returns true for the three codes that only a modern server sends: -32020, -32021, -32022.
///
/// @param code Any code.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_is_modern(code: i64) -> bool {
    guard(false, || code::is_modern(code))
}

/// Returns true if a code, in response to `resources/read`, means that there is no such resource: -32002 always, -32602 only in a modern
/// session.
///
/// @param code Any code.
/// @param modern 0 for a legacy session, any other number for a modern one.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_is_resource_not_found(code: i64, modern: i32) -> bool {
    guard(false, || code::is_resource_not_found(code, modern != 0))
}

/// Returns whether an implementation of 2026-07-28 may send a code.
///
/// @param code Any code.
/// @return `MCP_EMIT_OK`, `MCP_EMIT_DISCOURAGED` or `MCP_EMIT_FORBIDDEN`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_code_may_emit(code: i64) -> EmitNumber {
    guard(MCP_EMIT_NONE, || code::may_emit(code) as i32)
}

/// Returns the HTTP status to send an error with.
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
