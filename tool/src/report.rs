//! Printing a finding: for people, and for programs.

pub mod json;
pub mod text;
