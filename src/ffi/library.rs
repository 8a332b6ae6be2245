//! What the library says of itself.

use std::ffi::c_char;

/// The version of the library that this header belongs to: major × 1,000,000 + minor × 1,000 + patch.
pub const MCP_ERRORS_VERSION_NUMBER: u32 = 1_000;

const _: () = assert!(MCP_ERRORS_VERSION_NUMBER == version_number(), "does not fit the version in Cargo.toml");

/// The number of the version in Cargo.toml.
const fn version_number() -> u32 {
    const fn number(digits: &str) -> u32 {
        let mut rest = digits.as_bytes();
        let mut number = 0;
        while let [digit, more @ ..] = rest {
            number = number * 10 + (*digit - b'0') as u32;
            rest = more;
        }
        number
    }
    number(env!("CARGO_PKG_VERSION_MAJOR")) * 1_000_000
        + number(env!("CARGO_PKG_VERSION_MINOR")) * 1_000
        + number(env!("CARGO_PKG_VERSION_PATCH"))
}

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

/// Returns the version of the library as a number, to compare with `MCP_ERRORS_VERSION_NUMBER` of the header.
///
/// @return major × 1,000,000 + minor × 1,000 + patch.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn mcp_errors_version_number() -> u32 {
    MCP_ERRORS_VERSION_NUMBER
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
    super::failure::report(|| panic!("on purpose"))
}
