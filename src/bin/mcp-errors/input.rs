//! Reading an answer from a file or from standard input.

mod raw_http;

use crate::Trouble;
use crate::answer::{Answer, Content, HttpAnswer};
use crate::args::{Form, Options};
use mcp_errors::Transport;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{IsTerminal, Read, Write};

/// Reads an answer.
pub fn read(file: Option<&OsStr>, form: Form, status: Option<u16>, options: &Options) -> Result<Answer, Trouble> {
    let bytes = bytes(file, options.max_bytes)?;
    let form = match form {
        Form::Detect if status.is_none() && raw_http::begins(&bytes) => Form::Http,
        other => other,
    };
    if status.is_none() && bytes.trim_ascii().is_empty() {
        return Err(Trouble::new("the input is empty"));
    }
    if !options.headers.is_empty() && (status.is_none() || form == Form::ErrorMember) {
        return Err(Trouble::new("--header goes with the --status of a message"));
    }
    let mut notes = Vec::new();
    let content = match form {
        Form::Http if status.is_some() => return Err(Trouble::new("--http and --status exclude one another: the answer has a status")),
        Form::Http => Content::Http(raw_http::read(&bytes, &mut notes)?),
        Form::ErrorMember => Content::ErrorMember(bytes, status),
        Form::Detect | Form::Message => match status {
            Some(status) => {
                let mut answer = HttpAnswer { status, body: bytes, ..HttpAnswer::default() };
                for (name, value) in &options.headers {
                    answer.field(name, value.as_bytes());
                }
                Content::Http(answer)
            }
            None => Content::Message(message(bytes, form, &mut notes)?),
        },
    };
    Ok(Answer { content, transport: Transport::Http, notes })
}

/// A message, taken out of a stream of events where the input is one.
fn message(bytes: Vec<u8>, form: Form, notes: &mut Vec<String>) -> Result<Vec<u8>, Trouble> {
    const FIELDS: [&[u8]; 5] = [b"data:", b"event:", b"id:", b"retry:", b":"];
    let start = bytes.trim_ascii_start();
    if form == Form::Message || !FIELDS.iter().any(|field| start.starts_with(field)) {
        return Ok(bytes);
    }
    let found = mcp_errors::sse_response(&bytes).map_err(|failure| Trouble::new(failure.to_string()))?;
    Ok(match found.map(std::borrow::Cow::into_owned) {
        Some(message) => {
            notes.push("The input is a stream of events; this is its last response.".to_owned());
            message
        }
        None => bytes,
    })
}

fn bytes(file: Option<&OsStr>, most: usize) -> Result<Vec<u8>, Trouble> {
    let name = file.map_or("standard input".to_owned(), |file| format!("{}", file.display()).escape_debug().to_string());
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = if let Some(file) = file {
        File::open(file).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    } else {
        let stdin = std::io::stdin();
        if stdin.is_terminal() {
            let _ = writeln!(std::io::stderr(), "mcp-errors: reading an answer from the terminal, up to Ctrl-D");
        }
        stdin.lock().take(limit).read_to_end(&mut bytes)
    };
    read.map_err(|error| Trouble::new(format!("cannot read {name}: {error}")))?;
    if bytes.len() > most {
        return Err(Trouble::new(format!("{name} is longer than {most} bytes; see --max-bytes")));
    }
    Ok(bytes)
}
