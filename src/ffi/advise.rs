//! Era and advice.

use super::guard::{guard, guard_status};
use super::handle::{advice, drop_advice, error, give_advice, given_error, mcp_advice, mcp_error};
use super::names::{ActionNumber, EraNumber, MCP_ACTION_NONE, MCP_ERA_NONE, MCP_REASON_NONE, ReasonNumber, TransportNumber};
use super::status::mcp_status;
use super::text::{bytes, clear, mcp_str};
use crate::advice::Advice;
use crate::era::Transport;
use std::ffi::c_char;

/// What an error, as the answer to a probe, says of the server's era.
///
/// @param error NULL is answered with `MCP_ERA_NONE`.
/// @param transport `MCP_TRANSPORT_STDIO` or `MCP_TRANSPORT_HTTP`; any other is answered with `MCP_ERA_NONE`.
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

/// What to do next. Following the advice always comes to an end, `MCP_ACTION_BACK_OFF` apart, which the host bounds.
///
/// @param error NULL is an invalid argument.
/// @param context_json A JSON object; empty is `{}`. All members are optional, `null` is as good as absent, unknown ones are ignored:
/// transport ("http" or "stdio"; "http"), purpose ("probe", "request" or "initialize"; "request"), era ("modern",
/// "modern_without_discover", "legacy" or "inconclusive"; unknown), attempt (all tries of the same work, whatever their purpose; 1),
/// method, idempotent, has_session, has_cursor (false), client_versions (all the client speaks, in order of preference),
/// requested_version, declared (capabilities that the request declared), supported_caps (all the client could declare), now_ms (the
/// host's clock, Unix time, for a Retry-After with a date).
/// @param len In bytes.
/// @param out Receives the advice, to be freed with `mcp_advice_free`; NULL unless the call succeeds. It lives on when the error is freed.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, a member of a wrong type, an unknown value of a known member,
/// an attempt below 1), `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_error_advise(
    error: *const mcp_error,
    context_json: *const c_char,
    len: usize,
    out: *mut *mut mcp_advice,
) -> mcp_status {
    guard_status(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            let advice = given_error(error)?.advise(bytes(context_json, len)?)?;
            give_advice(advice, out);
        }
        Ok(())
    })
}

/// A text of an advice; empty for NULL and for what the advice does not have.
///
/// # Safety
///
/// As for [`advice`].
unsafe fn text(handle: *const mcp_advice, read: fn(&Advice) -> Option<&str>) -> mcp_str {
    // SAFETY: passed on.
    guard("".into(), || unsafe { advice(handle) }.and_then(read).unwrap_or_default().into())
}

/// What the error, as the answer to a probe, says of the server's era.
///
/// @param advice NULL is answered with `MCP_ERA_NONE`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_era(advice: *const mcp_advice) -> EraNumber {
    // SAFETY: NULL or a live handle, as the header says.
    guard(MCP_ERA_NONE, || unsafe { self::advice(advice) }.map_or(MCP_ERA_NONE, |advice| advice.era as i32))
}

/// What to do.
///
/// @param advice NULL is answered with `MCP_ACTION_NONE`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_action(advice: *const mcp_advice) -> ActionNumber {
    // SAFETY: NULL or a live handle, as the header says.
    guard(MCP_ACTION_NONE, || unsafe { self::advice(advice) }.map_or(MCP_ACTION_NONE, |advice| advice.action as i32))
}

/// Why.
///
/// @param advice NULL is answered with `MCP_REASON_NONE`.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_reason(advice: *const mcp_advice) -> ReasonNumber {
    // SAFETY: NULL or a live handle, as the header says.
    guard(MCP_REASON_NONE, || unsafe { self::advice(advice) }.map_or(MCP_REASON_NONE, |advice| advice.reason as i32))
}

/// The version to use next (`MCP_ACTION_RETRY_WITH_VERSION`, and `MCP_ACTION_INITIALIZE` after a refused version).
///
/// @param advice NULL has empty text.
/// @return Text that lives as long as the handle. Empty where the action has none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_version(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.version.as_deref()) }
}

/// The capabilities that are missing, a JSON object.
///
/// @param advice NULL has empty text.
/// @return Text that lives as long as the handle. Empty where the action has none, `{}` where nothing is missing.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_missing_json(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.missing.as_deref()) }
}

/// The whole capabilities object to declare (`MCP_ACTION_DECLARE_CAPABILITIES`), JSON.
///
/// @param advice NULL has empty text.
/// @return Text that lives as long as the handle. Empty where the action has none.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_declare_json(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| advice.declare.as_deref()) }
}

/// How long the server asked to wait (`MCP_ACTION_BACK_OFF`).
///
/// @param advice NULL has none.
/// @param out Receives the time in milliseconds if the answer is true; else it is left alone. May be NULL.
/// @return Whether the server asked for a time.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_delay_ms(advice: *const mcp_advice, out: *mut u64) -> bool {
    guard(false, || {
        // SAFETY: NULL or a live handle, as the header says.
        let Some(delay) = (unsafe { self::advice(advice) }).and_then(|advice| advice.delay_ms) else { return false };
        // SAFETY: NULL or valid for a write, as the header says.
        if let Some(out) = unsafe { out.as_mut() } {
            *out = delay;
        }
        true
    })
}

/// A sentence for the person: what the server needs, and what will be done or cannot be. At most 512 bytes, safe to print.
///
/// @param advice NULL has empty text.
/// @return Text that lives as long as the handle.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_text(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| Some(&advice.text)) }
}

/// The advice as a JSON object: era, action, reason, version, missing, declare, delay_ms; absent members are left out.
///
/// @param advice NULL has empty text.
/// @return Text that lives as long as the handle.
///
/// Threads: any, also on one handle at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_json(advice: *const mcp_advice) -> mcp_str {
    // SAFETY: NULL or a live handle, as the header says.
    unsafe { text(advice, |advice| Some(&advice.json)) }
}

/// Frees an advice, and with it the texts read from it.
///
/// @param advice NULL is fine. Must not be used or freed afterwards.
///
/// Threads: any; not while another thread reads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_advice_free(advice: *mut mcp_advice) {
    if !advice.is_null() {
        // SAFETY: a live handle, as the header says.
        guard((), || unsafe { drop_advice(advice) });
    }
}
