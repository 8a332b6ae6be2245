//! Making errors.

use super::guard::{guard, guard_status};
use super::handle::{drop_error, give_error, mcp_error, share_error};
use super::kinds::KindNumber;
use super::status::{Status, mcp_status};
use super::text::{bytes, bytes_or_absent, clear, lossy};
use crate::error::{HttpStatus, McpError};
use crate::http::HttpResponse;
use crate::kind::Kind;
use std::ffi::c_char;
use std::ptr;

/// An HTTP answer to a request. Texts need not be UTF-8.
#[repr(C)]
pub struct mcp_http_response {
    /// `sizeof(mcp_http_response)`, set by the caller.
    pub struct_size: usize,
    /// 100 to 599.
    pub status: u16,
    /// `Content-Type`; NULL where the field is absent. Fields that were sent several times are joined by ", ".
    pub content_type: *const c_char,
    /// In bytes.
    pub content_type_len: usize,
    /// `WWW-Authenticate`; NULL where the field is absent.
    pub www_authenticate: *const c_char,
    /// In bytes.
    pub www_authenticate_len: usize,
    /// `Retry-After`; NULL where the field is absent.
    pub retry_after: *const c_char,
    /// In bytes.
    pub retry_after_len: usize,
    /// The body, as it came.
    pub body: *const c_char,
    /// In bytes.
    pub body_len: usize,
    /// Outside 2xx a body of more bytes counts as absent. 0: 65536.
    pub max_error_body: usize,
}

/// Makes an error and hands it over.
///
/// # Safety
///
/// `out` is NULL or valid for a write.
unsafe fn make(out: *mut *mut mcp_error, error: impl FnOnce() -> Result<McpError, Status>) -> mcp_status {
    guard_status(|| {
        // SAFETY: passed on.
        unsafe { clear(out) }?;
        let error = error()?;
        // SAFETY: not NULL, and the caller vouches for the rest.
        unsafe { give_error(error, out) };
        Ok(())
    })
}

fn known(kind: KindNumber) -> Result<Kind, Status> {
    Kind::from_number(kind).ok_or(Status::InvalidArgument)
}

/// The error of the value of a response's `error` member. What is no object reads as an empty one.
///
/// @param json JSON, UTF-8; copied.
/// @param len In bytes.
/// @param http_status The status of the answer, 100 to 599; 0 where there is none.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (also for NULL), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_jsonrpc(json: *const c_char, len: usize, http_status: u16, out: *mut *mut mcp_error) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, || Ok(McpError::from_jsonrpc(bytes(json, len)?, HttpStatus::new(http_status)?)?)) }
}

/// The error of a whole response that came in band: a line of stdio, the body of a 2xx answer. What is no JSON-RPC response is a
/// `MCP_KIND_TRANSPORT_ERROR`.
///
/// @param json Any bytes; copied.
/// @param len In bytes.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_NOT_AN_ERROR` for a result, `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_response(json: *const c_char, len: usize, out: *mut *mut mcp_error) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, || Ok(McpError::from_response(bytes(json, len)?)?)) }
}

/// The error of an HTTP answer: the status ranks above the body. The body is read whatever its content type, except that
/// `text/event-stream` is unwrapped.
///
/// @param response The answer; copied.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_NOT_AN_ERROR` for a result, `MCP_STATUS_INVALID_ARGUMENT` (NULL, a status outside 100 to 599, a
/// `struct_size` that is too small), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_http(response: *const mcp_http_response, out: *mut *mut mcp_error) -> mcp_status {
    let error = || {
        if response.is_null() || !response.is_aligned() {
            return Err(Status::InvalidArgument);
        }
        // SAFETY: not NULL and aligned; every version of the struct begins with its size.
        let size = unsafe { ptr::addr_of!((*response).struct_size).read() };
        if size < size_of::<mcp_http_response>() {
            return Err(Status::InvalidArgument);
        }
        // SAFETY: the caller's struct has at least the members of this one.
        let response = unsafe { &*response };
        // SAFETY: each pointer and length is what the header asks for.
        let answer = unsafe {
            HttpResponse {
                status: response.status,
                content_type: bytes_or_absent(response.content_type, response.content_type_len)?,
                www_authenticate: bytes_or_absent(response.www_authenticate, response.www_authenticate_len)?,
                retry_after: bytes_or_absent(response.retry_after, response.retry_after_len)?,
                location: None,
                body: bytes(response.body, response.body_len)?,
                max_error_body: response.max_error_body,
            }
        };
        Ok(McpError::from_http(&answer)?)
    };
    // SAFETY: the out-pointer is what the header asks for.
    unsafe { make(out, error) }
}

/// The error that `mcp_error_view_json` wrote. Reads kind, code_text, message, message_is_string, has_data, data, http_status, local,
/// retry_after, scope and error_description; everything else follows from them.
///
/// @param json JSON, UTF-8; copied.
/// @param len In bytes.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or what is no view), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_from_view_json(json: *const c_char, len: usize, out: *mut *mut mcp_error) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, || Ok(McpError::from_view_json(bytes(json, len)?)?)) }
}

/// A local condition: a timeout, a connection that was lost or never came about, an answer that is too large. It has no code, so
/// that it cannot be mistaken for a peer's answer.
///
/// @param kind A kind.
/// @param message UTF-8; copied, ill-formed bytes replaced.
/// @param len In bytes.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_ARGUMENT` (NULL, an unknown kind), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new(kind: KindNumber, message: *const c_char, len: usize, out: *mut *mut mcp_error) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, || Ok(McpError::local(known(kind)?, &lossy(bytes(message, len)?)?)?)) }
}

/// An error of the ServerError tree with any code and any data: to be sent, or to stand for one that a host has parsed already.
///
/// @param kind `MCP_KIND_SERVER_ERROR` or a kind below it.
/// @param message UTF-8; copied, ill-formed bytes replaced.
/// @param message_len In bytes.
/// @param code NULL for an error without a code.
/// @param data_json JSON, UTF-8; copied. NULL for an error without data.
/// @param data_len In bytes.
/// @param http_status 100 to 599; 0 where there is none.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_ARGUMENT` (NULL, a kind outside the tree, a wrong status), `MCP_STATUS_INVALID_JSON`,
/// `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new_server(
    kind: KindNumber,
    message: *const c_char,
    message_len: usize,
    code: *const i64,
    data_json: *const c_char,
    data_len: usize,
    http_status: u16,
    out: *mut *mut mcp_error,
) -> mcp_status {
    let error = || {
        // SAFETY: the pointers are what the header asks for.
        let (message, code, data) =
            unsafe { (lossy(bytes(message, message_len)?)?, code.as_ref().copied(), bytes_or_absent(data_json, data_len)?) };
        Ok(McpError::server(known(kind)?, &message, code, data, HttpStatus::new(http_status)?)?)
    };
    // SAFETY: the out-pointer is what the header asks for.
    unsafe { make(out, error) }
}

/// An error of kind `MCP_KIND_INSUFFICIENT_SCOPE_ERROR`, status 403, for a challenge that a host has read itself.
///
/// @param message UTF-8; copied, ill-formed bytes replaced.
/// @param message_len In bytes.
/// @param scope As the message; NULL for none.
/// @param scope_len In bytes.
/// @param description The `error_description`, as the message; NULL for none.
/// @param description_len In bytes.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
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
        let (message, scope, description) =
            unsafe { (bytes(message, message_len)?, bytes_or_absent(scope, scope_len)?, bytes_or_absent(description, description_len)?) };
        let (scope, description) = (scope.map(lossy).transpose()?, description.map(lossy).transpose()?);
        Ok(McpError::insufficient_scope(&lossy(message)?, scope.as_deref(), description.as_deref())?)
    };
    // SAFETY: the out-pointer is what the header asks for.
    unsafe { make(out, error) }
}

/// -32021 with `data.requiredCapabilities`, HTTP status 400.
///
/// @param required_json A well-formed capabilities object with at least one member, JSON; copied. Empty is `{}`, and so refused.
/// @param len In bytes.
/// @param message UTF-8; copied. Empty: a plain one.
/// @param message_len In bytes.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or no such object), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new_missing_capability(
    required_json: *const c_char,
    len: usize,
    message: *const c_char,
    message_len: usize,
    out: *mut *mut mcp_error,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, || Ok(McpError::missing_capability(bytes(required_json, len)?, &lossy(bytes(message, message_len)?)?)?)) }
}

/// -32022 with `data.supported` and `data.requested`, HTTP status 400. The refused version is left out of those supported.
///
/// @param requested The refused version, UTF-8; copied.
/// @param requested_len In bytes.
/// @param supported_json An array of strings, JSON; copied.
/// @param supported_len In bytes.
/// @param message UTF-8; copied. Empty: a plain one.
/// @param message_len In bytes.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, or no such array), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new_unsupported_version(
    requested: *const c_char,
    requested_len: usize,
    supported_json: *const c_char,
    supported_len: usize,
    message: *const c_char,
    message_len: usize,
    out: *mut *mut mcp_error,
) -> mcp_status {
    let error = || {
        // SAFETY: the pointers are what the header asks for.
        let (requested, supported, message) =
            unsafe { (bytes(requested, requested_len)?, bytes(supported_json, supported_len)?, bytes(message, message_len)?) };
        Ok(McpError::unsupported_version(&lossy(requested)?, supported, &lossy(message)?)?)
    };
    // SAFETY: the out-pointer is what the header asks for.
    unsafe { make(out, error) }
}

/// -32020, HTTP status 400.
///
/// @param message UTF-8; copied. Empty: a plain one.
/// @param message_len In bytes.
/// @param out Receives the error, to be freed with `mcp_error_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_new_header_mismatch(message: *const c_char, message_len: usize, out: *mut *mut mcp_error) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe { make(out, || Ok(McpError::header_mismatch(&lossy(bytes(message, message_len)?)?)?)) }
}

/// One more owner of an error: what it returns is freed on its own. Allocates nothing.
///
/// @param error NULL gives NULL.
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

/// Frees an error, and with it the texts read from it.
///
/// @param error NULL is fine. Must not be used or freed afterwards; clones of it live on.
///
/// Threads: any; not while another thread reads through the same owner.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_free(error: *mut mcp_error) {
    if !error.is_null() {
        // SAFETY: a live handle, as the header says.
        guard((), || unsafe { drop_error(error) });
    }
}
