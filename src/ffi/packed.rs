//! Classification as one number, for hosts in which a call's arguments cost more than the parse.

use super::classify::judged;
use super::guard::guard;
use super::text::bytes;
use crate::facts::{Message, Span, flag};
use crate::kind::Kind;
use crate::response::Response;
use std::ffi::c_char;

/// `mcp_classify_packed`: the response does not fit; call `mcp_classify_response`.
pub const MCP_PACKED_NONE: i64 = -1;
/// `mcp_classify_packed`: the message is a result.
pub const MCP_PACKED_RESULT: i64 = -2;

/// The bits of an offset or a length in a packed classification.
const PACKED_BITS: u32 = 13;
/// The code of a packed classification whose number is 0.
const PACKED_FIRST_CODE: i64 = -32_768;

/// A classification as one number, if it fits.
fn pack(response: &Response, bytes: &[u8]) -> Option<i64> {
    let facts = &response.facts;
    let code = facts.member.code.filter(|code| (PACKED_FIRST_CODE..=-32_000).contains(code))?;
    let Message::Json { inside, .. } = facts.member.message else { return None };
    let flags = facts.flags(bytes);
    if facts.kind != Kind::for_code(code) || flags & flag::MESSAGE_IS_STRING == 0 || flags & flag::MESSAGE_NEEDS_DECODING != 0 {
        return None;
    }
    let data = if facts.member.data.is_absent() { Span { start: 0, end: 0 } } else { facts.member.data };
    let mut packed = code - PACKED_FIRST_CODE;
    if flags & flag::WELL_FORMED != 0 {
        packed |= 1 << 10;
    }
    for number in [data.end - data.start, data.start, inside.end - inside.start, inside.start] {
        packed = packed << PACKED_BITS | i64::try_from(number).ok().filter(|number| *number < 1 << PACKED_BITS)?;
    }
    Some(packed)
}

/// Classifies a whole response as one number: the fastest way for hosts in which an argument or an out-struct costs more than the parse.
///
/// An error whose kind is `mcp_kind_for_code(code)` and whose message needs no decoding is packed, if its code is -32768 to -32000 and
/// message and data are in the first 8,191 bytes. Its other verdicts are those of `mcp_verdicts`. Bits 0 to 12: offset of the inside of the
/// message; 13 to 25: its length; 26 to 38: offset of `data`; 39 to 51: its length, 0 without data; 52 to 61: code + 32768; 62:
/// `MCP_FLAG_WELL_FORMED`.
///
/// @param json As for `mcp_classify_response`.
/// @param len In bytes.
/// @param http_status As for `mcp_classify_response`.
/// @return The number; `MCP_PACKED_RESULT` for a result; `MCP_PACKED_NONE` for everything else: call `mcp_classify_response`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_classify_packed(json: *const c_char, len: usize, http_status: u16) -> i64 {
    guard(MCP_PACKED_NONE, || {
        // SAFETY: the pointer is what the header asks for.
        let Ok(bytes) = (unsafe { bytes(json, len, c"json") }) else { return MCP_PACKED_NONE };
        match judged(bytes, http_status) {
            Ok(response) if response.not_an_error => MCP_PACKED_RESULT,
            Ok(response) => pack(&response, bytes).unwrap_or(MCP_PACKED_NONE),
            Err(_) => MCP_PACKED_NONE,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(json: &str, http_status: u16) -> i64 {
        // SAFETY: pointer and length are those of a text.
        unsafe { mcp_classify_packed(json.as_ptr().cast(), json.len(), http_status) }
    }

    fn part(json: &str, packed: i64, offset: u32) -> &str {
        let number = |shift: u32| usize::try_from(packed >> shift & 0x1fff).unwrap();
        &json[number(offset)..][..number(offset + PACKED_BITS)]
    }

    const FIT: &str = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"no","data":{"requiredCapabilities":{"roots":{}}}}}"#;

    #[test]
    fn says_where_message_and_data_are() {
        for (json, status) in [(FIT.to_owned(), 0), (FIT.to_owned(), 400), (format!("\u{feff} {FIT}"), 0), (format!("[{FIT}]"), 0)] {
            let packed = packed(&json, status);
            assert_eq!(part(&json, packed, 0), "no");
            assert_eq!(part(&json, packed, 26), r#"{"requiredCapabilities":{"roots":{}}}"#);
            assert_eq!((packed >> 52 & 0x3ff) - 32_768, -32_021);
            assert_eq!(packed >> 62, 1);
        }
        let malformed = FIT.replace(r#""roots":{}"#, r#""roots":1"#);
        assert_eq!(packed(&malformed, 0) >> 62, 0);
        let bare = r#"{"error":{"code":-32601,"message":""}}"#;
        assert_eq!((part(bare, packed(bare, 0), 0), part(bare, packed(bare, 0), 26)), ("", ""));
        for code in [-32_768, -32_000] {
            let json = format!(r#"{{"error":{{"code":{code},"message":"m"}}}}"#);
            assert_eq!((packed(&json, 0) >> 52 & 0x3ff) - 32_768, code);
        }
    }

    #[test]
    fn tells_a_result_from_what_does_not_fit() {
        assert_eq!(packed(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 0), MCP_PACKED_RESULT);
        assert_eq!(packed(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 200), MCP_PACKED_RESULT);
        let long = format!(r#"{{"error":{{"code":-32601,"message":"{}"}}}}"#, "m".repeat(8192));
        let far = format!(r#"{}{{"error":{{"code":-32601,"message":"m"}}}}"#, " ".repeat(8192));
        let foreign = [
            "",
            "{",
            "[]",
            "{}",
            r#"{"error":{"message":"m"}}"#,
            r#"{"error":{"code":1,"message":"m"}}"#,
            r#"{"error":{"code":-31999,"message":"m"}}"#,
            r#"{"error":{"code":-32769,"message":"m"}}"#,
            r#"{"error":{"code":-32601,"message":7}}"#,
            r#"{"error":{"code":-32601}}"#,
            r#"{"error":{"code":-32601,"message":"\n"}}"#,
            &long,
            &far,
        ];
        for json in foreign {
            assert_eq!(packed(json, 0), MCP_PACKED_NONE, "{json}");
        }
        // Kinds that follow from the status, or from the missing "jsonrpc".
        for (json, status) in [(FIT, 401), (FIT, 503), (r#"{"error":{"code":-32601,"message":"m"}}"#, 400), (FIT, 99)] {
            assert_eq!(packed(json, status), MCP_PACKED_NONE);
        }
        // SAFETY: NULL is what is tested.
        assert_eq!(unsafe { mcp_classify_packed(std::ptr::null(), 1, 0) }, MCP_PACKED_NONE);
    }
}
