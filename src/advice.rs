//! What to do next: one decision table over the error and the host's context.
//!
//! Source: section 7 of the rules; MCP 2026-07-28, `basic/versioning`, `basic/index` (capabilities), `streamable-http`
//! (retries), `basic/authorization`; 2025-11-25 for what legacy servers send.

mod capabilities;
mod decide;
mod lists;
mod negotiate;
mod next;
mod reason;
mod retry_after;
mod scopes;
mod text;
mod versions;

use crate::action::Action;
use crate::context::{self, Context, Purpose};
use crate::era::Era;
use crate::error::{McpError, copy};
use crate::failure::Failure;
use crate::json::Out;
use once_cell::race::OnceBox;

pub use negotiate::negotiate;
pub use reason::Reason;

/// How often [`Action::AnswerInputs`] may be taken where there are no input requests and the client only waits.
const LIMIT_OF_WAITING: u64 = 50;

/// What to do next, why, and what it takes.
#[derive(Debug)]
#[non_exhaustive]
pub struct Advice {
    /// The server's era, as far as it is known now. After a probe: what the error says about it.
    pub era: Era,
    /// What to do.
    pub action: Action,
    /// Why.
    pub reason: Reason,
    /// The version to use next, for [`Action::RetryWithVersion`], [`Action::Initialize`] and [`Action::GoOn`].
    pub version: Option<String>,
    /// The missing capabilities, a JSON object, where the advice is about one.
    pub missing: Option<String>,
    /// The whole capabilities object to declare, for [`Action::DeclareCapabilities`].
    pub declare: Option<String>,
    /// How many milliseconds to wait.
    pub delay_ms: Option<u64>,
    /// The scopes to ask for, separated by blanks, for [`Action::StepUp`] and [`Action::Authenticate`].
    pub scopes: Option<String>,
    /// The `resource_metadata` of the challenge. The peer chose it: check the URL before you fetch it.
    pub resource_metadata: Option<String>,
    /// Where to resume the stream, for [`Action::ResumeStream`].
    pub last_event_id: Option<String>,
    /// Whether to send `notifications/cancelled` for the request.
    pub cancel: bool,
    /// The context of the next try, a JSON object; none for [`Action::GiveUp`].
    pub context: Option<String>,
    /// A sentence for the person: what the server needs, and what happens next. At most 512 bytes, safe to print.
    pub text: String,
    /// The scopes as a JSON array.
    scope_list: Option<String>,
    json: OnceBox<String>,
}

impl Advice {
    /// An advice that is not finished: it has neither its era nor what follows from it.
    fn new(action: Action, reason: Reason) -> Self {
        Self {
            era: Era::Inconclusive,
            action,
            reason,
            version: None,
            missing: None,
            declare: None,
            delay_ms: None,
            scopes: None,
            resource_metadata: None,
            last_event_id: None,
            cancel: false,
            context: None,
            text: String::new(),
            scope_list: None,
            json: OnceBox::default(),
        }
    }

    fn give_up(reason: Reason) -> Self {
        Self::new(Action::GiveUp, reason)
    }

    /// The advice as a JSON object; absent members are left out. Made on first use; empty if there is no memory for it.
    #[must_use]
    pub fn json(&self) -> &str {
        self.json.get_or_try_init(|| self.to_json().map(Box::new)).map_or("", String::as_str)
    }

    /// Replaces an action whose limit is reached, and an `initialize` for which the client has no version.
    fn within_limits(mut self, context: &Context<'_>) -> Result<Self, Failure> {
        if self.action == Action::Initialize {
            match versions::first_legacy(context)? {
                None if !context.client_versions.is_empty()? => return Ok(Self::give_up(Reason::NoCommonVersion)),
                first if self.version.is_none() => self.version = first,
                _ => {}
            }
        }
        let limit = match self.action {
            Action::AnswerInputs if self.delay_ms.is_some() => Some(LIMIT_OF_WAITING),
            action => action.limit(),
        };
        if limit.is_some_and(|limit| context.tried(self.action) >= limit) {
            return Ok(Self { missing: self.missing, ..Self::give_up(Reason::RetryLimit) });
        }
        Ok(self)
    }

    /// Adds the next context and the sentence. The era stands already.
    fn finished(mut self, context: &Context<'_>) -> Result<Self, Failure> {
        self.context = next::context(context, &self)?;
        self.text = text::sentence(&self)?;
        Ok(self)
    }

    /// The era, if the advice is not on the result or error of a probe.
    fn era_outside_a_probe(&self, context: &Context<'_>) -> Era {
        match self.action {
            Action::Reprobe => Era::Inconclusive,
            Action::RetryWithVersion => Era::Modern,
            Action::Initialize => Era::Legacy,
            Action::ContinueWithoutDiscover => Era::ModernWithoutDiscover,
            _ => context.era.unwrap_or(Era::Inconclusive),
        }
    }

    fn to_json(&self) -> Result<String, Failure> {
        Out::exact(&|out| self.write_json(out))
    }

    fn write_json(&self, out: &mut Out) -> Result<(), Failure> {
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
        if let Some(scopes) = &self.scope_list {
            out.name("scopes")?.raw(scopes)?;
        }
        if let Some(url) = &self.resource_metadata {
            out.name("resource_metadata")?.string(url)?;
        }
        if let Some(id) = &self.last_event_id {
            out.name("last_event_id")?.string(id)?;
        }
        if self.cancel {
            out.name("cancel")?.raw("true")?;
        }
        if let Some(context) = &self.context {
            out.name("context")?.raw(context)?;
        }
        out.raw("}").map(|_| ())
    }
}

impl McpError {
    /// What to do next.
    ///
    /// `context` is a JSON object with these members, all optional; `null` reads as absent, and empty text as `{}`:
    ///
    /// - `transport`: `"http"` (the default) or `"stdio"`
    /// - `purpose`: `"request"` (the default), `"probe"` or `"initialize"`
    /// - `era`: `"modern"`, `"modern_without_discover"`, `"legacy"` or `"inconclusive"`
    /// - `tried`: how often this work took each action, an object with the names of actions
    /// - `method`, `idempotent`, `has_session`, `has_cursor`: about the request
    /// - `client_versions`: all versions that the client speaks, in order of preference; `requested_version`
    /// - `declared`: the capabilities that the request declared; `supported_caps`: all that the client could declare
    /// - `granted_scopes`, `asked_scopes`, `result_types`: lists
    /// - `last_event_id`; `now_ms`: Unix time, for a `Retry-After` with a date
    /// - `host`: any value of the host's own
    ///
    /// Pass [`Advice::context`] as the context of the next try. Then following the advice ends, except for actions whose time
    /// the host limits ([`Action::BackOff`], [`Action::ReadOn`], [`Action::ResumeStream`]).
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidJson`](crate::Cause::InvalidJson) if the context is not JSON, [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for an unknown member, an unknown value or
    /// one of a wrong type.
    pub fn advise(&self, context: &[u8]) -> Result<Advice, Failure> {
        let text = context::text(context)?;
        let context = Context::read(&text)?;
        let mut advice = decide::decide(self, &context)?.within_limits(&context)?;
        advice.era = match context.purpose {
            Purpose::Probe => self.era(context.transport),
            Purpose::Request | Purpose::Initialize => advice.era_outside_a_probe(&context),
        };
        advice.finished(&context)
    }
}

/// A copy of a text that may be absent.
fn copy_of(text: Option<&str>) -> Result<Option<String>, Failure> {
    text.map(copy).transpose()
}
