//! Classification in one call, without a handle.

use super::guard::{guard, guard_status};
use super::kinds::{KindNumber, MCP_KIND_NONE};
use super::status::{Status, mcp_status};
use super::text::{bytes, clear, hand_over, lossy};
use crate::capabilities;
use crate::error::{HttpStatus, read_member};
use crate::facts::{ErrorMember, Facts, Message, Span, flag, verdicts};
use crate::failure::Failure;
use crate::http::{self, HttpResponse};
use crate::json::{self, Scanner};
use crate::kind::Kind;
use crate::response::Response;
use crate::sse;
use std::ffi::c_char;
use std::ptr;

/// The data has the shape that the kind prescribes (`well_formed?`).
pub const MCP_FLAG_WELL_FORMED: u32 = 0x0001;
/// `modern_protocol_error?`: the error proves a modern server.
pub const MCP_FLAG_MODERN: u32 = 0x0002;
/// `modern_http_protocol_error?`.
pub const MCP_FLAG_MODERN_HTTP: u32 = 0x0004;
/// `modern_protocol_error_for_probe?`.
pub const MCP_FLAG_MODERN_FOR_PROBE: u32 = 0x0008;
/// `protocol_error?`.
pub const MCP_FLAG_PROTOCOL_ERROR: u32 = 0x0010;
/// `era_inconclusive?`.
pub const MCP_FLAG_ERA_INCONCLUSIVE: u32 = 0x0020;
/// The error has a code.
pub const MCP_FLAG_HAS_CODE: u32 = 0x0040;
/// The code is an integer that 64 bits do not hold: read `code_text`.
pub const MCP_FLAG_CODE_OVERFLOW: u32 = 0x0080;
/// The error has data, `null` included.
pub const MCP_FLAG_HAS_DATA: u32 = 0x0100;
/// The message is a string of the peer's, or a text of our own making.
pub const MCP_FLAG_MESSAGE_IS_STRING: u32 = 0x0200;
/// The message has escapes or bytes that are no UTF-8: decode it with `mcp_json_string_decode`.
pub const MCP_FLAG_MESSAGE_NEEDS_DECODING: u32 = 0x0400;
/// The data has bytes in strings that are no UTF-8: each maximal ill-formed part reads as U+FFFD.
pub const MCP_FLAG_DATA_NOT_UTF8: u32 = 0x0800;
/// The message is a result: there is no error, and nothing else is set.
pub const MCP_FLAG_NOT_AN_ERROR: u32 = 0x1000;

const _: () = assert!(
    MCP_FLAG_WELL_FORMED == flag::WELL_FORMED
        && MCP_FLAG_MODERN == flag::MODERN
        && MCP_FLAG_MODERN_HTTP == flag::MODERN_HTTP
        && MCP_FLAG_MODERN_FOR_PROBE == flag::MODERN_FOR_PROBE
        && MCP_FLAG_PROTOCOL_ERROR == flag::PROTOCOL_ERROR
        && MCP_FLAG_ERA_INCONCLUSIVE == flag::ERA_INCONCLUSIVE
        && MCP_FLAG_HAS_CODE == flag::HAS_CODE
        && MCP_FLAG_CODE_OVERFLOW == flag::CODE_OVERFLOW
        && MCP_FLAG_HAS_DATA == flag::HAS_DATA
        && MCP_FLAG_MESSAGE_IS_STRING == flag::MESSAGE_IS_STRING
        && MCP_FLAG_MESSAGE_NEEDS_DECODING == flag::MESSAGE_NEEDS_DECODING
        && MCP_FLAG_DATA_NOT_UTF8 == flag::DATA_NOT_UTF8
        && MCP_FLAG_NOT_AN_ERROR == flag::NOT_AN_ERROR
);

/// Where something stands in the caller's bytes. What is absent has offset `UINT64_MAX` and length 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_span {
    /// From the first byte that was passed in.
    pub offset: u64,
    /// In bytes.
    pub length: u64,
}

impl From<Span> for mcp_span {
    fn from(span: Span) -> Self {
        let offset = if span.is_absent() { u64::MAX } else { span.start as u64 };
        Self { offset, length: (span.end - span.start) as u64 }
    }
}

/// An error, told by numbers and by places in the caller's bytes.
#[repr(C)]
pub struct mcp_classification {
    /// `sizeof(mcp_classification)`, set by the caller and never written.
    pub struct_size: usize,
    /// A `mcp_kind`; `MCP_KIND_NONE` for a result.
    pub kind: i32,
    /// `MCP_FLAG_*`.
    pub flags: u32,
    /// 0 without `MCP_FLAG_HAS_CODE` and with `MCP_FLAG_CODE_OVERFLOW`.
    pub code: i64,
    /// 0: none.
    pub http_status: u32,
    /// 0.
    pub reserved: u32,
    /// The digits of the code.
    pub code_text: mcp_span,
    /// The inside of the peer's string. Absent if the peer's message is no string, or the text is ours: make a handle to read it.
    pub message: mcp_span,
    /// The JSON of `data`.
    pub data: mcp_span,
    /// `data.requiredCapabilities`, if the kind has them and they are an object.
    pub required_capabilities: mcp_span,
    /// `data.supported`, if the kind has it and it is an array.
    pub supported: mcp_span,
    /// `data.requested`, if the kind has it, whatever it is.
    pub requested: mcp_span,
}

impl mcp_classification {
    /// Writes all but `struct_size`.
    fn fill(&mut self, facts: &Facts, bytes: &[u8]) {
        let message = match facts.member.message {
            Message::Json { inside, .. } => inside,
            _ => Span::ABSENT,
        };
        self.kind = facts.kind.number();
        self.flags = facts.flags(bytes);
        self.code = facts.member.code.unwrap_or(0);
        self.http_status = facts.http_status.into();
        self.reserved = 0;
        self.code_text = facts.member.code_text.into();
        self.message = message.into();
        self.data = facts.member.data.into();
        self.required_capabilities = facts.required_capabilities().into();
        self.supported = facts.supported().into();
        self.requested = facts.requested().into();
    }

    /// Writes all but `struct_size`, for a result.
    fn fill_result(&mut self) {
        self.fill(&Facts::own(Kind::ServerError, Message::NoResponse, 0), &[]);
        (self.kind, self.flags) = (MCP_KIND_NONE, flag::NOT_AN_ERROR);
    }
}

/// Classifies bytes with what `judge` finds in them.
///
/// # Safety
///
/// As the header says of `mcp_classify`.
unsafe fn classify(
    json: *const c_char,
    len: usize,
    out: *mut mcp_classification,
    judge: impl FnOnce(&[u8], &mut mcp_classification) -> Result<(), Failure>,
) -> mcp_status {
    guard_status(|| {
        if out.is_null() || !out.is_aligned() {
            return Err(Status::InvalidArgument);
        }
        // SAFETY: not NULL and aligned; every version of the struct begins with its size.
        if unsafe { ptr::addr_of!((*out).struct_size).read() } < size_of::<mcp_classification>() {
            return Err(Status::InvalidArgument);
        }
        // SAFETY: the caller vouches for the bytes.
        let bytes = unsafe { bytes(json, len) }?;
        // SAFETY: the caller's struct has at least the members of this one, which are all plain numbers.
        judge(bytes, unsafe { &mut *out })?;
        Ok(())
    })
}

/// Classifies the value of a response's `error` member, as `mcp_error_from_jsonrpc` does, without a handle.
///
/// @param json JSON, UTF-8.
/// @param len In bytes.
/// @param http_status The status of the answer, 100 to 599; 0 where there is none.
/// @param out Written on success only, but for its `struct_size`, which the caller sets.
/// @return `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` (NULL, a wrong status, a `struct_size` that is too small),
/// `MCP_STATUS_OUT_OF_MEMORY` beyond 65,536 levels of nesting.
///
/// Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level. The one exception: where more than eight members of
/// `extensions`, or of `experimental`, are no objects, and each of them is repeated later as an object, that object is read again.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_classify(json: *const c_char, len: usize, http_status: u16, out: *mut mcp_classification) -> mcp_status {
    let judge = |bytes: &[u8], out: &mut mcp_classification| {
        HttpStatus::new(http_status)?;
        out.fill(&Facts::of(read_member(bytes, c"json")?, http_status), bytes);
        Ok(())
    };
    // SAFETY: the pointers are what the header asks for.
    unsafe { classify(json, len, out, judge) }
}

/// Classifies a whole response without a handle: the hot path. With status 0 as `mcp_error_from_response` does, else as
/// `mcp_error_from_http` without headers. A body of server-sent events is unwrapped first (`mcp_sse_response`), and passed in empty if it
/// has no response.
///
/// @param json Any bytes. What is not JSON is classified too.
/// @param len In bytes.
/// @param http_status The status of the answer, 100 to 599; 0 in band.
/// @param out Written on success only, but for its `struct_size`, which the caller sets. A result has `MCP_FLAG_NOT_AN_ERROR` and kind
/// `MCP_KIND_NONE`.
/// @return `MCP_STATUS_INVALID_ARGUMENT` (NULL, a wrong status, a `struct_size` that is too small), `MCP_STATUS_OUT_OF_MEMORY` beyond
/// 65,536 levels of nesting.
///
/// Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level. The one exception: where more than eight members of
/// `extensions`, or of `experimental`, are no objects, and each of them is repeated later as an object, that object is read again.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_classify_response(
    json: *const c_char,
    len: usize,
    http_status: u16,
    out: *mut mcp_classification,
) -> mcp_status {
    let judge = |bytes: &[u8], out: &mut mcp_classification| {
        HttpStatus::new(http_status)?;
        let mut response = Response::NONE;
        let outcome = if http_status == 0 {
            response.read(bytes).map(|()| response.in_band(0))
        } else {
            let answer = HttpResponse { status: http_status, body: bytes, ..HttpResponse::default() };
            http::read(http_status, if answer.body_counts() { bytes } else { &[] }, &mut response)
        };
        outcome.map_err(|_| Failure::OutOfMemory)?;
        if response.not_an_error {
            out.fill_result();
        } else {
            out.fill(&response.facts, bytes);
        }
        Ok(())
    };
    // SAFETY: the pointers are what the header asks for.
    unsafe { classify(json, len, out, judge) }
}

/// The JSON-RPC response in a body of server-sent events: the data of the last event that has a `result`, or an `error` that is neither
/// `null` nor `false`.
///
/// @param body Any bytes.
/// @param len In bytes.
/// @param out Receives the response, with a NUL behind it, to be freed with `mcp_string_free`; NULL if there is none. Ill-formed UTF-8 is
/// replaced.
/// @param out_len Receives its length in bytes, 0 if there is none; may be NULL.
/// @return `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_response(body: *const c_char, len: usize, out: *mut *mut c_char, out_len: *mut usize) -> mcp_status {
    guard_status(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            if let Some(response) = sse::response(bytes(body, len)?)? {
                return hand_over(&lossy(&response)?, out, out_len);
            }
            if let Some(out_len) = out_len.as_mut() {
                *out_len = 0;
            }
        }
        Ok(())
    })
}

/// Decodes the inside of a JSON string (without its quotes): escapes are undone; a lone surrogate and each maximal part that is no UTF-8
/// read as U+FFFD.
///
/// @param in Any bytes, such as the span `message` of a classification.
/// @param len In bytes.
/// @param out Receives the text, without a NUL behind it; may be NULL if `capacity` is 0. Where it does not fit, what is written is of
/// no use.
/// @param capacity How many bytes `out` holds. No text takes more than three times `len`.
/// @return How many bytes the text takes; 0 for NULL.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_json_string_decode(r#in: *const c_char, len: usize, out: *mut c_char, capacity: usize) -> usize {
    guard(0, || {
        // SAFETY: the pointers are what the header asks for.
        let Ok(inside) = (unsafe { bytes(r#in, len) }) else { return 0 };
        let mut room = if out.is_null() { 0 } else { capacity };
        let mut at = out.cast::<u8>();
        json::decode_into(inside, |text| {
            if text.len() <= room {
                // SAFETY: there is room for it, and the caller's buffers do not overlap.
                unsafe {
                    ptr::copy_nonoverlapping(text.as_ptr(), at, text.len());
                    at = at.add(text.len());
                }
                room -= text.len();
            } else {
                room = 0;
            }
        })
    })
}

/// Whether bytes are one JSON text (RFC 8259), at any depth. One leading byte order mark is passed over; lone surrogates and ill-formed
/// UTF-8 inside strings are no error.
///
/// @param json Any bytes.
/// @param len In bytes.
/// @param offset Receives, on `MCP_STATUS_INVALID_JSON` only, the first byte that no JSON text can have there, counted from 0; `len` where
/// the text ends too early. May be NULL.
/// @return `MCP_STATUS_OK` if they are; `MCP_STATUS_INVALID_JSON`, `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_json_check(json: *const c_char, len: usize, offset: *mut usize) -> mcp_status {
    guard_status(|| {
        // SAFETY: the pointers are what the header asks for.
        let failure = json::check(unsafe { bytes(json, len) }?, c"json").err();
        if let Some(Failure::InvalidJson { offset: at, .. }) = &failure {
            // SAFETY: NULL or valid for a write, as the header says.
            if let Some(offset) = unsafe { offset.as_mut() } {
                *offset = *at;
            }
        }
        failure.map_or(Ok(()), |failure| Err(failure.into()))
    })
}

/// Whether data has the shape that a kind prescribes (`well_formed?`), for a host that has parsed it already.
///
/// @param kind A kind; an unknown one is answered with false.
/// @param data_json The JSON of `data`; empty where there is none. What is not JSON is answered with false.
/// @param len In bytes.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_data_is_well_formed(kind: KindNumber, data_json: *const c_char, len: usize) -> bool {
    guard(false, || {
        // SAFETY: the pointers are what the header asks for.
        let (Some(kind), Ok(data)) = (Kind::from_number(kind), unsafe { bytes(data_json, len) }) else { return false };
        let mut member = ErrorMember::EMPTY;
        if !data.is_empty() {
            let mut scanner = Scanner::new(data);
            scanner.space();
            if member.read_data(&mut scanner).and_then(|()| scanner.end()).is_err() {
                return false;
            }
        }
        member.fault(kind).is_none()
    })
}

/// Whether JSON is a well-formed capabilities object.
///
/// @param caps_json JSON; empty is `{}`. What is not JSON is answered with false.
/// @param len In bytes.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_caps_is_well_formed(caps_json: *const c_char, len: usize) -> bool {
    // SAFETY: the pointers are what the header asks for.
    guard(false, || unsafe { bytes(caps_json, len) }.is_ok_and(|json| json.is_empty() || capabilities::is_well_formed(json)))
}

/// The predicates of an error that a host holds in values of its own, as `MCP_FLAG_*`: the first six.
///
/// @param kind A kind; an unknown one is answered with 0.
/// @param code NULL for an error without a code.
/// @param http_status 100 to 599; 0 where there is none. Any other is answered with 0.
/// @param well_formed What `mcp_data_is_well_formed` said, or the host's own verdict: 0 or not 0.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_verdicts(kind: KindNumber, code: *const i64, http_status: u16, well_formed: i32) -> u32 {
    guard(0, || {
        // SAFETY: NULL or valid for a read, as the header says.
        let code = unsafe { code.as_ref() }.copied();
        let kind = Kind::from_number(kind).filter(|_| HttpStatus::new(http_status).is_ok());
        kind.map_or(0, |kind| verdicts(kind, code, http_status, well_formed != 0))
    })
}
