//! A reader for streams that are still open: bytes in, messages out.

use super::line::{BOM, Cursor, Field, LONGEST_FIELD, field, is_id, milliseconds};
use super::steps;
use crate::failure::{Failure, word};
use crate::json::copy_lossy;
use std::mem;
use std::ops::Range;

/// The limit of an event unless the caller sets another one. Not public, so that cbindgen leaves it out.
const MAX_EVENT: usize = 16 << 20;

/// What [`SseReader::next_item`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SseItem<'a> {
    /// The data of an event, its lines joined by line feeds. It is never empty.
    Message(&'a [u8]),
    /// An event exceeded the limit and is skipped.
    TooLarge,
}

/// Reads an event stream piece by piece.
///
/// Push the bytes as they arrive, cut anywhere, and after each push take items until there are none. Events with empty data, which
/// servers send to give an id, are skipped.
///
/// Memory: the bytes pushed and not yet taken, and at most `max_event` bytes of the event that is still open, times a constant.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each may be true beside each other")]
pub struct SseReader {
    max_event: usize,
    /// The data of the open event, and the lines that are not parsed yet. Data lines are joined in place.
    buffer: Vec<u8>,
    cursor: Cursor,
    /// The data of the open event so far, never after the cursor.
    data: Range<usize>,
    data_lines: usize,
    /// Whether the byte order mark is still possible.
    at_start: bool,
    finished: bool,
    /// Whether the rest of the open line is dropped.
    skip_line: bool,
    /// Whether the rest of the open event is dropped, except for its id and its retry.
    skip_event: bool,
    /// The id of the open event, if it has one.
    open_id: Option<String>,
    last_event_id: String,
    retry_ms: Option<u64>,
}

/// An item by its place in the buffer.
enum Found {
    Message(Range<usize>),
    TooLarge,
}

impl SseReader {
    /// Creates a reader. An event whose data, id or retry is longer than `max_event` bytes is skipped; 0: 16 MiB.
    #[must_use]
    pub const fn new(max_event: usize) -> Self {
        Self {
            max_event: if max_event == 0 { MAX_EVENT } else { max_event },
            buffer: Vec::new(),
            cursor: Cursor::at(0),
            data: 0..0,
            data_lines: 0,
            at_start: true,
            finished: false,
            skip_line: false,
            skip_event: false,
            open_id: None,
            last_event_id: String::new(),
            retry_ms: None,
        }
    }

    /// Adds the next bytes of the stream.
    ///
    /// # Errors
    ///
    /// [`Failure::OUT_OF_MEMORY`], [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) after [`SseReader::finish`]. Nothing is added then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if self.finished {
            return Err(Failure::argument(word!("reader"), word!("must not be finished")));
        }
        self.compact();
        self.buffer.try_reserve(bytes.len())?;
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    /// Says that the stream has ended: an event that is still open counts for its data, though not for its id.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// Returns the next item, or none until more bytes are pushed.
    ///
    /// # Errors
    ///
    /// [`Failure::OUT_OF_MEMORY`]; the call may be repeated.
    pub fn next_item(&mut self) -> Result<Option<SseItem<'_>>, Failure> {
        Ok(match self.find()? {
            None => None,
            Some(Found::TooLarge) => Some(SseItem::TooLarge),
            Some(Found::Message(range)) => self.buffer.get(range).map(SseItem::Message),
        })
    }

    /// Returns the last event id of the events taken so far. An empty id is none.
    #[must_use]
    pub fn last_event_id(&self) -> Option<&str> {
        if self.last_event_id.is_empty() { None } else { Some(&self.last_event_id) }
    }

    /// Returns the last `retry` field, in milliseconds.
    #[must_use]
    pub const fn retry_ms(&self) -> Option<u64> {
        self.retry_ms
    }

    fn find(&mut self) -> Result<Option<Found>, Failure> {
        if self.at_start && !self.skip_bom() {
            return Ok(None);
        }
        loop {
            let before = self.cursor;
            let Some(line) = self.cursor.line(&self.buffer) else { break };
            if mem::take(&mut self.skip_line) {
                continue;
            }
            if line.is_empty() {
                if let Some(id) = self.open_id.take() {
                    self.last_event_id = id;
                }
                if let Some(message) = self.close_event() {
                    return Ok(Some(Found::Message(message)));
                }
                continue;
            }
            let added = self.add(line, true);
            if added.is_err() {
                self.cursor = before;
            }
            if added? {
                return Ok(Some(Found::TooLarge));
            }
        }
        if self.finished {
            let line = self.cursor.open(&self.buffer);
            self.cursor = Cursor::at(line.end);
            if !mem::take(&mut self.skip_line) && self.add(line, false)? {
                return Ok(Some(Found::TooLarge));
            }
            return Ok(self.close_event().map(Found::Message));
        }
        Ok(self.bound_open_line().then_some(Found::TooLarge))
    }

    /// Skips the byte order mark. Returns false while more bytes must tell.
    fn skip_bom(&mut self) -> bool {
        if self.buffer.starts_with(BOM) {
            self.cursor = Cursor::at(BOM.len());
        } else if BOM.starts_with(&self.buffer) && !self.finished {
            return false;
        }
        self.at_start = false;
        true
    }

    /// Adds a line to the open event. Returns whether the event exceeds the limit by it.
    fn add(&mut self, line: Range<usize>, ended: bool) -> Result<bool, Failure> {
        let field = field(self.buffer.get(line.clone()).unwrap_or_default());
        if self.is_too_large(&field) {
            return Ok(self.begin_to_skip());
        }
        match field {
            Field::Data(value) if !self.skip_event => {
                let value = line.end - value.len()..line.end;
                self.add_data(value);
            }
            // Without its end the event does not count for its id, so there is nothing to keep.
            Field::Id(value) if ended && is_id(value) => self.open_id = Some(copy_lossy(value)?),
            Field::Retry(value) if ended => self.retry_ms = milliseconds(value).or(self.retry_ms),
            _ => {}
        }
        Ok(false)
    }

    /// Joins a data line to those before it, in place: its name and the line end before it are longer than a line feed.
    fn add_data(&mut self, value: Range<usize>) {
        if self.data_lines == 0 {
            self.data = value;
        } else {
            if let Some(end) = self.buffer.get_mut(self.data.end) {
                *end = b'\n';
            }
            let to = self.data.end + 1;
            self.data.end = to + value.len();
            steps::look(value.len());
            self.buffer.copy_within(value, to);
        }
        self.data_lines += 1;
    }

    /// Ends the open event. Returns its data, unless it is empty.
    fn close_event(&mut self) -> Option<Range<usize>> {
        self.skip_event = false;
        self.data_lines = 0;
        let data = mem::take(&mut self.data);
        (!data.is_empty()).then_some(data)
    }

    fn is_too_large(&self, field: &Field<'_>) -> bool {
        let length = match field {
            Field::Data(value) if self.data_lines > 0 => self.data.len() + 1 + value.len(),
            Field::Data(value) | Field::Id(value) | Field::Retry(value) => value.len(),
            Field::Other => 0,
        };
        length > self.max_event
    }

    /// Drops the open event. Returns whether that is news.
    fn begin_to_skip(&mut self) -> bool {
        self.data = 0..0;
        self.data_lines = 0;
        !mem::replace(&mut self.skip_event, true)
    }

    /// Drops the line that has not ended if it is too long or of no use. Returns whether the event exceeds the limit by it.
    fn bound_open_line(&mut self) -> bool {
        let open = self.buffer.get(self.cursor.open(&self.buffer)).unwrap_or_default();
        if open.len() < LONGEST_FIELD && !self.skip_line {
            return false;
        }
        let field = field(open);
        let too_large = !self.skip_line && self.is_too_large(&field);
        let useless = match field {
            Field::Other => true,
            Field::Data(_) => self.skip_event,
            _ => false,
        };
        if too_large || useless || self.skip_line {
            self.skip_line = true;
            self.buffer.truncate(self.cursor.at);
            self.cursor.searched = self.cursor.at;
        }
        too_large && self.begin_to_skip()
    }

    /// Frees the bytes that are done with, once they are as many as the rest: so each byte moves less than once on average.
    fn compact(&mut self) {
        let open = self.cursor.open(&self.buffer);
        let live = self.data.len() + open.len();
        if self.at_start || self.buffer.len() - live < live {
            return;
        }
        steps::look(live);
        self.buffer.copy_within(self.data.clone(), 0);
        self.data = 0..self.data.len();
        self.cursor = Cursor { at: self.data.end, searched: self.data.end + (self.cursor.searched - open.start), ..self.cursor };
        self.buffer.copy_within(open, self.data.end);
        self.buffer.truncate(live);
    }

    /// The bytes allocated.
    #[cfg(test)]
    pub(super) fn allocated(&self) -> usize {
        self.buffer.capacity() + self.open_id.as_ref().map_or(0, String::capacity) + self.last_event_id.capacity()
    }
}
