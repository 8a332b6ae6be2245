//! The server's side: check a request before any work is done, build the error to send, write it out.
//!
//! Source: MCP 2026-07-28, `basic/index` (requests, capabilities, error codes), `basic/transports/streamable-http` (headers),
//! `basic/versioning`.

mod build;
mod check;
mod headers;

pub use build::request_id;
pub use check::check_request;
