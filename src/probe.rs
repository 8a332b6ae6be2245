//! What the response to a probe says of the server's era.
//!
//! Source: MCP 2026-07-28, `basic/versioning`, `basic/transports/stdio` and `basic/transports/streamable-http` (backward
//! compatibility); section 6 of the rules where those are silent.

use crate::era::{Era, LEGACY_VERSIONS, Transport};
use crate::error::McpError;
use crate::json::Value;
use crate::kind::Kind;

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
