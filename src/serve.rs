//! The server's side: check a request before any work is done, build the error to send, write it out. And the headers that a
//! client must send, since the check reads them.
//!
//! Source: MCP 2026-07-28, `basic/index` (requests, capabilities, error codes), `basic/transports/streamable-http` (headers),
//! `basic/versioning`.

mod check;
mod declared;
mod errors;
mod headers;
mod number;
mod read;
mod schema;
mod walk;

pub use check::check_request;
pub use headers::request_headers;
pub use read::{RequestView, request_read};
