//! What is made of an answer: the library's judgement, and what the tool adds to it.

use crate::answer::{Answer, Content, HttpAnswer};
use crate::args::Options;
use crate::context::{self, Context};
use crate::{DONE, ERROR, TROUBLE, Trouble, words};
use mcp_errors::{Action, Advice, Failure, HttpResponse, HttpStatus, Kind, McpError};

/// What an answer is.
pub enum Outcome {
    Error {
        error: Box<McpError>,
        advice: Box<Advice>,
        json: Option<BadJson>,
        /// What came, where nothing of it is an error object.
        body: Option<String>,
    },
    /// A result, and the versions that it lists if it is one of `server/discover`.
    Result { text: String, versions: Option<Vec<String>> },
}

/// Where a message stops being JSON.
pub struct BadJson {
    pub offset: usize,
    /// Counted from 1.
    pub line: usize,
    /// In bytes, counted from 1.
    pub column: usize,
    /// The bytes around it in ASCII, and how many characters of that stand before it.
    pub around: (String, usize),
}

/// An answer, judged.
pub struct Finding {
    pub outcome: Outcome,
    pub context: Context,
    pub notes: Vec<String>,
    pub unreachable: bool,
}

impl Finding {
    /// The exit status.
    pub fn status(&self) -> u8 {
        match &self.outcome {
            _ if self.unreachable => TROUBLE,
            Outcome::Result { .. } => DONE,
            Outcome::Error { advice, .. } if advice.action == Action::ContinueWithoutDiscover => DONE,
            Outcome::Error { .. } => ERROR,
        }
    }
}

/// Judges an answer.
pub fn of(answer: Answer, options: &Options) -> Result<Finding, Trouble> {
    let Answer { content, transport, mut notes } = answer;
    let context = context::of(options, transport)?;
    let unreachable = matches!(content, Content::Unreachable(_));
    let read = read(&content);
    let message = message(&content)?;
    if options.is_probe()
        && let Some(note) = foreign_id(&message)
    {
        notes.push(note);
    }
    let outcome = match read {
        Ok(error) => {
            let advice = error.advise(context.json.as_bytes()).map_err(|failure| context::refused(&failure))?;
            let json = if error.is_local() || error.code_text().is_some() { None } else { bad_json(&message) };
            notes.extend(words::shape(&error, &message, json.is_some()));
            let body = (!error.is_local() && is_own_text(&error)).then(|| String::from_utf8_lossy(&message).into_owned());
            Outcome::Error { error: Box::new(error), advice: Box::new(advice), json, body }
        }
        Err(Failure::NotAnError) => {
            let text = String::from_utf8_lossy(&message).into_owned();
            let versions = versions(&text);
            Outcome::Result { text, versions }
        }
        Err(Failure::InvalidJson { offset, .. }) => {
            return Err(Trouble::new(format!("the error member is not JSON: it goes wrong at byte {offset}")));
        }
        Err(failure) => return Err(Trouble::new(failure.to_string())),
    };
    Ok(Finding { outcome, context, notes, unreachable })
}

fn read(content: &Content) -> Result<McpError, Failure> {
    match content {
        Content::Message(bytes) => McpError::from_response(bytes),
        Content::ErrorMember(bytes, status) => McpError::from_jsonrpc(bytes, HttpStatus::new(status.unwrap_or(0))?),
        Content::Http(answer) => McpError::from_http(&HttpResponse {
            status: answer.status,
            content_type: answer.content_type.as_deref(),
            www_authenticate: answer.www_authenticate.as_deref(),
            retry_after: answer.retry_after.as_deref(),
            body: &answer.body,
            max_error_body: 0,
            ..HttpResponse::default()
        }),
        Content::Local(kind, message) => McpError::local(*kind, message),
        Content::Unreachable(message) => McpError::local(Kind::ConnectionError, message),
    }
}

/// The bytes of the message, taken out of its stream of events.
fn message(content: &Content) -> Result<Vec<u8>, Trouble> {
    match content {
        Content::Http(answer) if answer.is_event_stream() => unwrapped(answer),
        Content::Http(answer) => Ok(answer.body.clone()),
        Content::Message(bytes) | Content::ErrorMember(bytes, _) => Ok(bytes.clone()),
        Content::Local(..) | Content::Unreachable(_) => Ok(Vec::new()),
    }
}

fn unwrapped(answer: &HttpAnswer) -> Result<Vec<u8>, Trouble> {
    let found = mcp_errors::sse_response(&answer.body).map_err(|failure| Trouble::new(failure.to_string()))?;
    Ok(found.map(std::borrow::Cow::into_owned).unwrap_or_default())
}

/// Whether the message is the library's own, for want of an error object.
fn is_own_text(error: &McpError) -> bool {
    let status = error.http_status().map(|status| format!("HTTP {status}"));
    let own = Some(error.message()) == status.as_deref() || matches!(error.kind(), Kind::TransportError | Kind::ResponseStreamClosedError);
    own && error.code_text().is_none() && error.data_json().is_none()
}

/// Where a message, if there is one, stops being JSON.
fn bad_json(bytes: &[u8]) -> Option<BadJson> {
    if bytes.is_empty() {
        return None;
    }
    let Err(Failure::InvalidJson { offset, .. }) = McpError::from_jsonrpc(bytes, HttpStatus::NONE) else { return None };
    let before = bytes.get(..offset).unwrap_or(bytes);
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |feed| feed + 1);
    let line = 1 + before.split(|&byte| byte == b'\n').count().saturating_sub(1);
    Some(BadJson { offset, line, column: offset - line_start + 1, around: crate::escape::around(bytes, offset) })
}

/// A sentence for a response to another request than the probe.
fn foreign_id(message: &[u8]) -> Option<String> {
    let place = mcp_errors::request_read(message).ok()?.id?;
    let id = message.get(place)?;
    let shown = || crate::escape::json(&String::from_utf8_lossy(id), 60);
    (id != crate::probe::ID.as_bytes()).then(|| format!("The response names the id {}, not {}, the probe's.", shown(), crate::probe::ID))
}

/// The versions that a result of `server/discover` lists.
fn versions(text: &str) -> Option<Vec<String>> {
    let message: serde_json::Value = serde_json::from_str(text).ok()?;
    let versions = message.get("result")?.get("supportedVersions")?.as_array()?;
    let versions: Option<Vec<String>> = versions.iter().map(|version| version.as_str().map(str::to_owned)).collect();
    versions.filter(|versions| !versions.is_empty())
}
