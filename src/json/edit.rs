//! JSON texts of a host's own: strings encoded, members set.

use super::text::to_text;
use super::view::Value;
use super::write::Out;
use crate::failure::{Failure, word};

/// Writes text as a JSON string and returns how many bytes that takes. Each maximal part that is not UTF-8 becomes U+FFFD.
pub(crate) fn encode_into(text: &[u8], put: &mut dyn FnMut(&[u8])) -> usize {
    let mut needed = 0;
    let mut put = |part: &[u8]| {
        needed += part.len();
        put(part);
    };
    put(b"\"");
    encode_inside(text, &mut put);
    put(b"\"");
    needed
}

/// As [`encode_into`], without the quotes.
pub(super) fn encode_inside(text: &[u8], put: &mut dyn FnMut(&[u8])) {
    for chunk in text.utf8_chunks() {
        let mut rest = chunk.valid().as_bytes();
        while !rest.is_empty() {
            let plain = rest.iter().position(|&byte| byte < b' ' || byte == b'"' || byte == b'\\').unwrap_or(rest.len());
            let (stretch, after) = rest.split_at(plain);
            if !stretch.is_empty() {
                put(stretch);
            }
            let Some((&byte, after)) = after.split_first() else { break };
            escape(byte, put);
            rest = after;
        }
        if !chunk.invalid().is_empty() {
            put("\u{FFFD}".as_bytes());
        }
    }
}

/// Writes the escape of a byte that cannot stand in a string as it is.
fn escape(byte: u8, put: &mut dyn FnMut(&[u8])) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x0C => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        _ => {
            let digit = |value: u8| if value < 10 { b'0' + value } else { b'a' + value - 10 };
            return put(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 0xF)]);
        }
    };
    put(&[b'\\', short]);
}

/// Text as a JSON string.
pub(crate) fn encode(text: &str) -> Result<String, Failure> {
    Out::exact(&|out| out.string(text).map(|_| ()))
}

/// An object with one member set to a JSON value, or taken out: at its place if it is there, else at the end.
pub(crate) fn set_member(object: &[u8], name: &str, value: Option<&str>) -> Result<String, Failure> {
    let object = to_text(object, word!("object"))?;
    let object = Value::checked(&object);
    if !object.is_object() {
        return Err(Failure::argument(word!("object"), word!("must be a JSON object that this function made")));
    }
    let mut out = Out::with_room(object.text().len() + name.len() + value.map_or(0, str::len) + 8)?;
    out.raw("{")?;
    let mut value = value;
    let mut separator = "";
    object.each_member(|other, old| {
        if !other.is_str(name) {
            out.raw(separator)?.raw(other.text())?.raw(":")?.raw(old.text())?;
        } else if let Some(value) = value.take() {
            out.name(name)?.raw(value)?;
        } else {
            return Ok(());
        }
        separator = ",";
        Ok(())
    })?;
    if let Some(value) = value {
        out.name(name)?.raw(value)?;
    }
    out.raw("}")?;
    Ok(out.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_as_serde_json_does() {
        for char in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let text = format!("a{char}b");
            let mut out = Vec::new();
            assert_eq!(encode_into(text.as_bytes(), &mut |part| out.extend(part)), out.len());
            assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&text).unwrap());
        }
        let mut out: Vec<u8> = Vec::new();
        encode_into(b"\xFF\xE2\x82x", &mut |part| out.extend(part));
        assert_eq!(out, "\"\u{FFFD}\u{FFFD}x\"".as_bytes());
    }

    #[test]
    fn sets_replaces_and_removes_a_member() {
        let set = |object: &str, name, value| set_member(object.as_bytes(), name, value).unwrap();
        assert_eq!(set("{}", "a", Some("1")), r#"{"a":1}"#);
        assert_eq!(set(r#"{"a":1,"b":[2]}"#, "a", Some("null")), r#"{"a":null,"b":[2]}"#);
        assert_eq!(set(r#"{"a":1,"b":2}"#, "c\"", Some("{}")), r#"{"a":1,"b":2,"c\"":{}}"#);
        assert_eq!(set(r#"{"\u0061":1,"b":2}"#, "a", None), r#"{"b":2}"#);
        assert_eq!(set("{}", "a", None), "{}");
        assert!(set_member(b"[]", "a", None).is_err() && set_member(b"{", "a", None).is_err());
    }
}
