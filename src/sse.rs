//! Server-sent events: which event of a stream is the JSON-RPC response.
//!
//! Source: WHATWG HTML, "Server-sent events", except that a line or event still open at the end of the body counts.

use crate::failure::Failure;
use crate::json::Stop;
use crate::response::Response;
use std::borrow::Cow;
use std::ops::Range;

/// The data of the last event of a body that is a JSON-RPC response.
///
/// # Errors
///
/// [`Failure::OutOfMemory`].
pub fn response(body: &[u8]) -> Result<Option<Cow<'_, [u8]>>, Failure> {
    let mut last = None;
    let mut buffer = Vec::new();
    let mut event = Event::default();
    let start = if body.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut lines = Lines { body, at: start };
    loop {
        let line = lines.next();
        match &line {
            Some(line) if !line.is_empty() => event.add(body, line),
            _ => {
                if event.lines > 0 && is_response(&event, body, &mut buffer)? {
                    last = Some(std::mem::take(&mut event));
                }
                event = Event::default();
                if line.is_none() {
                    break;
                }
            }
        }
    }
    let Some(event) = last else { return Ok(None) };
    if event.lines == 1 {
        return Ok(body.get(event.range).map(Cow::Borrowed));
    }
    event.join(body, &mut buffer)?;
    Ok(Some(Cow::Owned(buffer)))
}

fn is_response(event: &Event, body: &[u8], buffer: &mut Vec<u8>) -> Result<bool, Failure> {
    let data = if event.lines == 1 {
        body.get(event.range.clone()).unwrap_or_default()
    } else {
        event.join(body, buffer)?;
        buffer
    };
    let mut response = Response::NONE;
    match response.read(data) {
        Ok(()) => Ok(response.is_response()),
        Err(Stop::Memory | Stop::Syntax) => Err(Failure::OutOfMemory),
    }
}

/// The data lines of an event.
#[derive(Clone, Default)]
struct Event {
    /// From the first data line's value to the end of the last's.
    range: Range<usize>,
    lines: usize,
}

impl Event {
    fn add(&mut self, body: &[u8], line: &Range<usize>) {
        if let Some(value) = data_value(body, line) {
            if self.lines == 0 {
                self.range.start = value.start;
            }
            self.range.end = value.end;
            self.lines += 1;
        }
    }

    /// Puts the values of the data lines into `buffer`, joined by line feeds.
    fn join(&self, body: &[u8], buffer: &mut Vec<u8>) -> Result<(), Failure> {
        buffer.clear();
        buffer.try_reserve(self.range.len())?; // a field name and a line end are longer than a line feed
        let end = self.range.end;
        let body = body.get(..end).unwrap_or_default();
        // The first value stands without its field name; every other line is whole.
        let mut lines = Lines { body, at: self.range.start };
        if let Some(first) = lines.next() {
            buffer.extend_from_slice(body.get(first).unwrap_or_default());
        }
        for line in lines {
            if let Some(value) = data_value(body, &line) {
                buffer.push(b'\n');
                buffer.extend_from_slice(body.get(value).unwrap_or_default());
            }
        }
        Ok(())
    }
}

/// Where the value of a `data` line stands.
fn data_value(body: &[u8], line: &Range<usize>) -> Option<Range<usize>> {
    let rest = body.get(line.clone())?.strip_prefix(b"data")?;
    let value = match rest {
        [] => rest,
        [b':', b' ', value @ ..] | [b':', value @ ..] => value,
        _ => return None,
    };
    Some(line.end - value.len()..line.end)
}

/// The lines of a body, without their ends: CRLF, LF or CR.
struct Lines<'a> {
    body: &'a [u8],
    at: usize,
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = self.body.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r').unwrap_or(rest.len());
        let ending = match rest.get(length..) {
            Some([b'\r', b'\n', ..]) => 2,
            _ => 1,
        };
        let line = self.at..self.at + length;
        self.at += length + ending;
        Some(line)
    }
}
