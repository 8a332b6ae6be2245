//! The kinds of error: the class tree that every binding reproduces.
//!
//! Source: `MCPClient::Errors` of the gem ruby-mcp-client; names and parents are its own.

use crate::{code, name};
use std::ffi::CStr;

/// The kind (class) of an error.
///
/// The numbers are those of the C ABI and never change; new kinds are added at the end.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The root of all kinds.
    McpError = 0,
    /// The client knows no tool of that name.
    ToolNotFound = 1,
    /// The client knows no prompt of that name.
    PromptNotFound = 2,
    /// The client knows no resource of that URI.
    ResourceNotFound = 3,
    /// The client knows no server of that name.
    ServerNotFound = 4,
    /// A tool call failed.
    ToolCallError = 5,
    /// A prompt could not be fetched.
    PromptGetError = 6,
    /// A resource could not be read.
    ResourceReadError = 7,
    /// The server lacks a capability that the call needs.
    CapabilityError = 8,
    /// Arguments or parameters are not valid.
    ValidationError = 9,
    /// More than one server has a tool of that name.
    AmbiguousToolName = 10,
    /// More than one server has a prompt of that name.
    AmbiguousPromptName = 11,
    /// More than one server has a resource of that URI.
    AmbiguousResourceUri = 12,
    /// The transport of a server could not be found out.
    TransportDetectionError = 13,
    /// There is no task of that id.
    TaskNotFound = 14,
    /// The server cannot be reached, or does not let the client in.
    ConnectionError = 15,
    /// The server answered with an error. Has a code, data and an HTTP status.
    ServerError = 16,
    /// What came back is not an answer of the protocol.
    TransportError = 17,
    /// A task failed.
    TaskError = 18,
    /// The session changed under the request. A connection error.
    SessionChangedError = 19,
    /// The token lacks a scope (HTTP 403 with a Bearer challenge). A connection error.
    InsufficientScopeError = 20,
    /// A modern server where a legacy one was expected. A connection error.
    ModernServerError = 21,
    /// -32601. A server error.
    MethodNotFoundError = 22,
    /// -32020. A server error.
    HeaderMismatchError = 23,
    /// -32021. A server error.
    MissingRequiredClientCapabilityError = 24,
    /// -32022. A server error.
    UnsupportedProtocolVersionError = 25,
    /// The server needs input before it can go on. A server error.
    InputRequiredError = 26,
    /// The result is not valid. A server error.
    InvalidResultError = 27,
    /// The server is out of service for a while (HTTP 408, 425, 429, 5xx). A server error.
    TransientServerError = 28,
    /// No answer came in time. A transport error.
    RequestTimeoutError = 29,
    /// The connection or stream ended before the answer. A transport error.
    ResponseStreamClosedError = 30,
    /// The answer is larger than the client takes. A transport error.
    ResponseTooLargeError = 31,
    /// A task was replaced by another. A task error.
    TaskReplacedError = 32,
}

/// Name and parent of each kind, in the order of the numbers.
const TABLE: [(Kind, &CStr, Option<Kind>); 33] = {
    #[allow(clippy::enum_glob_use)]
    use Kind::*;
    [
        (McpError, c"MCPError", None),
        (ToolNotFound, c"ToolNotFound", Some(McpError)),
        (PromptNotFound, c"PromptNotFound", Some(McpError)),
        (ResourceNotFound, c"ResourceNotFound", Some(McpError)),
        (ServerNotFound, c"ServerNotFound", Some(McpError)),
        (ToolCallError, c"ToolCallError", Some(McpError)),
        (PromptGetError, c"PromptGetError", Some(McpError)),
        (ResourceReadError, c"ResourceReadError", Some(McpError)),
        (CapabilityError, c"CapabilityError", Some(McpError)),
        (ValidationError, c"ValidationError", Some(McpError)),
        (AmbiguousToolName, c"AmbiguousToolName", Some(McpError)),
        (AmbiguousPromptName, c"AmbiguousPromptName", Some(McpError)),
        (AmbiguousResourceUri, c"AmbiguousResourceURI", Some(McpError)),
        (TransportDetectionError, c"TransportDetectionError", Some(McpError)),
        (TaskNotFound, c"TaskNotFound", Some(McpError)),
        (ConnectionError, c"ConnectionError", Some(McpError)),
        (ServerError, c"ServerError", Some(McpError)),
        (TransportError, c"TransportError", Some(McpError)),
        (TaskError, c"TaskError", Some(McpError)),
        (SessionChangedError, c"SessionChangedError", Some(ConnectionError)),
        (InsufficientScopeError, c"InsufficientScopeError", Some(ConnectionError)),
        (ModernServerError, c"ModernServerError", Some(ConnectionError)),
        (MethodNotFoundError, c"MethodNotFoundError", Some(ServerError)),
        (HeaderMismatchError, c"HeaderMismatchError", Some(ServerError)),
        (MissingRequiredClientCapabilityError, c"MissingRequiredClientCapabilityError", Some(ServerError)),
        (UnsupportedProtocolVersionError, c"UnsupportedProtocolVersionError", Some(ServerError)),
        (InputRequiredError, c"InputRequiredError", Some(ServerError)),
        (InvalidResultError, c"InvalidResultError", Some(ServerError)),
        (TransientServerError, c"TransientServerError", Some(ServerError)),
        (RequestTimeoutError, c"RequestTimeoutError", Some(TransportError)),
        (ResponseStreamClosedError, c"ResponseStreamClosedError", Some(TransportError)),
        (ResponseTooLargeError, c"ResponseTooLargeError", Some(TransportError)),
        (TaskReplacedError, c"TaskReplacedError", Some(TaskError)),
    ]
};

impl Kind {
    /// Every kind, in the order of the numbers.
    #[must_use = "it does nothing but list"]
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// The kind of a number of the C ABI.
    #[must_use]
    pub fn from_number(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|index| TABLE.get(index)).map(|row| row.0)
    }

    /// The kind of a class name of the original.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.0.name() == name).map(|row| row.0)
    }

    /// The number in the C ABI.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// The name of the original.
    #[must_use]
    pub const fn name(self) -> &'static str {
        name::text(self.c_name())
    }

    /// The name, for C.
    #[allow(clippy::indexing_slicing)] // the table has a row for each kind, as a test walks it
    pub(crate) const fn c_name(self) -> &'static CStr {
        TABLE[self as usize].1
    }

    /// The kind above this one; none above [`Kind::McpError`].
    #[must_use]
    #[allow(clippy::indexing_slicing)] // as above
    pub const fn parent(self) -> Option<Self> {
        TABLE[self as usize].2
    }

    /// Whether this kind is `ancestor` or stands below it.
    #[must_use]
    pub fn is_a(self, ancestor: Self) -> bool {
        std::iter::successors(Some(self), |kind| kind.parent()).any(|kind| kind == ancestor)
    }

    /// The kind that an error object with this code and a string message has.
    #[must_use]
    pub const fn for_code(code: i64) -> Self {
        match code {
            code::METHOD_NOT_FOUND => Self::MethodNotFoundError,
            code::HEADER_MISMATCH => Self::HeaderMismatchError,
            code::MISSING_REQUIRED_CLIENT_CAPABILITY => Self::MissingRequiredClientCapabilityError,
            code::UNSUPPORTED_PROTOCOL_VERSION => Self::UnsupportedProtocolVersionError,
            _ => Self::ServerError,
        }
    }

    /// Whether this is one of the three kinds that can prove a modern server.
    #[must_use]
    pub const fn is_modern_class(self) -> bool {
        matches!(self, Self::HeaderMismatchError | Self::MissingRequiredClientCapabilityError | Self::UnsupportedProtocolVersionError)
    }

    /// Whether an error of this kind says nothing about the server's era.
    #[must_use]
    pub const fn is_era_inconclusive(self) -> bool {
        matches!(
            self,
            Self::TransientServerError | Self::RequestTimeoutError | Self::ResponseStreamClosedError | Self::ResponseTooLargeError
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_numbers() {
        for (index, kind) in Kind::all().enumerate() {
            assert_eq!(kind as usize, index);
            assert_eq!(Kind::from_number(kind.number()), Some(kind));
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
            assert!(kind.is_a(kind) && kind.is_a(Kind::McpError));
            assert_eq!(kind.parent().is_none(), kind == Kind::McpError);
        }
        assert_eq!((Kind::from_number(-1), Kind::from_number(33), Kind::from_name("Error")), (None, None, None));
        assert!(!Kind::ServerError.is_a(Kind::TransportError));
    }
}
