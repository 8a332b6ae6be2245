//! The decision table: the first row that applies.

use super::context::{Context, Purpose};
use super::retry_after::delay_ms;
use super::{Action, Advice, Reason};
use crate::capabilities::{Capabilities, declare_of, missing_of};
use crate::code;
use crate::era::{Era, Transport, is_legacy_version};
use crate::error::{McpError, copy};
use crate::failure::Failure;
use crate::json::{Value, to_text};
use crate::kind::Kind;

/// What the table says.
pub(super) struct Verdict {
    pub action: Action,
    pub reason: Reason,
    pub version: Option<String>,
    pub missing: Option<String>,
    pub declare: Option<String>,
    pub delay_ms: Option<u64>,
}

impl From<(Action, Reason)> for Verdict {
    fn from((action, reason): (Action, Reason)) -> Self {
        Self { action, reason, version: None, missing: None, declare: None, delay_ms: None }
    }
}

impl McpError {
    /// What to do next. `context` is the JSON object that [`Context`] describes; empty text is `{}`.
    ///
    /// Following the advice always comes to an end, [`Action::BackOff`] apart, which the host bounds.
    ///
    /// # Errors
    ///
    /// [`Failure::InvalidJson`] and [`Failure::InvalidArgument`] for a context that is not of its shape.
    pub fn advise(&self, context: &[u8]) -> Result<Advice, Failure> {
        let text = to_text(if context.is_empty() { b"{}" } else { context }, c"context_json")?;
        let context = Context::read(&text)?;
        Advice::new(self.era(context.transport), decide(self, &context)?)
    }
}

fn decide(error: &McpError, context: &Context<'_>) -> Result<Verdict, Failure> {
    let kind = error.kind();
    let status = error.http_status().unwrap_or(0);
    let probe = context.purpose == Purpose::Probe;
    let in_modern_era = context.era.is_some_and(Era::is_modern);
    let unanswered_probe = match context.transport {
        Transport::Stdio => (Action::Initialize, Reason::NoAnswer),
        Transport::Http => (Action::BackOff, Reason::Transient),
    };
    let simple = match kind {
        Kind::InsufficientScopeError => (Action::StepUp, Reason::InsufficientScope),
        _ if status == 401 => (Action::Authenticate, Reason::Unauthorized),
        _ if matches!(status, 403 | 407) => (Action::GiveUp, Reason::AccessDenied),
        Kind::RequestTimeoutError | Kind::ResponseStreamClosedError if probe => unanswered_probe,
        Kind::RequestTimeoutError => (Action::GiveUp, Reason::MaybeExecuted),
        Kind::ResponseStreamClosedError => {
            let again = context.idempotent || (context.purpose == Purpose::Request && in_modern_era);
            match (again, context.first_attempt) {
                (true, true) => (Action::Reissue, Reason::StreamLost),
                (true, false) => (Action::GiveUp, Reason::RetryLimit),
                (false, _) => (Action::GiveUp, Reason::MaybeExecuted),
            }
        }
        Kind::ConnectionError if status == 0 => (Action::BackOff, Reason::Transient),
        Kind::TransientServerError => {
            if context.purpose == Purpose::Request && matches!(status, 500..=599) && !context.idempotent {
                (Action::GiveUp, Reason::MaybeExecuted)
            } else {
                let delay_ms = error.retry_after().and_then(|value| delay_ms(value, context.now_ms));
                return Ok(Verdict { delay_ms, ..(Action::BackOff, Reason::Transient).into() });
            }
        }
        Kind::UnsupportedProtocolVersionError if error.is_modern() => return other_version(error, context),
        Kind::MissingRequiredClientCapabilityError if error.is_modern() => return more_capabilities(error, context),
        Kind::HeaderMismatchError if error.is_modern() => {
            let call = context.purpose == Purpose::Request && context.method.as_deref() == Some("tools/call");
            match (call, context.first_attempt) {
                (true, true) => (Action::RefreshTools, Reason::HeaderMismatch),
                (true, false) => (Action::GiveUp, Reason::RetryLimit),
                (false, _) => (Action::GiveUp, Reason::HeaderMismatch),
            }
        }
        _ if probe => match error.era(context.transport) {
            Era::ModernWithoutDiscover => (Action::ContinueWithoutDiscover, Reason::MethodNotFound),
            Era::Inconclusive => (Action::GiveUp, Reason::NotRetryable),
            Era::Modern | Era::Legacy => (Action::Initialize, Reason::NotModern),
        },
        _ if status == 404 && context.era == Some(Era::Legacy) && context.has_session => (Action::NewSession, Reason::SessionGone),
        _ if !in_modern_era && has_url_elicitations(error)? => (Action::CompleteElicitations, Reason::ElicitationRequired),
        _ if error.code() == Some(code::INVALID_PARAMS) && context.has_cursor => (Action::RestartPagination, Reason::InvalidCursor),
        _ => (Action::GiveUp, Reason::NotRetryable),
    };
    Ok(simple.into())
}

/// The version was refused: the client's favourite of those that the server speaks.
fn other_version(error: &McpError, context: &Context<'_>) -> Result<Verdict, Failure> {
    if !context.first_attempt {
        return Ok((Action::GiveUp, Reason::RetryLimit).into());
    }
    let requested = match &context.requested_version {
        Some(version) => Some(version.clone()),
        None => error.requested_json().map_or(Ok(None), |json| Value::checked(json).as_str())?,
    };
    // A modern server refuses `initialize` as such, whatever modern version it names.
    let refused = requested.filter(|version| context.purpose != Purpose::Initialize || is_legacy_version(version));
    let supported = error.try_supported()?;
    let usable = |version: &&str| refused.as_deref() != Some(*version) && supported.iter().any(|other| other == version);
    let pick =
        |legacy| context.client_versions.iter().map(AsRef::as_ref).filter(|version| is_legacy_version(version) == legacy).find(usable);
    let (action, version) = if let Some(version) = pick(false) {
        (Action::RetryWithVersion, version)
    } else if let Some(version) = pick(true) {
        (Action::Initialize, version)
    } else {
        let contradiction = refused.is_some_and(|refused| supported.iter().any(|version| *version == refused));
        let reason = if contradiction { Reason::VersionContradiction } else { Reason::NoCommonVersion };
        return Ok((Action::GiveUp, reason).into());
    };
    Ok(Verdict { version: Some(copy(version)?), ..(action, Reason::VersionMismatch).into() })
}

/// Capabilities were not declared: what is missing, and whether the client has it.
fn more_capabilities(error: &McpError, context: &Context<'_>) -> Result<Verdict, Failure> {
    let required = Capabilities::read(Value::checked(error.required_capabilities_json()), c"error", c"data.requiredCapabilities")?;
    let text = missing_of(&context.declared, &required)?;
    let missing = Capabilities::read(Value::checked(&text), c"error", c"missing")?;
    let unavailable = missing_of(&context.supported, &missing)? != "{}";
    let (action, reason) = if missing.is_empty() {
        (Action::GiveUp, Reason::NothingMissing)
    } else if unavailable {
        (Action::GiveUp, Reason::CapabilityUnavailable)
    } else if !context.first_attempt {
        (Action::GiveUp, Reason::RetryLimit)
    } else {
        (Action::DeclareCapabilities, Reason::CapabilityUndeclared)
    };
    let declare = match action {
        Action::DeclareCapabilities => Some(declare_of(&context.declared, &missing, &context.supported)?),
        _ => None,
    };
    Ok(Verdict { declare, missing: Some(copy(&text)?), ..(action, reason).into() })
}

/// Whether a legacy server asks the person to open URLs first.
fn has_url_elicitations(error: &McpError) -> Result<bool, Failure> {
    if error.code() != Some(code::LEGACY_URL_ELICITATION_REQUIRED) {
        return Ok(false);
    }
    let data = error.data_json().map_or(Ok(None), |data| Value::checked(data).object())?.unwrap_or_default();
    let elicitations = data.get("elicitations").map_or(Ok(None), Value::elements)?.unwrap_or_default();
    for elicitation in &elicitations {
        let Some(elicitation) = elicitation.object()? else { return Ok(false) };
        let mode = elicitation.get("mode").map_or(Ok(None), Value::as_str)?;
        let is_string = |name| elicitation.get(name).is_some_and(Value::is_string);
        if mode.as_deref() != Some("url") || !["elicitationId", "url", "message"].into_iter().all(is_string) {
            return Ok(false);
        }
    }
    Ok(!elicitations.is_empty())
}
