//! Writing JSON and other text without ever aborting on memory that cannot be had.

use crate::failure::Failure;
use std::io;

/// A text that grows.
#[derive(Default)]
pub(crate) struct Out(String);

impl Out {
    /// A text with room for this many bytes, so that it need not be moved while it grows.
    pub fn with_room(bytes: usize) -> Result<Self, Failure> {
        let mut text = String::new();
        text.try_reserve_exact(bytes)?;
        Ok(Self(text))
    }

    /// Appends JSON text without the white space between its tokens.
    pub fn compact(&mut self, json: &str) -> Result<&mut Self, Failure> {
        self.0.try_reserve(json.len())?;
        let (mut in_string, mut escaped, mut start) = (false, false, 0);
        for (at, byte) in json.bytes().enumerate() {
            if in_string {
                in_string = escaped || byte != b'"';
                escaped = !escaped && byte == b'\\';
            } else if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                self.0.push_str(json.get(start..at).unwrap_or_default());
                start = at + 1;
            } else {
                in_string = byte == b'"';
            }
        }
        self.0.push_str(json.get(start..).unwrap_or_default());
        Ok(self)
    }

    /// Makes room for so many bytes and no more, where the length is known.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), Failure> {
        Ok(self.0.try_reserve_exact(bytes)?)
    }

    /// Appends text as it is.
    pub fn raw(&mut self, text: &str) -> Result<&mut Self, Failure> {
        self.0.try_reserve(text.len())?;
        self.0.push_str(text);
        Ok(self)
    }

    /// Appends a JSON string.
    pub fn string(&mut self, text: &str) -> Result<&mut Self, Failure> {
        serde_json::to_writer(&mut *self, text).map_err(|_| Failure::OutOfMemory)?;
        Ok(self)
    }

    /// Appends a JSON string, or `null`.
    pub fn string_or_null(&mut self, text: Option<&str>) -> Result<&mut Self, Failure> {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
    }

    /// Appends a member's name and colon, a comma before it unless it is the first in its object.
    pub fn name(&mut self, name: &str) -> Result<&mut Self, Failure> {
        if !self.is_open() {
            self.raw(",")?;
        }
        self.string(name)?.raw(":")
    }

    /// Whether the text ends with an opening bracket.
    pub fn is_open(&self) -> bool {
        self.0.ends_with(['{', '['])
    }

    /// The text.
    pub fn finish(self) -> String {
        self.0
    }
}

impl io::Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // serde_json writes whole characters only.
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.raw(text).map_err(|_| io::ErrorKind::OutOfMemory)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
