//! Event streams that are still open: bytes in, messages out.

use super::failure::report;
use super::guard::guard;
use super::status::mcp_status;
use super::text::{bytes, clear, lossy, mcp_str};
use crate::failure::{Failure, word};
use crate::sse::{SseItem, SseReader};
use std::borrow::Cow;
use std::ffi::c_char;

/// A reader for one stream of server-sent events. Unlike the other handles it is mutable: use it from one thread at a time. Freed by
/// `mcp_sse_reader_free`.
pub struct mcp_sse_reader {
    _private: [u8; 0],
}

/// What a handle stands for.
struct Reader {
    reader: SseReader,
    /// The message returned last, where it had to be made UTF-8.
    text: String,
}

const NO_READER: Failure = Failure::argument(word!("reader"), word!("must not be NULL"));

/// Returns what a handle stands for, or None for NULL. A panic may leave it half-changed, but every access to it is checked.
///
/// # Safety
///
/// `reader` is NULL or a handle that is neither used elsewhere nor freed during `'a`.
unsafe fn known<'a>(reader: *mut mcp_sse_reader) -> Option<&'a mut Reader> {
    // SAFETY: a handle is what Box::into_raw gave for a Reader, and is used here alone, as the caller says.
    unsafe { reader.cast::<Reader>().as_mut() }
}

/// Creates a reader for one event stream. Push bytes as they arrive, and after each push take the messages.
///
/// ```c
/// mcp_sse_reader_push(reader, bytes, len);
/// while (mcp_sse_reader_next(reader, &message, &has, &too_large) == MCP_STATUS_OK && has) { ... }
/// ```
///
/// The reader holds the bytes that were pushed and not taken yet, and the open event up to `max_event`, times a small constant.
///
/// @param max_event The most bytes that the data, the id or the retry of an event may have; a larger event is skipped. 0: 16777216.
/// @param out Receives the reader, to be freed with `mcp_sse_reader_free`; NULL unless the call succeeds.
/// @return `MCP_STATUS_INVALID_ARGUMENT` for NULL.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_reader_new(max_event: usize, out: *mut *mut mcp_sse_reader) -> mcp_status {
    report(|| {
        // SAFETY: the caller vouches for out, and clear refuses NULL.
        unsafe {
            clear(out)?;
            out.write(Box::into_raw(Box::new(Reader { reader: SseReader::new(max_event), text: String::new() })).cast());
        }
        Ok(())
    })
}

/// Adds the next bytes of the stream, cut anywhere.
///
/// @param reader The reader. The message that it returned last becomes invalid.
/// @param bytes Any bytes; copied.
/// @param len In bytes.
/// @return `MCP_STATUS_INVALID_ARGUMENT` (NULL, or after `mcp_sse_reader_finish`), `MCP_STATUS_OUT_OF_MEMORY`. On failure nothing is
/// added.
///
/// Threads: one at a time for one reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_reader_push(reader: *mut mcp_sse_reader, bytes: *const c_char, len: usize) -> mcp_status {
    report(|| {
        // SAFETY: the pointers are what the header asks for.
        let (reader, bytes) = unsafe { (known(reader).ok_or(NO_READER)?, self::bytes(bytes, len, word!("bytes"))?) };
        reader.reader.push(bytes)
    })
}

/// Says that the stream has ended. An event that is still open counts for its message, but not for its id.
///
/// @param reader The reader. Take the messages that are left; nothing can be pushed from now on.
/// @return `MCP_STATUS_INVALID_ARGUMENT` for NULL.
///
/// Threads: one at a time for one reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_reader_finish(reader: *mut mcp_sse_reader) -> mcp_status {
    report(|| {
        // SAFETY: the pointer is what the header asks for.
        unsafe { known(reader) }.ok_or(NO_READER)?.reader.finish();
        Ok(())
    })
}

/// Takes the next message: the data of an event, its lines joined by line feeds. Events with empty data are skipped.
///
/// @param reader The reader.
/// @param out_data Receives the message, usually JSON. Ill-formed UTF-8 is replaced. It is never empty, except without a message or if
/// `out_too_large` is true. Valid until the next push, next, finish or free of this reader.
/// @param out_has Receives false if there is no message until more bytes are pushed.
/// @param out_too_large Receives true if, instead of a message, an event was larger than `max_event`; it is skipped. A host that waits
/// for a response builds a `MCP_KIND_RESPONSE_TOO_LARGE_ERROR` with `mcp_error_new`. May be NULL.
/// @return `MCP_STATUS_INVALID_ARGUMENT` for NULL, `MCP_STATUS_OUT_OF_MEMORY` (the message may be lost: resume the stream).
///
/// Threads: one at a time for one reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_reader_next(
    reader: *mut mcp_sse_reader,
    out_data: *mut mcp_str,
    out_has: *mut bool,
    out_too_large: *mut bool,
) -> mcp_status {
    report(|| {
        if out_data.is_null() || out_has.is_null() {
            return Err(Failure::argument(word!("out"), word!("must not be NULL")));
        }
        // SAFETY: the pointer is what the header asks for.
        let Reader { reader, text } = unsafe { known(reader) }.ok_or(NO_READER)?;
        let item = reader.next_item()?;
        let data = match item {
            Some(SseItem::Message(data)) => match lossy(data)? {
                Cow::Borrowed(data) => data,
                Cow::Owned(data) => {
                    *text = data;
                    text
                }
            },
            _ => "",
        };
        // SAFETY: the two are not NULL, the third may be, and the caller vouches for the rest.
        unsafe {
            out_data.write(data.into());
            out_has.write(item.is_some());
            if !out_too_large.is_null() {
                out_too_large.write(item == Some(SseItem::TooLarge));
            }
        }
        Ok(())
    })
}

/// Returns the last event id, by which the stream can be resumed (`last_event_id` of a context).
///
/// @param reader The reader; NULL is safe.
/// @return The last id of the events taken so far; empty if there is none. Valid until the next push, next, finish or
/// free of this reader.
///
/// Threads: one at a time for one reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_reader_last_event_id(reader: *const mcp_sse_reader) -> mcp_str {
    guard("".into(), || {
        // SAFETY: NULL or a handle, which nobody changes during the call.
        let reader = unsafe { reader.cast::<Reader>().as_ref() };
        reader.and_then(|reader| reader.reader.last_event_id()).unwrap_or_default().into()
    })
}

/// Returns how long the server asks a host to wait before it resumes the stream: the last `retry` field.
///
/// @param reader The reader; NULL is safe.
/// @param out Receives milliseconds, on true only; may be NULL.
/// @return false if the stream had no such field.
///
/// Threads: one at a time for one reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_reader_retry_ms(reader: *const mcp_sse_reader, out: *mut u64) -> bool {
    guard(false, || {
        // SAFETY: NULL or a handle, which nobody changes during the call.
        let reader = unsafe { reader.cast::<Reader>().as_ref() };
        let Some(retry_ms) = reader.and_then(|reader| reader.reader.retry_ms()) else { return false };
        if !out.is_null() {
            // SAFETY: not NULL, and valid for a write, as the header says.
            unsafe { out.write(retry_ms) };
        }
        true
    })
}

/// Frees a reader.
///
/// @param reader The reader; NULL is safe. Must not be used afterwards.
///
/// Threads: one at a time for one reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mcp_sse_reader_free(reader: *mut mcp_sse_reader) {
    guard((), || {
        if !reader.is_null() {
            // SAFETY: the pointer came from Box::into_raw and is given up once.
            drop(unsafe { Box::from_raw(reader.cast::<Reader>()) });
        }
    });
}

#[cfg(test)]
#[allow(clippy::undocumented_unsafe_blocks, reason = "every handle is live, and every other pointer is NULL or to a local")]
mod tests {
    use super::*;
    use std::ptr;

    const INVALID: mcp_status = crate::ffi::status::Status::InvalidArgument as mcp_status;

    fn text(text: mcp_str) -> String {
        let bytes = unsafe { bytes(text.ptr, text.len, word!("text")) }.unwrap();
        assert!(!text.ptr.is_null());
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    fn open(max_event: usize) -> *mut mcp_sse_reader {
        let mut reader = ptr::null_mut();
        assert_eq!(unsafe { mcp_sse_reader_new(max_event, &raw mut reader) }, 0);
        reader
    }

    fn push(reader: *mut mcp_sse_reader, stream: &[u8]) -> mcp_status {
        unsafe { mcp_sse_reader_push(reader, stream.as_ptr().cast(), stream.len()) }
    }

    /// Takes a message; none if there is none, and whether an event was too large.
    fn next(reader: *mut mcp_sse_reader) -> (Option<String>, bool) {
        let (mut data, mut has, mut too_large) = (mcp_str::from("unset"), false, true);
        assert_eq!(unsafe { mcp_sse_reader_next(reader, &raw mut data, &raw mut has, &raw mut too_large) }, 0);
        let data = text(data);
        (has.then_some(data), too_large)
    }

    #[test]
    fn a_stream_goes_in_and_messages_come_out() {
        let reader = open(8);
        assert_eq!(next(reader), (None, false));
        assert_eq!(push(reader, b"id: \xFF\nretry: 5\ndata: \xFFa\n\ndata: 123456789\n\ndata: b"), 0);
        assert_eq!(next(reader), (Some("\u{FFFD}a".into()), false));
        let mut retry_ms = 0;
        unsafe {
            assert_eq!(text(mcp_sse_reader_last_event_id(reader)), "\u{FFFD}");
            assert!(mcp_sse_reader_retry_ms(reader, &raw mut retry_ms) && mcp_sse_reader_retry_ms(reader, ptr::null_mut()));
        }
        assert_eq!(retry_ms, 5);
        assert_eq!(next(reader), (Some(String::new()), true));
        assert_eq!(next(reader), (None, false));
        assert_eq!(unsafe { mcp_sse_reader_finish(reader) }, 0);
        assert_eq!(push(reader, b"x"), INVALID);
        assert_eq!(next(reader), (Some("b".into()), false));
        assert_eq!(next(reader), (None, false));
        unsafe { mcp_sse_reader_free(reader) };
    }

    #[test]
    fn null_gets_an_invalid_argument_or_the_neutral_value() {
        let reader = open(0);
        let (mut data, mut has) = (mcp_str::from(""), false);
        let none = ptr::null_mut();
        unsafe {
            assert_eq!(mcp_sse_reader_new(0, ptr::null_mut()), INVALID);
            assert_eq!([push(none, b"x"), mcp_sse_reader_finish(none)], [INVALID; 2]);
            assert_eq!(mcp_sse_reader_push(reader, ptr::null(), 1), INVALID);
            assert_eq!(mcp_sse_reader_push(reader, ptr::null(), 0), 0);
            assert_eq!(mcp_sse_reader_next(none, &raw mut data, &raw mut has, ptr::null_mut()), INVALID);
            assert_eq!(mcp_sse_reader_next(reader, ptr::null_mut(), &raw mut has, ptr::null_mut()), INVALID);
            assert_eq!(mcp_sse_reader_next(reader, &raw mut data, ptr::null_mut(), ptr::null_mut()), INVALID);
            assert_eq!(mcp_sse_reader_next(reader, &raw mut data, &raw mut has, ptr::null_mut()), 0);
            assert_eq!(text(mcp_sse_reader_last_event_id(none)), "");
            assert!(!mcp_sse_reader_retry_ms(none, ptr::null_mut()) && !mcp_sse_reader_retry_ms(reader, ptr::null_mut()));
            mcp_sse_reader_free(none);
            mcp_sse_reader_free(reader);
        }
    }
}
