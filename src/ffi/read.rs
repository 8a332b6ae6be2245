//! The functions that read the properties of an error.

use super::guard::guard;
use super::handle::{error, mcp_error};
use super::kinds::{KindNumber, MCP_KIND_NONE};
use super::names::{MCP_MESSAGE_NONE, MessageTypeNumber};
use super::text::mcp_str;
use crate::error::McpError;

/// A text of an error; empty for NULL and for what the error does not have.
///
/// # Safety
///
/// As for [`error`].
unsafe fn text(handle: *const mcp_error, read: fn(&McpError) -> Option<&str>) -> mcp_str {
    // SAFETY: passed on.
    guard("".into(), || unsafe { error(handle) }.and_then(read).unwrap_or_default().into())
}

/// A property of an error; false for NULL.
///
/// # Safety
///
/// As for [`error`].
unsafe fn is(handle: *const mcp_error, read: impl Fn(&McpError) -> bool) -> bool {
    // SAFETY: passed on.
    guard(false, || unsafe { error(handle) }.is_some_and(read))
}

/// Returns the kind of an error.
///
/// @param error NULL returns `MCP_KIND_NONE`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_kind(error: *const mcp_error) -> KindNumber {
    // SAFETY: NULL or a live handle, as the header says.
    guard(MCP_KIND_NONE, || unsafe { self::error(error) }.map_or(MCP_KIND_NONE, |error| error.kind().number()))
}

/// Reads the code of an error.
///
/// @param error NULL has no code.
/// @param out Receives the code on true; otherwise it is left unchanged. May be NULL.
/// @return True if there is a code and it fits into `int64_t`; `mcp_error_code_text` has codes of any width.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_code(error: *const mcp_error, out: *mut i64) -> bool {
    guard(false, || {
        // SAFETY: NULL or a live handle, as the header says.
        let Some(code) = (unsafe { self::error(error) }).and_then(McpError::code) else { return false };
        if !out.is_null() {
            // SAFETY: not NULL, and valid for a write, as the header says.
            unsafe { out.write(code) };
        }
        true
    })
}

/// Returns the HTTP status of the response.
///
/// @param error NULL has none.
/// @return 0 if there is none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_http_status(error: *const mcp_error) -> u16 {
    // SAFETY: NULL or a live handle, as the header says.
    guard(0, || unsafe { self::error(error) }.and_then(McpError::http_status).unwrap_or(0))
}

/// Returns how many strings `data.supported` has.
///
/// @param error NULL has none, and so has an error of another kind than `MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_supported_count(error: *const mcp_error) -> usize {
    // SAFETY: NULL or a live handle, as the header says.
    guard(0, || unsafe { self::error(error) }.map_or(0, |error| error.supported().len()))
}

/// Returns one of the strings in `data.supported`, decoded.
///
/// @param error NULL has none.
/// @param index From 0. Beyond the last one the text is empty.
/// @return Text that is valid until the handle is freed.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_supported_at(error: *const mcp_error, index: usize) -> mcp_str {
    guard("".into(), || {
        // SAFETY: NULL or a live handle, as the header says.
        let error = unsafe { self::error(error) };
        error.and_then(|error| error.supported_at(index)).unwrap_or_default().into()
    })
}

/// Returns the exact digits of the code, of any width.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty without a code.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_code_text(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::code_text) }
}

/// Returns the message, decoded. It is the server's own text and may contain any character, NUL included; `mcp_error_log_line` is safe to
/// print.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if memory for it cannot be allocated.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_message(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, |error| Some(error.message())) }
}

/// Returns the JSON of `data`: the server's bytes, with ill-formed UTF-8 in strings replaced by U+FFFD. For an InputRequiredError and an
/// InvalidResultError it is the whole result.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is no data; `null` if the server sent that.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_data_json(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::data_json) }
}

/// Returns the JSON object `data.requiredCapabilities` of a `MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR`.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. `{}` if there is none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_required_caps_json(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, |error| Some(error.required_capabilities_json())) }
}

/// Returns the supported versions as an end for a message: " (server supports: a, b)".
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there are none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_supported_suffix(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, |error| Some(error.supported_suffix())) }
}

/// Returns the JSON value of `data.requested` of a `MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR`, whatever its type.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_requested_json(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::requested_json) }
}

/// Returns the `scope` of the Bearer challenge in a 401, 403 or 407.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_scope(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::scope) }
}

/// Returns the `error_description` of the Bearer challenge in a 401, 403 or 407. The server chose it: do not print it unescaped.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_description(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::error_description) }
}

/// Returns the `Retry-After` field of the response, as it was sent.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_retry_after(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::retry_after) }
}

/// Returns the `id` of the response, JSON, as it was sent.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if the response has none, or the error was not parsed from a response.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_id_json(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::id_json) }
}

/// Returns the `error` of the Bearer challenge in a 401, 403 or 407.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none. The server chose it: do not print it unescaped.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_challenge_error(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::challenge_error) }
}

/// Returns the `resource_metadata` of the Bearer challenge in a 401, 403 or 407.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none. The server chose this URL: check it before you fetch it.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_resource_metadata(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::resource_metadata) }
}

/// Returns the `Location` field of a 3xx response, as it was sent.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none. The server chose it: check it before you follow it.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_location(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::location) }
}

/// Returns the last event id of an event stream that ended without a response, for the `Last-Event-ID` field of a GET.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_last_event_id(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::last_event_id) }
}

/// Reads the last `retry` field of an event stream that ended without a response: how long to wait before the stream is resumed.
///
/// @param error NULL has none.
/// @param out Receives the time in milliseconds on true; otherwise it is left unchanged. May be NULL.
/// @return True if there is such a field.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_retry_ms(error: *const mcp_error, out: *mut u64) -> bool {
    guard(false, || {
        // SAFETY: NULL or a live handle, as the header says.
        let Some(retry) = (unsafe { self::error(error) }).and_then(McpError::retry_ms) else { return false };
        if !out.is_null() {
            // SAFETY: not NULL, and valid for a write, as the header says.
            unsafe { out.write(retry) };
        }
        true
    })
}

/// Returns what the text was that the error was parsed from.
///
/// @param error NULL returns `MCP_MESSAGE_NONE`.
/// @return An `mcp_message_type`; `MCP_MESSAGE_NONE` for an error that was not parsed from a message.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_message_type(error: *const mcp_error) -> MessageTypeNumber {
    // SAFETY: NULL or a live handle, as the header says.
    let message_type = || unsafe { self::error(error) }.and_then(McpError::message_type).map_or(MCP_MESSAGE_NONE, |found| found as i32);
    guard(MCP_MESSAGE_NONE, message_type)
}

/// Returns true if the error was made here to be sent (`mcp_error_new_server`, `mcp_request_check` and the other builders). Such an error is
/// not written out if its code must not be sent.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_is_built(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::is_built) }
}

/// Returns why the error is not well formed, such as "data.requiredCapabilities.elicitation.url is not an object"; for an
/// InvalidResultError why the result is not valid. Names only members of the schema, not names that the server chose.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty for a well-formed error.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_malformed_reason(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, McpError::malformed_reason) }
}

/// Returns one line of at most 512 bytes, safe for logs and terminals: kind, code, status, the required capabilities or the supported
/// versions, and the message. The server's texts stand in quotes and escaped; the data is left out.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if memory for it cannot be allocated.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_log_line(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, |error| Some(error.log_line())) }
}

/// Returns everything as one JSON object: kind (name), code (integer of any width, or null), code_text, message, message_is_string,
/// has_data, data, http_status, local, built, id (left out if there is none), message_type, error_object (the body has an error object),
/// body_ignored (it was too large), challenge_error, scope, error_description, resource_metadata, location, last_event_id, retry_ms,
/// well_formed, malformed_reason, modern, modern_http, modern_for_probe, protocol_error, era_inconclusive, retry_after, log_line (null for
/// what is missing); and if the kind has them required_capabilities, supported, supported_suffix, requested, input_requests, request_state.
///
/// @param error NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if memory for it cannot be allocated.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_view_json(error: *const mcp_error) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(error, |error| Some(error.view_json())) }
}

/// Returns false if the server sent an `error` member whose message is not a string, otherwise true.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_message_is_string(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::message_is_string) }
}

/// Returns true if the error has data, also if it is `null`.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_has_data(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, |error| error.data_json().is_some()) }
}

/// Returns true if the error is a local event, made by `mcp_error_new`.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_is_local(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::is_local) }
}

/// Returns true if the data has the shape that its kind requires.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_is_well_formed(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::is_well_formed) }
}

/// Returns true if the error proves a modern server: it has one of the three modern kinds and codes, and is well formed.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_is_modern(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::is_modern) }
}

/// Returns true if the error proves a modern server over HTTP: as `mcp_error_is_modern`, and -32601 with status 404.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_is_modern_http(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::is_modern_http) }
}

/// Returns true if the error proves a modern server in response to a probe. Today the same as `mcp_error_is_modern`.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_is_modern_for_probe(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::is_modern_for_probe) }
}

/// Returns true if the error belongs to the modern protocol: as `mcp_error_is_modern`, and always for `MCP_KIND_INPUT_REQUIRED_ERROR`
/// and `MCP_KIND_INVALID_RESULT_ERROR`.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_is_protocol_error(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::is_protocol_error) }
}

/// Returns true if errors of this kind say nothing about the server's era: timeouts, lost streams, servers that are out of service.
///
/// @param error NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_is_era_inconclusive(error: *const mcp_error) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { is(error, McpError::is_era_inconclusive) }
}
