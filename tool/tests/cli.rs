//! The command-line tool, run as a person or a script runs it. Every wait is bounded.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "cli/document.rs"]
mod document;
#[path = "cli/http.rs"]
mod http;
#[path = "cli/read.rs"]
mod read;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/stdio.rs"]
mod stdio;
#[path = "cli/usage.rs"]
mod usage;
