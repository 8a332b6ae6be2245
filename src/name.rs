//! Names that cross the C ABI as well.

use std::ffi::CStr;

/// The name as Rust text. Every name is ASCII.
pub(crate) const fn text(name: &'static CStr) -> &'static str {
    match name.to_str() {
        Ok(text) => text,
        Err(_) => "",
    }
}
