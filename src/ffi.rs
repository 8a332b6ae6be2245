//! The C ABI over the core. All `unsafe` lives here; what it promises stands in `include/mcp_errors.h`.
//!
//! Signatures are literal, since cbindgen sees no macro-made functions, and doc comments go into the header as they are.
#![allow(unsafe_code, non_camel_case_types)]
#![allow(clippy::missing_safety_doc)] // the contract is the header's, written for C

mod guard;
mod handle;
mod sized;

// In the order in which a reader of the header wants them; an empty line keeps rustfmt from sorting.
mod library;

mod status;

mod failure;

mod text;

mod create;

mod read;

mod view;

mod classify;

mod packed;

mod json;

mod sse;

mod kinds;

mod codes;

mod advise;

mod capabilities;

mod serve;

mod names;

pub use advise::*;
pub use capabilities::*;
pub use classify::*;
pub use codes::*;
pub use create::*;
pub use failure::mcp_failure;
pub use handle::{mcp_advice, mcp_error};
pub use json::*;
pub use kinds::*;
pub use library::*;
pub use names::*;
pub use packed::*;
pub use read::*;
pub use serve::*;
pub use sse::*;
pub use status::{mcp_status, mcp_status_text};
pub use text::{mcp_str, mcp_string_free};
pub use view::*;
