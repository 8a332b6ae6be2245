//! Client capabilities: their shape, what of them is missing, and how to declare it.
//!
//! Source: MCP 2026-07-28, `ClientCapabilities` of the schema; `client/elicitation` (a bare `elicitation` means `form`),
//! `client/sampling`, `basic/versioning` (extensions are declared by name).

mod algebra;
mod input;
mod shape;

pub(crate) use algebra::{Capabilities, declare_of, missing_of, named};
pub use algebra::{declare, missing};
pub(crate) use input::Needs;
pub use input::for_input_request;
pub use shape::is_well_formed;
pub(crate) use shape::{Fault, scan};
