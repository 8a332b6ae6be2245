//! What the library says of itself.

use std::ffi::c_char;

/// The number of the ABI: raised when a host built against an older header could not use the library any more.
pub const MCP_ERRORS_ABI_VERSION: u32 = 1;

/// The version of the library, by semantic versioning.
///
/// @return Static text with a NUL behind it, such as "0.1.0"; not to be freed.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_errors_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// The number of the ABI that the library speaks. A host compares it with `MCP_ERRORS_ABI_VERSION` of its header when it loads
/// the library.
///
/// @return 1 for this header.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_errors_abi_version() -> u32 {
    MCP_ERRORS_ABI_VERSION
}

/// Panics inside the guard, so that a test can show that it goes no further. Not in a released library.
#[cfg(feature = "test-panic")]
#[unsafe(no_mangle)]
pub extern "C" fn mcp_test_panic() -> super::status::mcp_status {
    #[allow(clippy::panic)]
    super::guard::guard_status(|| panic!("on purpose"))
}
