//! What the response to a probe says of the server's era.
//!
//! Source: MCP 2026-07-28, `basic/versioning`, `basic/transports/stdio` and `basic/transports/streamable-http` (backward
//! compatibility); section 6 of the rules where those are silent.

use crate::era::{Era, LEGACY_VERSIONS, Transport};
use crate::error::McpError;
use crate::json::Value;
use crate::kind::Kind;

impl McpError {
    /// What the error, as the response to a probe, says of the server's era.
    #[must_use]
    #[allow(clippy::match_same_arms)] // one row for each rule, in its order
    pub fn era(&self, transport: Transport) -> Era {
        let modern = self.is_modern().then(|| if self.asks_for_handshake() { Era::Legacy } else { Era::Modern });
        let status = self.http_status().unwrap_or(0);
        let not_a_response = self.kind() == Kind::TransportError && !self.is_local();
        match (transport, modern) {
            (Transport::Stdio, Some(era)) => era,
            (Transport::Stdio, None) if not_a_response => Era::Inconclusive,
            (Transport::Stdio, None) if self.kind() == Kind::ConnectionError && status == 0 => Era::Inconclusive,
            (Transport::Stdio, None) => Era::Legacy,
            (Transport::Http, _) if self.is_local() || self.is_era_inconclusive() => Era::Inconclusive,
            (Transport::Http, _) if matches!(status, 401 | 403 | 407 | 100..=199 | 300..=399) => Era::Inconclusive,
            (Transport::Http, _) if self.kind() == Kind::MethodNotFoundError && status == 404 => Era::ModernWithoutDiscover,
            (Transport::Http, Some(era)) => era,
            (Transport::Http, None) if not_a_response || before_mcp(status) || self.body_ignored() => Era::Inconclusive,
            (Transport::Http, None) => Era::Legacy,
        }
    }

    /// A refusal of the version that lists legacy versions only: such a server asks for the handshake.
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

/// Statuses of an HTTP server that refused the request before MCP was reached.
const fn before_mcp(status: u16) -> bool {
    matches!(status, 402 | 406 | 411 | 413 | 414 | 415 | 417 | 421 | 424 | 426 | 428 | 431 | 451)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::HttpStatus;

    fn error(code: i64, data: &str, status: u16) -> McpError {
        let json = format!(r#"{{"code":{code},"message":"m","data":{data}}}"#);
        McpError::from_jsonrpc(json.as_bytes(), HttpStatus::new(status).unwrap()).unwrap()
    }

    #[test]
    fn over_http_the_first_rule_that_applies_decides() {
        let versions = |supported: &str| format!(r#"{{"supported":{supported},"requested":"2026-07-28"}}"#);
        for (code, data, status, era) in [
            (-32020, "null", 400, Era::Modern),
            (-32020, "null", 402, Era::Modern),
            (-32020, "null", 403, Era::Inconclusive),
            (-32020, "null", 302, Era::Inconclusive),
            (-32601, "null", 404, Era::ModernWithoutDiscover),
            (-32601, "null", 400, Era::Legacy),
            (-32601, "null", 424, Era::Inconclusive),
            (-32022, &versions(r#"["2026-07-28"]"#), 400, Era::Modern),
            (-32022, &versions("[]"), 400, Era::Modern),
            (-32022, &versions(r#"["2025-11-25"]"#), 402, Era::Legacy),
            (-32022, "null", 400, Era::Legacy),
        ] {
            assert_eq!(error(code, data, status).era(Transport::Http), era, "{code} {data} {status}");
        }
        assert_eq!(McpError::local(Kind::ServerError, "m").unwrap().era(Transport::Http), Era::Inconclusive);
    }

    #[test]
    fn over_stdio_only_what_is_no_response_is_inconclusive() {
        assert_eq!(error(-32020, "null", 0).era(Transport::Stdio), Era::Modern);
        assert_eq!(error(-32601, "null", 0).era(Transport::Stdio), Era::Legacy);
        assert_eq!(McpError::from_response(b"hello").unwrap().era(Transport::Stdio), Era::Inconclusive);
        for (kind, era) in [
            (Kind::ConnectionError, Era::Inconclusive),
            (Kind::SessionChangedError, Era::Legacy),
            (Kind::TransportError, Era::Legacy),
            (Kind::RequestTimeoutError, Era::Legacy),
            (Kind::ResponseStreamClosedError, Era::Legacy),
        ] {
            assert_eq!(McpError::local(kind, "m").unwrap().era(Transport::Stdio), era, "{kind:?}");
        }
    }
}
