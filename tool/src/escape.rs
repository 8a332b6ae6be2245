//! Escapes a peer's text for a terminal, so that it cannot move the cursor, change colors or reverse the direction of text.

use std::fmt::Write;

/// Marks text that was cut.
const CUT: char = '…';

/// Quotes at most `limit` characters of a text. Characters that are not printable are escaped.
pub fn quoted(text: &str, limit: usize) -> String {
    let mut out = String::from("\"");
    let shown = push(&mut out, text.chars(), limit, true);
    out.push('"');
    if !shown {
        let _ = write!(out, "{CUT} ({} bytes in all)", text.len());
    }
    out
}

/// Writes at most `limit` characters of a JSON text on one line, without the white space between its tokens. Characters that are
/// not printable are escaped.
pub fn json(text: &str, limit: usize) -> String {
    let mut out = String::new();
    if !push(&mut out, compact(text), limit, false) {
        let _ = write!(out, "{CUT} ({} bytes in all)", text.len());
    }
    out
}

/// Appends at most `limit` characters. Returns whether these are all.
fn push(out: &mut String, chars: impl Iterator<Item = char>, limit: usize, quotes: bool) -> bool {
    for (index, char) in chars.enumerate() {
        match char {
            _ if index >= limit => return false,
            '"' | '\\' if quotes => out.extend(['\\', char]),
            ' '..='~' => out.push(char),
            // Escapes characters that are not printable, and those that would join the character before them.
            _ => out.extend(char.escape_debug()),
        }
    }
    true
}

/// A JSON text without the white space between its tokens.
fn compact(text: &str) -> impl Iterator<Item = char> {
    let (mut inside, mut escaped) = (false, false);
    text.chars().filter(move |&char| {
        if inside {
            (inside, escaped) = (escaped || char != '"', !escaped && char == '\\');
            return true;
        }
        inside = char == '"';
        !matches!(char, ' ' | '\t' | '\n' | '\r')
    })
}

/// Writes a JSON text on one line, in visible ASCII only. The value stays the same.
pub fn ascii_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in compact(text) {
        if matches!(char, ' '..='~') {
            out.push(char);
        } else {
            // Such characters are in strings only.
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

/// Writes a text as a JSON string.
pub fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the bytes around an offset in ASCII, and the number of characters before the offset.
pub fn around(bytes: &[u8], offset: usize) -> (String, usize) {
    const BEFORE: usize = 40;
    const AFTER: usize = 24;
    let start = offset.saturating_sub(BEFORE);
    let end = offset.saturating_add(AFTER).min(bytes.len());
    let escape = |range: std::ops::Range<usize>| bytes.get(range).unwrap_or_default().escape_ascii().to_string().replace("\\\"", "\"");
    let mut text = if start > 0 { String::from("...") } else { String::new() };
    text += &escape(start..offset.min(bytes.len()));
    let place = text.len();
    text += &escape(offset.min(bytes.len())..end);
    text += if end < bytes.len() { "..." } else { "" };
    (text, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_is_not_printable() {
        let hostile = "a\u{1b}[31m\u{202e}\u{9b}2J\r\n\t\0\u{7f}\u{feff}e\u{301}\"\\é";
        for text in [quoted(hostile, 100), json(&format!("\"{hostile}\""), 100), ascii_json(&json_string(hostile))] {
            assert!(!text.chars().any(|char| char.is_control() || matches!(char, '\u{202e}' | '\u{feff}' | '\u{301}')), "{text:?}");
        }
        assert_eq!(quoted("a\"b\\é", 9), r#""a\"b\\é""#);
    }

    #[test]
    fn cuts_long_text_and_says_so() {
        assert_eq!(quoted(&"x".repeat(1 << 20), 3), "\"xxx\"… (1048576 bytes in all)");
        assert_eq!(quoted("xxx", 3), "\"xxx\"");
        assert_eq!(json("[1, 2, 3]", 4), "[1,2… (9 bytes in all)");
    }

    #[test]
    fn json_keeps_its_value() {
        let text = "{ \"a \\\" \\\\\" :\r\n[1 ,\t\"é😀\\n\"] }";
        assert_eq!(json(text, 100), "{\"a \\\" \\\\\":[1,\"é😀\\n\"]}");
        assert_eq!(ascii_json(text), "{\"a \\\" \\\\\":[1,\"\\u00e9\\ud83d\\ude00\\n\"]}");
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        assert_eq!(value(&ascii_json(text)), value(text));
    }

    #[test]
    fn shows_the_bytes_around_an_offset() {
        assert_eq!(around(b"{\"a\":x}", 5), ("{\"a\":x}".to_owned(), 5));
        assert_eq!(around(b"\xff\n", 1), ("\\xff\\n".to_owned(), 4));
        assert_eq!(around(b"", 0), (String::new(), 0));
        let (text, place) = around(&[b'x'; 500], 200);
        assert_eq!((text.len(), place), (3 + 64 + 3, 43));
    }
}
