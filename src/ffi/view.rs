//! Everything of an error in one call.

use super::classify::{MCP_FLAG_CODE_OVERFLOW, MCP_FLAG_HAS_CODE, MCP_FLAG_HAS_DATA, MCP_FLAG_MESSAGE_IS_STRING};
use super::guard::guard_status;
use super::handle::{given_error, mcp_error};
use super::status::{Status, mcp_status};
use super::text::mcp_str;
use std::ptr;

/// Everything of an error. The texts live as long as the handle that they were read from.
#[repr(C)]
pub struct mcp_view {
    /// `sizeof(mcp_view)`, set by the caller and never written.
    pub struct_size: usize,
    /// A `mcp_kind`.
    pub kind: i32,
    /// `MCP_FLAG_*`: the predicates, HAS_CODE, CODE_OVERFLOW, HAS_DATA and MESSAGE_IS_STRING.
    pub flags: u32,
    /// 0 without a code, and where it does not fit.
    pub code: i64,
    /// 0: none.
    pub http_status: u32,
    /// Whether the error is a local condition: 0 or 1.
    pub local: u32,
    /// As `mcp_error_code_text`.
    pub code_text: mcp_str,
    /// As `mcp_error_message`.
    pub message: mcp_str,
    /// As `mcp_error_data_json`.
    pub data_json: mcp_str,
    /// As `mcp_error_required_caps_json`.
    pub required_caps_json: mcp_str,
    /// How many strings `mcp_error_supported_at` has.
    pub supported_count: usize,
    /// As `mcp_error_supported_suffix`.
    pub supported_suffix: mcp_str,
    /// As `mcp_error_requested_json`.
    pub requested_json: mcp_str,
    /// As `mcp_error_scope`.
    pub scope: mcp_str,
    /// As `mcp_error_description`.
    pub description: mcp_str,
    /// As `mcp_error_retry_after`.
    pub retry_after: mcp_str,
    /// As `mcp_error_malformed_reason`.
    pub malformed_reason: mcp_str,
    /// As `mcp_error_log_line`.
    pub log_line: mcp_str,
}

/// Reads everything of an error at once.
///
/// @param error NULL is an invalid argument.
/// @param out Written on success only, but for its `struct_size`, which the caller sets.
/// @return `MCP_STATUS_INVALID_ARGUMENT` for NULL and for a `struct_size` that is too small.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_view(error: *const mcp_error, out: *mut mcp_view) -> mcp_status {
    guard_status(|| {
        // SAFETY: NULL or a live handle, as the header says.
        let error = unsafe { given_error(error) }?;
        if out.is_null() || !out.is_aligned() {
            return Err(Status::InvalidArgument);
        }
        // SAFETY: not NULL and aligned; every version of the struct begins with its size.
        if unsafe { ptr::addr_of!((*out).struct_size).read() } < size_of::<mcp_view>() {
            return Err(Status::InvalidArgument);
        }
        // SAFETY: the caller's struct has at least the members of this one; any bit pattern is fine for them.
        let out = unsafe { &mut *out };
        let text = |text: Option<&str>| mcp_str::from(text.unwrap_or_default());
        let flag = |flag: u32, set: bool| if set { flag } else { 0 };
        out.kind = error.kind().number();
        out.flags = error.verdicts()
            | flag(MCP_FLAG_HAS_CODE, error.code_text().is_some())
            | flag(MCP_FLAG_CODE_OVERFLOW, error.code_text().is_some() && error.code().is_none())
            | flag(MCP_FLAG_HAS_DATA, error.data_json().is_some())
            | flag(MCP_FLAG_MESSAGE_IS_STRING, error.message_is_string());
        out.code = error.code().unwrap_or(0);
        out.http_status = error.http_status().unwrap_or(0).into();
        out.local = error.is_local().into();
        out.code_text = text(error.code_text());
        out.message = error.message().into();
        out.data_json = text(error.data_json());
        out.required_caps_json = error.required_capabilities_json().into();
        out.supported_count = error.supported().len();
        out.supported_suffix = error.supported_suffix().into();
        out.requested_json = text(error.requested_json());
        out.scope = text(error.scope());
        out.description = text(error.error_description());
        out.retry_after = text(error.retry_after());
        out.malformed_reason = text(error.malformed_reason());
        out.log_line = error.log_line().into();
        Ok(())
    })
}
