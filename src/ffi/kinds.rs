//! Kinds, as numbers.

use super::guard::guard;
use crate::kind::Kind;
use std::ffi::c_char;
use std::ptr;

/// A kind, as it crosses the ABI.
pub type KindNumber = i32;

/// No kind: returned for NULL and bad input, and as the parent of `MCP_KIND_MCP_ERROR`.
pub const MCP_KIND_NONE: i32 = -1;

/// Returns the class name of a kind, such as "MissingRequiredClientCapabilityError".
///
/// @param kind Any number.
/// @return Static NUL-terminated text, not to be freed; NULL for an unknown number. Kinds are numbered from 0 without gaps.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_kind_name(kind: KindNumber) -> *const c_char {
    guard(ptr::null(), || Kind::from_number(kind).map_or(ptr::null(), |kind| kind.c_name().as_ptr()))
}

/// Returns the parent of a kind in the class tree.
///
/// @param kind Any number.
/// @return `MCP_KIND_NONE` above `MCP_KIND_MCP_ERROR` and for an unknown number.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_kind_parent(kind: KindNumber) -> KindNumber {
    guard(MCP_KIND_NONE, || Kind::from_number(kind).and_then(Kind::parent).map_or(MCP_KIND_NONE, Kind::number))
}

/// Returns true if a kind is `ancestor` or a descendant of it in the class tree.
///
/// @param kind Any number.
/// @param ancestor Any number.
/// @return False if either is unknown.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_kind_is_a(kind: KindNumber, ancestor: KindNumber) -> bool {
    guard(false, || match (Kind::from_number(kind), Kind::from_number(ancestor)) {
        (Some(kind), Some(ancestor)) => kind.is_a(ancestor),
        _ => false,
    })
}

/// Returns the kind of an error object with this code and a string message.
///
/// @param code Any code.
/// @return `MCP_KIND_SERVER_ERROR` for a code without a kind of its own.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_kind_for_code(code: i64) -> KindNumber {
    guard(MCP_KIND_NONE, || Kind::for_code(code).number())
}
