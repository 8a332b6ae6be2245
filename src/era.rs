//! Transports, eras and protocol versions.
//!
//! Source: MCP 2026-07-28, `basic/versioning`.

use crate::name;
use std::ffi::CStr;

/// The transport that an answer came over. The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transport {
    /// Standard input and output.
    Stdio = 0,
    /// Streamable HTTP.
    Http = 1,
}

impl Transport {
    /// The name, as a context spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        name::text(self.c_name())
    }

    /// The name, for C.
    pub(crate) const fn c_name(self) -> &'static CStr {
        match self {
            Self::Stdio => c"stdio",
            Self::Http => c"http",
        }
    }
}

/// The era of a server. The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// Revision 2026-07-28 or later.
    Modern = 0,
    /// Modern, but the server does not answer `server/discover`.
    ModernWithoutDiscover = 1,
    /// Revision 2025-11-25 or earlier: it wants a handshake.
    Legacy = 2,
    /// The answer settles nothing, and nothing may be cached.
    Inconclusive = 3,
}

impl Era {
    /// The name, as a context spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        name::text(self.c_name())
    }

    /// The name, for C.
    pub(crate) const fn c_name(self) -> &'static CStr {
        match self {
            Self::Modern => c"modern",
            Self::ModernWithoutDiscover => c"modern_without_discover",
            Self::Legacy => c"legacy",
            Self::Inconclusive => c"inconclusive",
        }
    }

    /// Whether the server is a modern one.
    #[must_use]
    pub const fn is_modern(self) -> bool {
        matches!(self, Self::Modern | Self::ModernWithoutDiscover)
    }
}

/// The legacy revisions. Every other is modern.
pub const LEGACY_VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Whether a protocol version is a legacy one.
#[must_use]
pub fn is_legacy_version(version: &str) -> bool {
    LEGACY_VERSIONS.contains(&version)
}
