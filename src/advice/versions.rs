//! A version was refused: which one to use next.

use super::lists::{Sorted, member};
use super::{Advice, Reason};
use crate::action::Action;
use crate::code;
use crate::context::{Context, Purpose, Strings};
use crate::era::LEGACY_VERSIONS;
use crate::error::{McpError, copy};
use crate::failure::Failure;
use crate::json::Value;
use std::borrow::Cow;

/// Whether a JSON string is a legacy version.
pub(super) fn is_legacy(version: Value<'_>) -> bool {
    LEGACY_VERSIONS.iter().any(|legacy| version.is_str(legacy))
}

/// The first version of the client that passes.
pub(super) fn first<'a>(context: &Context<'a>, mut pass: impl FnMut(Value<'a>) -> bool) -> Result<Option<String>, Failure> {
    let mut found = None;
    context.client_versions.each(|version| {
        if found.is_none() && pass(version) {
            found = version.as_str()?.map(|text| copy(&text)).transpose()?;
        }
        Ok(())
    })?;
    Ok(found)
}

/// The first legacy version of the client.
pub(super) fn first_legacy(context: &Context<'_>) -> Result<Option<String>, Failure> {
    first(context, is_legacy)
}

/// After a modern -32022: the version to use next, or why there is none.
pub(super) fn other(error: &McpError, context: &Context<'_>) -> Result<Advice, Failure> {
    let requested = match &context.requested_version {
        Some(version) => Some(Cow::Borrowed(version.as_ref())),
        None => error.requested_json().map_or(Ok(None), |json| Value::checked(json).as_str())?,
    };
    // A modern server refuses `initialize` as such, whatever modern version it names.
    let legacy = |version: &str| LEGACY_VERSIONS.contains(&version);
    let refused = requested.filter(|version| context.purpose != Purpose::Initialize || legacy(version));
    let is_refused = |version: Value<'_>| refused.as_deref().is_some_and(|refused| version.is_str(refused));
    let supported = Sorted::new(Strings::read(Value::checked(error.supported_json().unwrap_or("[]")))?.unwrap_or(Strings::EMPTY))?;
    let below_limit = |action: Action| action.limit().is_none_or(|limit| context.tried(action) < limit);

    let modern = first(context, |version| !is_legacy(version) && !is_refused(version) && supported.contains(version))?;
    let same = first(context, |version| !is_legacy(version) && is_refused(version) && supported.contains(version))?;
    let older = first(context, |version| is_legacy(version) && !is_refused(version) && supported.contains(version))?;
    let limited = modern.is_some() || same.is_some() || older.is_some();
    for (version, action, reason) in [
        (modern, Action::RetryWithVersion, Reason::VersionMismatch),
        (same, Action::RetryWithVersion, Reason::VersionContradiction),
        (older, Action::Initialize, Reason::VersionMismatch),
    ] {
        if version.is_some() && below_limit(action) {
            return Ok(Advice { version, ..Advice::new(action, reason) });
        }
    }
    Ok(Advice::give_up(if limited {
        Reason::RetryLimit
    } else if refused.is_some_and(|refused| supported.contains_text(&refused)) {
        Reason::VersionContradiction
    } else {
        Reason::NoCommonVersion
    }))
}

/// After an `initialize` that a server refused with the versions it supports, as legacy servers do: -32602 with `data.supported`, an
/// array of strings, and `data.requested`, a string. None for any other error.
pub(super) fn other_legacy(error: &McpError, context: &Context<'_>) -> Result<Option<Advice>, Failure> {
    if error.code() != Some(code::INVALID_PARAMS) {
        return Ok(None);
    }
    let data = Value::checked(error.data_json().unwrap_or("null"));
    let supported = member(data, "supported")?.map_or(Ok(None), Strings::read)?;
    let requested = member(data, "requested")?.map_or(Ok(None), Value::as_str)?;
    let (Some(supported), Some(requested)) = (supported, requested) else { return Ok(None) };
    let supported = Sorted::new(supported)?;
    let refused = context.requested_version.as_deref().unwrap_or(&requested);
    let version = first(context, |version| is_legacy(version) && !version.is_str(refused) && supported.contains(version))?;
    Ok(Some(match version {
        Some(_) => Advice { version, ..Advice::new(Action::Initialize, Reason::VersionMismatch) },
        None => Advice::give_up(Reason::NoCommonVersion),
    }))
}
