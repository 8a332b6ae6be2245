//! Runs the command-line tool as a person or a script does. Every wait has a limit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "cli/document.rs"]
mod document;
#[path = "cli/follow.rs"]
mod follow;
#[path = "cli/http.rs"]
mod http;
#[path = "cli/read.rs"]
mod read;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/server.rs"]
mod server;
#[cfg(unix)]
#[path = "cli/signals.rs"]
mod signals;
#[path = "cli/stdio.rs"]
mod stdio;
#[path = "cli/usage.rs"]
mod usage;
