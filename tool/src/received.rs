//! A response as it was received.

use mcp_errors::{Kind, Transport};

/// What was received.
pub enum Content {
    /// A message without an HTTP status: a line of stdio, or a body.
    Message(Vec<u8>),
    /// The value of an `error` member, and the HTTP status if it is known.
    ErrorMember(Vec<u8>, Option<u16>),
    /// An HTTP response.
    Http(HttpResponse),
    /// A local event: no response was received.
    Local(Kind, &'static str),
    /// The server cannot be reached.
    Unreachable(String),
    /// The first event of a server that uses the HTTP+SSE transport.
    Endpoint(String),
}

/// The parts of an HTTP response that matter.
#[derive(Default)]
pub struct HttpResponse {
    pub status: u16,
    pub content_type: Option<Vec<u8>>,
    pub content_encoding: Option<Vec<u8>>,
    pub www_authenticate: Option<Vec<u8>>,
    pub retry_after: Option<Vec<u8>>,
    pub location: Option<Vec<u8>>,
    pub session_id: Option<Vec<u8>>,
    pub body: Vec<u8>,
}

impl HttpResponse {
    /// Takes a header field. The values of a repeated field are joined. `name` is in lower case.
    pub fn add_field(&mut self, name: &str, value: &[u8]) {
        let place = match name {
            "content-type" => &mut self.content_type,
            "content-encoding" => &mut self.content_encoding,
            "www-authenticate" => &mut self.www_authenticate,
            "retry-after" => &mut self.retry_after,
            "location" => &mut self.location,
            "mcp-session-id" => &mut self.session_id,
            _ => return,
        };
        match place {
            Some(values) => {
                values.extend_from_slice(b", ");
                values.extend_from_slice(value);
            }
            None => *place = Some(value.to_vec()),
        }
    }

    /// Returns whether the `Content-Type` is that of an event stream.
    pub fn declares_event_stream(&self) -> bool {
        mcp_errors::is_event_stream(self.content_type.as_deref().unwrap_or_default())
    }

    /// The response as the library takes it.
    pub fn view(&self) -> mcp_errors::HttpResponse<'_> {
        mcp_errors::HttpResponse {
            status: self.status,
            content_type: self.content_type.as_deref(),
            www_authenticate: self.www_authenticate.as_deref(),
            retry_after: self.retry_after.as_deref(),
            location: self.location.as_deref(),
            body: &self.body,
            max_error_body: 0,
        }
    }
}

/// A response, and what the tool noticed while it received it.
pub struct Received {
    pub content: Content,
    pub transport: Transport,
    /// Sentences for people. What they quote of a peer is escaped.
    pub notes: Vec<String>,
}
