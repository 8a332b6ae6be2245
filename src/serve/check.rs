//! The check of a request: the first thing that is wrong with it.

use super::build::is_id;
use super::headers::{self, Body};
use crate::capabilities::{self, Capabilities, missing_of};
use crate::code;
use crate::error::McpError;
use crate::failure::Failure;
use crate::json::{LONGEST_NAME, Object, Out, Scanner, Stop, Value, to_text};
use std::borrow::Cow;
use std::ops::Range;

const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// What a server is, as far as the check of a request is concerned.
struct Server<'a> {
    versions: Vec<Cow<'a, str>>,
    /// None: any method goes.
    methods: Option<Vec<Cow<'a, str>>>,
    required: Capabilities<'a>,
    /// None: not over HTTP.
    headers: Option<Object<'a>>,
}

impl<'a> Server<'a> {
    fn read(text: &'a str) -> Result<Self, Failure> {
        let object = Value::checked(text).object()?.ok_or(Failure::argument(c"server_json", c"must be an object"))?;
        let versions = object.get("versions").map_or(Ok(None), Value::strings)?;
        let methods = match object.some("methods") {
            Some(value) => {
                Some(value.strings()?.ok_or(Failure::member(c"server_json", c"methods", c"must be an array of strings or null"))?)
            }
            None => None,
        };
        let required = match object.some("required") {
            Some(value) if capabilities::is_well_formed(value.text().as_bytes()) => Capabilities::read(value, c"server_json", c"required")?,
            Some(_) => return Err(Failure::member(c"server_json", c"required", c"must be a well-formed capabilities object")),
            None => Capabilities::default(),
        };
        let headers = match object.some("headers") {
            Some(value) => Some(value.object()?.ok_or(Failure::member(c"server_json", c"headers", c"must be an object or null"))?),
            None => None,
        };
        let is_field = |name| headers.as_ref().and_then(|headers| headers.some(name)).is_none_or(Value::is_string);
        if !["mcp-protocol-version", "mcp-method", "mcp-name"].into_iter().all(is_field) {
            return Err(Failure::member(c"server_json", c"headers", c"must have strings as its values"));
        }
        let versions = versions.ok_or(Failure::member(c"server_json", c"versions", c"must be an array of strings"))?;
        Ok(Self { versions, methods, required, headers })
    }

    fn speaks(&self, version: &str) -> bool {
        self.versions.iter().any(|other| other == version)
    }

    fn refuse(&self, requested: &str, message: &str) -> Result<Option<McpError>, Failure> {
        McpError::refused_version(requested, &self.versions, message).map(Some)
    }
}

/// Checks a request, before any work is done, on its own declaration: the error to send with its HTTP status, or none to go
/// ahead.
///
/// `server` is a JSON object: `versions` (the protocol versions it speaks), `methods` (array or `null`: any), `required`
/// (the capabilities that the work needs), `headers` (`mcp-protocol-version`, `mcp-method`, `mcp-name` as they were sent;
/// `null`: not over HTTP).
///
/// # Errors
///
/// [`Failure::InvalidJson`] and [`Failure::InvalidArgument`] for a `server` that is not of its shape.
pub fn check_request(request: &[u8], server: &[u8]) -> Result<Option<McpError>, Failure> {
    let server_text = to_text(server, c"server_json")?;
    let server = Server::read(&server_text)?;
    let text = match to_text(request, c"request_json") {
        Ok(text) => text,
        Err(Failure::InvalidJson { .. }) => return refuse(code::PARSE_ERROR, "The request is not JSON"),
        Err(failure) => return Err(failure),
    };
    let Some(request) = Value::checked(&text).object()? else {
        return refuse(code::INVALID_REQUEST, "The request is not an object");
    };
    if request.string("jsonrpc")?.as_deref() != Some("2.0") {
        return refuse(code::INVALID_REQUEST, "The request's jsonrpc is not \"2.0\"");
    }
    let Some(method) = request.string("method")? else {
        return refuse(code::INVALID_REQUEST, "The request's method is not a string");
    };
    let id = request.get("id");
    if !id.is_none_or(is_id) {
        return refuse(code::INVALID_REQUEST, "The request's id is neither a string nor an integer");
    }
    if !request.get("params").is_none_or(Value::is_object) {
        return refuse(code::INVALID_REQUEST, "The request's params is not an object");
    }
    if id.is_none() {
        return Ok(None);
    }
    let params = request.get("params").map_or(Ok(None), Value::object)?.unwrap_or_default();
    let meta = params.get("_meta").map_or(Ok(None), Value::object)?.unwrap_or_default();
    let version = meta.string(PROTOCOL_VERSION)?;
    if method == "initialize" && version.is_none() {
        return check_initialize(params.string("protocolVersion")?.as_deref(), &server);
    }
    let Some(version) = version else {
        return refuse(code::INVALID_PARAMS, "The request's _meta lacks the protocol version");
    };
    let declared = match meta.get(CLIENT_CAPABILITIES) {
        Some(value) if capabilities::is_well_formed(value.text().as_bytes()) => Capabilities::read(value, c"request_json", c"declared")?,
        Some(_) => return refuse(code::INVALID_PARAMS, "The client capabilities in the request's _meta are malformed"),
        None => return refuse(code::INVALID_PARAMS, "The request's _meta lacks the client capabilities"),
    };
    if let Some(headers) = &server.headers
        && let Some(message) = headers::mismatch(headers, &Body { version: &version, method: &method, params: &params })?
    {
        return refuse(code::HEADER_MISMATCH, message);
    }
    if !server.speaks(&version) {
        return server.refuse(&version, "");
    }
    if server.methods.as_ref().is_some_and(|methods| methods.iter().all(|other| *other != method)) {
        return refuse(code::METHOD_NOT_FOUND, "The server has no such method");
    }
    let missing = missing_of(&declared, &server.required)?;
    if missing == "{}" { Ok(None) } else { McpError::missing_capability(missing.as_bytes(), "").map(Some) }
}

/// The `initialize` of a legacy client. The versions stand in the message too, since that may be all that it can show.
fn check_initialize(requested: Option<&str>, server: &Server<'_>) -> Result<Option<McpError>, Failure> {
    let Some(requested) = requested else {
        return refuse(code::INVALID_PARAMS, "The request's params lack the protocol version");
    };
    if server.speaks(requested) {
        return Ok(None);
    }
    let mut message = Out::default();
    message.raw("Unsupported protocol version: the server supports ")?;
    for (index, version) in server.versions.iter().enumerate() {
        message.raw(if index == 0 { "" } else { ", " })?.raw(version)?;
    }
    server.refuse(requested, &message.finish())
}

fn refuse(code: i64, message: &str) -> Result<Option<McpError>, Failure> {
    McpError::to_send(code, message, None).map(Some)
}

/// See [`super::request_id`].
pub(super) fn id(request: &[u8]) -> Result<Option<Range<usize>>, Failure> {
    let mut scanner = Scanner::new(request);
    let mut found = None;
    let mut scan = || -> Result<(), Stop> {
        scanner.space();
        if scanner.peek() != Some(b'{') {
            scanner.skip()?;
            return scanner.end();
        }
        let mut buffer = [0; LONGEST_NAME];
        let mut more = scanner.enter(b'}');
        while more {
            let name = scanner.name()?;
            let start = scanner.offset();
            scanner.skip()?;
            if scanner.plain(name, &mut buffer) == b"id" {
                found = Some(start..scanner.offset());
            }
            more = scanner.another(b'}')?;
        }
        scanner.end()
    };
    match scan() {
        Ok(()) => {}
        Err(Stop::Syntax) => return Err(Failure::InvalidJson { parameter: c"request_json", offset: scanner.offset() }),
        Err(Stop::Memory) => return Err(Failure::OutOfMemory),
    }
    let can_be_echoed = |range: &Range<usize>| {
        let bytes = request.get(range.clone()).unwrap_or_default();
        bytes.first() == Some(&b'"') || std::str::from_utf8(bytes).is_ok_and(|text| is_id(Value::checked(text)))
    };
    Ok(found.filter(can_be_echoed))
}
