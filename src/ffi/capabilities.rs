//! Capabilities: JSON objects in, a JSON object out.

use super::guard::guard_status;
use super::status::mcp_status;
use super::text::{bytes, clear, hand_over, lossy};
use crate::capabilities::{declare, for_input_request, missing};
use std::ffi::c_char;

/// The part of the required capabilities that a declaration does not cover, in the shape of what is required.
///
/// @param declared A JSON object; empty is `{}`.
/// @param declared_len In bytes.
/// @param required A JSON object; empty is `{}`.
/// @param required_len In bytes.
/// @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
/// @param out_len Receives its length in bytes; may be NULL.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or no object), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_caps_missing(
    declared: *const c_char,
    declared_len: usize,
    required: *const c_char,
    required_len: usize,
    out: *mut *mut c_char,
    out_len: *mut usize,
) -> mcp_status {
    guard_status(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            hand_over(&missing(bytes(declared, declared_len)?, bytes(required, required_len)?)?, out, out_len)
        }
    })
}

/// A declaration plus the missing parts, with the client's own values: what to declare next.
///
/// @param declared A JSON object; empty is `{}`.
/// @param declared_len In bytes.
/// @param missing What `mcp_caps_missing` said: a JSON object; empty is `{}`.
/// @param missing_len In bytes.
/// @param supported All that the client could declare: a JSON object; empty is `{}`. What it lacks is left out.
/// @param supported_len In bytes.
/// @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
/// @param out_len Receives its length in bytes; may be NULL.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or no object), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_caps_declare(
    declared: *const c_char,
    declared_len: usize,
    missing: *const c_char,
    missing_len: usize,
    supported: *const c_char,
    supported_len: usize,
    out: *mut *mut c_char,
    out_len: *mut usize,
) -> mcp_status {
    guard_status(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            let text = declare(bytes(declared, declared_len)?, bytes(missing, missing_len)?, bytes(supported, supported_len)?)?;
            hand_over(&text, out, out_len)
        }
    })
}

/// The capabilities that a client must have declared to be sent an input request.
///
/// @param method The method of the input request, such as "elicitation/create", UTF-8. Others than elicitation/create,
/// sampling/createMessage and roots/list need nothing.
/// @param method_len In bytes.
/// @param params_json The parameters, JSON; empty is `{}`.
/// @param params_len In bytes.
/// @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
/// @param out_len Receives its length in bytes; may be NULL.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_caps_for_input_request(
    method: *const c_char,
    method_len: usize,
    params_json: *const c_char,
    params_len: usize,
    out: *mut *mut c_char,
    out_len: *mut usize,
) -> mcp_status {
    guard_status(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            hand_over(&for_input_request(&lossy(bytes(method, method_len)?)?, bytes(params_json, params_len)?)?, out, out_len)
        }
    })
}
