//! `mcp-errors`: explains a response of an MCP server, and says what a client should do.
//!
//! It reads a response from a file or standard input, or sends a request to a server. `mcp-errors --help` lists the options.
#![deny(unsafe_code)]
#![warn(clippy::pedantic, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::doc_markdown)] // names of the specification read better as they are

mod args;
mod context;
mod escape;
mod explain;
mod finding;
mod input;
mod mask;
mod message;
mod probe;
mod received;
mod remarks;
mod report;

use args::{Command, Options};
use context::Context;
use finding::Finding;
use mcp_errors::Transport;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why the tool cannot explain anything: wrong usage, or input that it cannot read.
#[derive(Debug)]
pub struct ToolError(String);

impl ToolError {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl From<mcp_errors::Failure> for ToolError {
    fn from(failure: mcp_errors::Failure) -> Self {
        Self(failure.to_string())
    }
}

/// A result, or an error after which a client goes on.
const OK: u8 = 0;
/// An error that the tool explains.
const ERROR: u8 = 1;
/// Wrong usage, input that cannot be read, or a server that cannot be reached.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    match args::parse().and_then(|options| run(&options)) {
        Ok(status) => ExitCode::from(status),
        Err(ToolError(text)) => {
            // If standard error is closed, there is nowhere to report that.
            let _ = writeln!(io::stderr(), "mcp-errors: {}", mask::passwords(&text));
            ExitCode::from(FAILED)
        }
    }
}

fn run(options: &Options) -> Result<u8, ToolError> {
    match &options.command {
        Command::Help => print(args::HELP).map(|()| OK),
        Command::Version => print(concat!("mcp-errors ", env!("CARGO_PKG_VERSION"), "\n")).map(|()| OK),
        Command::Read { file, form, status } => {
            // A wrong option is reported before any input is read.
            Context::of(options, Transport::Http)?;
            let received = input::read(file.as_deref(), *form, *status, options)?;
            let context = Context::of(options, received.transport)?;
            let finding = finding::of(received, context, None)?;
            report(&finding, None, options)?;
            Ok(finding.exit_status())
        }
        Command::ProbeHttp { .. } | Command::ProbeStdio { .. } => probe::run(options),
    }
}

/// Prints what was found, in the form that the options name.
fn report(finding: &Finding, step: Option<&probe::Step>, options: &Options) -> Result<(), ToolError> {
    print(&if options.json { report::json::write(finding, step)? } else { report::text::write(finding, step, options.style()) })
}

/// Prints to standard output. A reader that has closed its end is not an error.
fn print(text: &str) -> Result<(), ToolError> {
    let mut out = io::stdout().lock();
    match out.write_all(mask::passwords(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(ToolError::new(format!("cannot write: {error}"))),
        _ => Ok(()),
    }
}
