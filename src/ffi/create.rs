//! The functions that create errors: from bytes, from HTTP, or to be sent.

use super::failure::{explain, mcp_failure};
use super::guard::guard;
use super::handle::{drop_error, give_error, mcp_error, share_error};
use super::kinds::KindNumber;
use super::sized::{self, Sized, end_of};
use super::status::mcp_status;
use super::text::{bytes, bytes_or_absent, clear, lossy};
use crate::error::{HttpStatus, McpError};
use crate::failure::{Failure, word};
use crate::http::HttpResponse;
use crate::kind::Kind;
use std::ffi::c_char;
use std::ptr;

/// An HTTP response. The header fields need not be UTF-8; join a field that was sent several times by ", ".
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_http_response {
    /// `sizeof(mcp_http_response)`, set by the caller.
    pub struct_size: usize,
    /// 100 to 999. 600 to 999 count as 5xx (RFC 9110, section 15).
    pub status: u16,
    /// `Content-Type`; NULL if the field is missing.
    pub content_type: *const c_char,
    /// In bytes.
    pub content_type_len: usize,
    /// `WWW-Authenticate`; NULL if the field is missing.
    pub www_authenticate: *const c_char,
    /// In bytes.
    pub www_authenticate_len: usize,
    /// `Retry-After`; NULL if the field is missing.
    pub retry_after: *const c_char,
    /// In bytes.
    pub retry_after_len: usize,
    /// The body, as received.
    pub body: *const c_char,
    /// In bytes.
    pub body_len: usize,
    /// Outside 2xx a body of more bytes is ignored. 0 means 65536.
    pub max_error_body: usize,
    /// `Location`; NULL if the field is missing.
    pub location: *const c_char,
    /// In bytes.
    pub location_len: usize,
    /// The context of the request, a JSON object, so that results are judged too; see `mcp_error_from_answer`. NULL: results are not
    /// judged.
    pub context_json: *const c_char,
    /// In bytes.
    pub context_len: usize,
}

// SAFETY: repr(C), begins with its size, and consists of integers and pointers.
unsafe impl Sized for mcp_http_response {
    const FIRST: usize = end_of!(mcp_http_response, context_len: usize);
}

/// Makes an error and gives it to the caller.
///
/// # Safety
///
/// `out` is NULL or valid for a write, and so is `failure`, which has its `struct_size`.
unsafe fn make(out: *mut *mut mcp_error, failure: *mut mcp_failure, error: impl FnOnce() -> Result<McpError, Failure>) -> mcp_status {
    // SAFETY: passed on.
    unsafe {
        explain(failure, || {
            clear(out)?;
            give_error(error()?, out);
            Ok(())
        })
    }
}

fn known(kind: KindNumber) -> Result<Kind, Failure> {
    Kind::from_number(kind).ok_or(Failure::argument(word!("kind"), word!("must be a known kind")))
}

/// Parses the value of a JSON-RPC response's `error` member. A value that is not an object reads as an empty object.
///
/// @param json JSON, UTF-8; copied.
/// @param len In bytes.
/// @param http_status The status of the response, 100 to 999; 0 if there is none.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL or a wrong status;
/// `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_jsonrpc(
    json: *const c_char,
    len: usize,
    http_status: u16,
    out: *mut *mut mcp_error,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, failure, || McpError::from_jsonrpc(bytes(json, len, word!("json"))?, HttpStatus::new(http_status)?)) }
}

/// Parses a whole response: a line of stdio, or the body of a 2xx response. Bytes that are not a JSON-RPC response give an error of kind
/// `MCP_KIND_TRANSPORT_ERROR`.
///
/// @param json Any bytes; copied.
/// @param len In bytes.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_NOT_AN_ERROR` for a result; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_response(json: *const c_char, len: usize, out: *mut *mut mcp_error) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, ptr::null_mut(), || McpError::from_response(bytes(json, len, word!("json"))?)) }
}

/// Parses a whole response as `mcp_error_from_response` does, and judges a result by what was asked. A result that requires input is an
/// error of kind `MCP_KIND_INPUT_REQUIRED_ERROR`, one that is not valid of kind `MCP_KIND_INVALID_RESULT_ERROR`; both have the whole result
/// as their data.
///
/// @param json Any bytes; copied.
/// @param len In bytes.
/// @param context_json The context of the request, a JSON object; empty is `{}`. See `mcp_error_advise`. Its era, purpose, method,
/// declared and result_types count here.
/// @param context_len In bytes.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_NOT_AN_ERROR` for a result that answers the request; `MCP_STATUS_INVALID_JSON` and
/// `MCP_STATUS_INVALID_ARGUMENT` for a wrong context, or for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_answer(
    json: *const c_char,
    len: usize,
    context_json: *const c_char,
    context_len: usize,
    out: *mut *mut mcp_error,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        make(out, failure, || {
            McpError::from_answer(bytes(json, len, word!("json"))?, bytes(context_json, context_len, word!("context_json"))?)
        })
    }
}

/// Parses an HTTP response: the status ranks above the body. The body is read as JSON, or as an event stream if it begins like one or
/// its `Content-Type` says so.
///
/// @param response The response; copied.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_NOT_AN_ERROR` for a result (with a context: one that answers the request);
/// `MCP_STATUS_INVALID_ARGUMENT` for NULL, a status outside 100 to 999, a `struct_size` that is too small, or a wrong context;
/// `MCP_STATUS_INVALID_JSON` for a context that is not JSON; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_http(
    response: *const mcp_http_response,
    out: *mut *mut mcp_error,
    failure: *mut mcp_failure,
) -> mcp_status {
    let error = || {
        // SAFETY: the struct, and each pointer and length in it, is what the header asks for.
        let (answer, context) = unsafe {
            let response = sized::read(response, word!("response"))?;
            let part = |ptr, len, member| bytes_or_absent(ptr, len, member).map_err(|failure| failure.within(word!("response")));
            let answer = HttpResponse {
                status: response.status,
                content_type: part(response.content_type, response.content_type_len, word!("content_type"))?,
                www_authenticate: part(response.www_authenticate, response.www_authenticate_len, word!("www_authenticate"))?,
                retry_after: part(response.retry_after, response.retry_after_len, word!("retry_after"))?,
                location: part(response.location, response.location_len, word!("location"))?,
                body: part(response.body, response.body_len, word!("body"))?.unwrap_or_default(),
                max_error_body: response.max_error_body,
            };
            (answer, part(response.context_json, response.context_len, word!("context_json"))?)
        };
        McpError::from_http(&answer, context)
    };
    // SAFETY: the out-pointers are what the header asks for.
    unsafe { make(out, failure, error) }
}

/// Restores an error from the text that `mcp_error_view_json` returned. Reads kind, code_text, message, message_is_string, message_type,
/// has_data, data, http_status, local, built, id, challenge_error, scope, error_description, resource_metadata, location, last_event_id,
/// retry_ms, retry_after, error_object and body_ignored, and for an InvalidResultError malformed_reason; everything else is computed again.
///
/// @param json JSON, UTF-8; copied.
/// @param len In bytes.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or if the text is not a view;
/// `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_view_json(
    json: *const c_char,
    len: usize,
    out: *mut *mut mcp_error,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, failure, || McpError::from_view_json(bytes(json, len, word!("json"))?)) }
}

/// Makes an error for a local event: a timeout, a connection that was lost or never established, a response that is too large. It has no
/// code, so it cannot be mistaken for a server's response.
///
/// @param kind A kind.
/// @param message UTF-8; copied, ill-formed bytes replaced.
/// @param len In bytes.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL or an unknown kind; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new(kind: KindNumber, message: *const c_char, len: usize, out: *mut *mut mcp_error) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, ptr::null_mut(), || McpError::local(known(kind)?, &lossy(bytes(message, len, word!("message"))?)?)) }
}

/// Makes an error of the ServerError tree with any code and any data: to send it, or to represent one that a host has parsed already.
///
/// @param kind `MCP_KIND_SERVER_ERROR` or a kind below it.
/// @param message UTF-8; copied, ill-formed bytes replaced.
/// @param message_len In bytes.
/// @param code NULL for an error without a code.
/// @param data_json JSON, UTF-8; copied. NULL for an error without data.
/// @param data_len In bytes.
/// @param http_status 100 to 999; 0 if there is none.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, a kind outside the tree or a wrong status;
/// `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn mcp_error_new_server(
    kind: KindNumber,
    message: *const c_char,
    message_len: usize,
    code: *const i64,
    data_json: *const c_char,
    data_len: usize,
    http_status: u16,
    out: *mut *mut mcp_error,
    failure: *mut mcp_failure,
) -> mcp_status {
    let error = || {
        // SAFETY: the pointers are what the header asks for; NULL for no code.
        let (message, code, data) = unsafe {
            let code = if code.is_null() { None } else { Some(code.read_unaligned()) };
            (lossy(bytes(message, message_len, word!("message"))?)?, code, bytes_or_absent(data_json, data_len, word!("data_json"))?)
        };
        McpError::server(known(kind)?, &message, code, data, HttpStatus::new(http_status)?)
    };
    // SAFETY: the out-pointers are what the header asks for.
    unsafe { make(out, failure, error) }
}

/// Makes an error of kind `MCP_KIND_INSUFFICIENT_SCOPE_ERROR`, status 403, for a challenge that a host has parsed itself.
///
/// @param message UTF-8; copied, ill-formed bytes replaced.
/// @param message_len In bytes.
/// @param scope As the message; NULL if there is none.
/// @param scope_len In bytes.
/// @param description The `error_description`, as the message; NULL if there is none.
/// @param description_len In bytes.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new_insufficient_scope(
    message: *const c_char,
    message_len: usize,
    scope: *const c_char,
    scope_len: usize,
    description: *const c_char,
    description_len: usize,
    out: *mut *mut mcp_error,
) -> mcp_status {
    let error = || {
        // SAFETY: the pointers are what the header asks for.
        let (message, scope, description) = unsafe {
            (
                bytes(message, message_len, word!("message"))?,
                bytes_or_absent(scope, scope_len, word!("scope"))?,
                bytes_or_absent(description, description_len, word!("description"))?,
            )
        };
        let (scope, description) = (scope.map(lossy).transpose()?, description.map(lossy).transpose()?);
        McpError::insufficient_scope(&lossy(message)?, scope.as_deref(), description.as_deref())
    };
    // SAFETY: the out-pointer is what the header asks for.
    unsafe { make(out, ptr::null_mut(), error) }
}

/// Builds -32021 with `data.requiredCapabilities`, HTTP status 400, to be sent.
///
/// @param required_json A well-formed capabilities object with at least one member, JSON; copied. Empty is `{}`, which is refused.
/// @param len In bytes.
/// @param message UTF-8; copied. If empty, a default message is used.
/// @param message_len In bytes.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or if it is not such an object;
/// `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new_missing_capability(
    required_json: *const c_char,
    len: usize,
    message: *const c_char,
    message_len: usize,
    out: *mut *mut mcp_error,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        make(out, failure, || {
            McpError::missing_capability(
                bytes(required_json, len, word!("required_json"))?,
                &lossy(bytes(message, message_len, word!("message"))?)?,
            )
        })
    }
}

/// Builds -32022 with `data.supported` and `data.requested`, HTTP status 400, to be sent. The refused version is left out of the supported
/// ones.
///
/// @param requested The refused version, UTF-8; copied.
/// @param requested_len In bytes.
/// @param supported_json An array of strings, JSON; copied.
/// @param supported_len In bytes.
/// @param message UTF-8; copied. If empty, a default message is used.
/// @param message_len In bytes.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or if it is not such an array;
/// `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn mcp_error_new_unsupported_version(
    requested: *const c_char,
    requested_len: usize,
    supported_json: *const c_char,
    supported_len: usize,
    message: *const c_char,
    message_len: usize,
    out: *mut *mut mcp_error,
    failure: *mut mcp_failure,
) -> mcp_status {
    let error = || {
        // SAFETY: the pointers are what the header asks for.
        let (requested, supported, message) = unsafe {
            (
                bytes(requested, requested_len, word!("requested"))?,
                bytes(supported_json, supported_len, word!("supported_json"))?,
                bytes(message, message_len, word!("message"))?,
            )
        };
        McpError::unsupported_version(&lossy(requested)?, supported, &lossy(message)?)
    };
    // SAFETY: the out-pointers are what the header asks for.
    unsafe { make(out, failure, error) }
}

/// Builds -32020, HTTP status 400, to be sent.
///
/// @param message UTF-8; copied. If empty, a default message is used.
/// @param message_len In bytes.
/// @param out Receives the error; free it with `mcp_error_free`. Set to NULL on failure.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new_header_mismatch(message: *const c_char, message_len: usize, out: *mut *mut mcp_error) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, ptr::null_mut(), || McpError::header_mismatch(&lossy(bytes(message, message_len, word!("message"))?)?)) }
}

/// Increments the reference count of an error and returns the same handle; release each reference with `mcp_error_free`. Allocates
/// nothing.
///
/// @param error NULL returns NULL.
/// @return The handle.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_clone(error: *const mcp_error) -> *mut mcp_error {
    if error.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: a live handle, as the header says.
    guard(ptr::null_mut(), || unsafe { share_error(error) })
}

/// Releases one reference to an error. The last one frees it, and with it the texts that were read from it.
///
/// @param error NULL is safe. Do not use it afterwards, unless you hold another reference.
///
/// Threads: any, unless another thread still reads through this reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_free(error: *mut mcp_error) {
    if !error.is_null() {
        // SAFETY: a live handle, as the header says.
        guard((), || unsafe { drop_error(error) });
    }
}
