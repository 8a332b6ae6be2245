//! Writing JSON and other text without ever aborting on memory that cannot be had.

use super::edit::encode_inside;
use super::steps::copy;
use super::view::Value;
use crate::failure::Failure;
use std::io;

/// A text that grows.
#[derive(Default)]
pub(crate) struct Out {
    text: String,
    /// Nothing is kept while the length is counted.
    counting: bool,
    length: usize,
    last: Option<u8>,
}

impl Out {
    /// The text that `write` writes, in exactly the memory that it takes: `write` runs twice, and the first time only counts.
    /// A text that grows by doubling would hold three times as much while it grows.
    pub fn exact(write: &dyn Fn(&mut Self) -> Result<(), Failure>) -> Result<String, Failure> {
        let mut counter = Self { counting: true, ..Self::default() };
        write(&mut counter)?;
        let mut out = Self::with_room(counter.length)?;
        write(&mut out)?;
        Ok(out.text)
    }

    /// A text with room for this many bytes, so that it need not be moved while it grows.
    pub fn with_room(bytes: usize) -> Result<Self, Failure> {
        let mut text = String::new();
        text.try_reserve_exact(bytes)?;
        Ok(Self { text, ..Self::default() })
    }

    /// Appends JSON text without the white space between its tokens.
    pub fn compact(&mut self, json: &str) -> Result<&mut Self, Failure> {
        let (mut in_string, mut escaped, mut start) = (false, false, 0);
        for (at, byte) in json.bytes().enumerate() {
            if in_string {
                in_string = escaped || byte != b'"';
                escaped = !escaped && byte == b'\\';
            } else if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                self.raw(json.get(start..at).unwrap_or_default())?;
                start = at + 1;
            } else {
                in_string = byte == b'"';
            }
        }
        self.raw(json.get(start..).unwrap_or_default())
    }

    /// Makes room for so many bytes and no more, where the length is known.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), Failure> {
        Ok(self.text.try_reserve_exact(bytes)?)
    }

    /// Appends text as it is.
    pub fn raw(&mut self, text: &str) -> Result<&mut Self, Failure> {
        if self.counting {
            self.length += text.len();
        } else {
            copy(text.len());
            self.text.try_reserve(text.len())?;
            self.text.push_str(text);
        }
        self.last = text.as_bytes().last().copied().or(self.last);
        Ok(self)
    }

    /// Appends a JSON string.
    pub fn string(&mut self, text: &str) -> Result<&mut Self, Failure> {
        // Few strings need an escape, and the writer below costs more than such a string.
        if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
            return self.raw("\"")?.raw(text)?.raw("\"");
        }
        serde_json::to_writer(&mut *self, text).map_err(|_| Failure::OUT_OF_MEMORY)?;
        Ok(self)
    }

    /// Appends the inside of a JSON string.
    pub fn inside(&mut self, text: &str) -> Result<&mut Self, Failure> {
        let mut written = Ok(());
        // Every part is whole characters: what stands between two escapes, or an escape.
        encode_inside(text.as_bytes(), &mut |part| {
            if written.is_ok() {
                written = self.raw(std::str::from_utf8(part).unwrap_or_default()).map(|_| ());
            }
        });
        written.map(|()| self)
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

    /// As [`Out::name`], for a name that is a JSON string. Escapes that it does not need are resolved.
    pub fn key(&mut self, name: Value<'_>) -> Result<&mut Self, Failure> {
        if !self.is_open() {
            self.raw(",")?;
        }
        if name.text().contains('\\') { self.string(&name.as_str()?.unwrap_or_default())? } else { self.raw(name.text())? }.raw(":")
    }

    /// Whether the text ends with an opening bracket.
    pub fn is_open(&self) -> bool {
        matches!(self.last, Some(b'{' | b'['))
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_text_takes_no_more_memory_than_its_length() {
        let write = |out: &mut Out| {
            out.raw("{")?.name("a\n")?.string(&"\u{1}".repeat(100))?.key(Value::checked(r#""\u0062""#))?.compact("[ 1 , \" \" ]")?;
            out.raw("}").map(|_| ())
        };
        let exact = Out::exact(&write).unwrap();
        let mut grown = Out::default();
        write(&mut grown).unwrap();
        assert_eq!((exact.len(), exact.capacity()), (exact.len(), exact.len()));
        assert_eq!(exact, format!(r#"{{"a\n":"{}","b":[1," "]}}"#, r"\u0001".repeat(100)));
        assert_eq!(exact, grown.finish());
    }
}
