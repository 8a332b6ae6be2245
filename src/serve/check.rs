//! The check of a request: the first thing that is wrong with it.

use super::declared::relevant;
use super::headers::{Headers, each_relevant};
use super::read::{Message, Part, Read};
use super::schema::{Origin, Schema};
use crate::capabilities;
use crate::code;
use crate::era::is_legacy_version;
use crate::error::McpError;
use crate::failure::{Failure, Word, word};
use crate::json::{Out, Scanner, Stop, Token, Value, copy_lossy, to_text};
use std::borrow::Cow;

/// What is wrong with a message that is neither a request nor a notification.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    NotObject,
    Jsonrpc,
    Method,
    Id,
    Params,
}

impl Fault {
    /// For the peer.
    const fn message(self) -> &'static str {
        match self {
            Self::NotObject => "The request is not an object",
            Self::Jsonrpc => "The request's jsonrpc is not \"2.0\"",
            Self::Method => "The request's method is not a string",
            Self::Id => "The request's id is neither a string nor an integer",
            Self::Params => "The request's params is not an object",
        }
    }

    /// For the host whose request it is.
    pub const fn failure(self) -> Failure {
        let (member, problem) = match self {
            Self::NotObject => (word!(""), word!("must be an object")),
            Self::Jsonrpc => (word!("jsonrpc"), word!("must be \"2.0\"")),
            Self::Method => (word!("method"), word!("must be a string")),
            Self::Id => (word!("id"), word!("must be a string or an integer")),
            Self::Params => (word!("params"), word!("must be an object")),
        };
        Failure::member(word!("request_json"), member, problem)
    }
}

impl Message {
    /// What keeps the message from being a request or a notification.
    pub fn fault(&self, bytes: &[u8]) -> Option<Fault> {
        let is_2_0 = |part| super::read::is_one_of(bytes, part, &[("2.0", ())]).is_some();
        if !self.jsonrpc.is_some_and(is_2_0) {
            Some(Fault::Jsonrpc)
        } else if !self.method.is_some_and(|method| method.token.is_string()) {
            Some(Fault::Method)
        } else if self.id.is_some_and(|id| !id.can_be_id()) {
            Some(Fault::Id)
        } else if self.params_token.is_some_and(|token| token != Token::Object) {
            Some(Fault::Params)
        } else {
            None
        }
    }

    /// Whether this is the `initialize` request of a legacy client.
    pub fn is_legacy_initialize(&self, bytes: &[u8]) -> bool {
        self.id.is_some() && self.is_method(bytes, "initialize") && !self.params.version.is_some_and(|version| version.token.is_string())
    }
}

/// What a server is, as far as the check of a request is concerned.
#[derive(Default)]
struct Server<'a> {
    /// An array of strings.
    versions: Option<Value<'a>>,
    /// An array of strings; none if any method goes.
    methods: Option<Value<'a>>,
    /// A well-formed capabilities object.
    required: Option<Value<'a>>,
    /// An object; none if the request did not come over HTTP.
    headers: Option<Value<'a>>,
    schema: Option<Value<'a>>,
}

impl<'a> Server<'a> {
    fn read(text: &'a str) -> Result<Self, Failure> {
        let refused = |member: Word, problem| Err(Failure::member(word!("server_json"), member, problem));
        let server = Self::members(text)?;
        if !is_strings(server.versions)? {
            return refused(word!("versions"), word!("must be an array of strings"));
        }
        if server.methods.is_some() && !is_strings(server.methods)? {
            return refused(word!("methods"), word!("must be an array of strings or null"));
        }
        if server.required.is_some_and(|required| !capabilities::is_well_formed(required.text().as_bytes())) {
            return refused(word!("required"), word!("must be a well-formed capabilities object"));
        }
        if let Some(headers) = server.headers {
            if !headers.is_object() {
                return refused(word!("headers"), word!("must be an object or null"));
            }
            let not_a_string = Failure::member(word!("server_json"), word!("headers"), word!("must have strings as its values"));
            each_relevant(headers, &mut |_, value| if value.is_string() || value.is_null() { Ok(()) } else { Err(not_a_string) })?;
        }
        Ok(server)
    }

    /// The members that are not `null`, of repeated ones the last.
    fn members(text: &'a str) -> Result<Self, Failure> {
        const ALL: Word = word!("must have no other members than versions, methods, required, headers and input_schema");
        let mut server = Self::default();
        if !Value::checked(text).is_object() {
            return Err(Failure::argument(word!("server_json"), word!("must be an object")));
        }
        let mut scanner = Scanner::at(text.as_bytes(), 0);
        let stopped = |stop| match stop {
            Stop::Memory => Failure::OUT_OF_MEMORY,
            Stop::Syntax => Failure::argument(word!("server_json"), word!("must be an object")),
        };
        let mut is_first = true;
        while let Some(name) = scanner.next_member(&mut is_first).map_err(stopped)? {
            let start = scanner.offset();
            scanner.skip().map_err(stopped)?;
            let value = Value::checked(text.get(start..scanner.offset()).unwrap_or_default());
            let names = [("versions", 0), ("methods", 1), ("required", 2), ("headers", 3), ("input_schema", 4)];
            let member = match super::read::known(text.as_bytes(), name, &names) {
                Some(0) => &mut server.versions,
                Some(1) => &mut server.methods,
                Some(2) => &mut server.required,
                Some(3) => &mut server.headers,
                Some(_) => &mut server.schema,
                None => return Err(Failure::argument(word!("server_json"), ALL)),
            };
            *member = Some(value).filter(|value| !value.is_null());
        }
        Ok(server)
    }

    fn supported(&self) -> Value<'a> {
        self.versions.unwrap_or(Value::checked("[]"))
    }
}

fn is_strings(value: Option<Value<'_>>) -> Result<bool, Failure> {
    let Some(array) = value.filter(|value| value.is_array()) else { return Ok(false) };
    let mut all = true;
    array.each(|element| {
        all &= element.is_string();
        Ok(())
    })?;
    Ok(all)
}

/// Whether an array of strings has one that reads as a text.
fn contains(array: Value<'_>, text: &str) -> Result<bool, Failure> {
    let mut found = false;
    array.each(|element| {
        found |= element.is_str(text);
        Ok(())
    })?;
    Ok(found)
}

/// Checks a request before any work is done, on its own declaration. Returns the error to send, with its HTTP status, or none
/// to go ahead.
///
/// `server` is a JSON object: `versions` (the protocol versions that it supports), `methods` (an array, or `null` for any),
/// `required` (the capabilities that the work needs), `headers` (an object with the HTTP headers of the request, of which
/// MCP-Protocol-Version, Mcp-Method, Mcp-Name and Mcp-Param-* are read, in any letter case; `null` if it did not come over
/// HTTP), `input_schema` (of the tool that is called). A header that is there twice, in whatever spelling, is a mismatch.
///
/// # Errors
///
/// [`Cause::InvalidJson`](crate::Cause::InvalidJson) and [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for a `server` that is not of this shape, or whose `input_schema`
/// has an invalid `x-mcp-header`.
pub fn check_request(request: &[u8], server: &[u8]) -> Result<Option<McpError>, Failure> {
    let server_text = to_text(server, word!("server_json"))?;
    let server = Server::read(&server_text)?;
    let origin = Origin { parameter: word!("server_json"), member: word!("input_schema") };
    let schema = server.schema.map(|schema| Schema::read(schema, origin)).transpose()?;
    let message = match Read::of(request) {
        Ok(Read::Object(message)) => message,
        Ok(_) => return refuse(code::INVALID_REQUEST, Fault::NotObject.message()),
        Err(failure) if failure.is_json() => return refuse(code::PARSE_ERROR, "The request is not JSON"),
        Err(failure) => return Err(failure),
    };
    if let Some(fault) = message.fault(request) {
        return refuse(code::INVALID_REQUEST, fault.message());
    }
    if message.id.is_none() {
        return Ok(None);
    }
    if message.is_legacy_initialize(request) {
        return check_initialize(message.params.protocol_version, request, &server);
    }
    let version_part = message.params.version;
    let Some(version) = version_part.map_or(Ok(None), |part| part.string(request))? else {
        return refuse(code::INVALID_PARAMS, "The request's _meta lacks the protocol version");
    };
    let Some(declared) = message.params.capabilities.map(|part| part.json(request)) else {
        return refuse(code::INVALID_PARAMS, "The request's _meta lacks the client capabilities");
    };
    if !capabilities::is_well_formed(declared) {
        return refuse(code::INVALID_PARAMS, "The client capabilities in the request's _meta are malformed");
    }
    let mismatch = |headers| Headers::of(request, &message, schema.as_ref())?.mismatch(headers);
    if let Some(problem) = server.headers.map_or(Ok(None), mismatch)? {
        return refuse(code::HEADER_MISMATCH, problem);
    }
    if !contains(server.supported(), &version)? {
        return refuse_version(version_part, request, &server, "");
    }
    if let Some(methods) = server.methods {
        let method = message.method.map_or(Ok(None), |part| part.string(request))?.unwrap_or_default();
        if !contains(methods, &method)? {
            return refuse(code::METHOD_NOT_FOUND, "The server has no such method");
        }
    }
    let Some(required) = server.required else { return Ok(None) };
    let declared = relevant(declared, required)?;
    let missing = capabilities::missing(declared.as_bytes(), required.text().as_bytes())?;
    if missing == "{}" { Ok(None) } else { McpError::missing_capability(missing.as_bytes(), "").map(Some) }
}

/// The `initialize` of a legacy client. It can go ahead only with a legacy version: a modern one has no handshake.
///
/// The versions stand in the message too, since that may be all that the client can show.
fn check_initialize(requested: Option<Part>, request: &[u8], server: &Server<'_>) -> Result<Option<McpError>, Failure> {
    let Some(version) = requested.map_or(Ok(None), |part| part.string(request))? else {
        return refuse(code::INVALID_PARAMS, "The request's params lack the protocol version");
    };
    if is_legacy_version(&version) && contains(server.supported(), &version)? {
        return Ok(None);
    }
    drop(version);
    refuse_version(requested, request, server, &super::errors::versions_message(server.supported())?)
}

/// -32022 with the version as it was sent.
fn refuse_version(requested: Option<Part>, request: &[u8], server: &Server<'_>, message: &str) -> Result<Option<McpError>, Failure> {
    let json = requested.map_or(&b"\"\""[..], |part| part.json(request));
    let json = std::str::from_utf8(json).map_or_else(|_| copy_lossy(json).map(Cow::Owned), |json| Ok(Cow::Borrowed(json)))?;
    let supported = server.supported().text();
    let mut data = Out::default();
    let members = ["{\"supported\":", supported, ",\"requested\":", &json, "}"];
    data.reserve(members.iter().map(|member| member.len()).sum())?;
    for member in members {
        data.raw(member)?;
    }
    drop(json);
    McpError::to_send(code::UNSUPPORTED_PROTOCOL_VERSION, message, Some(&data.finish())).map(Some)
}

fn refuse(code: i64, message: &str) -> Result<Option<McpError>, Failure> {
    McpError::to_send(code, message, None).map(Some)
}
