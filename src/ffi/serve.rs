//! The server's side.

use super::classify::mcp_span;
use super::failure::report;
use super::handle::{give_error, given_error, mcp_error};
use super::status::mcp_status;
use super::text::{bytes, clear, give_text};
use crate::failure::Failure;
use crate::serve::{check_request, request_id};
use std::ffi::c_char;

/// Checks a request before any work is done, on its own declaration.
///
/// @param request_json The request, any bytes.
/// @param len In bytes.
/// @param server_json A JSON object: versions (array of the protocol versions that the server speaks), methods (array, or null for any),
/// required (the capabilities that the work needs), headers (an object with the values of mcp-protocol-version, mcp-method and
/// mcp-name as they were sent; null where the request did not come over HTTP).
/// @param server_len In bytes.
/// @param out Receives the error to send, with its HTTP status, to be freed with `mcp_error_free`; NULL to go ahead, and unless the call
/// succeeds.
/// @return `MCP_STATUS_INVALID_JSON` and `MCP_STATUS_INVALID_ARGUMENT` if `server_json` is wrong, or for NULL;
/// `MCP_STATUS_OUT_OF_MEMORY`. A request that is no JSON is a success with an error to send.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_request_check(
    request_json: *const c_char,
    len: usize,
    server_json: *const c_char,
    server_len: usize,
    out: *mut *mut mcp_error,
) -> mcp_status {
    report(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            if let Some(error) = check_request(bytes(request_json, len, c"request_json")?, bytes(server_json, server_len, c"server_json")?)?
            {
                give_error(error, out);
            }
        }
        Ok(())
    })
}

/// Where the `id` of a request stands, for `mcp_error_to_response_json`.
///
/// @param request_json The request, JSON.
/// @param len In bytes.
/// @param out Receives the place of the id as it was sent; absent if there is none, or none that a response could echo (neither a
/// string nor an integer). Written on success only.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_request_id(request_json: *const c_char, len: usize, out: *mut mcp_span) -> mcp_status {
    report(|| {
        // SAFETY: NULL or valid for a write, as the header says.
        let out = unsafe { out.as_mut() }.ok_or(Failure::argument(c"out", c"must not be NULL"))?;
        // SAFETY: the pointers are what the header asks for.
        let id = request_id(unsafe { bytes(request_json, len, c"request_json") }?)?;
        *out = id.map_or(mcp_span { offset: u64::MAX, length: 0 }, |id| mcp_span { offset: id.start as u64, length: id.len() as u64 });
        Ok(())
    })
}

/// The error as the JSON of an `error` member: code, message, and data if there is any. An error of a peer's goes out as it came, so
/// that a proxy can relay it.
///
/// @param error NULL is an invalid argument.
/// @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
/// @param out_len Receives its length in bytes; may be NULL.
/// @return `MCP_STATUS_FORBIDDEN_CODE` for an error built here whose code must not be emitted; `MCP_STATUS_INVALID_ARGUMENT` (NULL, an
/// error without a code, a modern one built here without the data that its code prescribes), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_to_json(error: *const mcp_error, out: *mut *mut c_char, out_len: *mut usize) -> mcp_status {
    report(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            give_text(&given_error(error)?.to_json()?, out, out_len)
        }
    })
}

/// The error as a whole JSON-RPC response.
///
/// @param error NULL is an invalid argument.
/// @param id_json The id of the request as it was sent, JSON: a string or an integer of any width, echoed as it is. Empty where there is
/// none; then the response has none.
/// @param id_len In bytes.
/// @param out Receives a JSON object with a NUL behind it, to be freed with `mcp_string_free`; NULL unless the call succeeds.
/// @param out_len Receives its length in bytes; may be NULL.
/// @return As `mcp_error_to_json`; `MCP_STATUS_INVALID_JSON` and `MCP_STATUS_INVALID_ARGUMENT` for any other id.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_to_response_json(
    error: *const mcp_error,
    id_json: *const c_char,
    id_len: usize,
    out: *mut *mut c_char,
    out_len: *mut usize,
) -> mcp_status {
    report(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            give_text(&given_error(error)?.to_response_json(bytes(id_json, id_len, c"id_json")?)?, out, out_len)
        }
    })
}
