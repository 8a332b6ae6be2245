//! Builds the errors that a server sends; an invalid one is refused.

use crate::capabilities;
use crate::code::{self, Emit};
use crate::era::{Era, is_legacy_version};
use crate::error::{HttpStatus, McpError};
use crate::failure::{Failure, word};
use crate::json::{Out, Value, to_text};
use crate::kind::Kind;
use crate::member::Span;

/// The message of an error built without one.
const fn default_message(code: i64) -> &'static str {
    match code {
        code::MISSING_REQUIRED_CLIENT_CAPABILITY => "Missing required client capability",
        code::UNSUPPORTED_PROTOCOL_VERSION => "Unsupported protocol version",
        _ => "Header mismatch",
    }
}

impl McpError {
    /// -32021 with `data.requiredCapabilities`, status 400. An empty message is replaced by a plain one.
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidJson`](crate::Cause::InvalidJson); [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) unless it is a well-formed capabilities object with a member.
    pub fn missing_capability(required: &[u8], message: &str) -> Result<Self, Failure> {
        let text = to_text(if required.is_empty() { b"{}" } else { required }, word!("required_json"))?;
        if !capabilities::is_well_formed(text.as_bytes()) {
            return Err(Failure::argument(word!("required_json"), word!("must be a well-formed capabilities object")));
        }
        if is_empty_object(&text) {
            return Err(Failure::argument(word!("required_json"), word!("must have at least one member")));
        }
        let data = Out::exact(&|data| data.raw("{")?.name("requiredCapabilities")?.raw(&text)?.raw("}").map(|_| ()))?;
        Self::to_send(code::MISSING_REQUIRED_CLIENT_CAPABILITY, message, Some(&data))
    }

    /// -32022 with `data.supported` and `data.requested`, status 400. The refused version is left out of those supported.
    /// An empty message is replaced by a plain one.
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidJson`](crate::Cause::InvalidJson); [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) if `supported` is not an array of strings.
    pub fn unsupported_version(requested: &str, supported: &[u8], message: &str) -> Result<Self, Failure> {
        let text = to_text(supported, word!("supported_json"))?;
        let not_strings = Failure::argument(word!("supported_json"), word!("must be an array of strings"));
        let versions = Value::checked(&text);
        if !versions.is_array() {
            return Err(not_strings);
        }
        let data = Out::exact(&|data| {
            data.raw("{")?.name("supported")?.raw("[")?;
            let mut separator = "";
            versions.each(|version| {
                if !version.is_string() {
                    return Err(not_strings);
                }
                if !version.is_str(requested) {
                    data.raw(separator)?.raw(version.text())?;
                    separator = ",";
                }
                Ok(())
            })?;
            data.raw("]")?.name("requested")?.string(requested)?.raw("}").map(|_| ())
        })?;
        Self::to_send(code::UNSUPPORTED_PROTOCOL_VERSION, message, Some(&data))
    }

    /// -32020, status 400. An empty message is replaced by a plain one.
    ///
    /// # Errors
    ///
    /// [`Failure::OUT_OF_MEMORY`].
    pub fn header_mismatch(message: &str) -> Result<Self, Failure> {
        Self::to_send(code::HEADER_MISMATCH, message, None)
    }

    /// An error that refuses a request before a handler ran.
    pub(super) fn to_send(code: i64, message: &str, data: Option<&str>) -> Result<Self, Failure> {
        let message = if message.is_empty() { default_message(code) } else { message };
        let status = HttpStatus::new(code::http_status(code, code::Origin::Protocol))?;
        Self::server(Kind::for_code(code), message, Some(code), data.map(str::as_bytes), status)
    }

    /// The error as the JSON of an `error` member: code, message, and data if there is any. An error of a peer's goes out
    /// unchanged, so that a proxy can relay it.
    ///
    /// `era` is that of the session. In a legacy one, -32002 and -32042 may be sent; in any other, an inconclusive one
    /// included, they must not.
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for an error without a code, and for a modern one built here without the data its code
    /// prescribes; [`Failure::FORBIDDEN_CODE`] for one built here whose code MUST NOT be emitted.
    pub fn to_json(&self, era: Era) -> Result<String, Failure> {
        Out::exact(&|out| self.write_json(era, out))
    }

    /// The error as a whole response. `id` is the JSON of the request's id, echoed unchanged; empty where there is none,
    /// and then left out.
    ///
    /// # Errors
    ///
    /// Those of [`McpError::to_json`], and [`Cause::InvalidJson`](crate::Cause::InvalidJson) or [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for an id that is
    /// neither a string nor an integer.
    pub fn to_response_json(&self, era: Era, id: &[u8]) -> Result<String, Failure> {
        let id = if id.is_empty() { None } else { Some(to_text(id, word!("id_json"))?) };
        if !id.as_deref().is_none_or(|id| is_id(Value::checked(id))) {
            return Err(Failure::argument(word!("id_json"), word!("must be a string or an integer")));
        }
        Out::exact(&|out| {
            out.raw(r#"{"jsonrpc":"2.0""#)?;
            if let Some(id) = &id {
                out.name("id")?.raw(id)?;
            }
            self.write_json(era, out.name("error")?)?;
            out.raw("}").map(|_| ())
        })
    }

    fn write_json(&self, era: Era, out: &mut Out) -> Result<(), Failure> {
        let code = self.code_text().ok_or(Failure::argument(word!("error"), word!("must have a code")))?;
        if let Some(code) = self.code().filter(|_| self.is_built()) {
            let retired = matches!(code, code::LEGACY_RESOURCE_NOT_FOUND | code::LEGACY_URL_ELICITATION_REQUIRED);
            if code::may_emit(code) == Emit::Forbidden && !(retired && era == Era::Legacy) {
                return Err(Failure::FORBIDDEN_CODE);
            }
            self.check_data(code)?;
        }
        out.raw("{")?.name("code")?.raw(code)?.name("message")?.string(self.message())?;
        if let Some(data) = self.data_json() {
            out.name("data")?.raw(data)?;
        }
        out.raw("}")?;
        Ok(())
    }

    /// Whether the data of an error built here is what its code prescribes, whatever kind it was given.
    fn check_data(&self, code: i64) -> Result<(), Failure> {
        let member = &self.facts().member;
        let value = |span: Span| self.slice(span).map(Value::checked);
        match code {
            _ if member.fault(Kind::for_code(code)).is_some() => {
                Err(Failure::argument(word!("error"), word!("must have the data that its code prescribes")))
            }
            code::MISSING_REQUIRED_CLIENT_CAPABILITY if value(member.required).is_none_or(|required| is_empty_object(required.text())) => {
                Err(Failure::argument(word!("error"), word!("must require at least one capability")))
            }
            code::UNSUPPORTED_PROTOCOL_VERSION if self.lists_the_refused_version(value(member.requested), value(member.supported))? => {
                Err(Failure::argument(word!("error"), word!("must not list the refused version as supported")))
            }
            _ => Ok(()),
        }
    }

    /// Whether a -32022 lists what it refuses. The answer to `initialize` may: a modern version is supported, only not by
    /// handshake. It is known by its message, which names all versions.
    fn lists_the_refused_version(&self, requested: Option<Value<'_>>, supported: Option<Value<'_>>) -> Result<bool, Failure> {
        let requested = requested.map_or(Ok(None), Value::as_str)?.unwrap_or_default();
        let supported = supported.unwrap_or(Value::checked("[]"));
        let mut listed = false;
        supported.each(|version| {
            listed |= version.is_str(&requested);
            Ok(())
        })?;
        Ok(listed && (is_legacy_version(&requested) || self.message() != versions_message(supported)?))
    }
}

/// The message of the answer to a legacy client's `initialize`. It names the versions, for a client that shows nothing else.
pub(super) fn versions_message(supported: Value<'_>) -> Result<String, Failure> {
    Out::exact(&|message| {
        message.raw("Unsupported protocol version: the server supports ")?;
        let mut separator = "";
        supported.each(|version| {
            message.raw(separator)?.raw(&version.as_str()?.unwrap_or_default())?;
            separator = ", ";
            Ok(())
        })
    })
}

/// Whether a value is an object without members.
fn is_empty_object(json: &str) -> bool {
    json.strip_prefix('{').is_some_and(|rest| rest.trim_ascii_start().starts_with('}'))
}

/// Whether a value can be the id of a request.
fn is_id(value: Value<'_>) -> bool {
    value.is_string() || value.is_integer()
}
