//! The context for which the library gives its advice, made from the options.

use crate::ToolError;
use crate::args::Options;
use crate::escape::json_string;
use crate::message::{self, Members, Response};
use mcp_errors::{Cause, Failure, HttpStatus, Kind, LEGACY_VERSIONS, McpError, Transport};
use std::time::{SystemTime, UNIX_EPOCH};

/// The capabilities of a client that supports everything in the specification.
const EVERY_CAPABILITY: &str = r#"{"elicitation":{"form":{},"url":{}},"sampling":{"context":{},"tools":{}},"roots":{}}"#;

/// What a request was sent for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Probe,
    Request,
    Initialize,
}

/// The context of a request. The library has read it, so it is valid.
#[derive(Debug)]
pub struct Context {
    pub json: String,
    pub transport: Transport,
    pub purpose: Purpose,
    /// Whether the options leave the purpose or the method open.
    may_assume: bool,
}

impl Context {
    /// The context that the options describe, for a response over `transport`.
    ///
    /// Of a repeated member the library takes the last one: so the defaults come first, then `--context`, then the other options.
    pub fn of(options: &Options, transport: Transport) -> Result<Self, ToolError> {
        let given = match &options.context {
            Some(text) => checked("--context", text)?,
            None => "{}".to_owned(),
        };
        let inside = given.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let inside = inside.ok_or_else(|| ToolError::new("--context must be a JSON object"))?.trim();
        let in_given = |name: &str| message::members(&given).is_some_and(|members| members.contains_key(name));

        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis());
        let versions = |versions: &[&str]| versions.iter().copied().map(json_string).collect::<Vec<_>>().join(",");
        let mut known = vec![crate::probe::VERSION];
        known.extend(LEGACY_VERSIONS.iter().rev());
        let mut members = vec![format!(r#""now_ms":{now},"client_versions":[{}],"supported_caps":{EVERY_CAPABILITY}"#, versions(&known))];
        if options.is_probe() {
            members.push(r#""purpose":"probe""#.to_owned());
        }
        members.push(format!(r#""transport":"{}""#, transport.name()));
        if !inside.is_empty() {
            members.push(inside.to_owned());
        }
        if !options.client_versions.is_empty() {
            let named: Vec<&str> = options.client_versions.iter().map(String::as_str).collect();
            members.push(format!(r#""client_versions":[{}]"#, versions(&named)));
        }
        for (name, value) in &options.members {
            members.push(format!(r#""{name}":{value}"#));
        }
        if let Some(version) = &options.protocol_version {
            members.push(format!(r#""requested_version":{}"#, json_string(version)));
        }
        if options.is_probe() {
            members.push(format!(r#""transport":"{}""#, transport.name()));
        }
        let named = |name: &str| options.members.iter().any(|(named, _)| *named == name) || in_given(name);
        let may_assume = !options.is_probe() && !named("purpose") && !named("method");
        let context = Self::read(format!("{{{}}}", members.join(",")), may_assume)?;
        if options.is_probe() { context.for_a_probe() } else { Ok(context) }
    }

    /// Adds the version of the first request, if the options name none.
    fn for_a_probe(self) -> Result<Self, ToolError> {
        let version = match self.purpose {
            Purpose::Request => return Err(ToolError::new("--purpose: mcp-errors probe sends a probe or initialize only")),
            _ if self.member("requested_version").is_some() => return Ok(self),
            Purpose::Probe => crate::probe::VERSION,
            Purpose::Initialize => crate::probe::LEGACY_VERSION,
        };
        self.with("requested_version", version)
    }

    /// The context with one more member, a string.
    fn with(&self, name: &str, value: &str) -> Result<Self, ToolError> {
        let inside = self.json.strip_suffix('}').unwrap_or(&self.json);
        Self::read(format!(r#"{inside},"{name}":{}}}"#, json_string(value)), false)
    }

    /// The context of the next request.
    pub fn next(json: &str) -> Result<Self, ToolError> {
        Self::read(json.to_owned(), false)
    }

    fn read(json: String, may_assume: bool) -> Result<Self, ToolError> {
        let any = McpError::local(Kind::RequestTimeoutError, "")?;
        any.advise(json.as_bytes()).map_err(refused)?;
        let members = message::members(&json).unwrap_or_default();
        let transport = if text(&members, "transport").as_deref() == Some("stdio") { Transport::Stdio } else { Transport::Http };
        let purpose = match text(&members, "purpose").as_deref() {
            Some("probe") => Purpose::Probe,
            Some("initialize") => Purpose::Initialize,
            _ => Purpose::Request,
        };
        Ok(Self { json, transport, purpose, may_assume })
    }

    /// The JSON text of a member, unless it is absent or `null`.
    pub fn member(&self, name: &str) -> Option<String> {
        let members = message::members(&self.json)?;
        members.get(name).map(|value| value.get().to_owned()).filter(|value| value != "null")
    }

    /// A member that is a string.
    pub fn text(&self, name: &str) -> Option<String> {
        text(&message::members(&self.json)?, name)
    }

    /// Where the options do not name what was asked, tells it from the result. Adds a note that says so.
    pub fn assume(self, response: &Response, notes: &mut Vec<String>) -> Result<Self, ToolError> {
        if !self.may_assume {
            return Ok(self);
        }
        let result = response.result();
        let (member, value, request) = if result.contains_key("supportedVersions") {
            ("purpose", "probe", "server/discover; --purpose")
        } else if result.contains_key("protocolVersion") && result.contains_key("capabilities") {
            ("purpose", "initialize", "initialize; --purpose")
        } else if text(&result, "resultType").as_deref() == Some("input_required") {
            ("method", "tools/call", "tools/call; --method")
        } else {
            return Ok(self);
        };
        notes.push(format!("The tool takes this for the response to {request} names another request."));
        self.with(member, value)
    }
}

fn text(members: &Members<'_>, name: &str) -> Option<String> {
    members.get(name).and_then(|value| message::string(value))
}

/// Why the library refuses a context. Names the option, if a member has one of its own.
fn refused(failure: Failure) -> ToolError {
    const OPTIONS: [(&str, &str); 8] = [
        ("supported_caps", "--supported"),
        ("declared", "--declared"),
        ("purpose", "--purpose"),
        ("era", "--era"),
        ("tried", "--tried"),
        ("method", "--method"),
        ("requested_version", "--requested-version"),
        ("client_versions", "--client-version"),
    ];
    let text = failure.to_string();
    let Some(problem) = text.strip_prefix("context_json") else { return ToolError::new(text) };
    let problem = problem.trim_start_matches(':').trim_start();
    let (member, rest) = problem.split_once([' ', '.']).unwrap_or((problem, ""));
    let option = OPTIONS.into_iter().find(|(name, _)| *name == member && !rest.is_empty());
    ToolError::new(match option {
        Some((_, option)) => format!("{option}: {problem}"),
        None => format!("--context: {problem}"),
    })
}

/// Checks a JSON text of the command line.
pub fn checked(option: &str, text: &str) -> Result<String, ToolError> {
    match invalid_at(text.as_bytes())? {
        None => Ok(text.trim().to_owned()),
        Some(offset) => Err(ToolError::new(format!("{option} is not JSON: see byte {offset}"))),
    }
}

/// Returns the offset at which a text stops being JSON, or nothing if it is JSON.
pub fn invalid_at(text: &[u8]) -> Result<Option<usize>, Failure> {
    match McpError::from_jsonrpc(text, HttpStatus::NONE) {
        Ok(_) => Ok(None),
        Err(failure) => match failure.cause() {
            Cause::InvalidJson { offset, .. } => Ok(Some(offset)),
            _ => Err(failure),
        },
    }
}
