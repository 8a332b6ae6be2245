//! `mcp-errors`: says in plain words what an answer of an MCP server is, and what a client should do.
//!
//! It reads an answer from a file or standard input, or asks a server for one. `mcp-errors --help` lists the options.
#![deny(unsafe_code)]
#![warn(clippy::pedantic, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::doc_markdown)] // names of the specification read better as they are

mod answer;
mod args;
mod context;
mod escape;
mod finding;
mod input;
mod probe;
mod report;
mod words;

use args::{Command, Options};
use std::io::{self, Write};
use std::process::ExitCode;

/// What stops the tool before it can say anything of an answer: wrong usage, or input that cannot be had.
#[derive(Debug)]
pub struct Trouble(String);

impl Trouble {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// The exit status of a result, and of an error after which a client just goes ahead.
const DONE: u8 = 0;
/// The exit status of an error that was understood.
const ERROR: u8 = 1;
/// The exit status of wrong usage, of input that cannot be read and of a server that cannot be reached.
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    match args::parse().and_then(|options| run(&options)) {
        Ok(status) => ExitCode::from(status),
        Err(Trouble(text)) => {
            // Nothing is left to do where standard error is closed.
            let _ = writeln!(io::stderr(), "mcp-errors: {text}");
            ExitCode::from(TROUBLE)
        }
    }
}

fn run(options: &Options) -> Result<u8, Trouble> {
    let answer = match &options.command {
        Command::Help => return print(args::HELP.as_bytes()).map(|()| DONE),
        Command::Version => return print(concat!("mcp-errors ", env!("CARGO_PKG_VERSION"), "\n").as_bytes()).map(|()| DONE),
        Command::Read { file, form, status } => {
            context::check(options)?;
            input::read(file.as_deref(), *form, *status, options)?
        }
        Command::ProbeHttp { url } => {
            context::check(options)?;
            probe::http::ask(url, options)?
        }
        Command::ProbeStdio { program, arguments } => {
            context::check(options)?;
            probe::stdio::ask(program, arguments, options)?
        }
    };
    let finding = finding::of(answer, options)?;
    let output = if options.json { report::json::write(&finding)? } else { report::text::write(&finding, options.style()) };
    print(output.as_bytes())?;
    Ok(finding.status())
}

/// Writes to standard output. A reader that has had enough is no trouble.
fn print(bytes: &[u8]) -> Result<(), Trouble> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Trouble::new(format!("cannot write: {error}"))),
        _ => Ok(()),
    }
}
