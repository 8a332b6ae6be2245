//! Errors to send: valid ones, or none.

use crate::capabilities;
use crate::code::{self, Emit};
use crate::error::{HttpStatus, McpError};
use crate::failure::Failure;
use crate::json::{Out, Value, to_text};
use crate::kind::Kind;
use std::borrow::Cow;

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
    /// [`Failure::InvalidJson`]; [`Failure::InvalidArgument`] for what is no well-formed capabilities object with a member.
    pub fn missing_capability(required: &[u8], message: &str) -> Result<Self, Failure> {
        let text = to_text(if required.is_empty() { b"{}" } else { required }, c"required_json")?;
        if !capabilities::is_well_formed(text.as_bytes()) {
            return Err(Failure::argument(c"required_json", c"must be a well-formed capabilities object"));
        }
        if Value::checked(&text).object()?.is_none_or(|object| object.is_empty()) {
            return Err(Failure::argument(c"required_json", c"must have at least one member"));
        }
        let mut data = Out::default();
        data.raw("{")?.name("requiredCapabilities")?.raw(&text)?.raw("}")?;
        Self::to_send(code::MISSING_REQUIRED_CLIENT_CAPABILITY, message, Some(&data.finish()))
    }

    /// -32022 with `data.supported` and `data.requested`, status 400. The refused version is left out of those supported.
    /// An empty message is replaced by a plain one.
    ///
    /// # Errors
    ///
    /// [`Failure::InvalidJson`]; [`Failure::InvalidArgument`] if `supported` is no array of strings.
    pub fn unsupported_version(requested: &str, supported: &[u8], message: &str) -> Result<Self, Failure> {
        let text = to_text(supported, c"supported_json")?;
        let versions = Value::checked(&text).strings()?.ok_or(Failure::argument(c"supported_json", c"must be an array of strings"))?;
        Self::refused_version(requested, &versions, message)
    }

    pub(super) fn refused_version(requested: &str, versions: &[Cow<'_, str>], message: &str) -> Result<Self, Failure> {
        let mut data = Out::default();
        data.raw("{")?.name("supported")?.raw("[")?;
        let mut separator = "";
        for version in versions.iter().filter(|version| *version != requested) {
            data.raw(separator)?.string(version)?;
            separator = ",";
        }
        data.raw("]")?.name("requested")?.string(requested)?.raw("}")?;
        Self::to_send(code::UNSUPPORTED_PROTOCOL_VERSION, message, Some(&data.finish()))
    }

    /// -32020, status 400. An empty message is replaced by a plain one.
    ///
    /// # Errors
    ///
    /// [`Failure::OutOfMemory`].
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
    /// as it came, so that a proxy can relay it.
    ///
    /// # Errors
    ///
    /// [`Failure::InvalidArgument`] for an error without a code, and for a modern one built here without the data its code
    /// prescribes; [`Failure::ForbiddenCode`] for one built here whose code MUST NOT be emitted.
    pub fn to_json(&self) -> Result<String, Failure> {
        let mut out = Out::default();
        self.write_json(&mut out)?;
        Ok(out.finish())
    }

    /// The error as a whole response. `id` is the JSON of the request's id, echoed as it is; empty where there is none,
    /// and then left out.
    ///
    /// # Errors
    ///
    /// Those of [`McpError::to_json`], and [`Failure::InvalidJson`] or [`Failure::InvalidArgument`] for an id that is
    /// neither a string nor an integer.
    pub fn to_response_json(&self, id: &[u8]) -> Result<String, Failure> {
        let mut out = Out::default();
        out.raw(r#"{"jsonrpc":"2.0""#)?;
        if !id.is_empty() {
            let id = to_text(id, c"id_json")?;
            if !is_id(Value::checked(&id)) {
                return Err(Failure::argument(c"id_json", c"must be a string or an integer"));
            }
            out.name("id")?.raw(&id)?;
        }
        self.write_json(out.name("error")?)?;
        out.raw("}")?;
        Ok(out.finish())
    }

    fn write_json(&self, out: &mut Out) -> Result<(), Failure> {
        let code = self.code_text().ok_or(Failure::argument(c"error", c"must have a code"))?;
        if self.is_built()
            && let Some(code) = self.code()
        {
            if code::may_emit(code) == Emit::Forbidden {
                return Err(Failure::ForbiddenCode);
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
        let fault = member.fault(Kind::for_code(code));
        let listed = || -> Result<bool, Failure> {
            let text = |span: crate::facts::Span| self.slice(span).map(Value::checked);
            let requested = text(member.requested).map_or(Ok(None), Value::as_str)?;
            let supported = text(member.supported).map_or(Ok(None), Value::strings)?.unwrap_or_default();
            Ok(requested.is_some_and(|requested| supported.contains(&requested)))
        };
        match code {
            _ if fault.is_some() => Err(Failure::argument(c"error", c"must have the data that its code prescribes")),
            code::MISSING_REQUIRED_CLIENT_CAPABILITY
                if self
                    .slice(member.required)
                    .map_or(Ok(None), |text| Value::checked(text).object())?
                    .is_none_or(|object| object.is_empty()) =>
            {
                Err(Failure::argument(c"error", c"must require at least one capability"))
            }
            code::UNSUPPORTED_PROTOCOL_VERSION if listed()? => {
                Err(Failure::argument(c"error", c"must not list the refused version as supported"))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a value can be the id of a request.
pub(super) fn is_id(value: Value<'_>) -> bool {
    value.is_string() || value.is_integer()
}

/// Where the `id` of a request stands in its bytes, start and end; none if there is none that a response could echo.
///
/// # Errors
///
/// [`Failure::InvalidJson`] for bytes that are not JSON.
pub fn request_id(request: &[u8]) -> Result<Option<std::ops::Range<usize>>, Failure> {
    super::check::id(request)
}
