//! What a peer says, made fit for a terminal: nothing of it moves a cursor, changes a colour or turns the direction of text.

use std::fmt::Write;

/// Stands for what is left out.
const CUT: char = '…';

/// A text in quotes: printable characters as they are, all else escaped, at most `limit` characters of it.
pub fn quoted(text: &str, limit: usize) -> String {
    let mut out = String::from("\"");
    let shown = push(&mut out, text.chars(), limit, true);
    out.push('"');
    if !shown {
        let _ = write!(out, "{CUT} ({} bytes in all)", text.len());
    }
    out
}

/// JSON text on one line, its blanks between tokens left out: printable characters as they are, all else escaped, at most
/// `limit` characters of it.
pub fn json(text: &str, limit: usize) -> String {
    let mut out = String::new();
    if !push(&mut out, compact(text), limit, false) {
        let _ = write!(out, "{CUT} ({} bytes in all)", text.len());
    }
    out
}

/// Appends at most `limit` characters; whether these were all.
fn push(out: &mut String, chars: impl Iterator<Item = char>, limit: usize, quotes: bool) -> bool {
    for (index, char) in chars.enumerate() {
        match char {
            _ if index >= limit => return false,
            '"' | '\\' if quotes => out.extend(['\\', char]),
            ' '..='~' => out.push(char),
            // Of one character at a time: escapes what is not printable, and what would join the character before it.
            _ => out.extend(char.escape_debug()),
        }
    }
    true
}

/// JSON text without the blanks between its tokens.
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

/// JSON text on one line in visible ASCII alone, which means the same.
pub fn ascii_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in compact(text) {
        if matches!(char, ' '..='~') {
            out.push(char);
        } else {
            // Such characters stand in strings only.
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

/// A text as a JSON string.
pub fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The bytes around an offset in ASCII, and how many characters of that stand before the offset.
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
    fn what_is_shown_is_visible() {
        let nasty = "a\u{1b}[31m\u{202e}\u{9b}2J\r\n\t\0\u{7f}\u{feff}e\u{301}\"\\é";
        for text in [quoted(nasty, 100), json(&format!("\"{nasty}\""), 100), ascii_json(&json_string(nasty))] {
            assert!(!text.chars().any(|char| char.is_control() || matches!(char, '\u{202e}' | '\u{feff}' | '\u{301}')), "{text:?}");
        }
        assert_eq!(quoted("a\"b\\é", 9), r#""a\"b\\é""#);
    }

    #[test]
    fn what_is_long_is_cut_and_says_so() {
        assert_eq!(quoted(&"x".repeat(1 << 20), 3), "\"xxx\"… (1048576 bytes in all)");
        assert_eq!(quoted("xxx", 3), "\"xxx\"");
        assert_eq!(json("[1, 2, 3]", 4), "[1,2… (9 bytes in all)");
    }

    #[test]
    fn json_stays_json() {
        let text = "{ \"a \\\" \\\\\" :\r\n[1 ,\t\"é😀\\n\"] }";
        assert_eq!(json(text, 100), "{\"a \\\" \\\\\":[1,\"é😀\\n\"]}");
        assert_eq!(ascii_json(text), "{\"a \\\" \\\\\":[1,\"\\u00e9\\ud83d\\ude00\\n\"]}");
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        assert_eq!(value(&ascii_json(text)), value(text));
    }

    #[test]
    fn a_place_is_shown_in_its_surroundings() {
        assert_eq!(around(b"{\"a\":x}", 5), ("{\"a\":x}".to_owned(), 5));
        assert_eq!(around(b"\xff\n", 1), ("\\xff\\n".to_owned(), 4));
        assert_eq!(around(b"", 0), (String::new(), 0));
        let (text, place) = around(&[b'x'; 500], 200);
        assert_eq!((text.len(), place), (3 + 64 + 3, 43));
    }
}
