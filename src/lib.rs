//! Reads the errors of the Model Context Protocol (MCP).
//!
//! Given a server's response, it reports what kind of error it is, whether it is well formed, whether it proves a modern server
//! (revision 2026-07-28) or a legacy one, which client capabilities the server requires, which of them were not declared, and what
//! to do next. For servers, it checks a request and builds the error to send.
//!
//! ```
//! use mcp_errors::{Action, HttpStatus, McpError};
//!
//! # fn main() -> Result<(), mcp_errors::Failure> {
//! let sent = br#"{"code":-32021,"message":"m","data":{"requiredCapabilities":{"elicitation":{}}}}"#;
//! let error = McpError::from_jsonrpc(sent, HttpStatus::new(400)?)?;
//! assert!(error.is_modern());
//! let advice = error.advise(br#"{"supported_caps":{"elicitation":{}}}"#)?;
//! assert_eq!(advice.action, Action::DeclareCapabilities);
//! assert_eq!(advice.declare.as_deref(), Some(r#"{"elicitation":{}}"#));
//! # Ok(())
//! # }
//! ```
//!
//! The C ABI over it is described in `include/mcp_errors.h`.
#![deny(unsafe_code, missing_docs, unsafe_op_in_unsafe_fn)]
#![warn(clippy::pedantic, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::undocumented_unsafe_blocks)]
#![warn(clippy::indexing_slicing)]
#![allow(clippy::doc_markdown)] // names of the specification and of C read better as they are
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod action;
mod advice;
pub mod capabilities;
pub mod code;
mod context;

mod era;
mod error;
mod facts;
mod failure;
#[doc(hidden)]
pub mod ffi;
mod http;
mod json;
mod kind;
mod line;
mod member;
mod message;
mod name;
mod probe;
mod response;
mod result;
mod serve;
mod sort;
mod sse;

pub use action::Action;
pub use advice::{Advice, Reason, negotiate};
pub use era::{Era, LEGACY_VERSIONS, Transport, is_legacy_version};
pub use error::{HttpStatus, McpError};
pub use facts::{flag, verdicts};
pub use failure::{Cause, Failure};
pub use http::{HttpResponse, MAX_ERROR_BODY, is_event_stream};
pub use kind::Kind;
pub use message::MessageType;
pub use response::message_type_of;
pub use serve::{RequestView, check_request, request_headers, request_read};
pub use sse::{SseItem, SseReader, response as sse_response};
