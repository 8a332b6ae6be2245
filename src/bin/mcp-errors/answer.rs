//! An answer as it came, before anything is made of it.

use mcp_errors::{Kind, Transport};

/// What came.
pub enum Content {
    /// A message in band: a line of stdio, or a body without its status.
    Message(Vec<u8>),
    /// The value of an `error` member.
    ErrorMember(Vec<u8>, Option<u16>),
    /// An HTTP answer.
    Http(HttpAnswer),
    /// Nothing that a peer said.
    Local(Kind, &'static str),
    /// The server could not be reached at all.
    Unreachable(String),
}

/// The parts of an HTTP answer that count.
#[derive(Default)]
pub struct HttpAnswer {
    pub status: u16,
    pub content_type: Option<Vec<u8>>,
    pub www_authenticate: Option<Vec<u8>>,
    pub retry_after: Option<Vec<u8>>,
    pub body: Vec<u8>,
}

impl HttpAnswer {
    /// Takes a header field; of one that is repeated the values are joined. `name` is in lower case.
    pub fn field(&mut self, name: &str, value: &[u8]) {
        let place = match name {
            "content-type" => &mut self.content_type,
            "www-authenticate" => &mut self.www_authenticate,
            "retry-after" => &mut self.retry_after,
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

    /// Whether the body is a stream of events.
    pub fn is_event_stream(&self) -> bool {
        mcp_errors::is_event_stream(self.content_type.as_deref().unwrap_or_default())
    }
}

/// An answer, and what was noticed while it came.
pub struct Answer {
    pub content: Content,
    pub transport: Transport,
    /// Sentences for the person. What they hold of a peer's is escaped.
    pub notes: Vec<String>,
}
