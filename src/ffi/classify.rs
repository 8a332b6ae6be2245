//! Classification in one call, without a handle.

use super::failure::{report, report_here};
use super::guard::guard;
use super::kinds::{KindNumber, MCP_KIND_NONE};
use super::names::{MCP_MESSAGE_NONE, MessageTypeNumber};
use super::sized::{self, Sized, end_of};
use super::status::mcp_status;
use super::text::{bytes, clear, give_text, lossy};
use crate::capabilities;
use crate::error::{HttpStatus, read_member};
use crate::facts::{Facts, flag, verdicts};
use crate::failure::{Failure, word};
use crate::http::{self, HttpResponse};
use crate::json::Scanner;
use crate::kind::Kind;
use crate::member::{ErrorMember, Message, Span};
use crate::response::{Response, message_type_of};
use crate::sse;
use std::ffi::c_char;

/// The data has the shape that its kind requires.
pub const MCP_FLAG_WELL_FORMED: u32 = 0x0001;
/// The error proves a modern server: a modern kind and code, and well formed.
pub const MCP_FLAG_MODERN: u32 = 0x0002;
/// The error proves a modern server over HTTP: as MODERN, and -32601 with status 404.
pub const MCP_FLAG_MODERN_HTTP: u32 = 0x0004;
/// The error proves a modern server in response to a probe. Today the same as MODERN.
pub const MCP_FLAG_MODERN_FOR_PROBE: u32 = 0x0008;
/// The error belongs to the modern protocol: as MODERN, and required input and results that are not valid.
pub const MCP_FLAG_PROTOCOL_ERROR: u32 = 0x0010;
/// Errors of this kind say nothing about the server's era.
pub const MCP_FLAG_ERA_INCONCLUSIVE: u32 = 0x0020;
/// The error has a code.
pub const MCP_FLAG_HAS_CODE: u32 = 0x0040;
/// The code does not fit into `int64_t`: read `code_text`.
pub const MCP_FLAG_CODE_OVERFLOW: u32 = 0x0080;
/// The error has data, possibly `null`.
pub const MCP_FLAG_HAS_DATA: u32 = 0x0100;
/// The message is a string, or a text of the library.
pub const MCP_FLAG_MESSAGE_IS_STRING: u32 = 0x0200;
/// The message has escapes or ill-formed UTF-8: decode it with `mcp_json_string_decode`.
pub const MCP_FLAG_MESSAGE_NEEDS_DECODING: u32 = 0x0400;
/// The data has ill-formed UTF-8 in strings: read each maximal ill-formed part as U+FFFD.
pub const MCP_FLAG_DATA_NOT_UTF8: u32 = 0x0800;
/// The message is a result. No other flag is set.
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

/// A byte range of the caller's buffer. A missing one has offset `UINT64_MAX` and length 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_span {
    /// Counted from the first byte that was passed in.
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

/// The result of classifying a response: numbers, and byte ranges of the caller's buffer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mcp_classification {
    /// `sizeof(mcp_classification)`, set by the caller and never written.
    pub struct_size: usize,
    /// An `mcp_kind`; `MCP_KIND_NONE` for a result.
    pub kind: i32,
    /// `MCP_FLAG_*`.
    pub flags: u32,
    /// 0 without `MCP_FLAG_HAS_CODE` and with `MCP_FLAG_CODE_OVERFLOW`.
    pub code: i64,
    /// 0 if there is none.
    pub http_status: u32,
    /// 0.
    pub reserved: u32,
    /// The digits of the code.
    pub code_text: mcp_span,
    /// The inside of the server's string. Missing if the server's message is not a string, or the text is ours: make a handle to read it.
    pub message: mcp_span,
    /// The JSON of `data`.
    pub data: mcp_span,
    /// `data.requiredCapabilities`, if the kind has it and it is an object.
    pub required_capabilities: mcp_span,
    /// `data.supported`, if the kind has it and it is an array.
    pub supported: mcp_span,
    /// `data.requested`, if the kind has it, whatever its type.
    pub requested: mcp_span,
    /// An `mcp_message_type`; `MCP_MESSAGE_NONE` from `mcp_classify`.
    pub message_type: i32,
    /// 0.
    pub reserved2: i32,
    /// The JSON of the response's `id`; missing unless the message is an error or a result that has one.
    pub id: mcp_span,
}

// SAFETY: repr(C), begins with its size, and consists of integers.
unsafe impl Sized for mcp_classification {
    const FIRST: usize = end_of!(mcp_classification, id: mcp_span);
}

impl mcp_classification {
    /// Writes what the facts say about the bytes that they were read from, all but `struct_size`.
    ///
    /// # Safety
    ///
    /// `out` is good for writes. It need be neither aligned nor initialized.
    unsafe fn put(out: *mut Self, facts: &Facts, bytes: &[u8], message_type: i32, id: Span) {
        let message = match facts.member.message {
            Message::Json { inside, .. } => inside,
            _ => Span::ABSENT,
        };
        macro_rules! put {
            ($($member:ident: $value:expr,)+) => {
                // SAFETY: as the caller promises.
                $(unsafe { (&raw mut (*out).$member).write_unaligned($value) };)+
            };
        }
        put!(
            kind: facts.kind.number(),
            flags: facts.flags(bytes),
            code: facts.member.code.unwrap_or(0),
            http_status: facts.http_status.into(),
            reserved: 0,
            code_text: facts.member.code_text.into(),
            message: message.into(),
            data: facts.member.data.into(),
            required_capabilities: facts.required_capabilities().into(),
            supported: facts.supported().into(),
            requested: facts.requested().into(),
            message_type: message_type,
            reserved2: 0,
            id: id.into(),
        );
    }

    /// Writes what a whole message is.
    ///
    /// # Safety
    ///
    /// As for [`Self::put`].
    unsafe fn put_response(out: *mut Self, response: &Response, bytes: &[u8]) {
        let message_type = response.message_type as i32;
        // SAFETY: passed on.
        unsafe {
            if response.not_an_error {
                Self::put(out, &Facts::own(Kind::ServerError, Message::NoResponse, 0), &[], message_type, response.id);
                (&raw mut (*out).kind).write_unaligned(MCP_KIND_NONE);
                (&raw mut (*out).flags).write_unaligned(flag::NOT_AN_ERROR);
            } else {
                Self::put(out, &response.facts, bytes, message_type, response.id);
            }
        }
    }
}

/// Classifies the value of a response's `error` member as `mcp_error_from_jsonrpc` does, without a handle.
///
/// @param json JSON, UTF-8.
/// @param len In bytes.
/// @param http_status The status of the response, 100 to 999; 0 if there is none.
/// @param out Written on success only, apart from its `struct_size`, which the caller sets.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_JSON`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, a wrong status, or a `struct_size` that is
/// too small; `MCP_STATUS_OUT_OF_MEMORY`, possible beyond 65,536 levels of nesting only.
///
/// Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_classify(json: *const c_char, len: usize, http_status: u16, out: *mut mcp_classification) -> mcp_status {
    report_here(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            sized::check(out, word!("out"))?;
            let bytes = bytes(json, len, word!("json"))?;
            HttpStatus::new(http_status)?;
            let facts = Facts::of(read_member(bytes, word!("json"))?, http_status);
            let put = |out| mcp_classification::put(out, &facts, bytes, MCP_MESSAGE_NONE, Span::ABSENT);
            sized::fill(out, word!("out"), put)
        }
    })
}

/// Reads a whole response into what was [`Response::NONE`]; with status 0 as one that came without HTTP.
pub(super) fn read_response(bytes: &[u8], http_status: u16, response: &mut Response) -> Result<(), Failure> {
    HttpStatus::new(http_status)?;
    let outcome = if http_status == 0 {
        response.read(bytes).map(|()| response.in_band(0))
    } else {
        let answer = HttpResponse { status: http_status, body: bytes, ..HttpResponse::default() };
        http::read(http_status, if answer.body_counts() { bytes } else { &[] }, response)
    };
    outcome.map_err(|_| Failure::OUT_OF_MEMORY)
}

/// Classifies a whole response without a handle: the fastest way to read one. With status 0 it does so as `mcp_error_from_response`, else
/// as `mcp_error_from_http` without header fields. For a body that is an event stream, pass what `mcp_sse_response` returns; if that is
/// NULL, pass an empty body. Apply the limit on error bodies (65,536 bytes) to the event stream itself.
///
/// @param json Any bytes; those that are not JSON are classified too.
/// @param len In bytes.
/// @param http_status The status of the response, 100 to 999; 0 for a line of stdio or a 2xx body.
/// @param out Written on success only, apart from its `struct_size`, which the caller sets. A result has `MCP_FLAG_NOT_AN_ERROR` and kind
/// `MCP_KIND_NONE`.
/// @return `MCP_STATUS_OK`; `MCP_STATUS_INVALID_ARGUMENT` for NULL, a wrong status, or a `struct_size` that is too small;
/// `MCP_STATUS_OUT_OF_MEMORY`, possible beyond 65,536 levels of nesting only.
///
/// Allocates nothing up to 65,536 levels of nesting; beyond, one bit a level.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_classify_response(
    json: *const c_char,
    len: usize,
    http_status: u16,
    out: *mut mcp_classification,
) -> mcp_status {
    report_here(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            sized::check(out, word!("out"))?;
            let bytes = bytes(json, len, word!("json"))?;
            let mut response = Response::NONE;
            read_response(bytes, http_status, &mut response)?;
            sized::fill(out, word!("out"), |out| mcp_classification::put_response(out, &response, bytes))
        }
    })
}

/// Returns what a text is: an error, a result, a request, a notification, a batch, other JSON, the framing of another protocol, not JSON,
/// or empty. An array that holds exactly one response has the type of that response.
///
/// @param json Any bytes: a line of stdio, or a body.
/// @param len In bytes.
/// @param id Receives the JSON of the `id` of an error or a result, as a byte range of `json`; missing for every other message, and if the
/// response has none. May be NULL. Left unchanged on failure.
/// @return An `mcp_message_type`; `MCP_MESSAGE_NONE` for NULL, and if memory for more than 65,536 levels of nesting cannot be allocated.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_message_type_of(json: *const c_char, len: usize, id: *mut mcp_span) -> MessageTypeNumber {
    guard(MCP_MESSAGE_NONE, || {
        // SAFETY: the pointers are what the header asks for.
        let Ok(bytes) = (unsafe { bytes(json, len, word!("json")) }) else { return MCP_MESSAGE_NONE };
        let Ok((message_type, span)) = message_type_of(bytes) else { return MCP_MESSAGE_NONE };
        if !id.is_null() {
            // SAFETY: not NULL, and valid for a write, as the header says.
            unsafe { id.write(span.map_or(Span::ABSENT, |span| Span { start: span.start, end: span.end }).into()) };
        }
        message_type as i32
    })
}

/// Returns the JSON-RPC response in an event stream: the data of the last event that is a response.
///
/// @param body Any bytes.
/// @param len In bytes.
/// @param out Receives the NUL-terminated response; free it with `mcp_string_free`. NULL if there is none. Ill-formed UTF-8 is replaced.
/// @param out_len Receives its length in bytes, 0 if there is none. May be NULL.
/// @return `MCP_STATUS_OK`, also if there is none; `MCP_STATUS_INVALID_ARGUMENT` for NULL; `MCP_STATUS_OUT_OF_MEMORY`.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_response(body: *const c_char, len: usize, out: *mut *mut c_char, out_len: *mut usize) -> mcp_status {
    report(|| {
        // SAFETY: the pointers are what the header asks for.
        unsafe {
            clear(out)?;
            if let Some(response) = sse::response(bytes(body, len, word!("body"))?)? {
                return give_text(&lossy(&response)?, out, out_len);
            }
            if !out_len.is_null() {
                out_len.write(0);
            }
        }
        Ok(())
    })
}

/// Returns true if data has the shape that a kind requires, for a host that has parsed it already.
///
/// @param kind A kind. An unknown one returns false.
/// @param data_json The JSON of `data`; empty if there is none. Text that is not JSON returns false.
/// @param len In bytes.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_data_is_well_formed(kind: KindNumber, data_json: *const c_char, len: usize) -> bool {
    guard(false, || {
        // SAFETY: the pointers are what the header asks for.
        let (Some(kind), Ok(data)) = (Kind::from_number(kind), unsafe { bytes(data_json, len, word!("data_json")) }) else { return false };
        let mut member = ErrorMember::EMPTY;
        if !data.is_empty() {
            let mut scanner = Scanner::new(data);
            scanner.skip_space();
            if member.read_data(&mut scanner).and_then(|()| scanner.end()).is_err() {
                return false;
            }
        }
        member.fault(kind).is_none()
    })
}

/// Returns true if JSON is a well-formed capabilities object.
///
/// @param caps_json JSON; empty is `{}`. Text that is not JSON returns false.
/// @param len In bytes.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_caps_is_well_formed(caps_json: *const c_char, len: usize) -> bool {
    guard(false, || {
        // SAFETY: the pointers are what the header asks for.
        unsafe { bytes(caps_json, len, word!("caps_json")) }.is_ok_and(|json| json.is_empty() || capabilities::is_well_formed(json))
    })
}

/// Returns the verdicts on an error that a host has parsed already: the first six of `MCP_FLAG_*`.
///
/// @param kind A kind. An unknown one returns 0.
/// @param code NULL for an error without a code.
/// @param http_status 100 to 999; 0 if there is none. Any other returns 0.
/// @param well_formed What `mcp_data_is_well_formed` returned, or the host's own verdict: 0 is false, any other number true.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_verdicts(kind: KindNumber, code: *const i64, http_status: u16, well_formed: i32) -> u32 {
    guard(0, || {
        // SAFETY: NULL or valid for a read, as the header says.
        let code = if code.is_null() { None } else { Some(unsafe { code.read_unaligned() }) };
        let kind = Kind::from_number(kind).filter(|_| HttpStatus::new(http_status).is_ok());
        kind.map_or(0, |kind| verdicts(kind, code, http_status, well_formed != 0))
    })
}
