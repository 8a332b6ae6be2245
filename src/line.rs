//! A line of bounded length that is safe to print anywhere.
//!
//! Texts that a peer chose stand in quotes and escaped. So they can neither break out of their place nor reach a terminal as
//! anything but visible characters.

use std::fmt::Write;

/// The most bytes of a line.
const LIMIT: usize = 512;
/// Marks that something did not fit.
const CUT: &str = "…";

/// Text of bounded length.
pub(crate) struct Line {
    text: String,
    full: bool,
}

impl Line {
    pub fn new() -> Self {
        Self { text: String::with_capacity(LIMIT), full: false }
    }

    /// Whether something did not fit.
    pub const fn is_full(&self) -> bool {
        self.full
    }

    /// Appends our own text or one escaped character, or the mark that something did not fit.
    pub fn put(&mut self, piece: &str) {
        if self.full {
            return;
        }
        if self.text.len() + piece.len() + CUT.len() > LIMIT {
            self.full = true;
            self.text.push_str(CUT);
        } else {
            self.text.push_str(piece);
        }
    }

    /// Appends ASCII of any length, as much of it as fits.
    pub fn put_all(&mut self, text: &str) {
        for char in text.split_inclusive(|_| true) {
            if self.full {
                break;
            }
            self.put(char);
        }
    }

    /// Appends a peer's text, in quotes and escaped.
    pub fn quote(&mut self, text: impl Iterator<Item = char>) {
        self.put("\"");
        let mut piece = String::new();
        for char in text {
            if self.full {
                break;
            }
            piece.clear();
            match char {
                ' '..='~' if char != '"' && char != '\\' => piece.push(char),
                // Escapes all that is not printable, and what would join the character before it.
                _ => piece.extend(char.escape_debug()),
            }
            self.put(&piece);
        }
        self.put("\"");
    }

    /// The text.
    pub fn finish(self) -> String {
        self.text
    }
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.put(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CUT, LIMIT, Line};

    #[test]
    fn a_quoted_text_is_visible_and_bounded() {
        for char in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let mut line = Line::new();
            line.quote(format!("a{char}b").chars());
            assert!(line.text.starts_with("\"a") && line.text.ends_with("b\""), "{:?}", line.text);
            let inner = &line.text[1..line.text.len() - 1];
            assert!(!inner.chars().any(char::is_control), "{:?}", char as u32);
            let escaped = inner.starts_with("a\\");
            let hidden =
                matches!(char as u32, 0xAD | 0x61C | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xE0001..=0xE007F);
            assert!(escaped || !(hidden || char == '"' || char == '\\'), "{:x}", char as u32);
        }
        for length in [0, 1, 508, 509, 510, 511, 512, 513, 100_000] {
            for char in ['x', '\u{202E}', 'é', '"'] {
                let mut line = Line::new();
                line.quote(char.to_string().repeat(length).chars());
                assert!(line.text.len() <= LIMIT);
                assert!(line.text.ends_with(CUT) || line.text.ends_with('"'));
            }
        }
    }
}
