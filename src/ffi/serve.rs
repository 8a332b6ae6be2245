//! The server's side, and the headers that its check reads.

use super::classify::mcp_span;
use super::failure::{explain, mcp_failure, report};
use super::handle::{give_error, given_error, mcp_error};
use super::names::EraNumber;
use super::sized::{self, Sized, end_of};
use super::status::mcp_status;
use super::text::{bytes, bytes_or_absent, clear, make_text};
use crate::era::Era;
use crate::error::McpError;
use crate::failure::{Failure, word};
use crate::serve::{check_request, request_headers, request_read};
use std::ffi::c_char;
use std::ops::Range;

/// The byte ranges of the parts of a request that a server needs. Each range is JSON as it was sent.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_request {
    /// `sizeof(mcp_request)`, set by the caller.
    pub struct_size: usize,
    /// What the message is: one of `mcp_message_type`.
    pub message_type: i32,
    /// 0.
    pub reserved: i32,
    /// The id, if it is a string or an integer. Pass it to `mcp_error_to_response_json`.
    pub id: mcp_span,
    /// The method, if it is a string.
    pub method: mcp_span,
    /// What the Mcp-Name header stands for: the string `params.name`, `params.uri` or `params.taskId`, depending on the method.
    pub name: mcp_span,
    /// The string `params._meta["io.modelcontextprotocol/protocolVersion"]`.
    pub protocol_version: mcp_span,
    /// The object `params._meta["io.modelcontextprotocol/clientCapabilities"]`.
    pub capabilities: mcp_span,
    /// The object `params.arguments`.
    pub arguments: mcp_span,
}

// SAFETY: repr(C), begins with its size, and consists of integers.
unsafe impl Sized for mcp_request {
    const FIRST: usize = end_of!(mcp_request, arguments: mcp_span);
}

/// The error and the era that an error is to be written with.
///
/// # Safety
///
/// `handle` is NULL or a handle that is not freed during `'a`.
unsafe fn to_write<'a>(handle: *const mcp_error, era: EraNumber) -> Result<(&'a McpError, Era), Failure> {
    // SAFETY: passed on.
    let error = unsafe { given_error(handle) }?;
    let eras = [Era::Modern, Era::ModernWithoutDiscover, Era::Legacy, Era::Inconclusive];
    let era =
        eras.into_iter().find(|&known| known as i32 == era).ok_or(Failure::argument(word!("era"), word!("must be one of mcp_era")))?;
    Ok((error, era))
}

/// Checks a request on a server before any work is done.
///
/// @param request_json The request, any bytes.
/// @param len In bytes.
/// @param server_json A JSON object with these members and no others:
/// `versions` (array of the protocol versions that the server supports);
/// `methods` (array, or null for any);
/// `required` (the capabilities that the work needs);
/// `headers` (an object with the request's HTTP headers, of which MCP-Protocol-Version, Mcp-Method, Mcp-Name and Mcp-Param-* are
/// read, in any letter case; a header that is there twice is a mismatch; null if the request did not come over HTTP);
/// `input_schema` (the input schema of the called tool, or null).
/// @param server_len In bytes.
/// @param out Receives the error to send, with its HTTP status; free it with `mcp_error_free`. NULL to go ahead, and on failure.
/// @param failure Receives what is wrong with `server_json`; may be NULL.
/// @return `MCP_STATUS_OK`, also for a request that is not JSON: then `out` receives the error to send.
/// `MCP_STATUS_INVALID_JSON` or `MCP_STATUS_INVALID_ARGUMENT` if `server_json` is wrong or a pointer is NULL.
/// `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_request_check(
    request_json: *const c_char,
    len: usize,
    server_json: *const c_char,
    server_len: usize,
    out: *mut *mut mcp_error,
    failure: *mut mcp_failure,
) -> mcp_status {
    let check = || {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            let (request, server) =
                (bytes(request_json, len, word!("request_json"))?, bytes(server_json, server_len, word!("server_json"))?);
            if let Some(error) = check_request(request, server)? {
                give_error(error, out);
            }
        }
        Ok(())
    };
    // SAFETY: NULL or a struct with its size, as the header says.
    unsafe { explain(failure, check) }
}

/// Reads, in one pass, the parts of a request from which a server knows what its work needs. Judges nothing; `mcp_request_check` does.
///
/// @param request_json The message, JSON.
/// @param len In bytes.
/// @param out Receives the message type and the byte ranges. The caller sets `struct_size` before. A part that is missing, or that
/// is not of the type its member names, has offset `UINT64_MAX` and length 0. Written only on success; it need not be aligned.
/// @return `MCP_STATUS_OK`. `MCP_STATUS_INVALID_JSON`. `MCP_STATUS_INVALID_ARGUMENT` for NULL, or a `struct_size` below that of
/// version 1. `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_request_read(request_json: *const c_char, len: usize, out: *mut mcp_request) -> mcp_status {
    report(|| {
        // SAFETY: the pointer is what the header asks for.
        let request = request_read(unsafe { bytes(request_json, len, word!("request_json")) }?)?;
        let span = |part: Option<Range<usize>>| {
            part.map_or(mcp_span { offset: u64::MAX, length: 0 }, |part| mcp_span { offset: part.start as u64, length: part.len() as u64 })
        };
        let read = mcp_request {
            struct_size: 0,
            message_type: request.message_type as i32,
            reserved: 0,
            id: span(request.id),
            method: span(request.method),
            name: span(request.name),
            protocol_version: span(request.protocol_version),
            capabilities: span(request.capabilities),
            arguments: span(request.arguments),
        };
        // SAFETY: NULL or a struct with its size, as the header says.
        unsafe { sized::write(out, &read, word!("out")) }
    })
}

/// Makes the HTTP headers that a client must send with a request.
///
/// Example: `{"MCP-Protocol-Version":"2026-07-28","Mcp-Method":"tools/call","Mcp-Name":"t","Mcp-Param-Region":"eu"}`. Values that a
/// header cannot hold as they are, are encoded in Base64 as MCP says.
///
/// @param request_json The request or notification, JSON.
/// @param len In bytes.
/// @param input_schema_json The input schema of the tool that a `tools/call` calls. `(NULL, 0)`: no schema.
/// @param schema_len In bytes.
/// @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
/// @param out_len Receives its length in bytes; may be NULL.
/// @param failure Receives which parameter is wrong, and how; may be NULL.
/// @return `MCP_STATUS_OK`. `MCP_STATUS_INVALID_JSON`. `MCP_STATUS_INVALID_ARGUMENT` for NULL, for a request that every server
/// refuses, and for a schema with an invalid `x-mcp-header`: a client must leave its tool out. `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_request_headers(
    request_json: *const c_char,
    len: usize,
    input_schema_json: *const c_char,
    schema_len: usize,
    out: *mut *mut c_char,
    out_len: *mut usize,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        make_text(out, out_len, failure, || {
            let request = bytes(request_json, len, word!("request_json"))?;
            request_headers(request, bytes_or_absent(input_schema_json, schema_len, word!("input_schema_json"))?)
        })
    }
}

/// Writes an error as the JSON of an `error` member: code, message, and data if there is any. An error that was
/// received is written unchanged, so that a proxy can relay it.
///
/// @param error The error.
/// @param era The era of the session. In `MCP_ERA_LEGACY` the codes -32002 and -32042 may be sent, in any other they must not.
/// @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
/// @param out_len Receives its length in bytes; may be NULL.
/// @param failure Receives which parameter is wrong, and how; may be NULL.
/// @return `MCP_STATUS_OK`. `MCP_STATUS_FORBIDDEN_CODE` for an error built here whose code must not be sent.
/// `MCP_STATUS_INVALID_ARGUMENT` for NULL, an unknown era, an error without a code, or a modern one built here without the data that
/// its code prescribes. `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_to_json(
    error: *const mcp_error,
    era: EraNumber,
    out: *mut *mut c_char,
    out_len: *mut usize,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        make_text(out, out_len, failure, || {
            let (error, era) = to_write(error, era)?;
            error.to_json(era)
        })
    }
}

/// Writes an error as a whole JSON-RPC response.
///
/// @param error The error.
/// @param era As for `mcp_error_to_json`.
/// @param id_json The id of the request as it was sent, JSON: a string or an integer of any width. If empty, the
/// response has no id.
/// @param id_len In bytes.
/// @param out Receives a NUL-terminated JSON object; free it with `mcp_string_free`. Set to NULL on failure.
/// @param out_len Receives its length in bytes; may be NULL.
/// @param failure Receives which parameter is wrong, and how; may be NULL.
/// @return As `mcp_error_to_json`. `MCP_STATUS_INVALID_JSON` or `MCP_STATUS_INVALID_ARGUMENT` for any other id.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_to_response_json(
    error: *const mcp_error,
    era: EraNumber,
    id_json: *const c_char,
    id_len: usize,
    out: *mut *mut c_char,
    out_len: *mut usize,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        make_text(out, out_len, failure, || {
            let (error, era) = to_write(error, era)?;
            error.to_response_json(era, bytes(id_json, id_len, word!("id_json"))?)
        })
    }
}
