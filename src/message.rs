//! The type of a message: what a text that a peer sent is.
//!
//! Source: JSON-RPC 2.0, sections 4 to 6; section 5 of the rules for what is not JSON-RPC.

use crate::name;
use std::ffi::CStr;

/// What a text is. The numbers are those of the C ABI and never change.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageType {
    /// Nothing, or white space only.
    Empty = 0,
    /// Not JSON.
    NotJson = 1,
    /// Not JSON: a header of a protocol that frames its messages, such as `Content-Length: 5`.
    Framing = 2,
    /// A response with an `error` that is neither `null` nor `false`.
    Error = 3,
    /// A response with a `result`.
    Result = 4,
    /// A request: it has a `method` and an `id`.
    Request = 5,
    /// A notification: it has a `method` and no `id`.
    Notification = 6,
    /// An array that does not hold exactly one response.
    Batch = 7,
    /// Any other JSON.
    Other = 8,
}

impl MessageType {
    /// Every message type, in the order of the numbers.
    pub const ALL: [Self; 9] =
        [Self::Empty, Self::NotJson, Self::Framing, Self::Error, Self::Result, Self::Request, Self::Notification, Self::Batch, Self::Other];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        name::text(self.c_name())
    }

    /// The name, for C.
    pub(crate) const fn c_name(self) -> &'static CStr {
        match self {
            Self::Empty => c"empty",
            Self::NotJson => c"not_json",
            Self::Framing => c"framing",
            Self::Error => c"error",
            Self::Result => c"result",
            Self::Request => c"request",
            Self::Notification => c"notification",
            Self::Batch => c"batch",
            Self::Other => c"other",
        }
    }

    /// The message type of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|message_type| message_type.name() == name)
    }

    /// Whether the message is a response: it has an error or a result.
    #[must_use]
    pub const fn is_response(self) -> bool {
        matches!(self, Self::Error | Self::Result)
    }
}
