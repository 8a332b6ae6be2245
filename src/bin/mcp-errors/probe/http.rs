//! A probe over streamable HTTP.

use super::{METHOD, request};
use crate::Trouble;
use crate::answer::{Answer, Content, HttpAnswer};
use crate::args::Options;
use crate::escape::quoted;
use mcp_errors::{Kind, Transport};
use std::io::{ErrorKind, Read};
use ureq::{Agent, Error};

/// Sends a probe and reads the answer.
pub fn ask(url: &str, options: &Options) -> Result<Answer, Trouble> {
    if !["http://", "https://"].iter().any(|scheme| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))) {
        return Err(Trouble::new(format!("{url:?} is not an http or https URL")));
    }
    let mut notes = Vec::new();
    let content = match send(url, options) {
        Ok(response) => receive(response, options.max_bytes, &mut notes)?,
        Err(error) => failed(error, &mut notes)?,
    };
    Ok(Answer { content, transport: Transport::Http, notes })
}

fn send(url: &str, options: &Options) -> Result<ureq::http::Response<ureq::Body>, Error> {
    let agent: Agent = Agent::config_builder()
        .http_status_as_error(false)
        // A redirect is an answer, and says that the URL is not the server's.
        .max_redirects(0)
        .timeout_global(Some(options.timeout))
        .user_agent(concat!("mcp-errors/", env!("CARGO_PKG_VERSION")))
        .build()
        .into();
    let body = request(options).map_err(|trouble| Error::Other(trouble.0.into()))?;
    let usual = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", options.protocol_version.as_str()),
        ("mcp-method", METHOD),
    ];
    let mut sending = agent.post(url);
    // What the command line names takes the place of what is usual.
    let given = options.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let replaced = |name: &str| options.headers.iter().any(|(given, _)| given == name);
    for (name, value) in usual.into_iter().filter(|(name, _)| !replaced(name)).chain(given) {
        sending = sending.header(name, value);
    }
    sending.send(body)
}

fn receive(response: ureq::http::Response<ureq::Body>, most: usize, notes: &mut Vec<String>) -> Result<Content, Trouble> {
    let (head, body) = response.into_parts();
    let mut answer = HttpAnswer { status: head.status.as_u16(), ..HttpAnswer::default() };
    if !matches!(answer.status, 100..=599) {
        return Err(Trouble::new(format!("the server answered with the status {}, which is none of HTTP", answer.status)));
    }
    for (name, value) in &head.headers {
        answer.field(name.as_str(), value.as_bytes());
    }
    if head.status.is_redirection()
        && let Some(place) = head.headers.get("location")
    {
        notes.push(format!("The answer points to {}; no redirect is followed.", quoted(&String::from_utf8_lossy(place.as_bytes()), 200)));
    }
    let stop = read(&mut body.into_reader(), &mut answer, most);
    let read = answer.body.len();
    let success = head.status.is_success();
    let complete = answer.is_event_stream() && mcp_errors::sse_response(&answer.body).is_ok_and(|response| response.is_some());
    match stop {
        Ok(true) => return Ok(Content::Http(answer)),
        Ok(false) => notes.push(format!("The body is longer than {most} bytes; see --max-bytes.")),
        Err(ref error) => notes.push(format!("The body broke off after {read} bytes: {}.", describe(error))),
    }
    // Outside 2xx the status speaks, whatever came of the body.
    if complete || !success {
        return Ok(Content::Http(answer));
    }
    Ok(match stop {
        Ok(_) => Content::Local(Kind::ResponseTooLargeError, "The answer is too large"),
        Err(Error::Timeout(_)) => Content::Local(Kind::RequestTimeoutError, "No complete answer came in time"),
        Err(_) => Content::Local(Kind::ResponseStreamClosedError, "The connection was lost before the answer was complete"),
    })
}

/// Reads a body: to its end, or to the first response of a stream of events. False where it is too long.
fn read(reader: &mut dyn Read, answer: &mut HttpAnswer, most: usize) -> Result<bool, Error> {
    let stream = answer.is_event_stream();
    let mut buffer = [0; 16 << 10];
    // Up to where events are complete and hold no response.
    let mut passed = 0;
    loop {
        let count = match reader.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            other => other.map_err(Error::from)?,
        };
        if count == 0 {
            return Ok(true);
        }
        let seen = answer.body.len();
        answer.body.extend_from_slice(buffer.get(..count).unwrap_or_default());
        if answer.body.len() > most {
            answer.body.truncate(most);
            return Ok(false);
        }
        // A server may leave the stream open behind its response.
        if stream && let Some(end) = events_end(&answer.body, passed.max(seen.saturating_sub(3))) {
            let events = answer.body.get(passed..end).unwrap_or_default();
            if mcp_errors::sse_response(events).is_ok_and(|response| response.is_some()) {
                return Ok(true);
            }
            passed = end;
        }
    }
}

/// The end of the last empty line that stands behind `from`.
fn events_end(body: &[u8], from: usize) -> Option<usize> {
    let new = body.get(from..)?;
    let last = |pattern: &[u8]| new.windows(pattern.len()).rposition(|window| window == pattern).map(|place| from + place + pattern.len());
    [last(b"\n\n"), last(b"\r\r"), last(b"\r\n\r\n")].into_iter().flatten().max()
}

/// What no answer means.
fn failed(error: Error, notes: &mut Vec<String>) -> Result<Content, Trouble> {
    Ok(match error {
        Error::BadUri(_) | Error::Http(_) | Error::InvalidProxyUrl | Error::Other(_) => {
            return Err(Trouble::new(format!("the request cannot be sent: {}", describe(&error))));
        }
        Error::Timeout(_) => Content::Local(Kind::RequestTimeoutError, "No answer came in time"),
        Error::LargeResponseHeader(..) => Content::Local(Kind::ResponseTooLargeError, "The answer's header is too large"),
        Error::Protocol(_) => {
            notes.push(format!("What came back is not HTTP: {}.", describe(&error)));
            Content::Local(Kind::TransportError, "The answer is not HTTP")
        }
        Error::Io(ref io)
            if matches!(
                io.kind(),
                ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe
            ) =>
        {
            notes.push(format!("The connection was lost: {}.", describe(&error)));
            Content::Local(Kind::ResponseStreamClosedError, "The connection was lost before the answer")
        }
        other => Content::Unreachable(describe(&other)),
    })
}

/// An error in words, whatever a peer put into it.
fn describe(error: &Error) -> String {
    let text = match error {
        Error::Timeout(_) => "the time is up".to_owned(),
        Error::HostNotFound => "the host is not found".to_owned(),
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
        /// Gives one piece at a time, and an error behind the last.
        struct Pieces<'a>(std::slice::Iter<'a, &'a str>);
        impl Read for Pieces<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let mut piece = self.0.next().ok_or_else(|| std::io::Error::other("read too far"))?.as_bytes();
                piece.read(buffer)
            }
        }
        for end in ["\n", "\r", "\r\n"] {
            let data = format!("data: {{\"result\":1}}{end}");
            let pieces = [&*format!(":hello{end}{end}data: 1{end}{end}"), "data", &data[4..], end].map(str::to_owned);
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            let mut answer = HttpAnswer { content_type: Some(b"Text/Event-Stream;x".to_vec()), ..HttpAnswer::default() };
            assert!(read(&mut Pieces(pieces.iter()), &mut answer, 1000).unwrap());
            assert_eq!(answer.body, pieces.concat().as_bytes());
        }
    }
}
