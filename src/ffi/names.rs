//! The names of the enumerations' values.

use super::guard::guard;
use crate::action::Action;
use crate::advice::Reason;
use crate::code::{Emit, Origin};
use crate::era::{Era, Transport};
use crate::message::MessageType;
use std::ffi::{CStr, c_char};
use std::ptr;

/// A `Transport`, as it crosses the ABI.
pub type TransportNumber = i32;
/// An `Era`, as it crosses the ABI.
pub type EraNumber = i32;
/// An `Action`, as it crosses the ABI.
pub type ActionNumber = i32;
/// A `Reason`, as it crosses the ABI.
pub type ReasonNumber = i32;

/// A `MessageType`, as it crosses the ABI.
pub type MessageTypeNumber = i32;

/// No message type: the error was not parsed from a message, or bad input.
pub const MCP_MESSAGE_NONE: i32 = -1;
/// No era: returned for NULL and bad input.
pub const MCP_ERA_NONE: i32 = -1;
/// No action: returned for NULL.
pub const MCP_ACTION_NONE: i32 = -1;
/// No reason: returned for NULL.
pub const MCP_REASON_NONE: i32 = -1;

/// The name of one of the values, numbered from 0.
fn name<T: Copy>(number: i32, values: &[T], name: fn(T) -> &'static CStr) -> *const c_char {
    guard(ptr::null(), || {
        let value = usize::try_from(number).ok().and_then(|index| values.get(index));
        value.map_or(ptr::null(), |&value| name(value).as_ptr())
    })
}

/// Returns the name of a transport, such as "stdio".
///
/// @param transport Any number.
/// @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_transport_name(transport: TransportNumber) -> *const c_char {
    name(transport, &[Transport::Stdio, Transport::Http], Transport::c_name)
}

/// Returns the name of an era, such as "modern_without_discover".
///
/// @param era Any number.
/// @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_era_name(era: EraNumber) -> *const c_char {
    name(era, &[Era::Modern, Era::ModernWithoutDiscover, Era::Legacy, Era::Inconclusive], Era::c_name)
}

/// Returns the name of an action, such as "declare_capabilities".
///
/// @param action Any number.
/// @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_action_name(action: ActionNumber) -> *const c_char {
    name(action, &Action::ALL, Action::c_name)
}

/// Returns the name of a reason, such as "capability_undeclared".
///
/// @param reason Any number.
/// @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_reason_name(reason: ReasonNumber) -> *const c_char {
    name(reason, &Reason::ALL, Reason::c_name)
}

/// Returns the name of an `mcp_emit`, such as "discouraged".
///
/// @param emit Any number.
/// @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_emit_name(emit: super::codes::EmitNumber) -> *const c_char {
    name(emit, &[Emit::Ok, Emit::Discouraged, Emit::Forbidden], Emit::c_name)
}

/// Returns the name of an origin, such as "protocol".
///
/// @param origin Any number.
/// @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_origin_name(origin: super::codes::OriginNumber) -> *const c_char {
    name(origin, &[Origin::Protocol, Origin::Handler], Origin::c_name)
}

/// Returns the name of a message type, such as "not_json".
///
/// @param message_type Any number.
/// @return Static NUL-terminated text, not to be freed; NULL for an unknown number.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_message_type_name(message_type: MessageTypeNumber) -> *const c_char {
    name(message_type, &MessageType::ALL, MessageType::c_name)
}
