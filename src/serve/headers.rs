//! The HTTP headers of a request: those that a client must send, and the check that those sent repeat the body.
//!
//! Source: MCP 2026-07-28, `basic/transports/streamable-http` (standard request headers, custom headers from tool parameters,
//! value encoding).

use super::check::Fault;
use super::number;
use super::read::{Message, Part, Read};
use super::schema::{Arguments, Origin, Schema};
use crate::failure::{Failure, word};
use crate::json::{Out, Scanner, Stop, Token, Value, decode, to_text};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::borrow::Cow;

const PROTOCOL_VERSION: &str = "MCP-Protocol-Version";
const METHOD: &str = "Mcp-Method";
const NAME: &str = "Mcp-Name";
const PARAM: &str = "Mcp-Param-";

/// What an encoded value begins and ends with.
const ENCODED: [&str; 2] = ["=?base64?", "?="];

/// The headers that a client must send with a request, as a JSON object.
///
/// `input_schema` is the schema of the tool that a `tools/call` calls. Values that a header cannot hold as they are, are
/// encoded. Without a protocol version in the request there is no MCP-Protocol-Version.
///
/// # Errors
///
/// [`Cause::InvalidJson`](crate::Cause::InvalidJson) if a parameter is not JSON. [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for a request that every server refuses
/// unread, and for a schema whose tool a client must leave out.
pub fn request_headers(request: &[u8], input_schema: Option<&[u8]>) -> Result<String, Failure> {
    let Read::Object(message) = Read::of(request)? else { return Err(Fault::NotObject.failure()) };
    if let Some(fault) = message.fault(request) {
        return Err(fault.failure());
    }
    if message.is_legacy_initialize(request) && !message.params.protocol_version.is_some_and(|part| part.token.is_string()) {
        return Err(Failure::member(word!("request_json"), word!("params.protocolVersion"), word!("must be a string")));
    }
    let schema_text = input_schema.map(|schema| to_text(schema, word!("input_schema_json"))).transpose()?;
    let origin = Origin { parameter: word!("input_schema_json"), member: word!("") };
    let schema = schema_text.as_deref().map(|schema| Schema::read(Value::checked(schema), origin)).transpose()?;
    let headers = Headers::of(request, &message, schema.as_ref())?;
    let mut length = 2;
    headers.each(|prefix, name, value| {
        length += prefix.len() + name.len() + written_length(value) + ",\"\":\"\"".len();
        Ok(())
    })?;
    let mut out = Out::default();
    out.reserve(length)?;
    out.raw("{")?;
    let mut separator = "\"";
    headers.each(|prefix, name, value| {
        out.raw(separator)?.raw(prefix)?.raw(name)?.raw("\":")?;
        separator = ",\"";
        if goes_as_it_is(value) {
            out.string(value)?;
        } else {
            write_encoded(&mut out, value)?;
        }
        Ok(())
    })?;
    out.raw("}")?;
    Ok(out.finish())
}

/// What the headers of a request must repeat.
pub(super) struct Headers<'a> {
    request: &'a [u8],
    message: &'a Message,
    /// Of a call of a tool that has a schema.
    params: Option<(&'a Schema<'a>, Arguments)>,
}

impl<'a> Headers<'a> {
    pub fn of(request: &'a [u8], message: &'a Message, schema: Option<&'a Schema<'a>>) -> Result<Self, Failure> {
        let schema = schema.filter(|_| message.is_method(request, "tools/call"));
        let with_arguments = |schema| Arguments::read(request, message.params.arguments, schema).map(|arguments| (schema, arguments));
        Ok(Self { request, message, params: schema.map(with_arguments).transpose()? })
    }

    fn standard(&self) -> [(&'static str, Option<Part>); 3] {
        let message = self.message;
        [(PROTOCOL_VERSION, message.params.version), (METHOD, message.method), (NAME, message.named(self.request))]
    }

    /// Passes on each header: the start of its name, the rest of its name, its value.
    fn each(&self, mut header: impl FnMut(&str, &str, &str) -> Result<(), Failure>) -> Result<(), Failure> {
        for (name, part) in self.standard() {
            if let Some(value) = part.map_or(Ok(None), |part| part.string(self.request))? {
                header(name, "", &value)?;
            }
        }
        if let Some((schema, arguments)) = &self.params {
            for (token, part) in schema.headers(arguments) {
                if let Some(value) = part.map_or(Ok(None), |part| param_value(part, self.request))? {
                    header(PARAM, token, &value)?;
                }
            }
        }
        Ok(())
    }

    /// What is wrong with the headers of a server's description, if anything is.
    ///
    /// A header that is there twice, in whatever spelling, is wrong: who reads the first and who reads the last must not differ.
    pub fn mismatch(&self, sent: Value<'_>) -> Result<Option<&'static str>, Failure> {
        const PARAM_IS_WRONG: &str = "An Mcp-Param header does not repeat its argument in the body";
        let wanted = self.standard();
        let mut standard = [Sent::Missing; 3];
        let mut params = Vec::new();
        let (schema, arguments) = self.params.as_ref().map_or((None, None), |(schema, arguments)| (Some(*schema), Some(arguments)));
        let count = schema.map_or(0, Schema::len);
        params.try_reserve_exact(count)?;
        params.resize(count, Sent::Missing);
        each_relevant(sent, &mut |name, value| {
            let Some(value) = value.as_str()? else { return Ok(()) };
            let value = trimmed(&value);
            if let Some(token) = name.get(PARAM.len()..).filter(|_| is_param(name)) {
                let header = schema.and_then(|schema| schema.header(token));
                let Some((header, sent)) = header.and_then(|header| params.get_mut(header).map(|sent| (header, sent))) else {
                    return Ok(());
                };
                let argument = schema.zip(arguments).and_then(|(schema, arguments)| schema.argument(header, arguments));
                return sent.note(|| is_param_value(argument, value, self.request));
            }
            let found = wanted.iter().zip(&mut standard).find(|((wanted, _), _)| name.eq_ignore_ascii_case(wanted));
            let Some(((wanted, Some(part)), sent)) = found else { return Ok(()) };
            sent.note(|| {
                let value = if *wanted == NAME { value.map_or(Ok(None), decoded)? } else { value.map(Cow::Borrowed) };
                Ok(value.is_some() && value == part.string(self.request)?)
            })
        })?;
        let messages = [
            "The MCP-Protocol-Version header does not repeat the protocol version in the body",
            "The Mcp-Method header does not repeat the method in the body",
            "The Mcp-Name header does not repeat the name, URI or task ID in the body",
        ];
        for (((_, part), sent), message) in wanted.iter().zip(standard).zip(messages) {
            if part.is_some() && sent != Sent::Right {
                return Ok(Some(message));
            }
        }
        let arguments = schema.zip(arguments).into_iter().flat_map(|(schema, arguments)| schema.headers(arguments));
        let mut params = arguments.zip(params);
        Ok(params.any(|((_, part), sent)| sent != if has_header(part) { Sent::Right } else { Sent::Missing }).then_some(PARAM_IS_WRONG))
    }
}

/// How a header was sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sent {
    Missing,
    Right,
    Wrong,
}

impl Sent {
    /// Notes one header, and whether it is right.
    fn note(&mut self, is_right: impl FnOnce() -> Result<bool, Failure>) -> Result<(), Failure> {
        *self = if *self == Self::Missing && is_right()? { Self::Right } else { Self::Wrong };
        Ok(())
    }
}

fn is_param(name: &str) -> bool {
    name.get(..PARAM.len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case(PARAM))
}

/// Passes on the headers that a check reads. Others are not looked at.
pub(super) fn each_relevant(headers: Value<'_>, header: &mut dyn FnMut(&str, Value<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
    let text = headers.text();
    let mut scanner = Scanner::at(text.as_bytes(), 0);
    let stopped = |stop| match stop {
        Stop::Memory => Failure::OUT_OF_MEMORY,
        Stop::Syntax => Failure::member(word!("server_json"), word!("headers"), word!("must be an object or null")),
    };
    let mut is_first = true;
    while let Some(name) = scanner.next_member(&mut is_first).map_err(stopped)? {
        let start = scanner.offset();
        scanner.skip().map_err(stopped)?;
        let name = decode(text.get(name.start..name.end).unwrap_or_default())?;
        if is_param(&name) || [PROTOCOL_VERSION, METHOD, NAME].iter().any(|known| name.eq_ignore_ascii_case(known)) {
            header(&name, Value::checked(text.get(start..scanner.offset()).unwrap_or_default()))?;
        }
    }
    Ok(())
}

/// Whether an argument, if it is there, is sent as a header.
fn has_header(argument: Option<Part>) -> bool {
    use Token::{EscapedString, False, Integer, String, True};
    argument.is_some_and(|part| matches!(part.token, String | EscapedString | Integer | True | False))
}

/// The value of a header that stands for an argument, before it is encoded; none for an argument without a header.
fn param_value(part: Part, request: &[u8]) -> Result<Option<Cow<'_, str>>, Failure> {
    Ok(match part.token {
        Token::True => Some(Cow::Borrowed("true")),
        Token::False => Some(Cow::Borrowed("false")),
        Token::Integer => match std::str::from_utf8(part.json(request)) {
            Ok("-0") => Some(Cow::Borrowed("0")),
            digits => digits.ok().map(Cow::Borrowed),
        },
        _ => part.string(request)?,
    })
}

/// Whether a header says what its argument says. An integer counts as a number, not by its spelling.
fn is_param_value(argument: Option<Part>, sent: Option<&str>, request: &[u8]) -> Result<bool, Failure> {
    let Some(part) = argument else { return Ok(false) };
    let Some(sent) = sent.map_or(Ok(None), decoded)? else { return Ok(false) };
    let wanted = param_value(part, request)?;
    Ok(wanted.is_some_and(|wanted| if part.token == Token::Integer { number::same(&sent, &wanted) } else { sent == wanted }))
}

/// A header's value without the blanks around it; none if it has characters that it cannot have.
fn trimmed(value: &str) -> Option<&str> {
    let value = value.trim_matches([' ', '\t']);
    can_be_sent(value).then_some(value)
}

fn can_be_sent(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~'))
}

/// A value as it was meant: `=?base64?…?=` holds UTF-8 in Base64; none if that is malformed.
fn decoded(value: &str) -> Result<Option<Cow<'_, str>>, Failure> {
    let Some(encoded) = value.strip_prefix(ENCODED[0]).and_then(|rest| rest.strip_suffix(ENCODED[1])) else {
        return Ok(Some(Cow::Borrowed(value)));
    };
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(encoded.len())?; // more than enough, so that nothing is allocated where it cannot fail
    let decoded = STANDARD.decode_vec(encoded, &mut bytes);
    Ok(decoded.ok().and_then(|()| String::from_utf8(bytes).ok()).map(Cow::Owned))
}

/// Whether a value needs no encoding.
fn goes_as_it_is(value: &str) -> bool {
    let blank = [' ', '\t'];
    let looks_encoded = value.starts_with(ENCODED[0]) && value.ends_with(ENCODED[1]);
    can_be_sent(value) && !value.starts_with(blank) && !value.ends_with(blank) && !looks_encoded
}

/// How long a value is in JSON, without its quotes.
fn written_length(value: &str) -> usize {
    if goes_as_it_is(value) {
        value.len() + value.bytes().filter(|byte| matches!(byte, b'"' | b'\\' | b'\t')).count()
    } else {
        ENCODED[0].len() + value.len().div_ceil(3) * 4 + ENCODED[1].len()
    }
}

/// Writes a value in Base64, piece by piece, so that no second copy of it is made.
fn write_encoded(out: &mut Out, value: &str) -> Result<(), Failure> {
    let mut piece = [0; 1024];
    out.raw("\"")?.raw(ENCODED[0])?;
    for bytes in value.as_bytes().chunks(piece.len() / 4 * 3) {
        let length = STANDARD.encode_slice(bytes, &mut piece).unwrap_or_default();
        let text = piece.get(..length).and_then(|piece| std::str::from_utf8(piece).ok());
        out.raw(text.unwrap_or_default())?;
    }
    out.raw(ENCODED[1])?.raw("\"")?;
    Ok(())
}
