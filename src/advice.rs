//! What to do next: one decision table over the error and the host's context.
//!
//! Source: section 7 of the rules; MCP 2026-07-28, `basic/versioning`, `basic/index` (capabilities), `streamable-http`
//! (retries), `basic/authorization`; 2025-11-25 for what legacy servers send.

mod context;
mod decide;
mod retry_after;

use crate::describe;
use crate::era::Era;
use crate::failure::Failure;
use crate::json::Out;
use crate::name;
use std::ffi::CStr;

pub use context::Context;

/// What the host should do. The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Tell the caller; asking again is of no use or not safe.
    GiveUp = 0,
    /// Ask the authorization server for a token with more scope, then ask again.
    StepUp = 1,
    /// Get a token, then ask again.
    Authenticate = 2,
    /// Speak to the server by the legacy handshake.
    Initialize = 3,
    /// Wait, then ask again. The host bounds how often.
    BackOff = 4,
    /// Send the same request again under a new id.
    Reissue = 5,
    /// Send the request again with another protocol version.
    RetryWithVersion = 6,
    /// Send the request again with more capabilities declared.
    DeclareCapabilities = 7,
    /// Fetch the list of tools, then send the request again.
    RefreshTools = 8,
    /// Go on with the server as a modern one that does not answer `server/discover`.
    ContinueWithoutDiscover = 9,
    /// Start a new session by `initialize`.
    NewSession = 10,
    /// Let the person open the URLs in `data.elicitations`, then send the request again.
    CompleteElicitations = 11,
    /// Discard the pages and begin with the first.
    RestartPagination = 12,
}

impl Action {
    /// Every action, in the order of the numbers.
    pub const ALL: [Self; 13] = {
        #[allow(clippy::enum_glob_use)]
        use Action::*;
        [
            GiveUp,
            StepUp,
            Authenticate,
            Initialize,
            BackOff,
            Reissue,
            RetryWithVersion,
            DeclareCapabilities,
            RefreshTools,
            ContinueWithoutDiscover,
            NewSession,
            CompleteElicitations,
            RestartPagination,
        ]
    };

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        name::text(self.c_name())
    }

    /// The name, for C.
    pub(crate) const fn c_name(self) -> &'static CStr {
        match self {
            Self::GiveUp => c"give_up",
            Self::StepUp => c"step_up",
            Self::Authenticate => c"authenticate",
            Self::Initialize => c"initialize",
            Self::BackOff => c"back_off",
            Self::Reissue => c"reissue",
            Self::RetryWithVersion => c"retry_with_version",
            Self::DeclareCapabilities => c"declare_capabilities",
            Self::RefreshTools => c"refresh_tools",
            Self::ContinueWithoutDiscover => c"continue_without_discover",
            Self::NewSession => c"new_session",
            Self::CompleteElicitations => c"complete_elicitations",
            Self::RestartPagination => c"restart_pagination",
        }
    }
}

/// Why. The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The token lacks a scope.
    InsufficientScope = 0,
    /// The server wants to know who is asking.
    Unauthorized = 1,
    /// The server, or a proxy, does not let the client in.
    AccessDenied = 2,
    /// The probe was not answered.
    NoAnswer = 3,
    /// The trouble will pass.
    Transient = 4,
    /// The server may have done the work; doing it twice may do harm.
    MaybeExecuted = 5,
    /// The stream ended before the answer.
    StreamLost = 6,
    /// It was tried before.
    RetryLimit = 7,
    /// The server speaks other versions.
    VersionMismatch = 8,
    /// The server lists the version that it refused.
    VersionContradiction = 9,
    /// Client and server have no version in common.
    NoCommonVersion = 10,
    /// Nothing is missing: asking again would loop.
    NothingMissing = 11,
    /// The client cannot supply what the server needs.
    CapabilityUnavailable = 12,
    /// The client can supply what the server needs, and did not declare it.
    CapabilityUndeclared = 13,
    /// Headers and body contradict each other.
    HeaderMismatch = 14,
    /// The method is not found.
    MethodNotFound = 15,
    /// Nothing says that asking again would help.
    NotRetryable = 16,
    /// The server is not a modern one.
    NotModern = 17,
    /// The session is gone.
    SessionGone = 18,
    /// The person must open URLs first.
    ElicitationRequired = 19,
    /// The cursor is not valid any more.
    InvalidCursor = 20,
}

impl Reason {
    /// Every reason, in the order of the numbers.
    pub const ALL: [Self; 21] = {
        #[allow(clippy::enum_glob_use)]
        use Reason::*;
        [
            InsufficientScope,
            Unauthorized,
            AccessDenied,
            NoAnswer,
            Transient,
            MaybeExecuted,
            StreamLost,
            RetryLimit,
            VersionMismatch,
            VersionContradiction,
            NoCommonVersion,
            NothingMissing,
            CapabilityUnavailable,
            CapabilityUndeclared,
            HeaderMismatch,
            MethodNotFound,
            NotRetryable,
            NotModern,
            SessionGone,
            ElicitationRequired,
            InvalidCursor,
        ]
    };

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        name::text(self.c_name())
    }

    /// The name, for C.
    pub(crate) const fn c_name(self) -> &'static CStr {
        match self {
            Self::InsufficientScope => c"insufficient_scope",
            Self::Unauthorized => c"unauthorized",
            Self::AccessDenied => c"access_denied",
            Self::NoAnswer => c"no_answer",
            Self::Transient => c"transient",
            Self::MaybeExecuted => c"maybe_executed",
            Self::StreamLost => c"stream_lost",
            Self::RetryLimit => c"retry_limit",
            Self::VersionMismatch => c"version_mismatch",
            Self::VersionContradiction => c"version_contradiction",
            Self::NoCommonVersion => c"no_common_version",
            Self::NothingMissing => c"nothing_missing",
            Self::CapabilityUnavailable => c"capability_unavailable",
            Self::CapabilityUndeclared => c"capability_undeclared",
            Self::HeaderMismatch => c"header_mismatch",
            Self::MethodNotFound => c"method_not_found",
            Self::NotRetryable => c"not_retryable",
            Self::NotModern => c"not_modern",
            Self::SessionGone => c"session_gone",
            Self::ElicitationRequired => c"elicitation_required",
            Self::InvalidCursor => c"invalid_cursor",
        }
    }
}

/// What to do next, why, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// What the error, as the answer to a probe, says of the server's era.
    pub era: Era,
    /// What to do.
    pub action: Action,
    /// Why.
    pub reason: Reason,
    /// The version to use next, for [`Action::RetryWithVersion`] and for [`Action::Initialize`] after a refused version.
    pub version: Option<String>,
    /// The capabilities that are missing, a JSON object, where a missing capability is what it is about.
    pub missing: Option<String>,
    /// The whole capabilities object to declare, for [`Action::DeclareCapabilities`].
    pub declare: Option<String>,
    /// How many milliseconds the server asked to wait, for [`Action::BackOff`].
    pub delay_ms: Option<u64>,
    /// A sentence for the person: what the server needs, and what will be done or cannot be.
    pub text: String,
    /// The advice as a JSON object; absent members are left out.
    pub json: String,
}

impl Advice {
    fn new(era: Era, verdict: decide::Verdict) -> Result<Self, Failure> {
        let decide::Verdict { action, reason, version, missing, declare, delay_ms } = verdict;
        let text = describe::advice_text(action, reason, version.as_deref(), missing.as_deref(), delay_ms)?;
        let mut advice = Self { era, action, reason, version, missing, declare, delay_ms, text, json: String::new() };
        advice.json = advice.to_json()?;
        Ok(advice)
    }

    fn to_json(&self) -> Result<String, Failure> {
        let mut out = Out::default();
        out.raw("{")?.name("era")?.string(self.era.name())?;
        out.name("action")?.string(self.action.name())?.name("reason")?.string(self.reason.name())?;
        if let Some(version) = &self.version {
            out.name("version")?.string(version)?;
        }
        if let Some(missing) = &self.missing {
            out.name("missing")?.raw(missing)?;
        }
        if let Some(declare) = &self.declare {
            out.name("declare")?.raw(declare)?;
        }
        if let Some(delay) = self.delay_ms {
            out.name("delay_ms")?.raw(&delay.to_string())?;
        }
        out.raw("}")?;
        Ok(out.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gaps_and_names_no_doubles() {
        for (index, action) in Action::ALL.iter().enumerate() {
            assert_eq!(*action as usize, index);
            assert_eq!(Action::ALL.iter().filter(|other| other.name() == action.name()).count(), 1);
        }
        for (index, reason) in Reason::ALL.iter().enumerate() {
            assert_eq!(*reason as usize, index);
            assert_eq!(Reason::ALL.iter().filter(|other| other.name() == reason.name()).count(), 1);
        }
    }
}
