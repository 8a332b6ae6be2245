//! What the library says about a response, and what the tool adds.

use crate::context::{self, Context, Purpose};
use crate::message::{self, Response};
use crate::probe::Request;
use crate::received::{Content, Received};
use crate::{ERROR, FAILED, OK, ToolError, remarks};
use mcp_errors::{Action, Advice, Failure, HttpStatus, Kind, McpError, MessageType};

/// What a response is.
pub enum Outcome {
    Error {
        error: Box<McpError>,
        advice: Box<Advice>,
        /// Where the message stops being JSON, if it does.
        bad_json: Option<BadJson>,
        /// The message, if it has no error member.
        body: Option<String>,
        /// The error member as JSON, if it is not an object.
        not_an_object: Option<String>,
    },
    Result {
        text: String,
        /// The versions in a result of `server/discover`.
        versions: Option<Vec<String>>,
        /// What the tool says that failed, if `isError` is true. The text is empty if the result has none.
        tool_error: Option<String>,
        /// After a probe or `initialize`.
        advice: Option<Box<Advice>>,
    },
    /// The server uses the HTTP+SSE transport; where it takes messages.
    Endpoint(String),
}

/// Where a message stops being JSON.
pub struct BadJson {
    pub offset: usize,
    /// Counted from 1.
    pub line: usize,
    /// In bytes, counted from 1.
    pub column: usize,
    /// The bytes around the offset in ASCII, and the number of characters before it.
    pub around: (String, usize),
}

/// A response and what it means.
pub struct Finding {
    pub outcome: Outcome,
    pub context: Context,
    pub message_type: Option<MessageType>,
    pub notes: Vec<String>,
    pub unreachable: bool,
}

impl Finding {
    /// The advice. A result has one only after a probe or `initialize`.
    pub fn advice(&self) -> Option<&Advice> {
        match &self.outcome {
            Outcome::Error { advice, .. } => Some(advice),
            Outcome::Result { advice, .. } => advice.as_deref(),
            Outcome::Endpoint(_) => None,
        }
    }

    /// The exit status.
    pub fn exit_status(&self) -> u8 {
        match &self.outcome {
            _ if self.unreachable => FAILED,
            Outcome::Error { advice, .. } if advice.action != Action::ContinueWithoutDiscover => ERROR,
            Outcome::Result { advice: Some(advice), .. } if advice.action == Action::GiveUp => ERROR,
            _ => OK,
        }
    }
}

/// Explains a response. `sent` is the request, if this tool sent it.
pub fn of(received: Received, mut context: Context, sent: Option<&Request>) -> Result<Finding, ToolError> {
    let Received { content, mut notes, .. } = received;
    let unreachable = matches!(content, Content::Unreachable(_));
    let message = message(&content)?;
    let message_type = match content {
        Content::Message(_) | Content::Http(_) => Some(mcp_errors::message_type_of(&message)?.0),
        _ => None,
    };
    let response = message_type.filter(|message_type| message_type.is_response()).map(|_| Response::of(&message));
    if let (Some(response), Some(MessageType::Result)) = (&response, message_type) {
        context = context.assume(response, &mut notes)?;
    }
    if let Content::Endpoint(endpoint) = content {
        return Ok(Finding { outcome: Outcome::Endpoint(endpoint), context, message_type, notes, unreachable });
    }
    if let Some(response) = &response {
        notes.extend(remarks::on_response(response, &message, sent));
    }
    if let Content::Http(response) = &content {
        notes.extend(remarks::on_http(response));
    }
    let outcome = match read(&content, &context) {
        Ok(error) => explain(error, &context, &message, response.as_ref(), &mut notes)?,
        Err(Failure::NOT_AN_ERROR) => success(&message, response.as_ref(), &context, &mut notes)?,
        Err(failure) => {
            return Err(match context::invalid_at(&message)? {
                Some(offset) => ToolError::new(format!("the error member is not JSON: see byte {offset}")),
                None => failure.into(),
            });
        }
    };
    Ok(Finding { outcome, context, message_type, notes, unreachable })
}

fn read(content: &Content, asked: &Context) -> Result<McpError, Failure> {
    let asked = asked.json.as_bytes();
    match content {
        Content::Message(bytes) => McpError::from_answer(bytes, asked),
        Content::ErrorMember(bytes, status) => McpError::from_jsonrpc(bytes, HttpStatus::new(status.unwrap_or(0))?),
        Content::Http(response) => McpError::from_http(&response.view(), Some(asked)),
        Content::Local(kind, message) => McpError::local(*kind, message),
        Content::Unreachable(message) => McpError::local(Kind::ConnectionError, message),
        Content::Endpoint(_) => Err(Failure::NOT_AN_ERROR),
    }
}

/// The bytes of the message, taken out of its event stream.
fn message(content: &Content) -> Result<Vec<u8>, Failure> {
    match content {
        Content::Http(response) => message::of_body(&response.body, response.declares_event_stream()).map(std::borrow::Cow::into_owned),
        Content::Message(bytes) | Content::ErrorMember(bytes, _) => Ok(bytes.clone()),
        Content::Local(..) | Content::Unreachable(_) | Content::Endpoint(_) => Ok(Vec::new()),
    }
}

fn explain(
    error: McpError,
    context: &Context,
    message: &[u8],
    response: Option<&Response>,
    notes: &mut Vec<String>,
) -> Result<Outcome, ToolError> {
    let advice = error.advise(context.json.as_bytes())?;
    let has_body = !error.is_local() && is_our_text(&error);
    let bad_json = if has_body && !message.is_empty() { bad_json(message)? } else { None };
    notes.extend(remarks::on_error(&error, message));
    let member = response.filter(|_| !has_body && !error.message_is_string());
    let not_an_object = member.and_then(|response| response.members().get("error").map(|error| error.get().to_owned()));
    Ok(Outcome::Error {
        error: Box::new(error),
        advice: Box::new(advice),
        bad_json,
        body: has_body.then(|| String::from_utf8_lossy(message).into_owned()),
        not_an_object: not_an_object.filter(|error| !error.starts_with('{')),
    })
}

/// Returns whether the library made the message, because the response has no error object.
fn is_our_text(error: &McpError) -> bool {
    let status = error.http_status().map(|status| format!("HTTP {status}"));
    let ours = matches!(error.kind(), Kind::TransportError | Kind::ResponseStreamClosedError) || status.as_deref() == Some(error.message());
    ours && error.code_text().is_none() && error.data_json().is_none()
}

fn success(message: &[u8], response: Option<&Response>, context: &Context, notes: &mut Vec<String>) -> Result<Outcome, ToolError> {
    let advice = if context.purpose == Purpose::Request {
        None
    } else {
        match mcp_errors::negotiate(message, context.json.as_bytes()) {
            Ok(advice) => Some(Box::new(advice)),
            Err(Failure::OUT_OF_MEMORY) => return Err(Failure::OUT_OF_MEMORY.into()),
            Err(failure) => {
                notes.push(format!("It does not name a protocol version as it should: {failure}."));
                None
            }
        }
    };
    let (versions, tool_error) = response.map_or((None, None), |response| {
        let result = response.result();
        let versions = result.get("supportedVersions").and_then(|versions| serde_json::from_str(versions.get()).ok());
        (versions.filter(|_| context.purpose == Purpose::Probe), remarks::tool_error(&result))
    });
    Ok(Outcome::Result { text: String::from_utf8_lossy(message).into_owned(), versions, tool_error, advice })
}

/// Where a message stops being JSON, unless it is JSON.
fn bad_json(bytes: &[u8]) -> Result<Option<BadJson>, Failure> {
    let Some(offset) = context::invalid_at(bytes)? else { return Ok(None) };
    let before = bytes.get(..offset).unwrap_or(bytes);
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
    let line = before.split(|&byte| byte == b'\n').count();
    Ok(Some(BadJson { offset, line, column: offset - line_start + 1, around: crate::escape::around(bytes, offset) }))
}
