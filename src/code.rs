//! The error codes of JSON-RPC and MCP, and what may be done with each.
//!
//! Source: MCP 2026-07-28, "Error codes" (`basic/index`), and JSON-RPC 2.0, section 5.1.

use crate::name as names;
use std::ffi::CStr;

/// The JSON could not be parsed.
pub const PARSE_ERROR: i64 = -32700;
/// The JSON is no valid request object.
pub const INVALID_REQUEST: i64 = -32600;
/// The method does not exist or is not available.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The parameters of the method are not valid.
pub const INVALID_PARAMS: i64 = -32602;
/// An internal error of the peer.
pub const INTERNAL_ERROR: i64 = -32603;
/// HTTP headers and body of a request contradict each other (2026-07-28).
pub const HEADER_MISMATCH: i64 = -32020;
/// The request did not declare a client capability that its work needs (2026-07-28).
pub const MISSING_REQUIRED_CLIENT_CAPABILITY: i64 = -32021;
/// The server does not speak the protocol version of the request (2026-07-28).
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;
/// Resource not found, 2025-11-25 and earlier; retired.
pub const LEGACY_RESOURCE_NOT_FOUND: i64 = -32002;
/// URL elicitation required, 2025-11-25 only; retired.
pub const LEGACY_URL_ELICITATION_REQUIRED: i64 = -32042;

/// The codes that only a modern server sends.
pub const MODERN_ERROR_CODES: [i64; 3] = [HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION];

/// Whether an implementation of 2026-07-28 may send an error with a code.
///
/// The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emit {
    /// The code may be sent.
    Ok = 0,
    /// The code SHOULD NOT be sent: a legacy range, or one that JSON-RPC keeps for itself.
    Discouraged = 1,
    /// The code MUST NOT be sent: retired, or kept for the specification.
    Forbidden = 2,
}

impl Emit {
    /// The name, as the bindings spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        names::text(self.c_name())
    }

    /// The name, for C.
    pub(crate) const fn c_name(self) -> &'static CStr {
        match self {
            Self::Ok => c"ok",
            Self::Discouraged => c"discouraged",
            Self::Forbidden => c"forbidden",
        }
    }
}

/// Where in a server an error arose; the HTTP status of its answer depends on it.
///
/// The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The request was refused before a handler ran.
    Protocol = 0,
    /// The handler of the method answered with the error.
    Handler = 1,
}

impl Origin {
    /// The name, as the bindings spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        names::text(self.c_name())
    }

    /// The name, for C.
    pub(crate) const fn c_name(self) -> &'static CStr {
        match self {
            Self::Protocol => c"protocol",
            Self::Handler => c"handler",
        }
    }
}

/// The name the specification gives a code, if it gives one.
#[must_use]
pub const fn name(code: i64) -> Option<&'static str> {
    text(c_name(code))
}

const fn text(name: Option<&'static CStr>) -> Option<&'static str> {
    match name {
        Some(name) => Some(names::text(name)),
        None => None,
    }
}

/// See [`name`].
pub(crate) const fn c_name(code: i64) -> Option<&'static CStr> {
    Some(match code {
        PARSE_ERROR => c"ParseError",
        INVALID_REQUEST => c"InvalidRequest",
        METHOD_NOT_FOUND => c"MethodNotFound",
        INVALID_PARAMS => c"InvalidParams",
        INTERNAL_ERROR => c"InternalError",
        HEADER_MISMATCH => c"HeaderMismatch",
        MISSING_REQUIRED_CLIENT_CAPABILITY => c"MissingRequiredClientCapability",
        UNSUPPORTED_PROTOCOL_VERSION => c"UnsupportedProtocolVersion",
        LEGACY_RESOURCE_NOT_FOUND => c"ResourceNotFound",
        LEGACY_URL_ELICITATION_REQUIRED => c"URLElicitationRequired",
        _ => return None,
    })
}

/// What a draft revision of 2026-07-28 meant by one of the legacy codes -32001, -32003, -32004.
///
/// A hint for people only: the codes stay plain legacy codes and prove nothing.
#[must_use]
pub const fn draft_name(code: i64) -> Option<&'static str> {
    text(c_draft_name(code))
}

/// See [`draft_name`].
pub(crate) const fn c_draft_name(code: i64) -> Option<&'static CStr> {
    Some(match code {
        -32001 => c"HeaderMismatch",
        -32003 => c"MissingRequiredClientCapability",
        -32004 => c"UnsupportedProtocolVersion",
        _ => return None,
    })
}

/// Whether a code is one of the three that only a modern server sends.
#[must_use]
pub const fn is_modern(code: i64) -> bool {
    matches!(code, HEADER_MISMATCH | MISSING_REQUIRED_CLIENT_CAPABILITY | UNSUPPORTED_PROTOCOL_VERSION)
}

/// Whether a code answers `resources/read` with "no such resource".
///
/// -32002 always does, -32602 only in a modern session. Only an error of `resources/read` may be read so.
#[must_use]
pub const fn is_resource_not_found(code: i64, modern: bool) -> bool {
    code == LEGACY_RESOURCE_NOT_FOUND || (modern && code == INVALID_PARAMS)
}

/// Whether an implementation of 2026-07-28 may send a code.
#[must_use]
#[allow(clippy::match_same_arms)] // one row a rule
pub const fn may_emit(code: i64) -> Emit {
    match code {
        PARSE_ERROR | INVALID_REQUEST | METHOD_NOT_FOUND | INVALID_PARAMS | INTERNAL_ERROR => Emit::Ok,
        HEADER_MISMATCH | MISSING_REQUIRED_CLIENT_CAPABILITY | UNSUPPORTED_PROTOCOL_VERSION => Emit::Ok,
        LEGACY_RESOURCE_NOT_FOUND | -32099..=-32020 => Emit::Forbidden,
        -32768..=-32000 => Emit::Discouraged,
        _ => Emit::Ok,
    }
}

/// The HTTP status of the answer that carries an error with a code.
#[must_use]
#[allow(clippy::match_same_arms)] // one row a rule
pub const fn http_status(code: i64, origin: Origin) -> u16 {
    match (code, origin) {
        (HEADER_MISMATCH | MISSING_REQUIRED_CLIENT_CAPABILITY | UNSUPPORTED_PROTOCOL_VERSION, _) => 400,
        (METHOD_NOT_FOUND, _) => 404,
        (PARSE_ERROR | INVALID_REQUEST | INVALID_PARAMS, Origin::Protocol) => 400,
        (INTERNAL_ERROR, Origin::Protocol) => 500,
        _ => 200,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_reserved_range_has_one_standing() {
        for code in -32800..=-31900 {
            let want = match code {
                -32700 | -32603..=-32600 | -32022..=-32020 => Emit::Ok,
                -32002 | -32099..=-32023 => Emit::Forbidden,
                -32768..=-32000 => Emit::Discouraged,
                _ => Emit::Ok,
            };
            assert_eq!(may_emit(code), want, "{code}");
        }
        for code in [i64::MIN, -1, 0, 1, i64::MAX] {
            assert_eq!(may_emit(code), Emit::Ok);
        }
    }

    #[test]
    fn draft_codes_are_hints_and_never_modern() {
        for code in [-32001, -32003, -32004] {
            assert!(draft_name(code).is_some() && !is_modern(code) && name(code).is_none());
        }
        assert_eq!(MODERN_ERROR_CODES.map(is_modern), [true; 3]);
    }
}
