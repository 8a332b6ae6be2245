//! An error as one struct, read in one call.

use super::classify::{MCP_FLAG_CODE_OVERFLOW, MCP_FLAG_HAS_CODE, MCP_FLAG_HAS_DATA, MCP_FLAG_MESSAGE_IS_STRING};
use super::failure::report;
use super::handle::{given_error, mcp_error};
use super::names::MCP_MESSAGE_NONE;
use super::sized::{self, Sized, end_of};
use super::status::mcp_status;
use super::text::mcp_str;
use crate::failure::word;

/// Everything of an error. The texts are valid until the handle is freed that they were read from.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_view {
    /// `sizeof(mcp_view)`, set by the caller and never written.
    pub struct_size: usize,
    /// An `mcp_kind`.
    pub kind: i32,
    /// `MCP_FLAG_*`: the verdicts, HAS_CODE, CODE_OVERFLOW, HAS_DATA and MESSAGE_IS_STRING.
    pub flags: u32,
    /// 0 if there is no code, or it does not fit.
    pub code: i64,
    /// 0 if there is none.
    pub http_status: u32,
    /// An `mcp_message_type`; `MCP_MESSAGE_NONE` for an error that was not parsed from a message.
    pub message_type: i32,
    /// 1 if the error is a local event, else 0.
    pub local: u32,
    /// 1 if the error was made here to be sent, else 0.
    pub built: u32,
    /// 1 if `retry_ms` has a value, else 0.
    pub has_retry_ms: u32,
    /// 0.
    pub reserved: u32,
    /// See `mcp_error_retry_ms`.
    pub retry_ms: u64,
    /// See `mcp_error_code_text`.
    pub code_text: mcp_str,
    /// See `mcp_error_message`.
    pub message: mcp_str,
    /// See `mcp_error_data_json`.
    pub data_json: mcp_str,
    /// See `mcp_error_id_json`.
    pub id_json: mcp_str,
    /// See `mcp_error_required_caps_json`.
    pub required_caps_json: mcp_str,
    /// How many strings `mcp_error_supported_at` has.
    pub supported_count: usize,
    /// See `mcp_error_supported_suffix`.
    pub supported_suffix: mcp_str,
    /// See `mcp_error_requested_json`.
    pub requested_json: mcp_str,
    /// See `mcp_error_challenge_error`.
    pub challenge_error: mcp_str,
    /// See `mcp_error_scope`.
    pub scope: mcp_str,
    /// See `mcp_error_description`.
    pub description: mcp_str,
    /// See `mcp_error_resource_metadata`.
    pub resource_metadata: mcp_str,
    /// See `mcp_error_location`.
    pub location: mcp_str,
    /// See `mcp_error_retry_after`.
    pub retry_after: mcp_str,
    /// See `mcp_error_last_event_id`.
    pub last_event_id: mcp_str,
    /// See `mcp_error_malformed_reason`.
    pub malformed_reason: mcp_str,
    /// See `mcp_error_log_line`.
    pub log_line: mcp_str,
}

// SAFETY: repr(C), begins with its size, and consists of integers and pointers.
unsafe impl Sized for mcp_view {
    const FIRST: usize = end_of!(mcp_view, log_line: mcp_str);
}

/// Reads everything of an error at once.
///
/// @param error The error.
/// @param out Written on success only, apart from its `struct_size`, which the caller sets.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or a `struct_size` that is too small.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_view(error: *const mcp_error, out: *mut mcp_view) -> mcp_status {
    report(|| {
        // SAFETY: NULL or a live handle, as the header says.
        let error = unsafe { given_error(error) }?;
        // SAFETY: NULL or a struct with its size, as the header says. Checked before any text is made.
        unsafe { sized::check(out, word!("out")) }?;
        let text = |text: Option<&str>| mcp_str::from(text.unwrap_or_default());
        let flag = |flag: u32, set: bool| if set { flag } else { 0 };
        let view = mcp_view {
            struct_size: 0,
            kind: error.kind().number(),
            flags: error.verdicts()
                | flag(MCP_FLAG_HAS_CODE, error.code_text().is_some())
                | flag(MCP_FLAG_CODE_OVERFLOW, error.code_text().is_some() && error.code().is_none())
                | flag(MCP_FLAG_HAS_DATA, error.data_json().is_some())
                | flag(MCP_FLAG_MESSAGE_IS_STRING, error.message_is_string()),
            code: error.code().unwrap_or(0),
            http_status: error.http_status().unwrap_or(0).into(),
            message_type: error.message_type().map_or(MCP_MESSAGE_NONE, |found| found as i32),
            local: error.is_local().into(),
            built: error.is_built().into(),
            has_retry_ms: error.retry_ms().is_some().into(),
            reserved: 0,
            retry_ms: error.retry_ms().unwrap_or(0),
            code_text: text(error.code_text()),
            message: error.message().into(),
            data_json: text(error.data_json()),
            id_json: text(error.id_json()),
            required_caps_json: error.required_capabilities_json().into(),
            supported_count: error.supported().len(),
            supported_suffix: error.supported_suffix().into(),
            requested_json: text(error.requested_json()),
            challenge_error: text(error.challenge_error()),
            scope: text(error.scope()),
            description: text(error.error_description()),
            resource_metadata: text(error.resource_metadata()),
            location: text(error.location()),
            retry_after: text(error.retry_after()),
            last_event_id: text(error.last_event_id()),
            malformed_reason: text(error.malformed_reason()),
            log_line: error.log_line().into(),
        };
        // SAFETY: as above.
        unsafe { sized::write(out, &view, word!("out")) }
    })
}
