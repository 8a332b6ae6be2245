//! What a client must have declared to be sent an input request.
//!
//! Source: MCP 2026-07-28, `client/elicitation`, `client/sampling`, `client/roots`; section 8 of the rules.

use super::algebra::object_text;
use crate::failure::{Failure, word};
use crate::json::{Object, Out, Value, encode};

/// The capabilities that input requests need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // one for each capability and mode
pub(crate) struct Needs {
    form: bool,
    url: bool,
    sampling: bool,
    tools: bool,
    context: bool,
    roots: bool,
}

impl Needs {
    /// What a request of this method, a JSON string, needs. Parameters that are not an object ask for nothing more than the method does.
    pub fn of(method: Value<'_>, params: Option<Value<'_>>) -> Result<Self, Failure> {
        let params = || params.map_or(Ok(None), Value::object).map(Option::unwrap_or_default);
        let mut needs = Self::default();
        if method.is_str("elicitation/create") {
            needs.url = params()?.get("mode").is_some_and(|mode| mode.is_str("url"));
            needs.form = !needs.url;
        } else if method.is_str("sampling/createMessage") {
            let params: Object<'_> = params()?;
            needs.sampling = true;
            needs.tools = params.some("tools").is_some() || params.some("toolChoice").is_some();
            needs.context = params.some("includeContext").is_some_and(|context| !context.is_str("none"));
        } else if method.is_str("roots/list") {
            needs.roots = true;
        }
        Ok(needs)
    }

    /// What either of both needs.
    pub const fn united(self, other: Self) -> Self {
        Self {
            form: self.form || other.form,
            url: self.url || other.url,
            sampling: self.sampling || other.sampling,
            tools: self.tools || other.tools,
            context: self.context || other.context,
            roots: self.roots || other.roots,
        }
    }

    /// The capabilities, a JSON object.
    pub fn to_json(self) -> Result<String, Failure> {
        let mut out = Out::default();
        out.raw("{")?;
        let mut write = |name: &str, needed: bool, modes: &[(&str, bool)]| {
            if needed {
                out.name(name)?.raw("{")?;
                for (mode, _) in modes.iter().filter(|(_, needed)| *needed) {
                    out.name(mode)?.raw("{}")?;
                }
                out.raw("}")?;
            }
            Ok::<_, Failure>(())
        };
        write("elicitation", self.form || self.url, &[("form", self.form), ("url", self.url)])?;
        write("sampling", self.sampling, &[("tools", self.tools), ("context", self.context)])?;
        write("roots", self.roots, &[])?;
        out.raw("}")?;
        Ok(out.finish())
    }
}

/// The capabilities that a client must have declared to be sent an input request: a JSON object.
///
/// Parameters that are not an object ask for nothing more than the method does.
///
/// # Errors
///
/// [`Cause::InvalidJson`](crate::Cause::InvalidJson) if `params` is not JSON.
pub fn for_input_request(method: &str, params: &[u8]) -> Result<String, Failure> {
    let params = object_text(params, word!("params_json"))?;
    Needs::of(Value::checked(&encode(method)?), Some(Value::checked(&params)))?.to_json()
}
