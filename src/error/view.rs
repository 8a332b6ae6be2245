//! An error as one JSON object, and back.

use super::construct::Parts;
use super::{Envelope, HttpStatus, McpError, Provenance, copy};
use crate::failure::{Failure, Word, word};
use crate::http::Challenge;
use crate::json::{Object, Out, Value, to_text};
use crate::kind::Kind;
use crate::message::MessageType;
use crate::result::Flaw;
use std::borrow::Cow;

/// Everything that can be read of an error.
pub(super) fn write(error: &McpError) -> Result<String, Failure> {
    Out::exact(&|out| write_to(out, error))
}

fn write_to(out: &mut Out, error: &McpError) -> Result<(), Failure> {
    let boolean = |value| if value { "true" } else { "false" };
    out.raw("{")?.name("kind")?.string(error.kind().name())?;
    let code = error.code_text();
    out.name("code")?.raw(code.unwrap_or("null"))?.name("code_text")?.string(code.unwrap_or_default())?;
    out.name("message")?.string(error.message())?;
    out.name("message_is_string")?.raw(boolean(error.message_is_string()))?;
    out.name("has_data")?.raw(boolean(error.data_json().is_some()))?;
    out.name("data")?.raw(error.data_json().unwrap_or("null"))?;
    match error.http_status() {
        Some(status) => out.name("http_status")?.raw(&status.to_string())?,
        None => out.name("http_status")?.raw("null")?,
    };
    out.name("local")?.raw(boolean(error.is_local()))?;
    out.name("built")?.raw(boolean(error.is_built()))?;
    if let Some(id) = error.id_json() {
        out.name("id")?.raw(id)?;
    }
    out.name("message_type")?.string_or_null(error.message_type().map(MessageType::name))?;
    out.name("error_object")?.raw(boolean(error.has_error_object()))?;
    out.name("body_ignored")?.raw(boolean(error.body_ignored()))?;
    out.name("challenge_error")?.string_or_null(error.challenge_error())?;
    out.name("scope")?.string_or_null(error.scope())?;
    out.name("error_description")?.string_or_null(error.error_description())?;
    out.name("resource_metadata")?.string_or_null(error.resource_metadata())?;
    out.name("location")?.string_or_null(error.location())?;
    out.name("last_event_id")?.string_or_null(error.last_event_id())?;
    match error.retry_ms() {
        Some(retry) => out.name("retry_ms")?.raw(&retry.to_string())?,
        None => out.name("retry_ms")?.raw("null")?,
    };
    out.name("well_formed")?.raw(boolean(error.is_well_formed()))?;
    out.name("malformed_reason")?.string_or_null(error.malformed_reason())?;
    out.name("modern")?.raw(boolean(error.is_modern()))?;
    out.name("modern_http")?.raw(boolean(error.is_modern_http()))?;
    out.name("modern_for_probe")?.raw(boolean(error.is_modern_for_probe()))?;
    out.name("protocol_error")?.raw(boolean(error.is_protocol_error()))?;
    out.name("era_inconclusive")?.raw(boolean(error.is_era_inconclusive()))?;
    out.name("retry_after")?.string_or_null(error.retry_after())?;
    out.name("log_line")?.string(error.log_line())?;
    match error.kind() {
        Kind::MissingRequiredClientCapabilityError => {
            out.name("required_capabilities")?.raw(error.required_capabilities_json())?;
        }
        Kind::UnsupportedProtocolVersionError => {
            write_supported(out, error.supported_json().unwrap_or("[]"))?;
            out.name("requested")?.raw(error.requested_json().unwrap_or("null"))?;
        }
        Kind::InputRequiredError => {
            let data = error.data_json().map_or(Ok(None), |data| Value::checked(data).object())?.unwrap_or_default();
            let requests = data.get("inputRequests").filter(|requests| requests.is_object());
            out.name("input_requests")?.raw(requests.map_or("{}", Value::text))?;
            out.name("request_state")?.raw(data.get("requestState").map_or("null", Value::text))?;
        }
        _ => {}
    }
    out.raw("}").map(|_| ())
}

/// Writes the supported versions and the suffix that lists them, without keeping either: the view is three times their size.
fn write_supported(out: &mut Out, array: &str) -> Result<(), Failure> {
    let each = |out: &mut Out, write: fn(&mut Out, bool, &str) -> Result<(), Failure>| {
        let mut first = true;
        Value::checked(array).each(|version| {
            if let Some(version) = version.as_str()? {
                write(out, first, &version)?;
                first = false;
            }
            Ok(())
        })?;
        Ok::<_, Failure>(!first)
    };
    out.name("supported")?.raw("[")?;
    each(out, |out, first, version| out.raw(if first { "" } else { "," })?.string(version).map(|_| ()))?;
    out.raw("]")?.name("supported_suffix")?.raw("\"")?;
    let some = each(out, |out, first, version| out.raw(if first { " (server supports: " } else { ", " })?.inside(version).map(|_| ()))?;
    out.raw(if some { ")\"" } else { "\"" }).map(|_| ())
}

/// The error of a view. Reads what makes an error; everything else follows from it.
pub(super) fn read(view: &[u8]) -> Result<McpError, Failure> {
    let text = to_text(view, word!("json"))?;
    let view = Value::checked(&text).object()?.ok_or(Failure::argument(word!("json"), word!("must be an object")))?;
    let kind = string(&view, word!("kind"))?.and_then(|name| Kind::from_name(&name)).ok_or(Failure::member(
        word!("json"),
        word!("kind"),
        word!("must be the name of a kind"),
    ))?;
    let message = string(&view, word!("message"))?.ok_or(Failure::member(word!("json"), word!("message"), word!("must be a string")))?;
    let code_text = string(&view, word!("code_text"))?.filter(|text| !text.is_empty());
    if code_text.as_deref().is_some_and(|text| !is_code(text)) {
        return Err(Failure::member(word!("json"), word!("code_text"), word!("must be the digits of an integer")));
    }
    let message_is_string = boolean(&view, word!("message_is_string"))?.unwrap_or(true);
    let has_data = boolean(&view, word!("has_data"))?.unwrap_or(view.some("data").is_some());
    let status = view.some("http_status").map_or(Ok(0), |status| {
        let number = status.text().parse().ok().filter(|number| HttpStatus::new(*number).is_ok());
        number.ok_or(Failure::member(word!("json"), word!("http_status"), word!("must be null or 100 to 999")))
    })?;
    let challenge = Challenge {
        error: boxed(&view, word!("challenge_error"))?,
        scope: boxed(&view, word!("scope"))?,
        description: boxed(&view, word!("error_description"))?,
        resource_metadata: boxed(&view, word!("resource_metadata"))?,
    };
    let envelope =
        Envelope {
            message_type: match string(&view, word!("message_type"))? {
                Some(name) => Some(MessageType::from_name(&name).ok_or(Failure::member(
                    word!("json"),
                    word!("message_type"),
                    word!("must be the name of a message type"),
                ))?),
                None => None,
            },
            id: view.get("id").map(|id| copy(id.text())).transpose()?.map(String::into_boxed_str),
            challenge,
            retry_after: boxed(&view, word!("retry_after"))?,
            location: boxed(&view, word!("location"))?,
            last_event_id: boxed(&view, word!("last_event_id"))?,
            retry_ms: match view.some("retry_ms") {
                Some(retry) => Some(retry.text().parse().map_err(|_| {
                    Failure::member(word!("json"), word!("retry_ms"), word!("must be an integer from 0 on that fits 64 bits"))
                })?),
                None => None,
            },
            // A view that a host wrote itself may lack it.
            error_object: boolean(&view, word!("error_object"))?.unwrap_or(code_text.is_some() || has_data),
            body_ignored: boolean(&view, word!("body_ignored"))?.unwrap_or(false),
            flaw: string(&view, word!("malformed_reason"))?
                .filter(|_| kind == Kind::InvalidResultError)
                .and_then(|text| Flaw::from_text(&text)),
        };
    let parts = Parts {
        message: &message,
        message_is_string,
        code_text: code_text.as_deref(),
        data: has_data.then(|| view.get("data").map_or("null", Value::text)),
        http_status: status,
        envelope,
    };
    let (local, built) = (boolean(&view, word!("local"))?.unwrap_or(false), boolean(&view, word!("built"))?.unwrap_or(false));
    let provenance = match (local, built) {
        (true, true) => return Err(Failure::member(word!("json"), word!("built"), word!("must not be true of a local event"))),
        (true, false) => Provenance::Local,
        (false, true) => Provenance::Built,
        (false, false) => Provenance::Peer,
    };
    McpError::of_parts(kind, provenance, parts)
}

/// A member that is a string, for keeping.
fn boxed(view: &Object<'_>, name: Word) -> Result<Option<Box<str>>, Failure> {
    string(view, name)?.map(|text| copy(&text)).transpose().map(|text| text.map(String::into_boxed_str))
}

fn is_code(text: &str) -> bool {
    crate::json::check(text.as_bytes(), word!("code_text")).is_ok() && Value::checked(text).is_integer()
}

fn string<'a>(view: &Object<'a>, name: Word) -> Result<Option<Cow<'a, str>>, Failure> {
    match view.some(name.text()) {
        Some(value) => value.as_str()?.map(Some).ok_or(Failure::member(word!("json"), name, word!("must be a string"))),
        None => Ok(None),
    }
}

fn boolean(view: &Object<'_>, name: Word) -> Result<Option<bool>, Failure> {
    match view.some(name.text()) {
        Some(value) => value.as_bool().map(Some).ok_or(Failure::member(word!("json"), name, word!("must be true or false"))),
        None => Ok(None),
    }
}
