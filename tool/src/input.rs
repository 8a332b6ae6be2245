//! Reading a response from a file or from standard input.

mod http_text;

use crate::ToolError;
use crate::args::{Form, Options};
use crate::context::Context;
use crate::message;
use crate::received::{Content, HttpResponse, Received};
use mcp_errors::Transport;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{IsTerminal, Read, Write};

/// Reads a response.
pub fn read(file: Option<&OsStr>, form: Form, status: Option<u16>, options: &Options) -> Result<Received, ToolError> {
    let bytes = bytes(file, options.max_bytes)?;
    let form = match form {
        Form::Detect if status.is_none() && http_text::begins(&bytes) => Form::Http,
        other => other,
    };
    if status.is_none() && bytes.trim_ascii().is_empty() {
        return Err(ToolError::new("the input is empty"));
    }
    if !options.headers.is_empty() && (status.is_none() || form == Form::ErrorMember) {
        return Err(ToolError::new("--header needs --status and a message"));
    }
    let mut notes = Vec::new();
    let content = match form {
        Form::Http if status.is_some() => {
            return Err(ToolError::new("use only one of --http and --status: an HTTP response has its status"));
        }
        Form::Http => Content::Http(http_text::read(&bytes, &mut notes)?),
        Form::ErrorMember => Content::ErrorMember(bytes, status),
        Form::Detect | Form::Message => match status {
            Some(status) => {
                let mut response = HttpResponse { status, body: bytes, ..HttpResponse::default() };
                for (name, value) in &options.headers {
                    response.add_field(name, value.as_bytes());
                }
                Content::Http(response)
            }
            None => Content::Message(message(bytes, form, options, &mut notes)?),
        },
    };
    Ok(Received { content, transport: Transport::Http, notes })
}

/// A message, taken out of an event stream if the input is one.
fn message(bytes: Vec<u8>, form: Form, options: &Options, notes: &mut Vec<String>) -> Result<Vec<u8>, ToolError> {
    let is_stream = form == Form::Detect && message::begins_like_events(&bytes);
    let Some(found) = is_stream.then(|| mcp_errors::sse_response(&bytes)).transpose()?.flatten() else {
        if Context::of(options, Transport::Http)?.transport == Transport::Stdio && !bytes.ends_with(b"\n") {
            notes.push("There is no line feed at the end. Over stdio, a client keeps waiting for it.".to_owned());
        }
        return Ok(bytes);
    };
    notes.push("The input is an event stream. This is its last response.".to_owned());
    Ok(found.into_owned())
}

fn bytes(file: Option<&OsStr>, most: usize) -> Result<Vec<u8>, ToolError> {
    let name = file.map_or("standard input".to_owned(), |file| file.to_string_lossy().escape_debug().to_string());
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = if let Some(file) = file {
        File::open(file).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    } else {
        let stdin = std::io::stdin();
        if stdin.is_terminal() {
            let _ = writeln!(std::io::stderr(), "mcp-errors: reading a response from the terminal; Ctrl-D ends it");
        }
        stdin.lock().take(limit).read_to_end(&mut bytes)
    };
    read.map_err(|error| ToolError::new(format!("cannot read {name}: {error}")))?;
    if bytes.len() > most {
        return Err(ToolError::new(format!("{name} is longer than {most} bytes; see --max-bytes")));
    }
    Ok(bytes)
}
