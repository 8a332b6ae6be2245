//! The reasons that an advice can give.

use crate::name;
use std::ffi::CStr;

/// Why the advice names its action. The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The token lacks a scope.
    InsufficientScope = 0,
    /// The server requires authentication.
    Unauthorized = 1,
    /// The server, or a proxy, denies access.
    AccessDenied = 2,
    /// The probe got no response.
    NoAnswer = 3,
    /// The failure is temporary.
    Transient = 4,
    /// The server may have done the work; doing it twice may do harm.
    MaybeExecuted = 5,
    /// The stream ended before the response.
    StreamLost = 6,
    /// The action was taken as often as its limit allows.
    RetryLimit = 7,
    /// The server supports other versions.
    VersionMismatch = 8,
    /// The server lists the version that it refused as supported.
    VersionContradiction = 9,
    /// Client and server have no version in common.
    NoCommonVersion = 10,
    /// No required capability is missing: sending the request again would loop.
    NothingMissing = 11,
    /// The client does not have a capability that the server requires.
    CapabilityUnavailable = 12,
    /// The client has the capability that the server requires, but did not declare it.
    CapabilityUndeclared = 13,
    /// Headers and body contradict each other.
    HeaderMismatch = 14,
    /// The method is not found.
    MethodNotFound = 15,
    /// Nothing says that sending the request again would help.
    NotRetryable = 16,
    /// The server is not a modern one.
    NotModern = 17,
    /// The server has ended the session.
    SessionGone = 18,
    /// The person must open URLs first.
    ElicitationRequired = 19,
    /// The cursor is no longer valid.
    InvalidCursor = 20,
    /// The server redirects to another URL.
    Redirected = 21,
    /// The server requires input before it continues.
    InputRequired = 22,
    /// The result is not valid.
    InvalidResult = 23,
    /// The message is not a response to the request.
    NotAResponse = 24,
    /// The server does not speak MCP at this address.
    NotMcp = 25,
    /// The server does not implement the Streamable HTTP transport.
    NotStreamableHttp = 26,
    /// The server is not of the era that it was taken for.
    EraContradicted = 27,
    /// Client and server agree on a version.
    Agreed = 28,
}

/// The name of each reason, in the order of the numbers.
const TABLE: [(Reason, &CStr); 29] = {
    #[allow(clippy::enum_glob_use)]
    use Reason::*;
    [
        (InsufficientScope, c"insufficient_scope"),
        (Unauthorized, c"unauthorized"),
        (AccessDenied, c"access_denied"),
        (NoAnswer, c"no_answer"),
        (Transient, c"transient"),
        (MaybeExecuted, c"maybe_executed"),
        (StreamLost, c"stream_lost"),
        (RetryLimit, c"retry_limit"),
        (VersionMismatch, c"version_mismatch"),
        (VersionContradiction, c"version_contradiction"),
        (NoCommonVersion, c"no_common_version"),
        (NothingMissing, c"nothing_missing"),
        (CapabilityUnavailable, c"capability_unavailable"),
        (CapabilityUndeclared, c"capability_undeclared"),
        (HeaderMismatch, c"header_mismatch"),
        (MethodNotFound, c"method_not_found"),
        (NotRetryable, c"not_retryable"),
        (NotModern, c"not_modern"),
        (SessionGone, c"session_gone"),
        (ElicitationRequired, c"elicitation_required"),
        (InvalidCursor, c"invalid_cursor"),
        (Redirected, c"redirected"),
        (InputRequired, c"input_required"),
        (InvalidResult, c"invalid_result"),
        (NotAResponse, c"not_a_response"),
        (NotMcp, c"not_mcp"),
        (NotStreamableHttp, c"not_streamable_http"),
        (EraContradicted, c"era_contradicted"),
        (Agreed, c"agreed"),
    ]
};

impl Reason {
    /// Every reason, in the order of the numbers.
    #[allow(clippy::indexing_slicing)] // both have one place for each reason
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::InsufficientScope; TABLE.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = TABLE[index].0;
            index += 1;
        }
        all
    };

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        name::text(self.c_name())
    }

    /// The name, for C.
    #[allow(clippy::indexing_slicing)] // the table has a row for each reason, as a test shows
    pub(crate) const fn c_name(self) -> &'static CStr {
        TABLE[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_row_and_a_name_of_its_own() {
        for (index, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, index);
            assert_eq!(Reason::ALL.into_iter().filter(|other| other.name() == reason.name()).count(), 1);
        }
    }
}
