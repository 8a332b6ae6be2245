//! The scanner against `serde_json`, wherever the two must agree, and against its own promises.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use mcp_errors::ffi::{mcp_json_check, mcp_json_string_decode};
use proptest::prelude::*;
use serde::de::IgnoredAny;

/// Where bytes cease to be JSON, if they do.
fn check(bytes: &[u8]) -> Option<usize> {
    let mut offset = usize::MAX;
    // SAFETY: pointer and length are those of a live slice, the offset is live too.
    let status = unsafe { mcp_json_check(bytes.as_ptr().cast(), bytes.len(), &raw mut offset) };
    assert!(matches!(status, 0 | 2), "{status}");
    assert_eq!(status == 0, offset == usize::MAX, "the offset is written on failure only");
    (status != 0).then_some(offset)
}

/// Whether two scanners agree, and whether the offset is the first byte that no JSON text can have there.
fn agrees(bytes: &[u8]) {
    let ours = check(bytes);
    let theirs = serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
    assert_eq!(ours.is_none(), theirs, "{:?}", String::from_utf8_lossy(bytes));
    if let Some(offset) = ours {
        assert!(offset <= bytes.len());
        // What stands before is the beginning of some JSON text: it is one, or it ends too early.
        assert!(check(&bytes[..offset]).is_none_or(|other| other == offset), "{:?}", String::from_utf8_lossy(bytes));
        if offset < bytes.len() {
            assert_eq!(check(&bytes[..=offset]), Some(offset), "{:?}", String::from_utf8_lossy(bytes));
        }
    }
}

/// JSON-like text: right often enough to get far, wrong often enough to fail anywhere.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let token = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        " ",
        "\n",
        "\t",
        "\r",
        "\"a\"",
        "\"\"",
        "\"\\u00e9\"",
        "\"\\ud800\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"é\"",
        "\"\u{1}\"",
        "\"long enough for more than one block\"",
        "0",
        "-0",
        "-",
        "01",
        "1.5",
        "1.",
        ".5",
        "1e5",
        "1E+",
        "-1e-9",
        "1e400",
        "123456789012345678901234567890",
        "true",
        "false",
        "null",
        "nul",
        "True",
        "NaN",
        "Infinity",
        "//",
        "/**/",
        "\u{c}",
        "\0",
        "'a'",
        "\"",
        "\\",
        "{\"a\":",
        "[1,",
        "\"k\":1",
        "\u{feff}",
    ]);
    let tokens = prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat().into_bytes());
    let bytes = prop::collection::vec(any::<u8>(), 0..24);
    prop_oneof![4 => tokens, 1 => bytes]
}

/// A valid text with a few bytes changed.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let inputs = common::inputs().into_iter().filter(|input| input.len() < 4_000).collect::<Vec<_>>();
    let change = (any::<prop::sample::Index>(), prop_oneof![any::<u8>(), prop::sample::select(b"{}[],:\"\\ 0-e.tfn".to_vec())], 0..3);
    (prop::sample::select(inputs), prop::collection::vec(change, 0..4)).prop_map(|(mut input, changes)| {
        for (index, byte, kind) in changes {
            if input.is_empty() {
                break;
            }
            let at = index.index(input.len());
            match kind {
                0 => input[at] = byte,
                1 => input.insert(at, byte),
                _ => {
                    input.remove(at);
                }
            }
        }
        input
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_on_texts(text in texts()) {
        prop_assume!(!text.starts_with(b"\xEF\xBB\xBF"));
        agrees(&text);
    }

    #[test]
    fn agrees_on_mutations(text in mutated()) {
        prop_assume!(!text.starts_with(b"\xEF\xBB\xBF"));
        agrees(&text);
    }

    #[test]
    fn strings_decode_as_serde_json_decodes_them(text in ".{0,40}", suffix in "(\\\\[nrtbf/\"\\\\]|\\\\u[0-9a-fA-F]{4}){0,4}") {
        let quoted = serde_json::to_string(&text).unwrap();
        let inside = format!("{}{suffix}", &quoted[1..quoted.len() - 1]);
        let mut out = vec![0_u8; inside.len() * 3 + 8];
        // SAFETY: pointers and lengths are those of live buffers.
        let needed = unsafe { mcp_json_string_decode(inside.as_ptr().cast(), inside.len(), out.as_mut_ptr().cast(), out.len()) };
        // SAFETY: as above; a capacity of 0 writes nothing.
        let counted = unsafe { mcp_json_string_decode(inside.as_ptr().cast(), inside.len(), std::ptr::null_mut(), 0) };
        prop_assert_eq!(needed, counted);
        let decoded = std::str::from_utf8(&out[..needed]).unwrap();
        // serde_json refuses lone surrogates; what it takes it must decode to the same.
        if let Ok(expected) = serde_json::from_str::<String>(&format!("\"{inside}\"")) {
            prop_assert_eq!(decoded, expected);
        } else {
            prop_assert!(decoded.contains(char::REPLACEMENT_CHARACTER));
        }
    }
}

#[test]
fn offsets_by_hand() {
    for (text, offset) in [
        ("", 0),
        (" ", 1),
        ("{", 1),
        ("[1,]", 3),
        ("{\"a\" 1}", 5),
        ("{\"a\":1,}", 7),
        ("01", 1),
        ("-", 1),
        ("-x", 1),
        ("1.", 2),
        ("1e", 2),
        ("1e+", 3),
        ("tru!", 3),
        ("nulL", 3),
        ("\"\\q\"", 2),
        ("\"\\u12G4\"", 5),
        ("\"a\u{1}\"", 2),
        ("\"abc", 4),
        ("1 2", 2),
        ("[1}", 2),
        ("{]", 1),
        ("\u{feff}x", 3),
        ("\u{feff}", 3),
        ("[\u{e9}]", 1),
        ("{1:2}", 1),
        ("[\"a\"", 4),
    ] {
        assert_eq!(check(text.as_bytes()), Some(offset), "{text:?}");
    }
    for text in ["\u{feff} [] ", "\"\\ud800\"", "-0", "\"\u{7f}\"", " \n\t\r0"] {
        assert_eq!(check(text.as_bytes()), None, "{text:?}");
    }
    assert_eq!(check(b"\"\xFF\xC3\""), None, "ill-formed UTF-8 inside a string is not an error");
    assert_eq!(check(b"\xFF"), Some(0));
    assert_eq!(check("\u{feff}\u{feff}1".as_bytes()), Some(3), "one mark is skipped, not two");
}

#[test]
fn any_depth() {
    for depth in [1, 63, 64, 65, 127, 128, 129, 65_535, 65_536, 65_537, 1_000_000] {
        let open = "[".repeat(depth);
        assert_eq!(check(open.as_bytes()), Some(depth));
        let closed = open.clone() + &"]".repeat(depth);
        assert_eq!(check(closed.as_bytes()), None);
        assert_eq!(check((closed + "]").as_bytes()), Some(2 * depth));
        let mixed = "{\"a\":[".repeat(depth) + "1" + &"]}".repeat(depth);
        assert_eq!(check(mixed.as_bytes()), None);
        let wrong = "{\"a\":[".repeat(depth) + "1" + &"}]".repeat(depth);
        assert_eq!(check(wrong.as_bytes()), Some(depth * 6 + 1));
    }
}
