//! Server-sent events: which event of a stream is the JSON-RPC response, and where a lost stream can be resumed.
//!
//! Source: WHATWG HTML, "Server-sent events", except that a line or an event that is still open at the end of the stream counts
//! for its data. [`read`] takes a whole body, [`SseReader`] a stream in pieces; lines and fields are parsed by the same code.

mod line;
mod reader;
mod steps;

use crate::failure::Failure;
use crate::json::{Stop, copy_lossy};
use crate::response::Response;
use line::{BOM, Cursor, Field, field, is_id, milliseconds};
use std::borrow::Cow;
use std::ops::Range;

pub use reader::{SseItem, SseReader};

/// What a whole event stream says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Stream<'a> {
    /// The data of the last event that is a JSON-RPC response.
    pub response: Option<Cow<'a, [u8]>>,
    /// The last event id; none if it is empty.
    pub last_event_id: Option<Box<str>>,
    /// The last `retry` field.
    pub retry_ms: Option<u64>,
}

/// Returns the data of the last event of a body that is a JSON-RPC response.
///
/// # Errors
///
/// [`Failure::OUT_OF_MEMORY`].
pub fn response(body: &[u8]) -> Result<Option<Cow<'_, [u8]>>, Failure> {
    read(body).map(|stream| stream.response)
}

/// Parses a whole body.
pub(crate) fn read(body: &[u8]) -> Result<Stream<'_>, Failure> {
    let mut stream = Stream::default();
    let mut buffer = Vec::new();
    let mut event = Event::default();
    let mut id: &[u8] = &[];
    let mut last_event_id = id;
    let mut cursor = Cursor::at(if body.starts_with(BOM) { BOM.len() } else { 0 });
    loop {
        let ended = cursor.line(body);
        let line = ended.clone().unwrap_or_else(|| cursor.open(body));
        match field(body.get(line.clone()).unwrap_or_default()) {
            Field::Data(value) => event.add(line.end - value.len()..line.end),
            Field::Id(value) if is_id(value) => id = value,
            Field::Retry(value) if ended.is_some() => stream.retry_ms = milliseconds(value).or(stream.retry_ms),
            _ => {}
        }
        if line.is_empty() || ended.is_none() {
            if let Some(data) = std::mem::take(&mut event).response(body, &mut buffer)? {
                stream.response = Some(data);
            }
            if ended.is_none() {
                break;
            }
            last_event_id = id;
        }
    }
    if !last_event_id.is_empty() {
        stream.last_event_id = Some(copy_lossy(last_event_id)?.into_boxed_str());
    }
    Ok(stream)
}

/// The data lines of an event.
#[derive(Default)]
struct Event {
    /// From the value of the first data line to the end of the last one.
    range: Range<usize>,
    lines: usize,
}

impl Event {
    fn add(&mut self, value: Range<usize>) {
        if self.lines == 0 {
            self.range.start = value.start;
        }
        self.range.end = value.end;
        self.lines += 1;
    }

    /// Returns the data if it is a JSON-RPC response. Only data of several lines is copied.
    fn response<'a>(self, body: &'a [u8], buffer: &mut Vec<u8>) -> Result<Option<Cow<'a, [u8]>>, Failure> {
        let data = match self.lines {
            0 => return Ok(None),
            1 => body.get(self.range.clone()).unwrap_or_default(),
            _ => {
                self.join(body, buffer)?;
                buffer.as_slice()
            }
        };
        let mut response = Response::NONE;
        match response.read(data) {
            Ok(()) if !response.is_response() => Ok(None),
            Ok(()) if self.lines > 1 => Ok(Some(Cow::Owned(std::mem::take(buffer)))),
            Ok(()) => Ok(body.get(self.range).map(Cow::Borrowed)),
            Err(Stop::Memory | Stop::Syntax) => Err(Failure::OUT_OF_MEMORY),
        }
    }

    /// Writes the values of the data lines to `buffer`, joined by line feeds.
    fn join(&self, body: &[u8], buffer: &mut Vec<u8>) -> Result<(), Failure> {
        buffer.clear();
        buffer.try_reserve(self.range.len())?; // a field name and a line end are longer than a line feed
        let body = body.get(..self.range.end).unwrap_or_default();
        // The range begins inside the first data line, so its value is all that is there of that line.
        let mut cursor = Cursor::at(self.range.start);
        let mut first = true;
        loop {
            let ended = cursor.line(body);
            let line = body.get(ended.clone().unwrap_or_else(|| cursor.open(body))).unwrap_or_default();
            steps::look(line.len());
            match field(line) {
                _ if first => buffer.extend_from_slice(line),
                Field::Data(value) => {
                    buffer.push(b'\n');
                    buffer.extend_from_slice(value);
                }
                _ => {}
            }
            first = false;
            if ended.is_none() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests;
