//! Writing JSON and other text without ever aborting on memory that cannot be had.

use crate::failure::Failure;
use std::io;

/// A text that grows.
#[derive(Default)]
pub(crate) struct Out(String);

impl Out {
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
        if !self.0.ends_with(['{', '[']) {
            self.raw(",")?;
        }
        self.string(name)?.raw(":")
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
