//! A capability is missing: whether the client has it, and how to declare it.

use super::lists::member;
use super::{Advice, Reason};
use crate::action::Action;
use crate::capabilities::{Capabilities, Needs, declare_of, missing_of};
use crate::context::Context;
use crate::error::{McpError, copy};
use crate::failure::Failure;
use crate::json::Value;

/// Where an action waits for the server: the first delay, and the longest.
const DELAY_MS: (u64, u64) = (50, 2000);

/// The part of the required capabilities that the given ones do not cover.
fn missing(given: Value<'_>, required: &str) -> Result<String, Failure> {
    missing_of(&Capabilities::of(given)?, &Capabilities::of(Value::checked(required))?)
}

/// After a modern -32021.
pub(super) fn more(error: &McpError, context: &Context<'_>) -> Result<Advice, Failure> {
    // Copied to its size, since it is kept.
    let text = copy(&missing(context.declared, error.required_capabilities_json())?)?;
    let (action, reason) = if text == "{}" {
        (Action::GiveUp, Reason::NothingMissing)
    } else if missing(context.supported, &text)? != "{}" {
        (Action::GiveUp, Reason::CapabilityUnavailable)
    } else {
        (Action::DeclareCapabilities, Reason::CapabilityUndeclared)
    };
    let declare = match action {
        Action::DeclareCapabilities => Some(copy(&declare_of(
            &Capabilities::of(context.declared)?,
            &Capabilities::of(Value::checked(&text))?,
            &Capabilities::of(context.supported)?,
        )?)?),
        _ => None,
    };
    Ok(Advice { declare, missing: Some(text), ..Advice::new(action, reason) })
}

/// The server requires input.
pub(super) fn input(error: &McpError, context: &Context<'_>) -> Result<Advice, Failure> {
    let data = Value::checked(error.data_json().unwrap_or("null"));
    let requests = member(data, "inputRequests")?.map_or(Ok(None), Value::object)?.unwrap_or_default();
    let mut needs = Needs::default();
    for request in requests.members() {
        if let Some(method) = member(request.value, "method")? {
            needs = needs.united(Needs::of(method, member(request.value, "params")?)?);
        }
    }
    // A server should not ask for what was not declared, but a client that can supply it does.
    let missing = missing(context.supported, &missing(context.declared, &needs.to_json()?)?)?;
    if missing != "{}" {
        return Ok(Advice { missing: Some(missing), ..Advice::give_up(Reason::CapabilityUnavailable) });
    }
    let (first, longest) = DELAY_MS;
    let doublings = u32::try_from(context.tried(Action::AnswerInputs)).unwrap_or(u32::MAX);
    let delay = 2_u64.checked_pow(doublings).map_or(longest, |factor| first.saturating_mul(factor).min(longest));
    Ok(Advice { delay_ms: requests.is_empty().then_some(delay), ..Advice::new(Action::AnswerInputs, Reason::InputRequired) })
}
