//! The decision table: the first row that applies, as section 7 of the rules orders them.

use super::lists::member;
use super::retry_after::delay_ms;
use super::{Advice, Reason, capabilities, copy_of, scopes, versions};
use crate::action::Action;
use crate::code;
use crate::context::{Context, Purpose};
use crate::era::{Era, Transport};
use crate::error::{McpError, copy};
use crate::failure::Failure;
use crate::json::Value;
use crate::kind::Kind;

/// How long to wait before a stream is resumed where the server does not say it.
const RESUME_DELAY_MS: u64 = 1000;

/// What the rows ask of an error and its context.
#[allow(clippy::struct_excessive_bools)] // facts that the rows combine freely
struct Case<'a> {
    error: &'a McpError,
    context: &'a Context<'a>,
    kind: Kind,
    /// 0 without one.
    status: u16,
    /// The server failed, which says nothing about what it did before.
    server_fault: bool,
    http: bool,
    probe: bool,
    request: bool,
    initialize: bool,
    legacy: bool,
}

/// What the table says, before limits.
pub(super) fn decide(error: &McpError, context: &Context<'_>) -> Result<Advice, Failure> {
    let status = error.http_status().unwrap_or(0);
    let case = Case {
        error,
        context,
        kind: error.kind(),
        status,
        server_fault: error.kind() == Kind::TransientServerError && matches!(status, 500..=999),
        http: context.transport == Transport::Http,
        probe: context.purpose == Purpose::Probe,
        request: context.purpose == Purpose::Request,
        initialize: context.purpose == Purpose::Initialize,
        legacy: context.era == Some(Era::Legacy),
    };
    for rows in [Case::access, Case::no_answer, Case::modern, Case::answer] {
        if let Some(advice) = rows(&case)? {
            return Ok(advice);
        }
    }
    case.rest()
}

type Row = Result<Option<Advice>, Failure>;

#[allow(clippy::unnecessary_wraps)] // what a row returns
fn row(action: Action, reason: Reason) -> Row {
    Ok(Some(Advice::new(action, reason)))
}

fn give_up(reason: Reason) -> Row {
    row(Action::GiveUp, reason)
}

impl Case<'_> {
    fn code_is(&self, codes: &[i64]) -> bool {
        self.error.code().is_some_and(|code| codes.contains(&code))
    }

    /// The client was not let in.
    fn access(&self) -> Row {
        let challenge = self.error.challenge_error();
        let step_up = match self.status {
            _ if self.kind == Kind::InsufficientScopeError => true,
            401 => challenge == Some("insufficient_scope"),
            403 => challenge.is_none() && self.error.scope().is_some(),
            _ => false,
        };
        let (action, reason) = match self.status {
            _ if step_up => (Action::StepUp, Reason::InsufficientScope),
            401 => (Action::Authenticate, Reason::Unauthorized),
            403 | 407 => return give_up(Reason::AccessDenied),
            300..=399 => return give_up(Reason::Redirected),
            _ => return Ok(None),
        };
        if step_up && self.context.tried(Action::StepUp) > 0 && !scopes::asks_for_more(self.error.scope(), self.context)? {
            return give_up(Reason::RetryLimit);
        }
        let mut advice = Advice::new(action, reason);
        scopes::set(&mut advice, self.error.scope(), self.context)?;
        advice.resource_metadata = copy_of(self.error.resource_metadata())?;
        Ok(Some(advice))
    }

    /// No response came, or the server failed before it made one.
    fn no_answer(&self) -> Row {
        let timeout = self.kind == Kind::RequestTimeoutError;
        let closed = self.kind == Kind::ResponseStreamClosedError;
        let silent = timeout || closed || self.server_fault;
        if self.probe {
            let waited = self.http && silent && self.context.tried(Action::BackOff) >= 2;
            if waited || (self.kind == Kind::TransportError && matches!(self.status, 202 | 204)) {
                return row(Action::Initialize, Reason::NoAnswer);
            }
            if timeout || closed {
                return if self.http { row(Action::BackOff, Reason::Transient) } else { row(Action::Initialize, Reason::NoAnswer) };
            }
        }
        let modern = self.context.in_modern_era();
        if timeout {
            // Over HTTP a modern client cancels by closing the stream.
            let cancel = !(self.initialize || (self.http && modern));
            return Ok(Some(Advice { cancel, ..Advice::give_up(Reason::MaybeExecuted) }));
        }
        if closed {
            let own = self.error.last_event_id().filter(|id| !id.is_empty());
            if let Some(id) = own.or(self.context.last_event_id.as_deref()).filter(|_| self.http && !modern) {
                return Ok(Some(Advice {
                    last_event_id: Some(copy(id)?),
                    delay_ms: Some(self.error.retry_ms().unwrap_or(RESUME_DELAY_MS)),
                    ..Advice::new(Action::ResumeStream, Reason::StreamLost)
                }));
            }
            let again = self.context.idempotent || (self.request && modern);
            return if again { row(Action::Reissue, Reason::StreamLost) } else { give_up(Reason::MaybeExecuted) };
        }
        if self.kind == Kind::ConnectionError && self.status == 0 {
            return row(Action::BackOff, Reason::Transient);
        }
        if self.server_fault && self.request && !self.context.idempotent {
            return give_up(Reason::MaybeExecuted);
        }
        if self.kind == Kind::TransientServerError || (self.status == 424 && !self.error.is_modern()) {
            let delay_ms = self.error.retry_after().and_then(|value| delay_ms(value, self.context.now_ms));
            return Ok(Some(Advice { delay_ms, ..Advice::new(Action::BackOff, Reason::Transient) }));
        }
        Ok(None)
    }

    /// The errors of the modern protocol, and what contradicts the era that the server was taken for.
    fn modern(&self) -> Row {
        let modern = |kind| self.kind == kind && self.error.is_modern();
        if modern(Kind::UnsupportedProtocolVersionError) {
            return versions::other(self.error, self.context).map(Some);
        }
        if modern(Kind::MissingRequiredClientCapabilityError) {
            return capabilities::more(self.error, self.context).map(Some);
        }
        let mismatch = modern(Kind::HeaderMismatchError);
        let not_legacy = mismatch && (self.initialize || (self.request && self.legacy));
        if not_legacy || (self.kind == Kind::MethodNotFoundError && self.initialize) {
            return row(Action::Reprobe, Reason::EraContradicted);
        }
        if mismatch {
            let call = self.request && self.context.method.as_deref() == Some("tools/call");
            return if call { row(Action::RefreshTools, Reason::HeaderMismatch) } else { give_up(Reason::HeaderMismatch) };
        }
        Ok(None)
    }

    /// Results that are not final, and messages that are not responses.
    fn answer(&self) -> Row {
        match self.kind {
            Kind::InputRequiredError => capabilities::input(self.error, self.context).map(Some),
            Kind::InvalidResultError if !self.probe => give_up(Reason::InvalidResult),
            Kind::TransportError if !self.http && !self.error.is_local() => row(Action::ReadOn, Reason::NotAResponse),
            // The response comes on another stream.
            Kind::TransportError if self.status == 202 && self.legacy && !self.probe => row(Action::ReadOn, Reason::NotAResponse),
            _ => Ok(None),
        }
    }

    /// Everything else: by what was asked.
    fn rest(&self) -> Result<Advice, Failure> {
        let advice = if self.probe {
            let era = self.error.era(self.context.transport);
            return Ok(match era {
                Era::ModernWithoutDiscover => Advice::new(Action::ContinueWithoutDiscover, Reason::MethodNotFound),
                _ if self.kind == Kind::TransportError => Advice::give_up(Reason::NotMcp),
                Era::Inconclusive => Advice::give_up(Reason::NotRetryable),
                Era::Modern | Era::Legacy => Advice::new(Action::Initialize, Reason::NotModern),
            });
        } else if self.initialize {
            self.after_initialize()?
        } else {
            self.after_request()
        };
        if let Some(advice) = advice {
            return Ok(advice);
        }
        if !self.context.in_modern_era() && has_url_elicitations(self.error)? {
            return Ok(Advice::new(Action::CompleteElicitations, Reason::ElicitationRequired));
        }
        if self.code_is(&[code::INVALID_PARAMS]) && self.context.has_cursor {
            return Ok(Advice::new(Action::RestartPagination, Reason::InvalidCursor));
        }
        Ok(Advice::give_up(Reason::NotRetryable))
    }

    fn after_initialize(&self) -> Row {
        if let Some(advice) = versions::other_legacy(self.error, self.context)? {
            return Ok(Some(advice));
        }
        if self.http && matches!(self.status, 400 | 404 | 405) && !self.error.is_modern() {
            return row(Action::TryHttpSse, Reason::NotStreamableHttp);
        }
        Ok(self.without_session())
    }

    fn after_request(&self) -> Option<Advice> {
        let refused = self.http && matches!(self.status, 400 | 404 | 405);
        let older = !self.error.has_error_object() || self.error.code().is_some_and(|code| matches!(code, -32600 | -32019..=-32000));
        match self.context.era {
            Some(Era::Modern) if refused && older => return Some(Advice::new(Action::Reprobe, Reason::EraContradicted)),
            Some(Era::ModernWithoutDiscover) if refused && older => return Some(Advice::new(Action::Initialize, Reason::EraContradicted)),
            _ => {}
        }
        if let Some(advice) = self.without_session() {
            return Some(advice);
        }
        let contradicted = self.http && self.legacy && self.status == 400 && self.code_is(&[code::INVALID_PARAMS, code::INVALID_REQUEST]);
        contradicted.then(|| Advice::new(Action::Reprobe, Reason::EraContradicted))
    }

    /// A legacy server that has ended the session.
    fn without_session(&self) -> Option<Advice> {
        let gone = match self.status {
            404 => self.kind != Kind::MethodNotFoundError,
            400 => self.code_is(&[-32000, code::INVALID_REQUEST]),
            _ => false,
        };
        if !(gone && self.http && self.legacy && self.context.has_session) {
            return None;
        }
        // A stream is only resumed after the server took the request.
        let taken = self.context.tried(Action::ResumeStream) > 0 && !self.context.idempotent;
        Some(if taken { Advice::give_up(Reason::MaybeExecuted) } else { Advice::new(Action::NewSession, Reason::SessionGone) })
    }
}

/// Whether a legacy server asks the person to open URLs first.
fn has_url_elicitations(error: &McpError) -> Result<bool, Failure> {
    if error.code() != Some(code::LEGACY_URL_ELICITATION_REQUIRED) {
        return Ok(false);
    }
    let data = Value::checked(error.data_json().unwrap_or("null"));
    let (mut some, mut all) = (false, true);
    member(data, "elicitations")?.unwrap_or(Value::checked("null")).each(|elicitation| {
        some = true;
        all = all && member(elicitation, "mode")?.is_some_and(|mode| mode.is_str("url"));
        for name in ["elicitationId", "url", "message"] {
            all = all && member(elicitation, name)?.is_some_and(Value::is_string);
        }
        Ok(())
    })?;
    Ok(some && all)
}
