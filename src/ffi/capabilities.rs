//! Capabilities: JSON objects in, a JSON object out.

use super::failure::mcp_failure;
use super::status::mcp_status;
use super::text::{bytes, lossy, make_text};
use crate::capabilities::{declare, for_input_request, missing};
use crate::failure::word;
use std::ffi::c_char;

/// Returns the part of the required capabilities that a declaration does not cover, in the shape of the requirement.
///
/// @param declared A JSON object; empty is `{}`.
/// @param declared_len In bytes.
/// @param required A JSON object; empty is `{}`.
/// @param required_len In bytes.
/// @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
/// @param out_len Receives its length in bytes. May be NULL.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` if an argument is not an object, or for NULL;
/// `MCP_STATUS_OUT_OF_MEMORY`.
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
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        make_text(out, out_len, failure, || {
            missing(bytes(declared, declared_len, word!("declared"))?, bytes(required, required_len, word!("required"))?)
        })
    }
}

/// Returns a declaration plus the missing parts, with the client's own values: what to declare next.
///
/// @param declared A JSON object; empty is `{}`.
/// @param declared_len In bytes.
/// @param missing What `mcp_caps_missing` said: a JSON object; empty is `{}`.
/// @param missing_len In bytes.
/// @param supported All that the client could declare: a JSON object; empty is `{}`. What it lacks is left out.
/// @param supported_len In bytes.
/// @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
/// @param out_len Receives its length in bytes. May be NULL.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` if an argument is not an object, or for NULL;
/// `MCP_STATUS_OUT_OF_MEMORY`.
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
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        make_text(out, out_len, failure, || {
            let (declared, missing) = (bytes(declared, declared_len, word!("declared"))?, bytes(missing, missing_len, word!("missing"))?);
            declare(declared, missing, bytes(supported, supported_len, word!("supported"))?)
        })
    }
}

/// Returns the capabilities that a client must have declared to be sent an input request.
///
/// @param method The method of the input request, such as "elicitation/create", UTF-8. Others than elicitation/create,
/// sampling/createMessage and roots/list need nothing.
/// @param method_len In bytes.
/// @param params_json The parameters, JSON; empty is `{}`.
/// @param params_len In bytes.
/// @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
/// @param out_len Receives its length in bytes. May be NULL.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
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
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        make_text(out, out_len, failure, || {
            for_input_request(&lossy(bytes(method, method_len, word!("method"))?)?, bytes(params_json, params_len, word!("params_json"))?)
        })
    }
}
