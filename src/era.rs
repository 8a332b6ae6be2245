//! What an answer to a probe says of the server's era.
//!
//! Source: MCP 2026-07-28, `basic/versioning`, `basic/transports/stdio` and `basic/transports/streamable-http` (backward
//! compatibility); section 6 of the rules where those are silent.

use crate::error::McpError;
use crate::json::Value;
use crate::kind::Kind;
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

impl McpError {
    /// What the error, as the answer to a probe, says of the server's era.
    #[must_use]
    #[allow(clippy::match_same_arms)] // one row a rule, in its order
    pub fn era(&self, transport: Transport) -> Era {
        let modern = if self.is_modern() && !self.asks_for_handshake() { Era::Modern } else { Era::Legacy };
        let status = self.http_status().unwrap_or(0);
        match transport {
            Transport::Stdio => modern,
            Transport::Http if self.is_local() || self.is_era_inconclusive() => Era::Inconclusive,
            Transport::Http if matches!(status, 401 | 403 | 407 | 100..=199 | 300..=399) => Era::Inconclusive,
            Transport::Http if self.kind() == Kind::MethodNotFoundError && status == 404 => Era::ModernWithoutDiscover,
            Transport::Http => modern,
        }
    }

    /// A refusal of the version that lists legacy versions only: such a server asks to be spoken to by handshake.
    ///
    /// Read without a copy, so that memory that cannot be had is never taken for a verdict.
    fn asks_for_handshake(&self) -> bool {
        let Some(supported) = self.supported_json() else { return false };
        let (mut some, mut all) = (false, true);
        let read = Value::checked(supported).each(|version| {
            some = true;
            all &= LEGACY_VERSIONS.iter().any(|legacy| version.is_str(legacy));
            Ok(())
        });
        read.is_ok() && some && all
    }
}
