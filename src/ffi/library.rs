//! What the library reports about itself: versions and texts.

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

/// The number of the ABI. It grows only if a program that was compiled with an older header could not use the library any more.
pub const MCP_ERRORS_ABI_VERSION: u32 = 1;

/// Returns the version of the library (semantic versioning).
///
/// @return Static NUL-terminated text such as "0.1.0", not to be freed.
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

/// Returns the number of the library's ABI, to compare with `MCP_ERRORS_ABI_VERSION` of the header when you load
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
