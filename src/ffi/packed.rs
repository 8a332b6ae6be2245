//! Classification in one number.

use super::classify::read_response;
use super::guard::guard;
use super::text::bytes;
use crate::facts::{Facts, flag};
use crate::failure::word;
use crate::member::{Message, Span};
use crate::response::Response;
use std::ffi::c_char;

/// The response does not fit into the number of `mcp_classify_packed`: call `mcp_classify_response`.
pub const MCP_PACKED_NONE: i64 = -1;
/// The message is a result (`MCP_FLAG_NOT_AN_ERROR`).
pub const MCP_PACKED_RESULT: i64 = -2;

/// Offsets and lengths have 13 bits each.
const WIDTH: u32 = 13;
/// The lowest of the codes that fit, and the highest.
const CODES: std::ops::RangeInclusive<i64> = -32_768..=-32_000;

/// Classifies a whole response in one number, for hosts where each argument and each output costs more than the classification itself
/// (dynamic languages that call through an FFI). The number has the common errors in it; for a rare one the host calls
/// `mcp_classify_response`, which returns everything.
///
/// A number from 0 on is an error of the kind `mcp_kind_for_code(code)` whose data is well formed, whose message is a string without
/// escapes, and whose message and data are UTF-8. `mcp_verdicts(kind, code, http_status, 1)` has its predicates. Its bits, from the lowest:
///
/// | bits | content |
/// |---|---|
/// | 0 to 12 | offset of the inside of the message, in bytes from `json` |
/// | 13 to 25 | its length in bytes |
/// | 26 to 38 | offset of the data |
/// | 39 to 51 | its length; 0: the error has no data |
/// | 52 to 61 | the code + 32768; only codes from -32768 to -32000 fit |
///
/// Bits 62 and 63 are 0, so the number is a small integer in Ruby too.
///
/// @param json Any bytes, as for `mcp_classify_response`.
/// @param len In bytes.
/// @param http_status The status of the response, 100 to 999; 0 for a line of stdio or a 2xx body.
/// @return The number; `MCP_PACKED_RESULT` (-2) for a result; `MCP_PACKED_NONE` (-1) for every other response, for NULL, a wrong status and
/// on failure.
///
/// Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_classify_packed(json: *const c_char, len: usize, http_status: u16) -> i64 {
    guard(MCP_PACKED_NONE, || {
        // SAFETY: the pointer is what the header asks for.
        let Ok(bytes) = (unsafe { bytes(json, len, word!("json")) }) else { return MCP_PACKED_NONE };
        let mut response = Response::NONE;
        match read_response(bytes, http_status, &mut response) {
            Err(_) => MCP_PACKED_NONE,
            Ok(()) if response.not_an_error => MCP_PACKED_RESULT,
            Ok(()) => packed(&response.facts, bytes).unwrap_or(MCP_PACKED_NONE),
        }
    })
}

/// The number, if everything fits.
fn packed(facts: &Facts, bytes: &[u8]) -> Option<i64> {
    let member = &facts.member;
    let (Message::Json { inside, .. }, Some(code)) = (member.message, member.code) else { return None };
    let plain = facts.flags(bytes) & (flag::WELL_FORMED | flag::MESSAGE_NEEDS_DECODING | flag::DATA_NOT_UTF8) == flag::WELL_FORMED;
    if !plain || !member.message.is_string() || facts.kind != member.kind() || !CODES.contains(&code) {
        return None;
    }
    let data = if member.data.is_absent() { 0 } else { span(member.data)? };
    let code = code - CODES.start();
    Some(code << (4 * WIDTH) | data << (2 * WIDTH) | span(inside)?)
}

/// Offset and length, if both fit.
fn span(span: Span) -> Option<i64> {
    let fits = |number: usize| i64::try_from(number).ok().filter(|number| *number < 1 << WIDTH);
    Some(fits(span.end - span.start)? << WIDTH | fits(span.start)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classify(text: &str, http_status: u16) -> i64 {
        // SAFETY: pointer and length belong to one text.
        unsafe { mcp_classify_packed(text.as_ptr().cast(), text.len(), http_status) }
    }

    /// Code, message and data as a host reads them.
    fn read(text: &str, http_status: u16) -> Option<(i64, &str, &str)> {
        let number = classify(text, http_status);
        let field = |shift: u32| usize::try_from(number >> shift & 0x1FFF).unwrap();
        let part = |shift| text.get(field(shift)..field(shift) + field(shift + 13)).unwrap();
        (number >= 0).then(|| ((number >> 52) - 32_768, part(0), part(26)))
    }

    #[test]
    fn packs_code_message_and_data() {
        let text = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"é","data":{"supported":[],"requested":"x"}}}"#;
        let expected = Some((-32_022, "é", r#"{"supported":[],"requested":"x"}"#));
        assert_eq!(read(text, 0), expected);
        assert_eq!(read(text, 400), expected);
        assert_eq!(read(r#"{"error":{"code":-32000,"message":""}}"#, 0), Some((-32_000, "", "")));
        assert_eq!(read(r#"{"error":{"code":-32768,"message":"m","data":null}}"#, 0), Some((-32_768, "m", "null")));
        assert!(classify(r#"{"error":{"code":-32000,"message":""}}"#, 0) < 1 << 62);
    }

    #[test]
    fn returns_a_number_of_its_own_for_a_result() {
        assert_eq!(classify(r#"{"result":{}}"#, 0), MCP_PACKED_RESULT);
    }

    #[test]
    fn leaves_rare_errors_to_the_long_way() {
        for text in [
            "",
            "{",
            r#"{"error":{"code":-31999,"message":"m"}}"#,
            r#"{"error":{"code":-32769,"message":"m"}}"#,
            r#"{"error":{"message":"m"}}"#,
            r#"{"error":{"code":-32000,"message":5}}"#,
            r#"{"error":{"code":-32000,"message":"\u0061"}}"#,
            r#"{"error":{"code":-32021,"message":"m","data":{}}}"#,
            r#"{"error":{"code":-32022,"message":"m"}}"#,
        ] {
            assert_eq!(classify(text, 0), MCP_PACKED_NONE, "{text}");
        }
        let error = r#"{"error":{"code":-32020,"message":"m"}}"#;
        assert_eq!(classify(error, 400), MCP_PACKED_NONE, "without jsonrpc its kind is another");
        assert_eq!(classify(&error.replacen('{', r#"{"jsonrpc":"2.0","#, 1), 503), MCP_PACKED_NONE, "its kind follows from the status");
        assert_eq!(classify(error, 99), MCP_PACKED_NONE);
    }

    #[test]
    fn leaves_what_stands_beyond_8191_bytes_to_the_long_way() {
        let text = |length: usize| format!(r#"{{"error":{{"code":-32000,"message":"{}"}}}}"#, "x".repeat(length));
        assert_eq!(read(&text(8191), 0).map(|(_, message, _)| message.len()), Some(8191));
        assert_eq!(classify(&text(8192), 0), MCP_PACKED_NONE);
    }
}
