//! Era and advice.

use super::failure::{explain, mcp_failure};
use super::guard::guard;
use super::handle::{advice, drop_advice, error, give_advice, given_error, mcp_advice, mcp_error};
use super::names::{ActionNumber, EraNumber, MCP_ACTION_NONE, MCP_ERA_NONE, MCP_REASON_NONE, ReasonNumber, TransportNumber};
use super::status::mcp_status;
use super::text::{bytes, clear, mcp_str};
use crate::advice::{Advice, negotiate};
use crate::era::Transport;
use crate::failure::word;
use std::ffi::c_char;

/// Returns what an error says about the server's era if it is the response to a probe.
///
/// @param error NULL returns `MCP_ERA_NONE`.
/// @param transport `MCP_TRANSPORT_STDIO` or `MCP_TRANSPORT_HTTP`; any other number returns `MCP_ERA_NONE`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_era(error: *const mcp_error, transport: TransportNumber) -> EraNumber {
    guard(MCP_ERA_NONE, || {
        let transport = match transport {
            0 => Transport::Stdio,
            1 => Transport::Http,
            _ => return MCP_ERA_NONE,
        };
        // SAFETY: NULL or a live handle, as the header says.
        unsafe { self::error(error) }.map_or(MCP_ERA_NONE, |error| error.era(transport) as i32)
    })
}

/// Advises what to do next about an error.
///
/// Following the advice ends: each action has a limit, and the context counts how often it was taken. `MCP_ACTION_BACK_OFF`,
/// `MCP_ACTION_READ_ON` and `MCP_ACTION_RESUME_STREAM` have none; the host bounds them by time.
///
/// @param error The error.
/// @param context_json The context, a JSON object; empty is `{}`. Pass what `mcp_advice_context_json` returned for the last try of the same
/// work. All members are optional, and `null` counts as missing:
/// transport ("http" or "stdio"; default "http"), purpose ("request", "probe" or "initialize"; default "request"), era ("modern",
/// "modern_without_discover", "legacy" or "inconclusive"; default unknown), tried (an object: how often this work took each action, by
/// the action's name), method, idempotent, has_session, has_cursor (default false), client_versions (array: all protocol versions that the
/// client speaks, in order of preference), requested_version, declared (the capabilities that the request declared), supported_caps (all
/// capabilities that the client could declare), granted_scopes, asked_scopes (arrays), last_event_id, result_types (array: further result
/// types that the host knows), now_ms (the host's clock, Unix time in milliseconds, for a Retry-After with a date), and host (any value of
/// the host's own, kept unchanged). Any other member is refused.
/// @param len In bytes.
/// @param out Receives the advice; free it with `mcp_advice_free`. Set to NULL on failure. It does not depend on the error's lifetime.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, or a context with a wrong type, an unknown
/// value or an unknown member; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_advise(
    error: *const mcp_error,
    context_json: *const c_char,
    len: usize,
    out: *mut *mut mcp_advice,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        explain(failure, || {
            clear(out)?;
            give_advice(given_error(error)?.advise(bytes(context_json, len, word!("context_json"))?)?, out);
            Ok(())
        })
    }
}

/// Advises what to do after the result of a probe (`server/discover`) or of `initialize`: which protocol version to use.
///
/// @param response_json The whole response, JSON; its result must be valid (see `mcp_error_from_answer`).
/// @param response_len In bytes.
/// @param context_json The context; see `mcp_error_advise`. Its purpose must be "probe" or "initialize".
/// @param len In bytes.
/// @param out Receives the advice; free it with `mcp_advice_free`. Set to NULL on failure.
/// @param failure Receives what is wrong with an argument. May be NULL.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, a wrong context, an error in place of a
/// result, or a result that is not valid; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_negotiate(
    response_json: *const c_char,
    response_len: usize,
    context_json: *const c_char,
    len: usize,
    out: *mut *mut mcp_advice,
    failure: *mut mcp_failure,
) -> mcp_status {
    // SAFETY: the pointers are what the header asks for.
    unsafe {
        explain(failure, || {
            clear(out)?;
            let advice =
                negotiate(bytes(response_json, response_len, word!("response_json"))?, bytes(context_json, len, word!("context_json"))?)?;
            give_advice(advice, out);
            Ok(())
        })
    }
}

/// A text of an advice; empty for NULL, and if the advice has none.
///
/// # Safety
///
/// As for [`advice`].
unsafe fn text(handle: *const mcp_advice, read: fn(&Advice) -> Option<&str>) -> mcp_str {
    // SAFETY: passed on.
    guard("".into(), || unsafe { advice(handle) }.and_then(read).unwrap_or_default().into())
}

/// Returns the server's era as far as it is known now. After a probe: what the error says about it.
///
/// @param advice NULL returns `MCP_ERA_NONE`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_era(advice: *const mcp_advice) -> EraNumber {
    // SAFETY: NULL or a live handle, as the header says.
    guard(MCP_ERA_NONE, || unsafe { self::advice(advice) }.map_or(MCP_ERA_NONE, |advice| advice.era as i32))
}

/// Returns what to do.
///
/// @param advice NULL returns `MCP_ACTION_NONE`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_action(advice: *const mcp_advice) -> ActionNumber {
    // SAFETY: NULL or a live handle, as the header says.
    guard(MCP_ACTION_NONE, || unsafe { self::advice(advice) }.map_or(MCP_ACTION_NONE, |advice| advice.action as i32))
}

/// Returns why.
///
/// @param advice NULL returns `MCP_REASON_NONE`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_reason(advice: *const mcp_advice) -> ReasonNumber {
    // SAFETY: NULL or a live handle, as the header says.
    guard(MCP_REASON_NONE, || unsafe { self::advice(advice) }.map_or(MCP_REASON_NONE, |advice| advice.reason as i32))
}

/// Returns the protocol version to use next (`MCP_ACTION_RETRY_WITH_VERSION`, `MCP_ACTION_INITIALIZE`, `MCP_ACTION_GO_ON`).
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if the advice has none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_version(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.version.as_deref()) }
}

/// Returns the missing capabilities, a JSON object.
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if the advice is not about capabilities, `{}` if nothing is missing.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_missing_json(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.missing.as_deref()) }
}

/// Returns the whole capabilities object to declare (`MCP_ACTION_DECLARE_CAPABILITIES`), JSON.
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if the advice has none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_declare_json(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.declare.as_deref()) }
}

/// Reads how long to wait before the action (`MCP_ACTION_BACK_OFF`, `MCP_ACTION_RESUME_STREAM`, `MCP_ACTION_ANSWER_INPUTS`).
///
/// @param advice NULL has none.
/// @param out Receives the time in milliseconds on true; otherwise it is left unchanged. May be NULL.
/// @return True if the advice has a time; otherwise the host chooses one.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_delay_ms(advice: *const mcp_advice, out: *mut u64) -> bool {
    guard(false, || {
        // SAFETY: NULL or a live handle, as the header says.
        let Some(delay) = (unsafe { self::advice(advice) }).and_then(|advice| advice.delay_ms) else { return false };
        if !out.is_null() {
            // SAFETY: not NULL, and valid for a write, as the header says.
            unsafe { out.write(delay) };
        }
        true
    })
}

/// Returns the scopes to ask the authorization server for (`MCP_ACTION_AUTHENTICATE`, `MCP_ACTION_STEP_UP`), separated by blanks.
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if the challenge names none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_scopes(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.scopes.as_deref()) }
}

/// Returns the URL of the resource metadata that the challenge names (`MCP_ACTION_AUTHENTICATE`, `MCP_ACTION_STEP_UP`).
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty if there is none. The server chose it: check it before you fetch it.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_resource_metadata(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.resource_metadata.as_deref()) }
}

/// Returns the event id to resume the stream after (`MCP_ACTION_RESUME_STREAM`).
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty for every other action.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_last_event_id(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.last_event_id.as_deref()) }
}

/// Returns true if the host should send `notifications/cancelled` for the request.
///
/// @param advice NULL returns false.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_cancel(advice: *const mcp_advice) -> bool {
    // SAFETY: NULL or a live handle, as the header says.
    guard(false, || unsafe { self::advice(advice) }.is_some_and(|advice| advice.cancel))
}

/// Returns the context of the next try, a JSON object: keep it, and pass it to the next call.
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed. Empty for `MCP_ACTION_GIVE_UP`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_context_json(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.context.as_deref()) }
}

/// Returns a sentence for the person: what the server needs, and what happens next. At most 512 bytes, safe to print.
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_text(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| Some(&advice.text)) }
}

/// Returns the advice as a JSON object: era, action, reason, version, missing, declare, delay_ms, scopes (an array), resource_metadata,
/// last_event_id, cancel (only if true), context. Members that the advice lacks are left out.
///
/// @param advice NULL returns empty text.
/// @return Text that is valid until the handle is freed.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_json(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| Some(advice.json())) }
}

/// Frees an advice, and with it the texts that were read from it.
///
/// @param advice NULL is safe. Do not use or free it afterwards.
///
/// Threads: any, unless another thread still reads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_free(advice: *mut mcp_advice) {
    if !advice.is_null() {
        // SAFETY: a live handle, as the header says.
        guard((), || unsafe { drop_advice(advice) });
    }
}
