//! Reading and writing JSON text (RFC 8259): one pass over bytes that nobody vouches for.
//!
//! `serde_json` cannot read here: it refuses lone surrogates, stops at depth 128, tells no offsets, and would scan nested
//! parts again. It does the writing.

mod block;
mod edit;
mod nested;
mod number;
mod open;
mod scan;
mod steps;
mod text;
mod view;
mod write;

pub(crate) use edit::{encode, encode_into, set_member};
pub(crate) use scan::{LONGEST_NAME, Passed, Scan, Scanner, Stop, Text, Token, name_among};
pub(crate) use text::{chars, check, compare_text, copy_compact, copy_lossy, decode, decode_into, to_text, trimmed};
pub(crate) use view::{Object, Value};
pub(crate) use write::Out;
