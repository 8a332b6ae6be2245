//! Probing over HTTP.

use super::{Method, Request};
use crate::ToolError;
use crate::args::Options;
use crate::received::{Content, HttpResponse, Received};
use mcp_errors::{Kind, SseItem, SseReader, Transport};
use std::io::{ErrorKind, Read};
use std::time::Duration;
use ureq::{Agent, Error};

/// How long the server may take to end a session.
const TIME_TO_END: Duration = Duration::from_secs(2);

/// Sends requests to a URL.
pub struct Client<'a> {
    url: &'a str,
    options: &'a Options,
    /// The session that `initialize` began.
    session: Option<Vec<u8>>,
}

impl<'a> Client<'a> {
    pub fn new(url: &'a str, options: &'a Options) -> Result<Self, ToolError> {
        let begins_with = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        if begins_with("http://") || begins_with("https://") {
            return Ok(Self { url, options, session: None });
        }
        // It may hold a password, so it is not repeated.
        Err(ToolError::new("the URL must begin with http:// or https://"))
    }

    /// Sends a request and receives the response.
    pub fn send(&mut self, request: &Request) -> Result<Received, ToolError> {
        let mut notes = Vec::new();
        let content = match self.post_or_get(request) {
            Ok(response) => self.receive(response, request, &mut notes),
            Err(error) => failed(error, &mut notes)?,
        };
        Ok(Received { content, transport: Transport::Http, notes })
    }

    /// Ends the session, if there is one.
    pub fn end(&mut self) {
        if let Some(session) = self.session.take() {
            let mut sending = agent(TIME_TO_END).delete(self.url).header("mcp-session-id", session);
            for (name, value) in &self.options.headers {
                sending = sending.header(name, value);
            }
            // A server may refuse this; the session then ends by itself.
            let _ = sending.call();
        }
    }

    fn post_or_get(&self, request: &Request) -> Result<ureq::http::Response<ureq::Body>, Error> {
        let version = request.version.as_str();
        let usual: &[(&str, &str)] = match request.method {
            Method::OpenStream => &[("accept", "text/event-stream")],
            Method::Initialize => &[("content-type", "application/json"), ("accept", "application/json, text/event-stream")],
            Method::Discover => &[
                ("content-type", "application/json"),
                ("accept", "application/json, text/event-stream"),
                ("mcp-protocol-version", version),
                ("mcp-method", "server/discover"),
            ],
        };
        // A header of the command line replaces the usual one.
        let given = self.options.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let replaced = |name: &str| self.options.headers.iter().any(|(given, _)| given == name);
        let fields = usual.iter().copied().filter(|(name, _)| !replaced(name)).chain(given);
        let agent = agent(self.options.timeout);
        if request.method == Method::OpenStream {
            return fields.fold(agent.get(self.url), |sending, (name, value)| sending.header(name, value)).call();
        }
        fields.fold(agent.post(self.url), |sending, (name, value)| sending.header(name, value)).send(request.body.as_str())
    }

    fn receive(&mut self, response: ureq::http::Response<ureq::Body>, request: &Request, notes: &mut Vec<String>) -> Content {
        let most = self.options.max_bytes;
        let (head, body) = response.into_parts();
        let mut response = HttpResponse { status: head.status.as_u16(), ..HttpResponse::default() };
        for (name, value) in &head.headers {
            response.add_field(name.as_str(), value.as_bytes());
        }
        if request.method == Method::Initialize && head.status.is_success() {
            self.session = response.session_id.take();
        }
        let opens_stream = request.method == Method::OpenStream;
        let end = read(&mut body.into_reader(), &mut response, most, opens_stream);
        match end {
            Ok(End::Message(endpoint)) if opens_stream && head.status.is_success() => return Content::Endpoint(endpoint),
            Ok(End::Body | End::Message(_)) => return Content::Http(response),
            Ok(End::TooLarge) => notes.push(format!("The body is longer than {most} bytes; see --max-bytes.")),
            Err(ref error) => notes.push(format!("The body ended too early, after {} bytes: {}.", response.body.len(), describe(error))),
        }
        // Outside 2xx the status decides, even if the body is not complete.
        if !head.status.is_success() {
            return Content::Http(response);
        }
        match end {
            Ok(_) => Content::Local(Kind::ResponseTooLargeError, "The response is too large"),
            Err(Error::Timeout(_)) => Content::Local(Kind::RequestTimeoutError, "No complete response came in time"),
            Err(_) => Content::Local(Kind::ResponseStreamClosedError, "The connection was lost before the response was complete"),
        }
    }
}

fn agent(timeout: Duration) -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        // A redirect is a response too: it says that the URL is wrong.
        .max_redirects(0)
        .timeout_global(Some(timeout))
        .user_agent(concat!("mcp-errors/", env!("CARGO_PKG_VERSION")))
        .build()
        .into()
}

/// Where reading a body ended.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// At the end of the body.
    Body,
    /// After the first response of an event stream, which a server may leave open; or after the first event, if that is enough.
    Message(String),
    TooLarge,
}

/// Reads a body.
fn read(reader: &mut dyn Read, response: &mut HttpResponse, most: usize, any_event: bool) -> Result<End, Error> {
    let mut events = response.declares_event_stream().then(|| SseReader::new(most));
    let mut buffer = [0; 16 << 10];
    loop {
        let count = match reader.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            other => other.map_err(Error::from)?,
        };
        if count == 0 {
            return Ok(End::Body);
        }
        let piece = buffer.get(..count).unwrap_or_default();
        response.body.extend_from_slice(piece);
        if response.body.len() > most {
            response.body.truncate(most);
            return Ok(End::TooLarge);
        }
        let Some(events) = &mut events else { continue };
        let out_of_memory = |failure: mcp_errors::Failure| Error::Other(failure.to_string().into());
        events.push(piece).map_err(out_of_memory)?;
        while let Some(item) = events.next_item().map_err(out_of_memory)? {
            let SseItem::Message(data) = item else { continue };
            if any_event || mcp_errors::message_type_of(data).is_ok_and(|(message_type, _)| message_type.is_response()) {
                return Ok(End::Message(String::from_utf8_lossy(data).into_owned()));
            }
        }
    }
}

/// What it means that there is no response.
fn failed(error: Error, notes: &mut Vec<String>) -> Result<Content, ToolError> {
    Ok(match error {
        // The URL may hold a password, so it is not repeated.
        Error::BadUri(_) => return Err(ToolError::new("the request cannot be sent: the URL is not valid")),
        Error::Http(_) | Error::InvalidProxyUrl | Error::Other(_) => {
            return Err(ToolError::new(format!("the request cannot be sent: {}", describe(&error))));
        }
        Error::Timeout(_) => Content::Local(Kind::RequestTimeoutError, "No response came in time"),
        Error::LargeResponseHeader(..) => Content::Local(Kind::ResponseTooLargeError, "The header of the response is too large"),
        Error::Protocol(_) => {
            notes.push(format!("The response is not HTTP: {}.", describe(&error)));
            Content::Local(Kind::TransportError, "The response is not HTTP")
        }
        Error::Io(ref io)
            if matches!(
                io.kind(),
                ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe
            ) =>
        {
            notes.push(format!("The connection was lost: {}.", describe(&error)));
            Content::Local(Kind::ResponseStreamClosedError, "The connection was lost before the response")
        }
        other => Content::Unreachable(describe(&other)),
    })
}

/// An error in words. What a peer put into it is escaped.
fn describe(error: &Error) -> String {
    let text = match error {
        Error::Timeout(_) => "the time is up".to_owned(),
        Error::HostNotFound => "the host was not found".to_owned(),
        Error::Io(io) => io.to_string(),
        other => other.to_string(),
    };
    text.chars().take(200).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_stream_is_read_to_its_first_response() {
        /// Returns one piece at a time, and an error after the last one.
        struct Pieces<'a>(std::slice::Iter<'a, &'a str>);
        impl Read for Pieces<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let mut piece = self.0.next().ok_or_else(|| std::io::Error::other("read too far"))?.as_bytes();
                piece.read(buffer)
            }
        }
        for end in ["\n", "\r\n"] {
            let data = format!("data: {{\"result\":1}}{end}");
            let pieces = [&*format!(":hello{end}{end}data: 1{end}{end}"), "data", &data[4..], end].map(str::to_owned);
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            let mut response = HttpResponse { content_type: Some(b"Text/Event-Stream;x".to_vec()), ..HttpResponse::default() };
            let message = End::Message("{\"result\":1}".to_owned());
            assert_eq!(read(&mut Pieces(pieces.iter()), &mut response, 1000, false).unwrap(), message);
            assert_eq!(response.body, pieces.concat().as_bytes());
        }
    }
}
